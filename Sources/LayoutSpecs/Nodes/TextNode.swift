/// A node that shows a text, and is as large as that text.
///
/// A change of its properties calls `setNeedsLayout()`.
///
/// Source: Texture's `ASTextNode`.
open class TextNode: DisplayNode, @unchecked Sendable {
  @exclusivity(unchecked) private var guardedText: String
  @exclusivity(unchecked) private var guardedMetrics: any TextMetrics
  /// The metrics, if monospace. Stored, because asking `metrics` runs user code, which must not run locked.
  @exclusivity(unchecked) private var guardedMonospace: MonospaceMetrics?
  /// The text as the engine reads it, from its second layout on: most texts have one layout.
  @exclusivity(unchecked) private var guardedWritten: WrittenText?
  @exclusivity(unchecked) private var isWritten = false

  /// Creates a node that shows `text`.
  public init(_ text: String = "", metrics: any TextMetrics = MonospaceMetrics()) {
    guardedText = text
    guardedMetrics = metrics
    guardedMonospace = metrics.monospace
  }

  /// The text. Default: empty, which is one empty line.
  public final var text: String {
    get { lock.withLock { guardedText } }
    set {
      change {
        guardedText = newValue
        (guardedWritten, isWritten) = (nil, false)
      }
    }
  }

  /// The metrics of the text. Default: monospace, 8 points per character and 20 per line.
  public final var metrics: any TextMetrics {
    get { lock.withLock { guardedMetrics } }
    set {
      let monospace = newValue.monospace
      change {
        (guardedMonospace, guardedWritten, isWritten) = (monospace, nil, false)
        return exchange(&guardedMetrics, with: newValue)
      }
    }
  }

  /// Returns the text's size in lines of at most that width.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    let (text, metrics) = lock.withLock { (guardedText, guardedMetrics) }
    return metrics.size(of: text, maxWidth: constrainedSize.width)
  }

  override func guardedWrite(to builder: inout LayoutTreeBuilder) -> Bool {
    guard isPlain(TextNode.self) else { return false }
    if let written = guardedWritten {
      let payload = builder.tables.append(written)
      guardedAddLeaf(.text, payload: payload, to: &builder)
      return true
    }
    guard let metrics = guardedMonospace else {
      let (style, name) = guardedStyleAndName
      builder.add(
        .measured(TextMeasurement(text: guardedText, metrics: guardedMetrics)), style: style, name: name)
      return true
    }
    let record = builder.tables.record(
      of: TextParameters(guardedText, advance: metrics.advance, lineHeight: metrics.lineHeight))
    if isWritten { guardedWritten = WrittenText(record, in: builder.tables) }
    isWritten = true
    let payload = builder.tables.texts.add(record)
    guardedAddLeaf(.text, payload: payload, to: &builder)
    return true
  }
}
