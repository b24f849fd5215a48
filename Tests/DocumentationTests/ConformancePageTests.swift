import Foundation
import LayoutTestSupport
import Testing

/// The tables of the page on conformance are those that `scripts/update-figures` makes of the files.
@Suite("The page on conformance")
struct ConformancePageTests {
  private static let page = "Sources/LayoutSpecs/LayoutSpecs.docc/Conformance.md"

  @Test func `It counts the cases of each family that the tests have`() throws {
    var counts: [String: [Int]] = [:]
    for (column, file) in ["documented", "random"].enumerated() {
      let text = try Pages.text(of: "Tests/ConformanceTests/Cases/\(file).json")
      for id in text.matches(of: /"id":"([^"]+)"/) {
        let family = id.1.split(separator: "/")[column == 0 ? 0 : 1]
        let name = family == "documented" ? "whole screens" : String(family)
        counts[name, default: [0, 0]][column] += 1
        counts["all", default: [0, 0]][column] += 1
      }
    }
    let rows = try Pages.table("conformance", of: Self.page)
    #expect(rows.count == counts.count && rows.last?.first == "all")
    for row in rows {
      #expect(counts[row[0]] == row.dropFirst().map { Int($0.replacing(",", with: "")) ?? 0 }, "\(row[0])")
    }
  }

  @Test func `Each rule by which flexbox differs is a heading on CSS, and the fixtures add up`() throws {
    let headings = try Set(
      Pages.text(of: "Sources/LayoutSpecs/LayoutSpecs.docc/DifferencesFromCSS.md").split(separator: "\n")
        .filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) })
    let rows = try Pages.table("conformance-css", of: Self.page)
    #expect(rows.count >= 19)
    for row in rows.dropLast() { #expect(headings.contains(row[0][...]), "\(row[0])") }
    let sum = rows.flatMap { $0.dropFirst().compactMap(Int.init) }.reduce(0, +)
    let flexbox = try #require(Pages.table("conformance-suites", of: Self.page).last).compactMap(Int.init)
    // All, the same, within a point, and those that differ, with one that is refused.
    #expect(flexbox[0] == flexbox[1] + flexbox[2] + flexbox[3] && flexbox[3] == sum + 1)
  }
}
