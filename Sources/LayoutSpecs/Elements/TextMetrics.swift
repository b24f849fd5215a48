/// The size of texts. Real fonts conform to this protocol.
///
/// A conforming type MUST return the same size for the same text and width. It MAY be called on any thread,
/// and on several at once.
public protocol TextMetrics: Sendable {
  /// Returns the size of `text` in lines of at most `maxWidth` points, which may be infinite.
  func size(of text: String, maxWidth: Double) -> Size

  /// These metrics if they are monospace ones, which the engine measures itself. Default: nil.
  var monospace: MonospaceMetrics? { get }
}

extension TextMetrics {
  /// Nil: not monospace.
  public var monospace: MonospaceMetrics? { nil }
}

/// The default metrics of texts: every character has the same width, exact on every machine.
///
/// See `TextParameters` for the rules.
public struct MonospaceMetrics: TextMetrics, Hashable {
  /// Points per character. Default: 8.
  public let advance: Double
  /// Points per line. Default: 20.
  public let lineHeight: Double

  /// Creates metrics of `advance` × `lineHeight` points per character.
  ///
  /// - Precondition: `advance` is above 0, `lineHeight` 0 or more, both less than 10,000,000.
  public init(advance: Double = 8, lineHeight: Double = 20) {
    requireTextMetrics(advance: advance, lineHeight: lineHeight)
    self.advance = advance
    self.lineHeight = lineHeight
  }

  /// These metrics.
  public var monospace: MonospaceMetrics? { self }

  /// Returns the size of `text` in lines of at most `maxWidth` points; see `TextParameters`.
  ///
  /// - Complexity: linear in the length of the text.
  public func size(of text: String, maxWidth: Double) -> Size {
    let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    let lengths = words.map { UInt32($0.count) }
    let scalarCount = lengths.reduce(0, +) + UInt32(words.count - 1)
    let characters = maxWidth / advance
    if characters >= Double(scalarCount) { return Size(Double(scalarCount) * advance, lineHeight) }
    let limit = characters >= 1 ? UInt32(characters) : 1
    var lines = LineBreaking(limit: limit)
    for length in lengths { lines.append(length) }
    let row = lines.row
    return Size(Double(row.narrowest) * advance, Double(row.lineCount) * lineHeight)
  }
}

/// Stops unless the metrics are valid for a text.
func requireTextMetrics(advance: Double, lineHeight: Double) {
  precondition(
    advance > 0 && advance.isValidLength, "A text's advance is above 0 and less than 10,000,000 points")
  precondition(lineHeight.isValidLength, "A text's line height is 0 or more and less than 10,000,000 points")
}

/// The measurement of a text in custom metrics, as any leaf.
struct TextMeasurement: LeafMeasurement {
  let text: String
  let metrics: any TextMetrics

  func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    metrics.size(of: text, maxWidth: constrainedSize.width)
  }
}
