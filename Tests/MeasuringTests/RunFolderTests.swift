import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("The folder of a run")
struct RunFolderTests {
  private let temporary = TemporaryFolder()
  private var parent: URL { temporary.url }

  private static let id = RunFolder.newName(
    start: Date(timeIntervalSince1970: 1_795_238_413), suite: "quick", number: 0xF9A)

  private static let description = RunDescription(
    runID: id, commandLine: ["layoutbench", "run", "a \"b\""], suite: "quick", seed: .max,
    budgetSeconds: 90, rounds: 20, startedUTC: "2026-11-21T05:20:13.000Z",
    git: GitState(revision: "abc", isDirty: true),
    build: BuildFacts(swiftVersion: "6.3", configuration: .release, allocator: nil),
    machineAtStart: MachineFacts(cpuModel: "Fast", logicalCores: 2, loadAverage: .infinity, stealTicks: 0),
    warnings: [Warning(cause: "Hot.", nextStep: "Cool.")], cells: [.leftOut(makeCell(), reason: "No.")])

  @Test func `A run's name begins with its time, so that names sort by it, and suits a folder`() {
    #expect(Self.id == "20261121T052013Z-quick-0f9a")
    #expect(
      RunFolder.newName(start: Date(timeIntervalSince1970: 0), suite: "a/b ü").hasPrefix(
        "19700101T000000Z-a-b---"))
    #expect(RunFolder.newName(start: Date(timeIntervalSince1970: 0), suite: "").contains("Z-run-"))
    // File systems take 255 bytes, and the folder has a longer name while it is made.
    let long = String(repeating: "long", count: 100)
    #expect(RunFolder.newName(start: Date(timeIntervalSince1970: 0), suite: long).utf8.count < 150)
  }

  @Test func `A folder is made whole, and not a second time; what is written later is read back`() throws {
    // Unknown values are absent from the file, and a zero is there.
    let text = String(decoding: try StableJSON.data(of: Self.description), as: UTF8.self)
    #expect(!text.contains("null") && !text.contains("endedUTC") && !text.contains("governor"))
    #expect(text.contains("\"stealTicks\" : 0"))
    let deep = parent.appending(path: "results/more")
    var description = Self.description
    let folder = try RunFolder(creating: description, in: deep)
    #expect(folder.url.lastPathComponent == Self.id)
    #expect(try folder.readDescription() == description)
    #expect(
      failure { try RunFolder(creating: description, in: deep) }?.message.contains("exists already") == true)
    description.finish(
      [CellOutcome(cell: makeCell(), status: .measured, sampleCount: 4, iterations: 9)], .interrupted,
      elapsedNanoseconds: 1_000_000_000, machineAtEnd: MachineFacts(logicalCores: 2, stealTicks: 100),
      endedUTC: "2026-11-21T05:21:00.000Z")
    #expect(description.ending == .interrupted && description.warnings.count == 2)
    try folder.write(description)
    #expect(try folder.readDescription() == description)
    #expect(deep.names == [Self.id])
    #expect(folder.url.names == ["run.json"])
  }

  @Test func `A run keeps the ways to its files, names no folders and can be moved with them`() throws {
    let suites = parent.appending(path: "old/suites")
    var suite = BenchmarkSuite(
      name: "s", threads: [1],
      cells: [
        .init(source: .document("tree.json"), subjects: ["a"]),
        .init(source: .workload("feed(1)"), subjects: ["a"]),
      ])
    suite.commands = [
      .init(name: "a", command: ["./engine", "/x"]), .init(name: "b", command: ["python3"]),
      .init(name: "c", command: ["/bin/sh"]),
    ]
    func request(_ filter: String = "") -> RunRequest {
      RunRequest(
        suite: suite, suiteFile: suites.appending(path: "s.json").path,
        filter: CellFilter(filter.isEmpty ? [] : [filter]), logicalCores: 1)
    }
    var asked = Self.description
    asked.request = request()
    let folder = try RunFolder(creating: asked, in: parent.appending(path: "old/results"))
    #expect(try folder.readDescription() == asked)
    #expect(!(try folder.runFile.text()).contains(parent.lastPathComponent))
    let moved = parent.appending(path: "new")
    try FileManager.default.moveItem(at: parent.appending(path: "old"), to: moved)
    let read = try RunFolder(url: moved.appending(path: "results/\(Self.id)")).readDescription().request
    #expect(read?.suiteFile == moved.appending(path: "suites/s.json").path)
    #expect(
      read?.commands?.map(\.command) == [
        [moved.appending(path: "suites/engine").path, "/x"], ["python3"], ["/bin/sh"],
      ])
    // Nothing is looked up from a suite without documents.
    #expect(request("feed").stored(in: URL(fileURLWithPath: "/elsewhere")).suiteFile == "s.json")
    #expect(request("tree").stored(in: URL(fileURLWithPath: "/elsewhere/results/r")) == request("tree"))
  }

  @Test func `Newer and damaged descriptions are refused, with the key that is wrong`() {
    func message(_ text: String) -> String? {
      #expect(throws: FileError.self) {
        try parent.appending(path: "run.json").write(text)
        return try RunFolder(url: parent).readDescription()
      }?.message
    }
    #expect(message("{\"schema\":2}")?.contains("2 is newer than 1") == true)
    #expect(message("{\"schema\":0}")?.contains("there is no schema 0") == true)
    #expect(message("{\"schema\":1}")?.contains("is not a run's description: the key \"") == true)
    #expect(message("{\"schema\":1}")?.hasSuffix("\" is missing") == true)
    #expect(message("{\"schema\":\"one\"}")?.contains("description: at \"schema\": ") == true)
    for text in ["", "[]", "{\"schema\":1"] {
      #expect(message(text) == "is not a run's description: it is no JSON object, or is cut short")
    }
  }

  @Test func `A folder that cannot be filled is not made, and one that is there stays as it was`() throws {
    let folder = try RunFolder(creating: Self.description, in: parent)
    #expect(
      failure { try RunFolder.assemble(at: folder.url) { _ in } }?.message.contains("never overwritten")
        == true)
    #expect(try folder.readDescription() == Self.description)
    // The new folder is gone when it should get its name.
    let other = parent.appending(path: "other")
    let error = failure {
      try RunFolder.assemble(at: other) { new throws(FileError) in try? new.url.remove() }
    }
    #expect(error?.file == other.path && error?.message.contains("cannot be made") == true)
    #expect(parent.names == [Self.id])
  }

  /// In a process of its own, whose files may not grow.
  @Test func `A file that cannot be written leaves the old one, and nothing beside it`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try url.makeFolder()
      defer { try? url.remove() }
      let folder = RunFolder(url: url)
      try folder.write(makeDescription())
      var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000_000)
      #if canImport(Darwin)
      setrlimit(RLIMIT_FSIZE, &limit)
      #else
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #endif
      var isRefused = false
      do throws(FileError) {
        try folder.write(makeDescription(suite: String(repeating: "x", count: 10_000)))
      } catch {
        isRefused = error.message.contains("cannot be written")
      }
      let files = url.names
      guard isRefused, files == ["run.json"], try folder.readDescription() == makeDescription() else {
        exit(1)
      }
    }
  }

  @Test func `Samples of another run are refused`() throws {
    let description = makeDescription("one")
    let samples = ["one", "two"].map { makeSample(run: $0) }
    let folder = try makeRun(at: parent.appending(path: "one"), description, samples: samples)
    let error = #expect(throws: FileError.self) { try folder.readSamples(countedBy: description) }
    #expect(
      error?.description.hasSuffix("samples.csv:3: is of the run two, and run.json of one; restore the file")
        == true)
  }

  @Test func `A cut row is damage of a run that had ended, and none of one that was killed`() throws {
    for isOver in [true, false] {
      var description = makeDescription("\(isOver)")
      description.endedUTC = isOver ? "2026-11-21T05:21:00.000Z" : nil
      let folder = try makeRun(
        at: parent.appending(path: "\(isOver)"), description,
        samples: (0...1).map { makeSample(run: "\(isOver)", sequence: $0) })
      try Data(folder.samplesFile.text().utf8.dropLast(5)).write(to: folder.samplesFile)
      let warning = try folder.readSamples(countedBy: description).warnings.first
      #expect(warning?.cause.hasSuffix("samples.csv:3: The last row is cut off and was dropped.") == true)
      #expect(warning?.nextStep.contains("the file is damaged") == isOver)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func `A folder that cannot be made says why, in the system's words`() throws {
    // Root, too, makes nothing there.
    let error = FileError(file: "/proc/run", message: "cannot be made: \(String(cString: strerror(ENOENT)))")
    #expect(throws: error) { try RunFolder.assemble(at: URL(fileURLWithPath: "/proc/run")) { _ in } }
  }
}
