import LayoutSpecs

/// The lines of a text, and why each ends where it does.
public struct TextExplanation: Sendable {
  /// A line with its characters.
  public struct Line: Hashable, Sendable {
    /// The line's place in the text's frame, its ending, and why it ends there.
    public let line: TextLine
    /// The line's characters, and the word that did not fit.
    public let content: TextLineContent
  }

  /// The text.
  public let element: ElementID
  /// The maximum width of a line, in points; may be infinite.
  public let maxWidth: Double
  /// The height of the element's frame, in points.
  public let frameHeight: Double
  /// From top to bottom.
  public let lines: [Line]
  /// The characters that a limit of lines leaves out. Empty if there is no such limit, or enough room.
  public let truncatedText: String

  /// The number of lines that are not whole in the element's frame, because they reach below it.
  public var cutLineCount: Int { lines.count { $0.line.frame.maxY - frameHeight > violationEpsilon } }
}

extension TextExplanation: CustomStringConvertible {
  /// A heading, and a sentence a line; for 100 lines at most.
  public var description: String {
    let shown = lines.prefix(100).enumerated().map { "\($0 + 1). \(sentence(of: $1))" }
    let rest = lines.count > shown.count ? ["and \(lines.count - shown.count) more"] : []
    return ([heading + ":"] + shown + rest + remarks).joined(separator: "\n")
  }

  /// The number of lines, and their maximum width.
  public var heading: String { "\(counted(lines.count, "line")) \(widthText)" }

  private var widthText: String {
    maxWidth == .infinity ? "of any width" : "of at most \(pointsText(maxWidth))"
  }

  /// A line with its characters, its width, and why it ends: `"one two", characters 1 to 7, is 56 points wide: the next
  /// word "three", 40 points wide, does not fit into the 16 points that are left.`
  public func sentence(of line: Line) -> String {
    let range = line.content.range
    let places =
      range.count == 1
      ? "character \(range.upperBound)" : "characters \(range.lowerBound + 1) to \(range.upperBound)"
    let text = line.content.string + line.line.ending.text
    let name =
      range.isEmpty
      ? (text.isEmpty ? "An empty line" : quoted(text)) : "\(quoted(shortened(text, to: 60))), \(places),"
    return "\(name) is \(pointsText(line.line.frame.size.width)) wide: \(reason(of: line))."
  }

  /// True if there is more to say than that the text stands on one line.
  var isBroken: Bool { lines.count > 1 || !remarks.isEmpty }

  /// The lines in a few words, for an outline.
  var summary: String {
    let texts = lines.prefix(8).map { quoted(shortened($0.content.string + $0.line.ending.text, to: 40)) }
    let rest = lines.count > texts.count ? [", and \(lines.count - texts.count) more"] : []
    let words = (["\(lines.count) \(widthText): " + texts.joined(separator: ", ")] + rest).joined()
    return ([words] + remarks.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }).joined(separator: "; ")
  }

  private func reason(of line: Line) -> String {
    switch line.line.reason {
    case .textEnd: "the text ends"
    case .lineBreak: "the text has a line break"
    case .cut: "its word is longer than a line, and is cut"
    case .limit: "the text may have \(counted(lines.count, "line"))"
    case .nextWord(_, _, let room) where line.content.nextWord.isEmpty:
      "another space does not fit into the \(pointsText(room)) that are left"
    case .nextWord(_, let width, let room):
      "the next word \(quoted(shortened(line.content.nextWord, to: 40))), \(pointsText(width)) wide, does not fit into the \(pointsText(room)) that are left"
    }
  }

  /// The parts of the text that are not shown, in a sentence each.
  public var remarks: [String] {
    var remarks: [String] = []
    if !truncatedText.isEmpty {
      let count = truncatedText.unicodeScalars.count
      remarks.append(
        "\(quoted(shortened(truncatedText, to: 60))), \(count == 1 ? "1 character," : "\(count) characters,") is left out."
      )
    }
    if cutLineCount > 0 {
      remarks.append(
        "\(cutLineCount == 1 ? "1 line reaches" : "\(cutLineCount) lines reach") below its frame, which is \(pointsText(frameHeight)) high."
      )
    }
    return remarks
  }
}

extension TextLine.Reason {
  /// The name of the case, for programs.
  package var name: String { caseName(of: self) }
}

extension TextLine.Ending {
  /// The characters at the end of the line.
  package var text: String {
    switch self {
    case .none: ""
    case .hyphen: "-"
    case .ellipsis: "…"
    }
  }
}

extension LayoutExplainer {
  /// Explains the lines of a text; nil for other elements, for texts that user code measures, and without a layout.
  ///
  /// - Precondition: the id belongs to the layout's tree.
  /// - Complexity: linear in the length of the text.
  public func text(of element: ElementID) -> TextExplanation? {
    guard let paragraph = tree.paragraph(of: element), let frame = layout.frame(of: element),
      var lines = layout.textLines(of: element)
    else { return nil }
    // A text's frame is as wide as its longest line; the reasons why lines end follow from the width that the parent allowed.
    var maxWidth = frame.size.width
    if let given = recorded.lastQuestion(to: element)?.resolved.max.width, given > maxWidth {
      let asGiven = paragraph.lines(in: given)
      if asGiven.map(\.content) == lines.map(\.content) {
        maxWidth = given
        for index in lines.indices { lines[index].reason = asGiven[index].reason }
      }
    }
    let contents = paragraph.contents(of: lines)
    let isTruncated = lines.last?.reason == .limit
    return TextExplanation(
      element: element, maxWidth: maxWidth, frameHeight: frame.size.height,
      lines: zip(lines, contents).map { TextExplanation.Line(line: $0, content: $1) },
      truncatedText: isTruncated ? paragraph.text(after: contents) : "")
  }
}

extension Paragraph {
  /// The characters behind these lines, without the space and the line break between.
  func text(after lines: [TextLineContent]) -> String {
    let rest = text.string.unicodeScalars.dropFirst(lines.last?.range.upperBound ?? 0)
    return String(rest.drop { $0 == " " || AttributedText.isLineBreak($0) })
  }
}
