import Foundation
import LayoutDocuments
import LayoutSpecs
import LayoutSpecsTesting
import Testing

/// What is wrong with a document whose range and root are these.
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
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Snapshots/errors.txt")
    var (text, document, count) = ("", "", 0)
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("  ") {
      text += "\(line)\n"
      if line.hasPrefix("# ") {
        document = String(line.dropFirst(2))
      } else {
        count += 1
        text += "  \(failure(document.replacing("%", with: line)) ?? "none")\n"
      }
    }
    #expect(count == 76)
    expectRecorded([Snapshot(name: "errors.txt", text: text)])
  }

  @Test func `An empty file has an error, and a control character is told by its escape`() {
    #expect(failure("") == "f:1:1: an empty file; expected a JSON object")
    #expect(
      failure("{\n  \"fé\": \"\u{1}\"}")
        == "f:2:10: [\"fé\"]: \"\\u{01}\"; expected an escape such as \\n: a string has no control characters"
    )
  }

  @Test(arguments: [
    #""root": {"type": "node", "style": {"width": %}}"#,
    #""root": {"type": "node", "style": {"height": "%pt"}}"#,
    #""root": {"type": "node", "style": {"minWidth": %}}"#,
    #""root": {"type": "node", "style": {"maxHeight": %}}"#,
    #""root": {"type": "node", "style": {"flexBasis": %}}"#,
    #""root": {"type": "node", "style": {"flexGrow": %}}"#,
    #""root": {"type": "node", "style": {"flexShrink": %}}"#,
    #""root": {"type": "node", "style": {"spacingBefore": -%}}"#,
    #""root": {"type": "node", "style": {"spacingAfter": %}}"#,
    #""root": {"type": "node", "style": {"ascender": %}}"#,
    #""root": {"type": "node", "style": {"descender": -%}}"#,
    #""root": {"type": "node", "style": {"layoutPosition": [0, -%]}}"#,
    #""root": {"type": "node", "intrinsicSize": [%, 1]}"#,
    #""root": {"type": "stack", "spacing": -%, "children": []}"#,
    #""root": {"type": "stack", "lineSpacing": %, "children": []}"#,
    #""root": {"type": "inset", "insets": [0, "inf", -%, 0], "child": {"type": "spec"}}"#,
    #""root": {"type": "corner", "offset": [%, 0], "child": {"type": "spec"}, "corner": {"type": "spec"}}"#,
    #""root": {"type": "text", "text": "", "advance": %}"#,
    #""root": {"type": "text", "text": "", "lineHeight": %}"#,
    #""constrainedSize": {"min": [%, 0], "max": [null, null]}"#,
    #""constrainedSize": {"min": [0, 0], "max": [null, %]}"#,
    #""scale": %"#, #""scale": 1e-4"#,
  ])
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
    do throws(DocumentError) {
      _ = try SpecDocument(json: text, file: "profile.json")
      Issue.record("The document was read")
    } catch {
      #expect(error.kind == .content)
      #expect(error.file == "profile.json")
      #expect(error.line == 6)
      #expect(error.column == 48)
      #expect(error.path == "root.children[1].style.flexGrwo")
      #expect(error.found == "unknown key \"flexGrwo\"")
      #expect(error.suggestion == "flexGrow")
      let start =
        #"profile.json:6:48: root.children[1].style.flexGrwo: unknown key "flexGrwo"; expected one of width, "#
      #expect(error.description.hasPrefix(start), "\(error)")
    }
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
