import Foundation
import Testing

@testable import Benchmarking

@Suite("The page of formats")
struct FormatsPageTests {
  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Documentation/Formats.md")

  /// The names in code in the first column of the tables of a part of the page.
  private func documented(in text: Substring) -> Set<String> {
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    return Set(
      rows.flatMap { row in
        row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) }
      })
  }

  @Test func `Every column of every file is documented, and nothing else`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let parts = text.split(separator: "## The files of a run")[1].split(separator: "\n### ")
    let shared = documented(in: parts[0])
    let files: [String: [String]] = [
      "samples.csv": SampleRecord.columns.map(\.name), "latency.csv": LatencyBucket.columns.map(\.name),
      "summary.csv": SummaryRow.columns.map(\.name), "compare.csv": ComparisonCSV.columns.map(\.name),
    ]
    var mentioned: Set<String> = []
    for part in parts.dropFirst() {
      let name = String(part.prefix { $0 != "\n" })
      let columns = try #require(files[name], "\(name)")
      let own = documented(in: part)
      #expect(own.subtracting(columns).isEmpty, "\(name): \(own.subtracting(columns))")
      let missing = Set(columns).subtracting(own).subtracting(shared)
      #expect(missing.isEmpty, "\(name): \(missing)")
      mentioned.formUnion(columns)
    }
    #expect(parts.count == files.count + 1)
    #expect(shared.subtracting(mentioned).isEmpty)
  }
}
