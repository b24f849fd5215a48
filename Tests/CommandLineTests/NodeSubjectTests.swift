import Foundation
import Testing

@Suite("Subjects of nodes", .temporaryFolders)
struct NodeSubjectTests {
  private static let subjects = [
    "node.first", "node.relayout", "node.change", "node.edit", "manual.nodes", "manual.nodes.first",
  ]

  private typealias Row = [String: String]

  /// Runs these subjects on workloads with one thread and with two, and returns its samples and how each cell ended.
  private func run(_ workloads: [String], rounds: Int = 1) throws -> (samples: [Row], cells: [Row]) {
    let cells = workloads.map { ["workload": $0, "subjects": Self.subjects] as [String: Any] }
    let json = String(decoding: try JSONSerialization.data(withJSONObject: cells), as: UTF8.self)
    let files = try Program.measure(cells: json, ["--rounds", "\(rounds)", "--threads", "1,2"]).files
    let outcomes = try #require(files.description()["cells"] as? [[String: Any]])
    return (
      files.rows(),
      outcomes.map { outcome in
        let cell = outcome["cell"] as? [String: Any] ?? [:]
        return ["subject", "workload"].reduce(into: ["status": outcome["status"] as? String ?? ""]) {
          $0[$1] = cell[$1] as? String
        }
      }
    )
  }

  @Test func `All give the same frames, on one thread and on two, however often they ran`() throws {
    let (samples, cells) = try run(["feed(3)", "feedItem(2)", "feed(0)"], rounds: 3)
    #expect(cells.count == 36)
    for cell in cells {
      // A feed without posts has no text to change.
      let isEmptyEdit = cell["subject"] == "node.edit" && cell["workload"] == "feed(0)"
      #expect(cell["status"] == (isEmptyEdit ? "leftOut" : "measured"), "\(cell)")
    }
    for workload in ["feed(3)", "feedItem(2)", "feed(0)"] {
      let sums = Set(samples.filter { $0["workload"] == workload }.map { $0["checksum"] })
      #expect(sums.count == 1, "\(workload): \(sums)")
    }
    let sums = Set(samples.map { $0["checksum"] })
    #expect(sums.count == 3, "Each workload has its own: \(sums)")
  }

  /// Of a debug build: a release's counts were not whole in one of three runs on a busy machine.
  @Test("Allocations are counted, whole numbers a job", .enabled(if: Program.releases == nil))
  func allocations() throws {
    let (samples, _) = try run(["feed(4)", "feedItem(2)"])
    let counted = samples.filter { $0["pass"] == "alloc" }
    #expect(counted.count == 24)
    var counts: [String: Set<Double>] = [:]
    for row in counted {
      let jobs = try #require(Double(row["iterations"] ?? ""))
      let allocations = try #require(Double(row["alloc_count"] ?? ""))
      counts["\(row["subject"] ?? "") \(row["workload"] ?? "")", default: []].insert(allocations / jobs)
    }
    for workload in ["feed(4)", "feedItem(2)"] {
      func count(_ subject: String) -> Double? {
        let values = counts["\(subject) \(workload)"] ?? []
        #expect(values.count == 1, "\(subject) \(workload) on one thread and on two: \(values)")
        return values.first
      }
      let (first, relayout) = (try #require(count("node.first")), try #require(count("node.relayout")))
      let made = try #require(count("manual.nodes.first"))
      #expect([first, relayout, made].allSatisfy { $0 == $0.rounded() })
      #expect(first > relayout)
      // The two texts of an edit may differ in what they allocate.
      let edits = try #require(counts["node.edit \(workload)"])
      #expect(edits.allSatisfy { $0 > 0 && $0 < first }, "\(edits)")
      #expect(first > made && made > 0)
    }
  }
}
