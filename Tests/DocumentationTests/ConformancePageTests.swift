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

  @Test func `Cases that differ from a revision's are told by what differs`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cases-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let shell = Shell(folder: folder)
    func write(_ cases: KeyValuePairs<String, (root: Int, expected: Int)>) throws {
      let cases = cases.map { #"{"id": "\#($0)", "root": \#($1.root), "expected": \#($1.expected)}"# }
      try folder.appending(path: "Tests/ConformanceTests/Cases/some.json")
        .write(#"{"cases": [\#(cases.joined(separator: ", "))]}"#)
    }
    try folder.appending(path: "scripts/conformance-changes").write(
      script: Pages.text(of: "scripts/conformance-changes"))
    try write(["same": (1, 1), "frames": (1, 1), "tree": (1, 1), "both": (1, 1), "old": (1, 1)])
    let identity = "-c user.name=Ada -c user.email=ada@example.org"
    #expect(try shell.run("git init -q && git add . && git \(identity) commit -q -m cases").status == 0)
    #expect(
      try shell.run("scripts/conformance-changes HEAD").output
        == "Conformance: 5 cases, and 5 in the base.\n")
    try write(["same": (1, 1), "frames": (1, 2), "tree": (2, 1), "both": (2, 2), "new": (1, 1)])
    let told = try shell.run("scripts/conformance-changes HEAD")
    #expect(
      told.output == """
        Conformance: 5 cases, and 5 in the base:
        - other frames: 2: `frames`, `both`
        - other trees, with the same frames: 1: `tree`
        - new: 1: `new`
        - gone: 1: `old`

        """)
    #expect(try told.status == 0 && shell.run("scripts/conformance-changes none").status == 64)
  }
}
