/// A node that shows a text, and is as large as that text.
///
/// A change of its properties calls `setNeedsLayout()`.
///
/// Source: Texture's `ASTextNode`.
open class TextNode: DisplayNode, @unchecked Sendable {
  private var guardedText: String
  private var guardedMetrics: any TextMetrics
  /// The metrics where they are monospace ones: to ask them is to run code of the user's, which is not done while the node is locked.
  private var guardedMonospace: MonospaceMetrics?

  /// A node that shows `text`.
  public init(_ text: String = "", metrics: any TextMetrics = MonospaceMetrics()) {
    guardedText = text
    guardedMetrics = metrics
    guardedMonospace = metrics.monospace
  }

  /// The text. Default: empty, one empty line.
  public final var text: String {
    get { lock.withLock { guardedText } }
    set { change { guardedText = newValue } }
  }

  /// How large it is. Default: monospace, 8 points a character and 20 a line.
  public final var metrics: any TextMetrics {
    get { lock.withLock { guardedMetrics } }
    set {
      let monospace = newValue.monospace
      change {
        guardedMonospace = monospace
        return exchange(&guardedMetrics, with: newValue)
      }
    }
  }

  /// The size that the text takes in at most that width.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    let (text, metrics) = lock.withLock { (guardedText, guardedMetrics) }
    return metrics.size(of: text, maxWidth: constrainedSize.width)
  }

  override var guardedContent: ElementContent? {
    guard isPlain(TextNode.self) else { return nil }
    if let metrics = guardedMonospace {
      return .text(TextParameters(guardedText, advance: metrics.advance, lineHeight: metrics.lineHeight))
    }
    return .measured(TextMeasurement(text: guardedText, metrics: guardedMetrics))
  }
}
