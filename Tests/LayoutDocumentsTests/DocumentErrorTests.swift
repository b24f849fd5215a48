import Foundation
import LayoutDocuments
import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

/// The error of a document's text in words; nil if there is none.
private func failure(_ text: String) -> String? {
  do throws(DocumentError) {
    _ = try SpecDocument(json: text, file: "f")
    return nil
  } catch {
    return error.description
  }
}

@Suite("Errors of documents")
struct DocumentErrorTests {
  /// A line of the recording that is neither a message nor begins with `#` stands for the `%` of the last one that does.
  @Test func `Every mistake is told by its place, what is there and what is expected`() throws {
    let file = URL.package.appending(path: "Tests/LayoutDocumentsTests/Snapshots/errors.txt")
    var (text, document, count) = ("", "", 0)
    for line in try file.text().split(separator: "\n") where !line.hasPrefix("  ") {
      text += "\(line)\n"
      if line.hasPrefix("# ") {
        document = String(line.dropFirst(2))
      } else {
        count += 1
        text += "  \(failure(document.replacing("%", with: line)) ?? "none")\n"
      }
    }
    #expect(count == 79)
    expectRecorded([Snapshot(name: "errors.txt", text: text)])
  }

  @Test func `An empty file has an error, and a control character is told by its escape`() {
    #expect(failure("") == "f:1:1: an empty file; expected a JSON object")
    #expect(
      failure("{\n  \"fé\": \"\u{1}\"}")
        == "f:2:10: [\"fé\"]: \"\\u{01}\"; expected an escape such as \\n: a string has no control characters"
    )
  }

  private static let styleMembers = [
    #""width": %"#, #""height": "%pt""#, #""minWidth": %"#, #""maxHeight": %"#, #""flexBasis": %"#,
    #""flexGrow": %"#, #""flexShrink": %"#, #""spacingBefore": -%"#, #""spacingAfter": %"#, #""ascender": %"#,
    #""descender": -%"#, #""layoutPosition": [0, -%]"#,
  ].map { #""root": {"type": "node", "style": {\#($0)}}"# }

  private static let otherMembers = [
    #""root": {"type": "node", "intrinsicSize": [%, 1]}"#,
    #""root": {"type": "stack", "spacing": -%, "children": []}"#,
    #""root": {"type": "stack", "lineSpacing": %, "children": []}"#,
    #""root": {"type": "inset", "insets": [0, "inf", -%, 0], "child": {"type": "spec"}}"#,
    #""root": {"type": "corner", "offset": [%, 0], "child": {"type": "spec"}, "corner": {"type": "spec"}}"#,
    #""root": {"type": "text", "text": "", "advance": %}"#,
    #""root": {"type": "text", "text": "", "lineHeight": %}"#,
    #""constrainedSize": {"min": [%, 0], "max": [null, null]}"#,
    #""constrainedSize": {"min": [0, 0], "max": [null, %]}"#, #""scale": %"#, #""scale": 1e-4"#,
  ]

  @Test(arguments: styleMembers + otherMembers)
  func `A number that frames could become infinite of is an error`(member: String) throws {
    let document = { (number: String) in
      var members = [#""format": "layout-spec", "version": 1"#, member.replacing("%", with: number)]
      if !member.contains("root") { members.append(#""root": {"type": "spec"}"#) }
      if !member.contains("constrainedSize") {
        members.append(#""constrainedSize": {"min": [0, 0], "max": [1, 1]}"#)
      }
      return "{" + members.joined(separator: ", ") + "}"
    }
    for number in ["1e7", "10000000", "1e30", "1.7976931348623157e308"] {
      let message = try #require(failure(document(number)))
      #expect(
        message.hasPrefix("f:1:") && (message.contains("10000000") || message.contains("0.001 to 1000")))
    }
    if !member.contains("scale") { #expect(failure(document("9999999.999999998")) == nil) }
  }

  @Test func `An error names its line and column, counted in characters`() throws {
    let text = """
      {
        "format": "layout-spec", "version": 1,
        "constrainedSize": { "min": [0, 0], "max": [320, null] },
        "root": { "type": "stack", "children": [
          { "type": "node" },
          { "type": "text", "text": "日本", "style": { "flexGrwo": 1 } }
        ]}
      }
      """
    let found = #expect(throws: DocumentError.self) { try SpecDocument(json: text, file: "profile.json") }
    let error = try #require(found)
    #expect(error.kind == .content && error.file == "profile.json" && error.line == 6 && error.column == 48)
    #expect(error.path == "root.children[1].style.flexGrwo" && error.suggestion == "flexGrow")
    #expect(error.found == "unknown key \"flexGrwo\"")
    let start =
      #"profile.json:6:48: root.children[1].style.flexGrwo: unknown key "flexGrwo"; expected one of width, "#
    #expect(error.description.hasPrefix(start), "\(error)")
  }

  @Test func `A description is one line, whatever was found`() throws {
    let long = String(repeating: "é\n", count: 100)
    let text = #"{"format": "layout-spec", "version": 1, "\#(long.replacing("\n", with: "\\n"))": 1}"#
    let message = try #require(failure(text))
    #expect(!message.contains("\n"))
    #expect(message.contains("\\n"))
    #expect(message.utf8.count < 400)
  }
}

/// Where two documents differ, or nil where they are equal: every element's content, style, name and children.
func firstDifference(_ a: SpecDocument, _ b: SpecDocument) -> String? {
  guard a.name.map({ Array($0.utf8) }) == b.name.map({ Array($0.utf8) }) else { return "name" }
  guard a.constrainedSize == b.constrainedSize else { return "constrainedSize" }
  return a.tree.firstDifference(from: b.tree)
}

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
    #expect(try SpecDocument(json: Self.document, file: "f").tree.elementCount == 1)
    let bytes = cases(#""expected": [[0, 0, 16, 40]], "nodeFrames": [null]"#)
    let file = try CaseFile(parsing: bytes, file: "f")
    #expect(file.cases.map(\.id) == ["one"])
    #expect(file.cases[0].expected == [Rect(x: 0, y: 0, width: 16, height: 40)])
    #expect(file.cases[0].nodeFrames == [nil])
  }

  @Test func `What is wrong with a file of cases is told, as recorded`() {
    let mistakes = [
      #""nodeFrames": [null]"#, #""expected": [null, null], "nodeFrames": [null]"#,
      #""expected": [null], "nodeFrames": []"#, #""expected": [[0, 0, 1]], "nodeFrames": [null]"#,
      #""expected": [[0, 0, 1, "1"]], "nodeFrames": [null]"#, #""format": "layout-spec""#,
      // A second case.
      #""expected": [null], "nodeFrames": [null]}, {"id": "one", \#(Self.root), "expected": [null], "nodeFrames": [null]"#,
    ]
    let text = mistakes.map { members in
      let error = #expect(throws: DocumentError.self) { try CaseFile(parsing: cases(members), file: "f") }
      return "\(members)\n  \(error?.description ?? "")\n"
    }
    expectRecorded([Snapshot(name: "cases.txt", text: text.joined())])
  }

  @Test func `A file is read, and one that cannot be says why`() throws {
    let folder = TemporaryFolder()
    let file = folder.url.appending(path: "document.json")
    try file.write(Self.document)
    #expect(try SpecDocument(readingFile: file.path).tree.elementCount == 1)
    let (directory, missing) = (folder.url.path, folder.url.path + "/no such file")
    for (path, message) in [
      (directory, "\(directory): a directory; expected a readable file"),
      (missing, "\(missing): no such file; expected a readable file"),
      ("a\0b", "a\\0b: no such file; expected a readable file"),
    ] {
      let error = #expect(throws: DocumentError.self) { try SpecDocument(readingFile: path) }
      #expect(error?.kind == .unreadable)
      #expect(error?.description == message)
    }
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
