/// A text that has more than one font, line breaks, or a limit of lines; or that is measured with real fonts.
///
/// The text is prepared in `init`, so make a paragraph on a background thread if its text is long. A stack that
/// aligns baselines uses the paragraph's baselines, unless the element's style has its own.
public struct Paragraph: Hashable, Sendable {
  private final class Storage: Sendable {
    let text: AttributedText
    let style: ParagraphStyle
    let metrics: any TextMetrics
    let ascender: Double
    let descender: Double
    /// In an infinite width: the longest line, in units and `UInt32.max` at most, and the height.
    let unwrapped: (longestLine: UInt32, height: Double)

    /// - Parameter baselines: Those of the same text in another style. Given these, it asks the metrics nothing: they are user
    ///   code, and a node's lock may be held.
    init(
      _ text: AttributedText, _ style: ParagraphStyle, _ prepared: PreparedText, _ metrics: any TextMetrics,
      _ baselines: (ascender: Double, descender: Double)? = nil
    ) {
      (self.text, self.style, self.metrics) = (text, style, metrics)
      unwrapped = prepared.wrapped(limit: .max, style: style)
      if let baselines {
        (ascender, descender) = baselines
      } else if let monospace = metrics.monospace, monospace.ascender == nil {
        (ascender, descender) = (0, 0)
      } else {
        (ascender, descender) = prepared.outerBaselines
      }
    }
  }

  // The first property, because `ParagraphRecord.wrapped(_:limit:)` reads it there. Outside of the storage, so that
  // a layout of most texts does not read the storage.
  public let prepared: PreparedText
  private let storage: Storage
  /// True for a style that changes no size.
  let hasPlainStyle: Bool

  /// Prepares a text; nil if the metrics have only sizes.
  public init?(_ text: AttributedText, style: ParagraphStyle = ParagraphStyle(), metrics: any TextMetrics) {
    guard let prepared = metrics.preparedText(of: text) else { return nil }
    self.init(Storage(text, style, prepared, metrics), prepared)
  }

  /// Prepares a text in monospace metrics.
  public init(
    _ text: AttributedText, style: ParagraphStyle = ParagraphStyle(),
    monospace metrics: MonospaceMetrics = MonospaceMetrics()
  ) {
    let prepared = metrics.prepared(text)
    self.init(Storage(text, style, prepared, metrics), prepared)
  }

  /// Creates a paragraph of a text that is prepared.
  init(
    _ text: AttributedText, style: ParagraphStyle, metrics: any TextMetrics, prepared: PreparedText
  ) {
    self.init(Storage(text, style, prepared, metrics), prepared)
  }

  /// Returns this paragraph in another style, without preparing the text again.
  ///
  /// - Complexity: linear in the number of segments.
  public func with(_ style: ParagraphStyle) -> Paragraph {
    if style == self.style { return self }
    return Paragraph(Storage(text, style, prepared, metrics, (ascender, descender)), prepared)
  }

  private init(_ storage: Storage, _ prepared: PreparedText) {
    (self.prepared, self.storage) = (prepared, storage)
    hasPlainStyle = storage.style.maximumLineCount == 0 && storage.style.lineSpacing == 0
  }

  public var text: AttributedText { storage.text }
  public var style: ParagraphStyle { storage.style }
  public var metrics: any TextMetrics { storage.metrics }

  /// The distance from the top to the first baseline, in points; 0 in monospace metrics without an ascender. In a text of
  /// several fonts lines count as they are in an infinite width.
  public var ascender: Double { storage.ascender }
  /// The distance from the bottom to the last baseline, in points, negative upwards; else as `ascender`.
  public var descender: Double { storage.descender }

  var unwrapped: (longestLine: UInt32, height: Double) { storage.unwrapped }

  /// Returns the paragraph's size, lines and baselines, in lines of at most `maxWidth` points.
  ///
  /// - Complexity: linear in the number of segments, without allocations.
  public func extent(maxWidth: Double) -> TextExtent { prepared.extent(maxWidth: maxWidth, style: style) }

  /// Returns true if a frame of this size, from a layout, has too little room for the paragraph.
  func isTruncated(in frame: Size) -> Bool {
    let extent = extent(maxWidth: frame.width)
    return extent.isTruncated || extent.size.height > frame.height + PixelGrid.tolerance
  }

  /// Returns the lines in a frame of this width, from top to bottom. In an infinite width they are aligned
  /// within the width of the longest line.
  ///
  /// - Parameters:
  ///   - width: The width of the frame, in points.
  ///   - isRightToLeft: True if paragraphs without letters are read from the right.
  public func lines(in width: Double, isRightToLeft: Bool = false) -> [TextLine] {
    let scalars = Array(text.string.unicodeScalars)
    let paragraphs = scalars.split(
      omittingEmptySubsequences: false, whereSeparator: AttributedText.isLineBreak)
    let areRightToLeft = paragraphs.map { ReadingOrder.isRightToLeft($0) ?? isRightToLeft }
    return prepared.lines(maxWidth: width, in: width, style: style) { lines in
      if !areRightToLeft.contains(!areRightToLeft[0]) { return lines.map { _ in areRightToLeft[0] } }
      // By its characters: metrics may end one line with several line breaks.
      let map = CharacterMap(self, segments: 0..<0, startsOf: lines, scalarCount: scalars.count)
      return map.lineStarts.map { start in
        areRightToLeft[paragraphs.partitioningIndex { $0.startIndex > start } - 1]
      }
    }
  }

  public static func == (a: Paragraph, b: Paragraph) -> Bool {
    a.storage === b.storage
      || (a.text == b.text && a.style == b.style && a.prepared == b.prepared && a.ascender == b.ascender
        && a.descender == b.descender)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(style)
  }
}
