import LayoutSpecs
import StrictJSON

// Texts: `"text"` or `"runs"`, the monospace metrics, and how lines are laid out.

extension ParsedJSON {
  /// A text. It is a paragraph if it has anything but characters and metrics.
  func text(_ members: Members<ElementKey>) throws(JSONError) -> ElementContent {
    var plain = TextParameters("")
    if let index = members[.advance] {
      let expected = "points per character, more than 0 and less than 10000000"
      plain.advance = try number(at: index, expected: expected) { $0 > 0 && $0.isValidLength }
    }
    if let index = members[.lineHeight] { plain.lineHeight = try length(at: index) }
    var ascender: Double?
    if let index = members[.ascender] {
      let lineHeight = plain.lineHeight
      ascender = try number(at: index, expected: "points from 0 to the line height") {
        (0...lineHeight).contains($0)
      }
    }
    let style = try paragraphStyle(members)
    let text: AttributedText
    if let runs = members[.runs] {
      if let index = members[.text] {
        throw failure(at: index, "text beside runs", expected: "one of the two")
      }
      text = try self.runs(at: runs)
    } else {
      plain.string = try string(at: require(.text, in: members, expected: "a string"))
      if ascender == nil && style == ParagraphStyle() { return .text(plain) }
      text = AttributedText(plain.string)
    }
    let metrics = MonospaceMetrics(
      advance: plain.advance, lineHeight: plain.lineHeight, ascender: ascender)
    return .paragraph(Paragraph(text, style: style, monospace: metrics))
  }

  private func paragraphStyle(_ members: Members<ElementKey>) throws(JSONError) -> ParagraphStyle {
    var style = ParagraphStyle()
    if let index = members[.maximumLineCount] {
      style.maximumLineCount = Int(
        try number(at: index, expected: "a whole number of lines; 0 is as many as there are") {
          $0 >= 0 && $0 < 1e9 && $0 == $0.rounded()
        })
    }
    if let index = members[.truncation] { style.truncation = try value(at: index) }
    if let index = members[.lineSpacing] { style.lineSpacing = try length(at: index) }
    if let index = members[.alignment] { style.alignment = try value(at: index) }
    return style
  }

  private func runs(at index: Int) throws(JSONError) -> AttributedText {
    var runs: [TextRun] = []
    var members = Members<RunKey>()
    for item in try items(at: index, expected: "a list of runs") {
      try readMembers(of: item, into: &members, expected: "a run: an object with a text or an attachment")
      runs.append(try run(at: item, members))
    }
    return AttributedText(runs)
  }

  private func run(at index: Int, _ members: Members<RunKey>) throws(JSONError) -> TextRun {
    var font = TextFont()
    if let index = members[.family] { font.family = try string(at: index) }
    if let index = members[.size] {
      font.size = try number(at: index, expected: "points above 0 and less than 10000") {
        $0 > 0 && $0 < 10_000
      }
    }
    if let index = members[.weight] {
      font.weight = Int(
        try number(at: index, expected: "a whole number from 1 to 1000") {
          (1...1000).contains($0) && $0 == $0.rounded()
        })
    }
    if let index = members[.italic] { font.isItalic = try boolean(at: index) }
    var run: TextRun
    switch (members[.text], members[.attachment]) {
    case (let text?, nil): run = TextRun(try string(at: text), font: font)
    case (nil, let attachment?):
      let lengths = try items(at: attachment, expected: "[width, height]")
      guard lengths.count == 2 else { throw failure(at: attachment, expected: "[width, height]") }
      run = TextRun(attachment: Size(try length(at: lengths[0]), try length(at: lengths[1])), font: font)
    default: throw failure(at: index, "a run of neither or both", expected: "a text or an attachment")
    }
    if let index = members[.letterSpacing] { run.letterSpacing = try points(at: index) }
    if let index = members[.color] { run.color = try color(at: index) }
    return run
  }

  private func color(at index: Int) throws(JSONError) -> TextColor {
    let expected = "a color such as \"#1a2b3c\", or with an opacity \"#1a2b3c80\""
    let text = try string(at: index)
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { throw failure(at: index, expected: expected) }
    return TextColor(value: digits.count == 8 ? value : value << 8 | 0xFF)
  }
}

extension TextColor {
  /// From red, the highest byte, to the opacity, the lowest.
  fileprivate init(value: UInt32) {
    func byte(_ place: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> (8 * place)) }
    self.init(red: byte(3), green: byte(2), blue: byte(1), alpha: byte(0))
  }

  /// As documents have it: the opacity is left out if it is whole.
  var hexadecimal: String {
    func digits(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return "#" + digits(red) + digits(green) + digits(blue) + (alpha == 255 ? "" : digits(alpha))
  }
}
