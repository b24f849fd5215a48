import Foundation
import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

/// Documents as somebody writes them who does not know the rules yet, and what the lint says to them.
@Suite("Lint of broken documents")
struct BrokenDocumentTests {
  private static let folder = URL.package.appending(path: "Tests/LayoutDocumentsTests/Snapshots/Lint")

  @Test(arguments: ["profile-row", "comment", "photo-card", "badge", "tags"])
  func `What is said is as recorded`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: "\(name).json")))
    let findings = try LocatedDocument(parsing: bytes, file: "\(name).json").lint()
    let text = findings.map { "\($0)\n" }.joined()
    #expect(!findings.isEmpty)
    expectRecorded([Snapshot(name: "Lint/\(name).txt", text: text)])
  }

  @Test func `Each element stands where it is said to stand, whatever keys' order and characters`() throws {
    let json = """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [9, 9]},
       "root": {"type": "overlay", "name": "größe",
        "overlay": {"type": "spec"}, "child":
      {"type": "spec"}}}
      """
    let document = try LocatedDocument(parsing: Array(json.utf8), file: "x.json")
    let positions = document.document.tree.elementIDs.map { document.position(of: $0) }
    #expect(positions.map(\.line) == [2, 4, 3])
    #expect(positions.map(\.column) == [10, 1, 14])
  }

  @Test func `On a line of any length columns are counted in characters`() throws {
    let names = (0..<3_000).map { $0.isMultiple(of: 3) ? "größe 日本 👩‍👧" : "\($0)" }
    let nodes = names.map { #"{"type": "node", "name": "\#($0)"}"# }
    let json = """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [9, 9]}, "name": "日",
       "root": {"type": "stack", "children": [\(nodes.joined(separator: ", "))]}}
      """
    let document = try LocatedDocument(parsing: Array(json.utf8), file: "x.json")
    let line = try #require(json.split(separator: "\n").last).unicodeScalars
    let starts = line.indices.enumerated().filter { line[$0.element] == "{" }.map { $0.offset + 1 }
    // The first brace is the root's.
    let positions = document.document.tree.elementIDs.map { document.position(of: $0) }
    #expect(positions.map(\.column) == starts && positions.allSatisfy { $0.line == 2 })
  }

  @Test func `A text without a name goes by what it reads, others by their path or as this one`() throws {
    let json = """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [9, 9]},
       "root": {"type": "inset", "insets": [0, 10, 0, 10],
        "child": {"type": "text", "text": "one\\ntwo three four five six seven eight nine ten", "style": {"flexGrow": 1}}}}
      """
    let findings = try LocatedDocument(parsing: Array(json.utf8), file: "a\nb.json").lint()
    let finding = try #require(findings.first { $0.finding.rule == .flexOutsideStack })
    #expect(
      finding.finding.reason
        == #"The text that reads "one\ntwo three four five six seven eight …" has flexGrow 1, which a stack reads of its own children; the inset at root around it is no stack."#
    )
    #expect(finding.description.hasPrefix(#"a\nb.json:3:12: root.child: flex-outside-stack"#))
    #expect(finding.otherPaths.map(\.description) == ["root"])
    let squeezed = try #require(findings.first { $0.finding.rule == .overflowNothingShrinks })
    #expect(
      squeezed.finding.reason.hasPrefix(
        "The insets of this inset take 20 points of width and the text that reads "))
    #expect(squeezed.finding.fix == "Make the insets smaller, or make more room for this inset.")
  }
}
