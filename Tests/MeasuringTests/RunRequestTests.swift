import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("What a run is asked for")
struct RunRequestTests {
  private let suite = BenchmarkSuite(
    name: "s", threads: [1, 2],
    cells: [
      .init(source: .workload("feed(10)"), subjects: ["spec.cold", "naive"]),
      .init(source: .document("trees/a b, \"c\".json"), subjects: ["spec.cold"], threads: [4]),
      .init(source: .workload("feed(10)"), subjects: ["manual"]),
    ])

  private func request(
    filter: CellFilter = CellFilter(), threads: String? = nil, shard: String? = nil
  ) -> RunRequest {
    RunRequest(
      suite: suite, suiteFile: "/s.json", filter: filter, threads: threads.flatMap { ThreadList($0) },
      logicalCores: 3, shard: shard.flatMap { Shard($0) })
  }

  private func names(_ cells: [RunRequest.Cell]) -> [String] {
    cells.map { "\($0.subject) \($0.workload ?? $0.document ?? "") \($0.threads)" }
  }

  @Test func `A suite becomes a list of cells, each with its threads; filters and threads narrow it`() {
    #expect(
      names(request().cells) == [
        "spec.cold feed(10) [1, 2]", "naive feed(10) [1, 2]", "spec.cold trees/a b, \"c\".json [4]",
        "manual feed(10) [1, 2]",
      ])
    #expect(
      names(request(filter: CellFilter(["spec*2 threads"]), threads: "1..max").cells) == [
        "spec.cold feed(10) [2]", "spec.cold trees/a b, \"c\".json [2]",
      ])
    #expect(
      names(request(filter: CellFilter(["naive feed"]), threads: "max").cells) == ["naive feed(10) [3]"])
    #expect(
      names(request(filter: CellFilter(["naive", "manual"], excluding: ["1 threads"])).cells) == [
        "naive feed(10) [2]", "manual feed(10) [2]",
      ])
    #expect(request(filter: CellFilter(["nonsense"])).cells.isEmpty)
  }

  @Test func `A workload is in one shard with all its subjects, and a shard may be empty`() throws {
    let halves = ["1/2", "2/2"].map { names(request(shard: $0).cellsOfShard(seed: 42)) }
    #expect(halves.map(\.count).sorted() == [1, 3])
    #expect(Set(halves.joined()) == Set(names(request().cells)))
    // A request is read back from JSON.
    let half = request(filter: CellFilter(["a"], excluding: ["2 threads"]), shard: "1/2")
    #expect(try JSONDecoder().decode(RunRequest.self, from: JSONEncoder().encode(half)) == half)
    #expect(request().cells[2].source == .document("trees/a b, \"c\".json"))
    let third = request(shard: "3/3").cellsOfShard(seed: 42)
    let others = ["1/3", "2/3"].flatMap { request(shard: $0).cellsOfShard(seed: 42) }
    #expect(names(third + others).count == 4, "A shard may have nothing.")
    #expect(request().cellsOfShard(seed: 1) == request().cells)
  }
}

@Suite("Filters of cells")
struct CellFilterTests {
  private let cell = makeCell("spec.cold", workload: "grid(100, 20)", threads: 2)

  @Test(
    "Texts are alternatives, an asterisk stands for anything, and what is excluded is so whatever else is wanted",
    arguments: [
      ([], [], true), (["manual", "spec.cold"], [], true), (["spec.cold", "manual"], [], true),
      (["manual", "naive"], [], false), (["cold grid(100, 20) 2 threads serial"], [], true),
      (["12 threads"], [], false), ([], ["2 threads"], false), (["spec.cold"], ["naive", "grid"], false),
      (["spec.cold"], ["naive", "feed"], true), (["spec*2 threads"], [], true), (["*grid*"], [], true),
      (["spec*"], [], true), (["*"], [], true), ([""], [], true), (["s*p*e*c"], [], true),
      (["grid*spec"], [], false), (["spec*1 threads"], [], false), (["2 threads*threads"], [], false),
    ] as [([String], [String], Bool)])
  func matches(wanted: [String], excluded: [String], isMatch: Bool) {
    #expect(CellFilter(wanted, excluding: excluded).matches(cell) == isMatch)
  }

  @Test func `A filter says what it asks for`() {
    #expect("\(CellFilter(["a", "b"], excluding: ["c", "d"]))" == #""a" or "b", without "c" or "d""#)
    #expect("\(CellFilter(excluding: ["c"]))" == #"anything, without "c""#)
  }
}

@Suite("Shards")
struct ShardTests {
  @Test func `A shard is two numbers and a slash, the first not above the second, up to 10,000`() throws {
    let shard = try #require(Shard("2/4"))
    #expect(shard == Shard(index: 2, of: 4) && Shard("1/1")?.description == "1/1")
    for text in [
      "0/2", "3/2", "1/0", "a/b", "", "/", "1", "1/", "/2", "1/2/3", "-1/2", "+1/2", " 1/2", "٢/٤", "1/10001",
      "1/99999999999999999999",
    ] { #expect(Shard(text) == nil, "\(text)") }
    #expect(Shard("1/10000") != nil)
    let data = try JSONEncoder().encode([shard])
    #expect(String(decoding: data, as: UTF8.self) == #"["2\/4"]"#)
    #expect(try JSONDecoder().decode([Shard].self, from: data) == [shard])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Shard].self, from: Data(#"["5/4"]"#.utf8))
    }
  }

  /// Disjoint, together complete, and of like size, whatever the numbers.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `Every workload is in one shard, and shards differ by one at most`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let workloads = (0..<Int(generator.next() % 30)).map { "feed(\($0))" }
    let count = Int(generator.next() % 9) + 1
    let shards = try (1...count).map { index in
      try #require(Shard(index: index, of: count)).selection(from: workloads + workloads, seed: seed)
    }
    #expect(shards.reduce(0) { $0 + $1.count } == workloads.count, "seed \(seed)")
    #expect(shards.reduce(Set()) { $0.union($1) } == Set(workloads), "seed \(seed)")
    let sizes = shards.map(\.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1, "seed \(seed)")
  }

  /// Another deal would leave units out where machines run different builds of the program.
  @Test func `A shard's workloads follow from the seed, and do not change between versions`() throws {
    let workloads = (0..<6).map { "w\($0)" }
    let first = try #require(Shard("1/2"))
    #expect(first.selection(from: workloads, seed: 42) == ["w0", "w1", "w2"])
    #expect(first.selection(from: workloads, seed: 43) != first.selection(from: workloads, seed: 42))
  }
}

@Suite("Suite files")
struct SuiteTests {
  private let temporary = TemporaryFolder()

  private func suite(_ json: String) throws(FileError) -> BenchmarkSuite {
    try BenchmarkSuite(json: Data(json.utf8), file: "quick.json")
  }

  private func text(more: String = "") -> String {
    #"{"format":"layoutbench-suite","version":1,"name":"quick"\#(more),"cells":[{"workload":"feed(10)","subjects":["spec"]}]}"#
  }

  @Test func `Everything that a suite can say is read, and what it does not say has a default`() throws {
    let suite = try suite(
      #"""
      {"format":"layoutbench-suite","version":1,"name":"quick","description":"A look.",
       "budgetSeconds":1.5,"rounds":20,"threads":[1,2],"dispatch":["concurrentQueue","serialQueues"],"cells":[
        {"workload":"feed(1000)","subjects":["spec","naive"]},
        {"document":"trees/animal-card.json","subjects":["spec"],"threads":[4]},
        {"workload":"feed(1)","subjects":["spec"],"threads":"1..max","dispatch":["concurrentPerform"]}]}
      """#)
    #expect(
      suite
        == BenchmarkSuite(
          name: "quick", description: "A look.", budgetSeconds: 1.5, rounds: 20, threads: [1, 2],
          dispatch: [.concurrentQueue, .serialQueues],
          cells: [
            .init(source: .workload("feed(1000)"), subjects: ["spec", "naive"]),
            .init(source: .document("trees/animal-card.json"), subjects: ["spec"], threads: [4]),
            .init(
              source: .workload("feed(1)"), subjects: ["spec"], threads: ThreadList("1..max"),
              dispatch: [.concurrentPerform]),
          ]))
    #expect(suite.budget == .milliseconds(1_500))
    #expect(
      suite.cells.map { suite.threads(of: $0).resolved(logicalCores: 3) } == [[1, 2], [4], [1, 2, 3]])
    #expect(
      suite.cells.map(suite.dispatch(of:)) == [
        [.concurrentQueue, .serialQueues], [.concurrentQueue, .serialQueues], [.concurrentPerform],
      ])
    let least = try self.suite(text())
    #expect(least.threads == [1] && least.dispatch == [.serialQueues])
    #expect(least.budget == nil && least.rounds == nil && least.description == "")
  }

  @Test func `Documents are found beside the suite, else beside its folder, or by absolute paths`() throws {
    let file = URL(fileURLWithPath: "/bench/suites/quick.json")
    #expect(
      BenchmarkSuite.documentFile(of: .document("trees/a.json"), suiteFile: file)?.path
        == "/bench/trees/a.json")
    #expect(BenchmarkSuite.documentFile(of: .workload("feed(1)"), suiteFile: file) == nil)
    #expect(BenchmarkSuite.documentFile(of: .document("/a.json"), suiteFile: file)?.path == "/a.json")
    let beside = temporary.url.appending(path: "a.json")
    try beside.write("")
    let suite = temporary.url.appending(path: "suite.json")
    #expect(BenchmarkSuite.documentFile(of: .document("a.json"), suiteFile: suite)?.path == beside.path)
  }

  @Test func `A suite names programs as subjects, each once, and each with a command`() throws {
    let json = #", "commands": [{"name": "mine", "command": ["./engine", "-x", "-x"]}]"#
    let suite = try suite(text(more: json))
    #expect(suite.commands == [.init(name: "mine", command: ["./engine", "-x", "-x"])])
    let request = RunRequest(suite: suite, suiteFile: "/bench/suites/mine.json", logicalCores: 2)
    #expect(request.commands?[0].command == ["/bench/suites/engine", "-x", "-x"])
    let edits = #", "commands": [{"name": "a", "command": ["b"], "work": "edit", "texts": "measured"}]"#
    #expect(
      try self.suite(text(more: edits)).commands == [
        .init(name: "a", command: ["b"], work: .edit, texts: .measured)
      ])
  }

  @Test func `An error names its place, what is there and what is allowed, as recorded`() throws {
    try expectRecordedErrors("suite-errors.txt", count: 42) { json throws(FileError) in _ = try suite(json) }
    let error = failure { try suite("{\n  \"format\": 3\n}") }
    #expect(
      error?.description
        == "quick.json:2: format: 3; expected \"layoutbench-suite\", a suite, which layoutbench run --suite takes"
    )
    #expect(failure { try suite("{\n") }?.line == 2)
    let missing = failure { try BenchmarkSuite(contentsOf: URL(fileURLWithPath: "/nonexistent/quick.json")) }
    #expect(missing?.description.hasPrefix("/nonexistent/quick.json: cannot be read") == true)
  }
}
