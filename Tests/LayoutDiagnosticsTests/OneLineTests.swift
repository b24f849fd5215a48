import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutDiagnostics

@Suite("Texts of others in what is printed")
struct OneLineTests {
  /// Everything that breaks a line, tells a terminal what to do or turns the direction of reading.
  static let controls: [Unicode.Scalar] =
    (Array(0...0x1F) + Array(0x7F...0x9F) + [0x2028, 0x2029, 0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E)
    + Array(0x2066...0x2069)).map { Unicode.Scalar($0)! }

  static let name = "a\"b\\c " + String(String.UnicodeScalarView(controls)) + " ü日👩‍👧"

  static func isHarmless(_ line: some StringProtocol) -> Bool {
    !line.unicodeScalars.contains { controls.contains($0) }
  }

  @Test func `Control characters stand as escapes, and all others as they are`() {
    #expect(
      oneLine("a\nb\t\u{1B}[31m\u{7F}\u{9B}\u{2028}\u{202E}")
        == #"a\nb\t\u{1B}[31m\u{7F}\u{009B}\u{2028}\u{202E}"#)
    #expect(oneLine("ü日👩‍👧 \"\\") == "ü日👩‍👧 \"\\")
    #expect(quoted("a\"b\\\n") == #""a\"b\\\n""#)
    #expect(Self.isHarmless(oneLine(Self.name)) && Self.isHarmless(quoted(Self.name)))
  }

  private var tree: LayoutTree {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical)), name: Self.name)
    builder.begin(.inset(.zero), name: Self.name)
    builder.add(.sizedNode(Size(10, 10)), style: Style { $0.flexGrow = 1 }, name: Self.name)
    builder.end()
    builder.add(.text(TextParameters(Self.name)), name: Self.name)
    builder.end()
    return builder.finish()
  }

  @Test func `Descriptions have a line an element, whatever the names`() {
    let layout = tree.layoutThatFits(.screen)
    let lines = layout.recursiveDescription.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4 && lines.allSatisfy(Self.isHarmless))
    #expect(Self.isHarmless(layout.description))
    let explanation = layout.explain(ElementID(2)).description.split(separator: "\n")
    #expect(explanation.count == 9 && explanation.allSatisfy(Self.isHarmless))
    for finding in tree.lint(in: .screen) { #expect(Self.isHarmless(finding.description)) }
  }

  @Test func `Boxes in characters have lines of one length, whatever the names`() {
    let lines = tree.asciiArtString.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 6 && Set(lines.map(\.count)).count == 1 && lines.allSatisfy(Self.isHarmless))
    let spec = InsetLayoutSpec(insets: .zero, child: TextNode("x").named(Self.name)).named(Self.name)
    #expect(Self.isHarmless(spec.asciiArtName))
    #expect(spec.asciiArtString.split(separator: "\n").count == 3)
  }

  @Test("Lines are indented for 50 levels at most, so that descriptions grow with the number of elements")
  func indentation() {
    func byteCount(levels: Int) -> Int {
      var builder = LayoutTreeBuilder()
      for _ in 0..<levels { builder.begin(.inset(.zero)) }
      builder.add(.node)
      for _ in 0..<levels { builder.end() }
      return builder.finish().layoutThatFits(.screen).recursiveDescription.utf8.count
    }
    let (half, whole) = (byteCount(levels: 2_000), byteCount(levels: 4_000))
    #expect(whole <= half + 2_000 * 200)
  }
}
