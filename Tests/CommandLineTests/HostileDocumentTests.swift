import Foundation
import Testing

@Suite("Documents with odd names, and very large ones")
struct HostileDocumentTests {
  private static func document(_ root: String, max: String = "[320, null]") -> String {
    """
    {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": \(max)}, "root": \(root)}
    """
  }

  // MARK: Names

  /// In JSON: a line break, the start of a terminal's command, separators, a turn of the direction of
  /// reading, a quotation mark.
  private static let name = #"a\nb\u001b[31m\u0085\u2028\u202e\u2066\u007f\""#
  /// The same as a file's name.
  private static let fileName = "a\nb\u{1B}[31m\u{85}\u{2028}\u{202E}\u{2066}\u{7F}"

  /// Whether there is nothing in a text but lines that a terminal shows as they are.
  private static func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || !scalar.properties.isBidiControl
          && ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
  }

  private static let named = document(
    """
    {"type": "stack", "name": "\(name)", "children": [
      {"type": "node", "name": "\(name)", "intrinsicSize": [400, 10], "style": {"layoutPosition": [1, 1]}},
      {"type": "text", "text": "\(name)", "style": {"layoutPosition": [1, 1]}}]}
    """)

  @Test(
    arguments: [
      (["layout", "-"], 3), (["layout", "-", "--format", "ascii"], 3), (["explain", "-"], 10),
      (["explain", "-", "root.children[0]"], 9), (["lint", "-"], 9),
    ] as [([String], Int)])
  func `Names and texts are escaped on their line, on no more`(command: [String], lineCount: Int) throws {
    let outcome = try Program.run(with: command, input: Self.named)
    #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count == lineCount + 1)
    #expect(
      Self.isHarmless(outcome.output) && outcome.output.contains(#"a\nb\u{1B}[31m"#), "\(outcome.output)")
    #expect(Self.isHarmless(outcome.error))
    if command[0] != "layout" { #expect(outcome.output.contains(#"\u{7F}\""#)) }
  }

  @Test func `Errors are one line with their place, whatever files, keys and elements are called`() throws {
    let url = try Program.makeFolder().appending(path: Self.fileName)
    let file = url.path
    func expectOneLine(_ arguments: [String], input: String = "", exitCode: Int32 = 65) throws {
      let outcome = try Program.run(with: arguments, input: input)
      #expect(outcome.exitCode == exitCode, "\(arguments)")
      #expect(outcome.error.filter { $0 == "\n" }.count == 1 && outcome.error.hasPrefix("layoutbench: "))
      #expect(Self.isHarmless(outcome.error), "\(outcome.error)")
    }
    for command in ["layout", "explain", "lint", "verify", "profile"] {
      try expectOneLine([command, "\(file).json"])
    }
    for member in [
      #""\#(Self.name)": 1"#, #""type": "\#(Self.name)""#,
      #""type": "node", "style": {"width": "\#(Self.name)"}"#,
    ] { try expectOneLine(["layout", "-"], input: Self.document("{\(member)}")) }
    try url.write(Self.named)
    try expectOneLine(["explain", file, "no\u{1B}element"])
    try expectOneLine(["verify", file])
    try expectOneLine(
      ["layout", file, "--format", "svg", "-o", "/no/such/folder/\(Self.fileName)"], exitCode: 1)
    try expectOneLine(["generate", "feed(1)", "-o", file], exitCode: 1)
    let place = try Program.run(
      "layout", "-", input: Self.document(#"{"type": "spec", "style": {"width": 1e30}}"#))
    #expect(
      place.error.hasPrefix("layoutbench: standard input:1:141: root.style.width: 1e30"), "\(place.error)")
    let usage = try Program.run("layout", file, "--\u{1B}[31mwidth")
    #expect(usage.exitCode == 64 && Self.isHarmless(usage.error))
  }

  @Test func `verify and lint name files and cases on one line`() throws {
    let file = try Program.makeFolder().appending(path: "\(Self.fileName).json")
    let cases = """
      {"format": "layout-spec-cases", "version": 1, "cases": [{"id": "\(Self.name)", "constrainedSize": {"min": [0, 0], "max": [9, 9]},
       "root": {"type": "spec"}, "expected": [[0, 0, 1, 0]], "nodeFrames": [null]}]}
      """
    for (command, text, lineCount) in [("verify", cases, 3), ("lint", Self.named, 9)] {
      try file.write(text)
      let outcome = try Program.run(command, file.path)
      #expect(outcome.exitCode == 1 && Self.isHarmless(outcome.output))
      #expect(outcome.output.split(separator: "\n").count == lineCount)
    }
  }

  // MARK: Sizes

  /// A document of so many levels, with a node that is wrong on each.
  private static func deep(_ levels: Int) -> String {
    document(
      String(
        repeating: #"{"type": "stack", "direction": "vertical", "children": [{"type": "node"}, "#,
        count: levels)
        + #"{"type": "text", "text": "x"}"# + String(repeating: "]}", count: levels))
  }

  private static func wide(_ count: Int) -> String {
    document(
      #"{"type": "stack", "children": ["#
        + Array(repeating: #"{"type": "node", "style": {"flexBasis": "10%", "flexShrink": 1}}"#, count: count)
        .joined(separator: ", ") + "]}")
  }

  @Test(arguments: [
    ["layout", "-"], ["layout", "-", "--format", "json"], ["layout", "-", "--format", "svg"],
    ["explain", "-"], ["explain", "-", "--format", "json"], ["lint", "-"], ["lint", "-", "--format", "json"],
  ])
  func `Output grows with the number of elements`(command: [String]) throws {
    for make in [Self.deep, Self.wide] {
      let (half, whole) = (
        try Program.run(with: command, input: make(125)), try Program.run(with: command, input: make(250))
      )
      #expect(half.exitCode == whole.exitCode && half.exitCode <= 1)
      let (few, many) = (half.output.utf8.count, whole.output.utf8.count)
      #expect(many < 5 * few / 2, "\(few) bytes, \(many) of twice the elements")
    }
  }

  @Test func `A picture in characters that would be too large is refused with its size`() throws {
    let leaves = Array(repeating: #"{"type": "spec"}"#, count: 2_000).joined(separator: ", ")
    let tallAndShort = Self.document(
      #"{"type": "stack", "children": [{"type": "stack", "direction": "vertical", "children": [\#(leaves)]}, \#(leaves)]}"#
    )
    for (document, size) in [(tallAndShort, "24031 × 2004"), (Self.deep(250), "1519 × 751")] {
      try Program.run("layout", "-", "--format", "ascii", input: document).expectRefusal(
        "layoutbench: - would be a picture of \(size) characters; "
          + "--format ascii draws 1000000 at most. Use --format frames\n")
    }
    #expect(try Program.run("layout", "-", "--format", "ascii", input: Self.deep(150)).exitCode == 0)
  }

  // MARK: Work

  @Test(arguments: [
    ["layout", "-"], ["layout", "-", "--format", "json"], ["explain", "-"], ["lint", "-"], ["profile", "-"],
    ["inspect", "-", "-o", "-"],
  ])
  func `A document that takes too much work is refused at its place everywhere`(arguments: [String]) throws {
    // Each level takes its natural length within fractions, and then the one that it grows to.
    let growing =
      #"{"minWidth": "50%", "minHeight": "50%", "maxWidth": "90%", "maxHeight": "90%", "flexGrow": 1}"#
    let leaf = #"{"type": "node", "intrinsicSize": [10, 10]}"#
    var root = leaf
    for level in (0..<60).reversed() {
      let style = level.isMultiple(of: 2) ? growing : #"{"flexShrink": 1}"#
      root = """
        {"type": "stack", "alignItems": "start", "flexWrap": "wrap", "alignContent": "stretch", "style": \(style),
         "children": [\(leaf), \(root)]}
        """
    }
    let document = Self.document(root, max: "[375, 600]").replacing(
      "\"min\": [0, 0]", with: "\"min\": [375, 600]")
    let result = try Program.run(with: arguments + ["--limit", "2000"], input: document)
    result.expectRefusal()
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("more than 2000 computations"))
    #expect(lines[0].contains("root.children[1]"))
  }

  /// Stacks of forty leaves, some of which are laid out often.
  private static let widelyAsked: String = {
    let leaf = #"{"type": "node", "intrinsicSize": [10, 10]}"#
    let leaves = Array(repeating: leaf, count: 40).joined(separator: ", ")
    let growing =
      #"{"minWidth": "50%", "minHeight": "50%", "maxWidth": "90%", "maxHeight": "90%", "flexGrow": 1}"#
    var root = leaf
    for level in (0..<16).reversed() {
      root = """
        {"type": "stack", "alignItems": "start", "flexWrap": "wrap", "alignContent": "stretch",
         "style": \(level.isMultiple(of: 2) ? growing : #"{"flexShrink": 1}"#), "children": [\(leaves), \(root)]}
        """
    }
    return document(root, max: "[375, 600]").replacing("\"min\": [0, 0]", with: "\"min\": [375, 600]")
  }()

  @Test(arguments: [["explain", "-"], ["lint", "-"], ["profile", "-"], ["inspect", "-", "-o", "-"]])
  func `A document with too many measurements to record is refused where its layout is recorded`(
    arguments: [String]
  ) throws {
    let limit = ["--limit", "200"]
    #expect(try Program.run(with: ["layout", "-"] + limit, input: Self.widelyAsked).exitCode == 0)
    try Program.run(with: arguments + limit, input: Self.widelyAsked).expectRefusal(
      "more than 7256 measurements and computations, which are recorded, most of them here and below")
  }
}
