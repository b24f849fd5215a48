import Foundation
import LayoutDocuments
import LayoutSpecs
import LayoutSpecsTesting
import Testing

@Suite("Files of documents")
struct DocumentFileTests {
  private static let root =
    #""constrainedSize": {"min": [0, 0], "max": [20, null]}, "root": {"type": "text", "text": "ab cd"}"#
  private static let document = #"{"format": "layout-spec", "version": 1, \#(root)}"#

  private func cases(_ members: String) -> [UInt8] {
    Array(
      #"{"format": "layout-spec-cases", "version": 1, "cases": [{"id": "one", \#(Self.root), \#(members)}]}"#
        .utf8)
  }

  @Test func `A file is what its format says`() throws {
    guard case .document(let document) = try DocumentFile(parsing: Array(Self.document.utf8), file: "f")
    else {
      Issue.record("A document is a document")
      return
    }
    #expect(document.tree.elementCount == 1)
    let bytes = cases(#""expected": [[0, 0, 16, 40]], "nodeFrames": [null]"#)
    guard case .cases(let file) = try DocumentFile(parsing: bytes, file: "f") else {
      Issue.record("A file of cases is a file of cases")
      return
    }
    #expect(file.cases.map(\.id) == ["one"])
    #expect(file.cases[0].expected == [Rect(x: 0, y: 0, width: 16, height: 40)])
    #expect(file.cases[0].nodeFrames == [nil])
  }

  @Test func `What is wrong with a file of cases is told, as recorded`() {
    let mistakes = [
      #""nodeFrames": [null]"#, #""expected": [null, null], "nodeFrames": [null]"#,
      #""expected": [null], "nodeFrames": []"#, #""expected": [[0, 0, 1]], "nodeFrames": [null]"#,
      #""expected": [[0, 0, 1, "1"]], "nodeFrames": [null]"#, #""format": "layout-spec""#,
    ]
    let text = mistakes.map { members in
      let error = #expect(throws: DocumentError.self) { try CaseFile(parsing: cases(members), file: "f") }
      return "\(members)\n  \(error?.description ?? "")\n"
    }
    expectRecorded([Snapshot(name: "cases.txt", text: text.joined())])
  }

  @Test func `Two cases of one id are refused`() {
    let member = #"{"id": "one", \#(Self.root), "expected": [null], "nodeFrames": [null]}"#
    let text = #"{"format": "layout-spec-cases", "version": 1, "cases": [\#(member), \#(member)]}"#
    let error = #expect(throws: DocumentError.self) { try CaseFile(parsing: Array(text.utf8), file: "f") }
    #expect(error?.path == "cases[1]")
    #expect(error?.found == "the id \"one\" a second time")
    #expect(error?.expected == "each id once")
  }

  @Test func `A format that neither reads is named`() {
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile(parsing: Array(#"{"format": "pdf"}"#.utf8), file: "f")
    }
    #expect(error?.kind == .format)
    #expect(
      error?.description == "f:1:12: format: \"pdf\"; expected \"layout-spec\" or \"layout-spec-cases\"")
  }

  @Test func `Files that cannot be read`() {
    let directory = FileManager.default.temporaryDirectory.path
    let missing = directory + "/no such file"
    for (path, message) in [
      (directory, "\(directory): a directory; expected a readable file"),
      (missing, "\(missing): no such file; expected a readable file"),
      ("a\0b", "a\\0b: no such file; expected a readable file"),
    ] {
      let error = #expect(throws: DocumentError.self) { try DocumentFile.read(path) }
      #expect(error?.kind == .unreadable)
      #expect(error?.description == message)
    }
  }

  @Test func `A file is read`() throws {
    let path =
      FileManager.default.temporaryDirectory.path + "/document-\(UInt64.random(in: 0...UInt64.max)).json"
    try Data(Self.document.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try SpecDocument(readingFile: path).tree.elementCount == 1)
  }

  @Test func `Differences name the element, what was expected and what was found`() throws {
    let bytes = cases(#""expected": [[0, 0, 16, 41]], "nodeFrames": [[0, 0, 1, 1]]"#)
    let testCase = try CaseFile(parsing: bytes, file: "f").cases[0]
    #expect(
      testCase.differences().map(\.description) == [
        "root: frame {{0, 0}, {16, 40}}; expected {{0, 0}, {16, 41}}",
        "root: node frame none; expected {{0, 0}, {1, 1}}",
      ])
    #expect(testCase.differences(limit: 1).count == 1)
    #expect(testCase.differences(tolerance: 1).count == 1)
  }
}
