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
  /// The words of the text, from its second layout on: most texts have one layout.
  @exclusivity(unchecked) private var guardedWords: TextWords?
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
        (guardedWords, isWritten) = (nil, false)
      }
    }
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

  override func guardedWrite(to builder: inout LayoutTreeBuilder) -> Bool {
    guard isPlain(TextNode.self) else { return false }
    let (style, name) = guardedStyleAndName
    guard let metrics = guardedMonospace else {
      builder.add(
        .measured(TextMeasurement(text: guardedText, metrics: guardedMetrics)), style: style, name: name)
      return true
    }
    let text = TextParameters(guardedText, advance: metrics.advance, lineHeight: metrics.lineHeight)
    let record: TextRecord
    if let words = guardedWords {
      record = builder.tables.record(of: text, words)
    } else {
      record = builder.tables.record(of: text)
      if isWritten { guardedWords = TextWords(of: record, in: builder.tables) }
      isWritten = true
    }
    builder.tables.texts.append(record)
    builder.addLeaf(
      .text, payload: UInt32(builder.tables.texts.count - 1), style: builder.intern(style), name: name)
    return true
  }
}
