import Foundation
import LayoutTestSupport
import Testing

/// The tables of the page on texts are those that `scripts/update-figures` makes of the files.
@Suite("The page on texts against Pango")
struct TextsPageTests {
  private static let page = "Sources/LayoutSpecs/LayoutSpecs.docc/TextsAgainstPango.md"

  /// The rows of a file that `scripts/check-text` wrote, without its header.
  private static func rows(of file: String) throws -> [[String]] {
    try Pages.text(of: "results/reference/texts-exact/\(file).csv").split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").map(String.init)
    }
  }

  private static func numbers(_ cells: some Sequence<String>) -> [Int] {
    cells.compactMap { Int($0.replacing(",", with: "")) }
  }

  @Test func `It counts the cases of each comparison, those that are equal and those that differ`() throws {
    var counts: [String: [Int]] = [:]
    var compared: Set<[String]> = []
    for row in try Self.rows(of: "exact") {
      try #require(row.count == 6)
      var sums = counts[row[0]] ?? [0, 0, 0, 0, 0]
      let (cases, values, count) = try (#require(Int(row[2])), #require(Int(row[3])), #require(Int(row[5])))
      if compared.insert([row[0], row[1]]).inserted {
        sums[0] += 1
        sums[1] += cases
        sums[2] += values
      }
      sums[row[4] == "equal" ? 3 : 4] += count
      counts[row[0]] = sums
    }
    let table = try Pages.table("texts-exact-comparisons", of: Self.page)
    #expect(table.count == counts.count)
    for row in table { #expect(counts[row[0]] == Self.numbers(row.dropFirst()), "\(row[0])") }
  }

  @Test func `It counts each cause, and each kind of text with the cases that differ`() throws {
    var causes: [[String]: Int] = [:]
    var kinds: [String: [Int]] = [:]
    var compared: Set<[String]> = []
    for row in try Self.rows(of: "exact") {
      let (cases, count) = try (#require(Int(row[2])), #require(Int(row[5])))
      var sums = kinds[row[1]] ?? [0, 0]
      if row[4] != "equal" {
        causes[[row[0], row[4]], default: 0] += count
        sums[0] += count
      }
      if compared.insert([row[0], row[1]]).inserted { sums[1] += cases }
      kinds[row[1]] = sums
    }
    let ofCause = try Pages.table("texts-exact-causes", of: Self.page)
    #expect(ofCause.count == causes.count)
    for row in ofCause { #expect(causes[[row[0], row[1]]] == Self.numbers([row[2]])[0], "\(row)") }
    let ofKind = try Pages.table("texts-exact-kinds", of: Self.page)
    #expect(ofKind.count == kinds.count)
    for row in ofKind {
      // "2 of 7,667" in each column of a comparison that has this kind.
      let cells = row.dropFirst().filter { !$0.isEmpty }
        .map { Self.numbers($0.components(separatedBy: " of ")) }
      #expect(kinds[row[0]] == [0, 1].map { part in cells.reduce(0) { $0 + $1[part] } }, "\(row[0])")
    }
  }

  @Test func `It explains each comparison and each cause of the file`() throws {
    let text = try Pages.text(of: Self.page)
    for row in try Self.rows(of: "exact") {
      #expect(text.contains("**\(row[0])**"), "the comparison \(row[0])")
      #expect(row[4] == "equal" || text.contains("**\(row[4])**"), "the cause \(row[4])")
    }
  }

  @Test func `It names the versions that were compared`() throws {
    #expect(try Pages.table("texts-exact-versions", of: Self.page) == Self.rows(of: "versions"))
  }
}
