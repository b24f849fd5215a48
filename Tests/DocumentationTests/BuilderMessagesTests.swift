import Testing

/// How long the compiler takes for specs, and where it reports a mistake.
@Suite("Compiling specs")
struct BuilderMessagesTests {
  // MARK: - Time

  /// A node whose spec is stacks within each other, with eight elements in each level.
  private static func deepNode(levels: Int) -> String {
    var lines: [String] = []
    func add(_ level: Int) {
      lines += [
        #"StackLayoutSpec(direction: .vertical, spacing: 4, alignItems: .center) {"#,
        #"TextNode("title").flexShrink().maxWidth("50%")"#,
        #"if isLong { ImageNode(imageSize: Size(16, 16)).alignSelf(.end) } else { LayoutSpec().flexGrow() }"#,
        #"for tag in tags { InsetLayoutSpec(insets: EdgeInsets(4), child: TextNode(tag)) }"#, #"badge"#,
      ]
      if level > 1 { add(level - 1) }
      lines.append("}.flexGrow().flexShrink()")
    }
    add(levels)
    return """
      import LayoutSpecs

      final class ScreenNode: DisplayNode, @unchecked Sendable {
        let isLong = true
        let tags = ["one", "two"]
        let badge: TextNode? = nil
        override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      \(lines.joined(separator: "\n"))
        }
      }
      """
  }

  /// The compiler's warnings about bodies and expressions that take longer than so many milliseconds.
  private static func slowParts(of file: String, limit: Int) throws -> [SwiftCompiler.Message] {
    let options = ["-warn-long-function-bodies=\(limit)", "-warn-long-expression-type-checking=\(limit)"]
    let messages = try SwiftCompiler.check(
      ["Screen.swift": file], options: options.flatMap { ["-Xfrontend", $0] })
    #expect(!messages.contains { $0.kind == "error" }, "\(messages)")
    return messages.filter { $0.text.contains("to type-check") }
  }

  /// One spec of each kind around a spec that stands for `$`.
  private static let nestings = [
    "InsetLayoutSpec(insets: EdgeInsets(4), child: $)", "InsetLayoutSpec(insets: EdgeInsets(4)) { $ }",
    "OverlayLayoutSpec(child: $, overlay: TextNode(\"over\"))",
    "BackgroundLayoutSpec(child: TextNode(\"text\"), background: $)",
    "CornerLayoutSpec(child: $, corner: TextNode(\"corner\"), location: .topRight)",
    "CenterLayoutSpec(child: $)", "CenterLayoutSpec { $ }", "RatioLayoutSpec(ratio: 1) { $ }",
    "RelativeLayoutSpec(horizontalPosition: .end) { $ }", "WrapperLayoutSpec($)", "WrapperLayoutSpec { $ }",
    "AbsoluteLayoutSpec { $; TextNode(\"text\") }", "StackLayoutSpec { isLong ? $ : $ }",
    "StackLayoutSpec(children: [$, TextNode(\"text\")])",
    "OverlayLayoutSpec(child: TextNode(\"text\")) { $ }",
    "BackgroundLayoutSpec(child: $) { TextNode(\"text\") }",
    "CornerLayoutSpec(child: $, location: .topRight) { TextNode(\"corner\") }",
    "InsetLayoutSpec(insets: EdgeInsets(4)) { if isLong { $ } else { $ } }",
  ]

  /// It takes about an eighth of the limit. If an element between braces could be read in two ways that the
  /// compiler has to compare, each level would double the time, and these specs would take seconds.
  @Test func `Specs in eight levels, of each kind, with ifs and loops, are checked in less than a second`()
    throws
  {
    var file = Self.deepNode(levels: 8) + "\n"
    for (number, nesting) in Self.nestings.enumerated() {
      var spec = "TextNode(\"text\")"
      // A spec whose text doubles with each level is nested less deeply.
      for _ in 0..<(nesting.split(separator: "$").count > 2 ? 3 : 8) {
        spec = "\(nesting.replacing("$", with: spec)).flexGrow()"
      }
      file += "func nested\(number)(isLong: Bool) -> any LayoutElement { \(spec) }\n"
    }
    #expect(try Self.slowParts(of: file, limit: 1_000).map(\.description) == [])
    // The compiler does tell.
    #expect(try !Self.slowParts(of: file, limit: 1).isEmpty)
  }

  // MARK: - Mistakes

  private static let card = """
    import LayoutSpecs

    private final class CardNode: DisplayNode, @unchecked Sendable {
      let title = TextNode("title")
      let photo = ImageNode(imageSize: Size(40, 40))
      let tags = ["one", "two"]
      let isLong = true

      override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
        InsetLayoutSpec(
          insets: EdgeInsets(8),
          child: StackLayoutSpec(direction: .vertical, spacing: 4, alignItems: .center) {
            photo.flexShrink()
            StackLayoutSpec(spacing: 8) {
              title.flexGrow()
              if isLong {
                RatioLayoutSpec(ratio: 0.5, child: NetworkImageNode())
              }
              for tag in tags {
                TextNode(tag).alignSelf(.end)
              }
            }
            OverlayLayoutSpec(child: DisplayNode(), overlay: CenterLayoutSpec(child: TextNode("over")))
          })
      }
    }
    """

  /// The text to replace, its replacement, and a part of the message that the compiler has to give in that line.
  private static let mistakes = [
    (
      "EdgeInsets(8)", #""8""#, "cannot convert value of type 'String' to expected argument type 'EdgeInsets'"
    ),
    (
      "spacing: 8", #"spacing: "8""#,
      "cannot convert value of type 'String' to expected argument type 'Double'"
    ),
    ("spacing: 8", "spcing: 8", "incorrect argument label"),
    (".center)", ".middle)", "type 'AlignItems' has no member 'middle'"),
    ("title.flexGrow()", "title.flexGrows()", "value of type 'TextNode' has no member 'flexGrows'"),
    ("title.flexGrow()", "title.flexGrow(true)", "cannot convert value of type 'Bool'"),
    ("title.flexGrow()", "titel.flexGrow()", "cannot find 'titel' in scope"),
    ("title.flexGrow()", #""title""#, "no exact matches in call to static method 'buildExpression'"),
    ("if isLong", "if tags", "cannot convert value of type '[String]' to expected condition type 'Bool'"),
    ("ratio: 0.5, child", "child", "missing argument for parameter 'ratio' in call"),
    ("in tags", "in isLong", "for-in loop requires 'Bool' to conform to 'Sequence'"),
    ("TextNode(tag)", "TextNode(3)", "cannot convert value of type 'Int' to expected argument type 'String'"),
    (".alignSelf(.end)", ".alignSelf(.bottom)", "type 'AlignSelf' has no member 'bottom'"),
    (
      ", overlay: CenterLayoutSpec(child: TextNode(\"over\"))", "",
      "missing argument for parameter 'overlay' in call"
    ),
    ("child: TextNode(\"over\")", "child: 3", "'Int' does not conform to expected type 'LayoutElement'"),
    (
      ", overlay: CenterLayoutSpec(child: TextNode(\"over\")))", ") { title; photo }",
      "one element is taken here: put several into a spec that takes them, as StackLayoutSpec { … }"
    ),
    (
      ", overlay: CenterLayoutSpec(child: TextNode(\"over\")))", ") { if isLong { title } }",
      "an element is needed here in any case: write an else, as else { LayoutSpec() }"
    ),
    (
      ", overlay: CenterLayoutSpec(child: TextNode(\"over\")))", ") {}",
      "an element is missing between these braces"
    ),
    (
      ", overlay: CenterLayoutSpec(child: TextNode(\"over\")))", ") { for tag in tags { TextNode(tag) } }",
      "one element is taken here: put a loop into a spec that takes several"
    ),
  ]

  @Test func `A mistake between braces is reported in its line, and says what it is`() throws {
    var files = ["Card.swift": Self.card]
    for (number, (old, new, _)) in Self.mistakes.enumerated() {
      #expect(Self.card.ranges(of: old).count == 1, "\(old)")
      files["Mistake\(number).swift"] = Self.card.replacing(old, with: new)
    }
    let errors = try SwiftCompiler.check(files).filter { $0.kind == "error" }
    #expect(!errors.contains { $0.file == "Card.swift" }, "\(errors)")
    for (number, (old, new, message)) in Self.mistakes.enumerated() {
      let found = errors.filter { $0.file == "Mistake\(number).swift" }
      let line = Self.card.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.contains(old) }.map { $0 + 1 }
      #expect(
        found.first?.line == line && found.contains { $0.text.contains(message) && $0.line == line },
        "\(new): \(found)")
    }
  }
}
