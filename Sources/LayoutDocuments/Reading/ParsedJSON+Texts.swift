import LayoutSpecs
import StrictJSON

// Texts: `"text"` or `"runs"`, the monospace metrics, and how lines are laid out.

extension ParsedJSON {
  /// A text. It is a paragraph if it has anything but characters and metrics.
  func text(_ members: Members<ElementKey>) throws(JSONError) -> ElementContent {
    var plain = TextParameters("")
    if let value = members[.advance] {
      let expected = "points per character, more than 0 and less than 10000000"
      plain.advance = try number(at: value, expected: expected) { $0 > 0 && $0.isValidLength }
    }
    if let value = members[.lineHeight] { plain.lineHeight = try length(at: value) }
    var ascender: Double?
    if let value = members[.ascender] {
      let lineHeight = plain.lineHeight
      ascender = try number(at: value, expected: "points from 0 to the line height") {
        (0...lineHeight).contains($0)
      }
    }
    let style = try paragraphStyle(members)
    let text: AttributedText
    if let runs = members[.runs] {
      if let value = members[.text] {
        throw failure(at: value, "text beside runs", expected: "one of the two")
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
    if let value = members[.maximumLineCount] {
      style.maximumLineCount = Int(
        try number(at: value, expected: "a whole number of lines; 0 is as many as there are") {
          $0 >= 0 && $0 < 1e9 && $0 == $0.rounded()
        })
    }
    if let value = members[.truncation] { style.truncation = try word(at: value) }
    if let value = members[.lineSpacing] { style.lineSpacing = try length(at: value) }
    if let value = members[.alignment] { style.alignment = try word(at: value) }
    return style
  }

  private func runs(at value: JSONValue) throws(JSONError) -> AttributedText {
    var runs: [TextRun] = []
    for item in try items(at: value, expected: "a list of runs") {
      let members = try members(
        of: item, RunKey.self, expected: "a run: an object with a text or an attachment")
      runs.append(try run(at: item, members))
    }
    return AttributedText(runs)
  }

  private func run(at value: JSONValue, _ members: Members<RunKey>) throws(JSONError) -> TextRun {
    var font = TextFont()
    if let value = members[.family] { font.family = try string(at: value) }
    if let value = members[.size] {
      font.size = try number(at: value, expected: "points above 0 and less than 10000") {
        $0 > 0 && $0 < 10_000
      }
    }
    if let value = members[.weight] {
      font.weight = Int(
        try number(at: value, expected: "a whole number from 1 to 1000") {
          (1...1000).contains($0) && $0 == $0.rounded()
        })
    }
    if let value = members[.italic] { font.isItalic = try boolean(at: value) }
    var run: TextRun
    switch (members[.text], members[.attachment]) {
    case (let text?, nil): run = TextRun(try string(at: text), font: font)
    case (nil, let attachment?):
      let lengths = try items(at: attachment, expected: "[width, height]")
      guard lengths.count == 2 else { throw failure(at: attachment, expected: "[width, height]") }
      run = TextRun(attachment: Size(try length(at: lengths[0]), try length(at: lengths[1])), font: font)
    default: throw failure(at: value, "a run of neither or both", expected: "a text or an attachment")
    }
    if let value = members[.letterSpacing] { run.letterSpacing = try points(at: value) }
    if let value = members[.color] { run.color = try color(at: value) }
    return run
  }

  private func color(at value: JSONValue) throws(JSONError) -> TextColor {
    let expected = "a color such as \"#1a2b3c\", or with an opacity \"#1a2b3c80\""
    let text = try string(at: value)
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { throw failure(at: value, expected: expected) }
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
