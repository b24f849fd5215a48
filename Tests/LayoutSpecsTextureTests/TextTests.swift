import LayoutSpecsTexture
import Testing

private final class Reader: ASTextNodeDelegate {
  var tapped: [String] = []

  func textNode(
    _ textNode: ASTextNode, tappedLinkAttribute attribute: String, value: Any, at point: CGPoint,
    textRange: NSRange
  ) {
    tapped.append("\(attribute) \(value) \(textRange.location)..<\(textRange.upperBound)")
  }
}

@Suite("Texts of Foundation")
struct TextTests {
  private let range = SizeRange(max: Size(100, .infinity))

  @Test func `A text is kept as it was set, and copied`() {
    let node = ASTextNode()
    let key = NSAttributedString.Key(rawValue: "Own")
    let text = NSMutableAttributedString(string: "abc", attributes: [key: 7])
    node.attributedText = text
    text.mutableString.setString("other")
    #expect(node.attributedText?.string == "abc")
    #expect(node.attributedText?.attribute(key, at: 0, effectiveRange: nil) as? Int == 7)
    node.text = "plain"
    #expect(node.attributedText?.string == "plain")
    #expect(node.attributedText?.attribute(key, at: 0, effectiveRange: nil) == nil)
    node.attributedText = nil
    #expect(node.attributedText == nil)
  }

  @Test func `Fonts, colours and kerning become those of the runs`() {
    let text = NSMutableAttributedString(
      string: "ab", attributes: [.font: UIFont.systemFont(ofSize: 20, weight: .light), .kern: 2])
    text.append(
      NSAttributedString(
        string: "c", attributes: [.font: UIFont.italicSystemFont(ofSize: 12), .foregroundColor: UIColor.blue])
    )
    let runs = AttributedText(text).runs
    #expect(runs.map(\.string) == ["ab", "c"])
    #expect(runs[0].font == TextFont(size: 20, weight: 300) && runs[0].letterSpacing == 2)
    #expect(runs[1].font == TextFont(size: 12, isItalic: true))
    #expect(runs[1].color == TextColor(red: 0, green: 0, blue: 255))
    #expect(TextFont(UIFont(name: "Times", size: 9)!) == TextFont("Times", size: 9))
    #expect(
      TextColor(UIColor(red: 2, green: -1, blue: .nan, alpha: 0.5))
        == TextColor(red: 255, green: 0, blue: 0, alpha: 128))
  }

  @Test func `A paragraph style's line spacing is laid out, and goes with its text`() {
    let style = NSMutableParagraphStyle()
    style.lineSpacing = 5
    style.alignment = .center
    let node = ASTextNode()
    let string = "aaaaaa bbbbbb cccccc"
    node.attributedText = NSAttributedString(string: string, attributes: [.paragraphStyle: style])
    #expect(node.layoutThatFits(range).size.height == 70 && node.paragraphStyle.alignment == .center)
    node.attributedText = NSAttributedString(string: string)
    #expect(node.layoutThatFits(range).size.height == 60 && node.paragraphStyle.alignment == .natural)
    node.paragraphStyle.lineSpacing = 3
    node.attributedText = NSAttributedString(string: "dddddd eeeeee ffffff")
    #expect(node.layoutThatFits(range).size.height == 66, "A style that no text had stays")
  }

  @Test func `A limit of lines truncates, and a mode says how`() {
    let node = ASTextNode()
    node.attributedText = NSAttributedString(string: "aaaaaa bbbbbb cccccc dddddd")
    node.maximumNumberOfLines = 1
    #expect(node.layoutThatFits(range).size.height == 20 && node.maximumNumberOfLines == 1)
    node.truncationMode = .byTruncatingTail
    #expect(node.paragraphStyle.truncation == .tail)
    node.truncationMode = .byClipping
    #expect(node.paragraphStyle.truncation == .clip && node.truncationMode == .byClipping)
  }

  @Test func `The insets of a text are part of its size, and follow changes of the text`() {
    let node = ASTextNode()
    node.attributedText = NSAttributedString(string: "abcd")
    node.textContainerInset = UIEdgeInsets(top: 1, left: 10, bottom: 2, right: 20)
    #expect(node.layoutThatFits(range).size == Size(62, 23))
    node.attributedText = NSAttributedString(string: "aaaaaa bbbbbb")
    #expect(node.layoutThatFits(range).size == Size(78, 43), "70 points are left for lines")
    node.maximumNumberOfLines = 1
    #expect(node.layoutThatFits(range).size.height == 23)
    node.textContainerInset = .zero
    #expect(node.layoutThatFits(range).size.height == 20)
  }

  @Test func `A link is found at its characters, on each line, and nowhere else`() {
    let (node, reader) = (ASTextNode(), Reader())
    // The first letter takes two UTF-16 code units.
    let text = NSMutableAttributedString(string: "\u{1D538} see the link here")
    text.addAttribute(.link, value: "a", range: NSRange(location: 7, length: 8))
    text.addAttribute(.foregroundColor, value: UIColor.blue, range: NSRange(location: 7, length: 3))
    node.attributedText = text
    node.delegate = reader
    #expect(!node.tapLink(at: CGPoint(x: 50, y: 5)), "It has no frame yet")
    // 𝔸 see the / link here
    _ = node.layoutThatFits(SizeRange(max: Size(80, .infinity)))
    node.layoutIfNeeded()
    node.frame = CGRect(x: 0, y: 0, width: 80, height: 40)
    #expect(node.tapLink(at: CGPoint(x: 50, y: 5)) && node.tapLink(at: CGPoint(x: 20, y: 30)))
    #expect(reader.tapped == Array(repeating: "NSLink a 7..<15", count: 2))
    for (x, y) in [(20.0, 5.0), (50, 30), (79, 5), (50, 50), (-1, 5)] {
      #expect(node.link(at: CGPoint(x: x, y: y)) == nil, "\(x), \(y)")
    }
    node.linkAttributeNames = ["Other"]
    #expect(node.link(at: CGPoint(x: 50, y: 5)) == nil)
    node.linkAttributeNames = ["NSLink"]
    node.textContainerInset = UIEdgeInsets(top: 10, left: 0, bottom: 0, right: 0)
    #expect(
      node.link(at: CGPoint(x: 50, y: 5)) == nil
        && node.link(at: CGPoint(x: 50, y: 15))?.value as? String == "a")
  }
}
