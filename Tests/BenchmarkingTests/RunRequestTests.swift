import Foundation
import Testing

@testable import Benchmarking

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

  @Test func `A suite becomes a list of cells, each with its threads`() {
    #expect(
      names(request().cells) == [
        "spec.cold feed(10) [1, 2]", "naive feed(10) [1, 2]", "spec.cold trees/a b, \"c\".json [4]",
        "manual feed(10) [1, 2]",
      ])
  }

  @Test func `Filters and threads narrow the list, down to nothing`() {
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

  @Test func `A workload is in one shard with all its subjects, and a shard may be empty`() {
    let halves = ["1/2", "2/2"].map { names(request(shard: $0).cellsOfShard(seed: 42)) }
    #expect(halves.map(\.count).sorted() == [1, 3])
    #expect(Set(halves.joined()) == Set(names(request().cells)))
    let third = request(shard: "3/3").cellsOfShard(seed: 42)
    let others = ["1/3", "2/3"].flatMap { request(shard: $0).cellsOfShard(seed: 42) }
    #expect(names(third + others).count == 4, "A shard may have nothing.")
    #expect(request().cellsOfShard(seed: 1) == request().cells)
  }

  @Test func `A request is read back from JSON`() throws {
    let request = request(filter: CellFilter(["a"], excluding: ["2 threads"]), shard: "1/2")
    let data = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(RunRequest.self, from: data) == request)
    #expect(
      request.cells.map(\.source) == request.cells.map { $0.source }
        && request.cells[2].source == .document("trees/a b, \"c\".json"))
  }
}
