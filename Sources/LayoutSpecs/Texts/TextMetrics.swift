/// A way to measure texts. Real fonts conform to this protocol.
///
/// A conforming type MUST return the same size for the same text and width. It MAY be called on any thread, and on
/// several at once. If it is `Equatable`, equal metrics MUST return the same sizes: a text node that is given equal
/// metrics does not change.
public protocol TextMetrics: Sendable {
  /// Returns the size of `text` in lines of at most `maxWidth` points, which may be infinite.
  func size(of text: String, maxWidth: Double) -> Size

  /// Returns the text, prepared once for any width; nil if these metrics have only `size(of:maxWidth:)`. Default:
  /// nil.
  func preparedText(of text: AttributedText) -> PreparedText?

  /// These metrics if they are monospace ones, which the engine measures itself. Default: nil.
  var monospace: MonospaceMetrics? { get }

  /// The font that `TextFont()` stands for, in which pictures draw texts and runs; nil if the metrics have none. Then
  /// pictures draw letters about as high as a line has room for. Default: nil.
  var defaultFont: TextFont? { get }
}

extension TextMetrics {
  public func preparedText(of text: AttributedText) -> PreparedText? { nil }
  public var monospace: MonospaceMetrics? { nil }
  public var defaultFont: TextFont? { nil }
}

/// Stops the program unless the metrics are valid for a text.
func requireTextMetrics(advance: Double, lineHeight: Double) {
  precondition(
    advance > 0 && advance.isValidLength, "A text's advance is above 0 and less than 10,000,000 points")
  precondition(lineHeight.isValidLength, "A text's line height is 0 or more and less than 10,000,000 points")
}

/// The measurement of a text in custom metrics, as any leaf.
package struct TextMeasurement: LeafMeasurement {
  let text: String
  let metrics: any TextMetrics

  package init(text: String, metrics: any TextMetrics) { (self.text, self.metrics) = (text, metrics) }

  package func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    metrics.size(of: text, maxWidth: constrainedSize.width)
  }
}
