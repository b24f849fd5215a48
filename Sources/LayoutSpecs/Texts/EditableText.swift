/// A text that is edited: a change prepares and breaks the paragraphs that it touches, and no others.
///
/// ```swift
/// guard var text = EditableText(AttributedText("Dear Ada,\n"), metrics: fonts) else { return }
/// text.replace(10..<10, with: "how are you?")
/// let caret = text.map(in: 320).caret(at: text.utf16Count)
/// ```
///
/// Places in the text are numbers of UTF-16 code units before them, as in `NSRange`; for an index of a string take
/// `string.utf16.distance(from: string.startIndex, to: index)`, and back `String.Index(utf16Offset: place, in: string)`.
///
/// A paragraph ends at a line feed, a carriage return with or without a line feed, U+2028 or U+2029. Each is a text of its
/// own: its first font gives its tab stops, and spaces at its end count if they fit, so that a caret moves as one types them.
/// An empty one is as high as the font of its line break; the empty one at the end of the text as that of the line break
/// before it.
///
/// It is a value. Copies share their paragraphs, and any thread may use a copy of its own.
public struct EditableText: Equatable, Sendable {
  /// How lines are laid out, without a maximum number of lines: what is edited is not truncated.
  public let style: ParagraphStyle
  /// What measures the text.
  public let metrics: any TextMetrics
  /// At least one.
  private(set) var paragraphs: [EditedParagraph] = []
  /// The place where each paragraph begins.
  private(set) var starts: [Int] = []

  /// Prepares a text; nil if the metrics have only sizes.
  ///
  /// - Parameters:
  ///   - text: The text. Default: empty.
  ///   - style: The space between lines, and their alignment. Its maximum number of lines is ignored. Default: no space, at
  ///     the side where reading begins.
  ///   - metrics: What measures the text. Metrics that prepare one text prepare all.
  /// - Complexity: linear in the length of the text.
  public init?(
    _ text: AttributedText = AttributedText([]), style: ParagraphStyle = ParagraphStyle(),
    metrics: any TextMetrics
  ) {
    self.init(runs: text.runs, style, metrics)
  }

  /// Prepares a text in monospace metrics.
  public init(
    _ text: AttributedText = AttributedText([]), style: ParagraphStyle = ParagraphStyle(),
    monospace metrics: MonospaceMetrics = MonospaceMetrics()
  ) {
    guard let text = EditableText(runs: text.runs, style, metrics) else {
      preconditionFailure("Monospace metrics prepare all texts")
    }
    self = text
  }

  private init?(runs: [TextRun], _ style: ParagraphStyle, _ metrics: any TextMetrics) {
    var style = style
    style.maximumLineCount = 0
    (self.style, self.metrics) = (style, metrics)
    guard let paragraphs = prepare(runs, isEnd: true, emptyRun: runs.first ?? TextRun("")) else { return nil }
    self.paragraphs = paragraphs
    findStarts(from: 0)
  }

  /// The text. Neighbouring runs of one look are one run.
  ///
  /// - Complexity: linear in the length of the text.
  public var text: AttributedText {
    var runs: [TextRun] = []
    for paragraph in paragraphs { for run in paragraph.runs { runs.append(joining: run) } }
    return AttributedText(runs.isEmpty ? paragraphs[0].content.text.runs : runs)
  }

  /// The characters.
  ///
  /// - Complexity: linear in the length of the text.
  public var string: String { text.string }

  /// The number of UTF-16 code units: the place of the text's end.
  public var utf16Count: Int { starts[starts.count - 1] + paragraphs[paragraphs.count - 1].utf16Count }

  /// Texts are equal if they have the same characters in the same looks, styles and metrics that measure them alike.
  public static func == (a: EditableText, b: EditableText) -> Bool { a.paragraphs == b.paragraphs }

  // MARK: Editing

  /// Replaces a part of the text.
  ///
  /// - Parameters:
  ///   - range: The places between which characters are removed; empty to insert only. Half a surrogate pair stands for the
  ///     whole character.
  ///   - replacement: What is put there.
  /// - Precondition: the range lies within the text.
  /// - Complexity: linear in the length of the paragraphs that the range touches and of the replacement; the places of the
  ///   paragraphs behind them are counted anew. In a long paragraph only the words or the ideographs beside the change are
  ///   prepared, if the metrics are monospace or a font library's: not beside a bracket without its partner where there are
  ///   several scripts, not in the scripts of India and Southeast Asia but Thai, and not in a text with controls of the direction.
  public mutating func replace(_ range: Range<Int>, with replacement: AttributedText) {
    var (low, high) = (place(of: range.lowerBound), place(of: range.upperBound))
    low.offset = paragraphs[low.paragraph].scalarBoundary(before: low.offset)
    high.offset = paragraphs[high.paragraph].scalarBoundary(behind: high.offset)
    var first = low.paragraph
    // A carriage return at the end of the paragraph before joins a line feed that comes to stand behind it.
    if first > 0, low.offset == 0, paragraphs[first - 1].endsInReturn { first -= 1 }
    let last = high.paragraph
    let (start, end) = (starts[low.paragraph] + low.offset, starts[last] + high.offset)
    let emptyRun =
      first > 0 ? paragraphs[first - 1].lineBreak.last : paragraphs[low.paragraph].typingRun(at: low.offset)
    if first == last, first == low.paragraph,
      let paragraph = paragraphs[first].replacing(
        start - starts[first]..<end - starts[first], with: replacement.runs)
    {
      paragraphs[first] = paragraph
      return findStarts(from: first)
    }
    let old = paragraphs[first...last].flatMap(\.runs)
    var runs = old.part(0..<start - starts[first])
    for run in replacement.runs + old.part(end - starts[first]..<Int.max) { runs.append(joining: run) }
    let isEnd = last == paragraphs.count - 1
    guard let prepared = prepare(runs, isEnd: isEnd, emptyRun: emptyRun ?? TextRun("")) else {
      preconditionFailure("Metrics that prepare one text prepare all; \(type(of: metrics)) do not")
    }
    paragraphs.replaceSubrange(first...last, with: prepared)
    findStarts(from: first)
  }

  /// Replaces a part of the text with characters in the look of the one before them in their paragraph; at its beginning in
  /// that of the one behind them, and in an empty paragraph in that of its line break.
  ///
  /// See `replace(_:with:)` for a text with looks of its own.
  public mutating func replace(_ range: Range<Int>, with string: String) {
    let low = place(of: range.lowerBound)
    let paragraph = paragraphs[low.paragraph]
    var run = paragraph.typingRun(at: paragraph.scalarBoundary(before: low.offset))
    run.string = string
    replace(range, with: AttributedText([run]))
  }

  /// Returns the places of the character around a place, as a reader counts characters: what an arrow passes and a
  /// backspace removes. A carriage return with a line feed is one. At the end of the text the range is empty.
  ///
  /// Source: the grapheme clusters of Unicode's Annex 29, as Swift's `Character`.
  ///
  /// - Parameter place: A place in the text; the character behind it counts, or the one that it lies in.
  /// - Precondition: the place lies within the text.
  /// - Complexity: linear in the length of the paragraph.
  public func cluster(around place: Int) -> Range<Int> {
    let (index, offset) = self.place(of: place)
    let cluster = paragraphs[index].cluster(around: offset)
    return starts[index] + cluster.lowerBound..<starts[index] + cluster.upperBound
  }

  // MARK: Paragraphs

  /// Returns the last paragraph that begins at a place or before it, and the rest of the place in it.
  func place(of place: Int) -> (paragraph: Int, offset: Int) {
    precondition(
      place >= 0 && place <= utf16Count,
      "The place \(place) is not in a text of \(utf16Count) UTF-16 code units")
    let index = starts.partitioningIndex { $0 > place } - 1
    return (index, place - starts[index])
  }

  private mutating func findStarts(from first: Int) {
    var start = first == 0 ? 0 : starts[first - 1] + paragraphs[first - 1].utf16Count
    starts.removeSubrange(first...)
    for paragraph in paragraphs[first...] {
      starts.append(start)
      start += paragraph.utf16Count
    }
  }

  /// Returns the paragraphs of runs; nil if the metrics have only sizes.
  ///
  /// - Parameters:
  ///   - isEnd: True if the runs end the text: its last paragraph has no line break, and may be empty.
  ///   - emptyRun: The look of an empty last paragraph, if no line break of these runs is before it.
  private func prepare(_ runs: [TextRun], isEnd: Bool, emptyRun: TextRun) -> [EditedParagraph]? {
    var emptyRun = emptyRun
    var paragraphs: [EditedParagraph] = []
    let parts = AttributedText(runs).paragraphs
    for (content, lineBreak) in isEnd ? parts[...] : parts.dropLast() {
      let empty = TextRun(emptied: lineBreak.first ?? emptyRun)
      guard
        let paragraph = Paragraph(
          AttributedText(content.isEmpty ? [empty] : content), style: style, metrics: metrics)
      else { return nil }
      paragraphs.append(EditedParagraph(paragraph, lineBreak: lineBreak))
      emptyRun = lineBreak.last ?? emptyRun
    }
    return paragraphs
  }
}
