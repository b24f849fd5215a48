/// A node that shows a text, and is as large as that text.
///
/// A change of its properties calls `setNeedsLayout()`.
///
/// Source: Texture's `ASTextNode`.
open class TextNode: DisplayNode, @unchecked Sendable {
  private var guardedText: String
  private var guardedMetrics: any TextMetrics
  /// The metrics, if monospace. Stored, because asking `metrics` runs user code, which must not run locked.
  private var guardedMonospace: MonospaceMetrics?

  /// Creates a node that shows `text`.
  public init(_ text: String = "", metrics: any TextMetrics = MonospaceMetrics()) {
    guardedText = text
    guardedMetrics = metrics
    guardedMonospace = metrics.monospace
  }

  /// The text. Default: empty, which is one empty line.
  public final var text: String {
    get { lock.withLock { guardedText } }
    set { change { guardedText = newValue } }
  }

  /// The metrics of the text. Default: monospace, 8 points per character and 20 per line.
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

  /// Returns the text's size in lines of at most that width.
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
