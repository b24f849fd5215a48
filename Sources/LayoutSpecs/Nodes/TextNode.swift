/// A node that shows a text, and is as large as that text.
///
/// A change of its properties calls `setNeedsLayout()`. Setting an equal value is no change; texts are equal only if all
/// their Unicode scalars are. A text with runs, line breaks, a style or real fonts is prepared with the node's first
/// layout, on the thread of that layout, and kept until its text, its runs or its metrics change. Changes of the style and
/// of the width prepare nothing.
///
/// Source: Texture's `ASTextNode`.
open class TextNode: DisplayNode, @unchecked Sendable {
  /// The text without runs; nil if it has some, or if there is no text.
  @exclusivity(unchecked) private var guardedText: String?
  /// The runs, the style and the metrics, if any of them is not the default; see `Format`.
  @exclusivity(unchecked) private var guardedFormat: Format?

  /// Runs, a style, other metrics than the default ones, and the text as it was prepared. Guarded by the node's lock.
  private final class Format: @unchecked Sendable {
    @exclusivity(unchecked) var text: AttributedText?
    @exclusivity(unchecked) var style = ParagraphStyle()
    @exclusivity(unchecked) var metrics: any TextMetrics = MonospaceMetrics()
    /// The metrics, if monospace. Stored, because asking `metrics` runs user code, which must not run locked.
    @exclusivity(unchecked) var monospace: MonospaceMetrics? = MonospaceMetrics()
    /// The text as it was prepared last; nil before that, and for plain texts.
    @exclusivity(unchecked) var paragraph: Paragraph?
    /// True if the metrics are known to have only sizes.
    @exclusivity(unchecked) var hasOnlySizes = false
    /// Counts changes of the text, its runs and its metrics.
    @exclusivity(unchecked) var version = 0

    /// True if neither runs nor a style are set.
    var isPlain: Bool { text == nil && style == ParagraphStyle() }

    /// Forgets the prepared text, and returns it.
    func forget() -> Paragraph? {
      hasOnlySizes = false
      version += 1
      return exchange(&paragraph, with: nil)
    }
  }

  /// Creates a node that shows `text`.
  public init(_ text: String = "", metrics: any TextMetrics = MonospaceMetrics()) {
    guardedText = text
    let monospace = metrics.monospace
    if monospace != MonospaceMetrics() {
      let format = Format()
      (format.metrics, format.monospace) = (metrics, monospace)
      guardedFormat = format
    }
  }

  /// Creates a node that shows a text in runs.
  public convenience init(attributedText: AttributedText, metrics: any TextMetrics = MonospaceMetrics()) {
    self.init("", metrics: metrics)
    self.attributedText = attributedText
  }

  /// The text. Default: empty, which is one empty line. Setting it makes a text without runs.
  public final var text: String {
    get { lock.withLock { guardedString } }
    set {
      change(unless: guardedText?.hasSameScalars(as: newValue) == true) {
        guardedText = newValue
        return guardedFormat.map { ($0.forget(), exchange(&$0.text, with: nil)) }
      }
    }
  }

  /// The text with its runs; a text without runs is one run, in the default font. nil if there is no text, that
  /// is, an empty `text`; setting nil sets an empty `text`. Default: nil.
  public final var attributedText: AttributedText? {
    get {
      let (text, runs) = lock.withLock { (guardedText, guardedFormat?.text) }
      return runs ?? text.flatMap { $0.isEmpty ? nil : AttributedText($0) }
    }
    set {
      guard let newValue else {
        text = ""
        return
      }
      change(unless: guardedFormat?.text == newValue) {
        guardedText = nil
        let format = guardedMadeFormat
        return (format.forget(), exchange(&format.text, with: newValue))
      }
    }
  }

  /// The same as `attributedText`, for a module that has another property of that name.
  package final var styledText: AttributedText? {
    get { attributedText }
    set { attributedText = newValue }
  }

  /// The style of the lines: their maximum number, the ending of a truncated text, the space between lines, and
  /// the alignment. Default: no maximum, and no space between lines.
  public final var paragraphStyle: ParagraphStyle {
    get { lock.withLock { guardedFormat?.style } ?? ParagraphStyle() }
    set {
      change(unless: newValue == guardedFormat?.style ?? ParagraphStyle()) {
        let format = guardedMadeFormat
        format.paragraph = format.paragraph?.with(newValue)
        return exchange(&format.style, with: newValue)
      }
    }
  }

  /// The maximum number of lines; the rest is truncated. Default: 0, no maximum.
  ///
  /// Source: Texture's `maximumNumberOfLines`.
  public final var maximumLineCount: Int {
    get { paragraphStyle.maximumLineCount }
    set { paragraphStyle.maximumLineCount = newValue }
  }

  /// True if the node's frame, as set by the app or by the last applied layout, has room for less than the whole text.
  /// Without a frame, the calculated layout counts. False without either, and if the metrics have only sizes.
  ///
  /// The present text counts, even if no layout contains it yet. Measuring the node alone, in another range, does
  /// not change what is shown, and so does not change this property.
  ///
  /// Source: Texture's `isTruncated`, which uses the node's bounds.
  public final var isTruncated: Bool {
    let size = lock.withLock {
      guardedPlace.ownSize ?? guardedPlace.applied.size ?? cache.calculated?.layout.size
    }
    return size.flatMap { paragraph()?.isTruncated(in: $0) } ?? false
  }

  /// The metrics of the text. Default: monospace, 8 points per character and 20 per line.
  public final var metrics: any TextMetrics {
    get { lock.withLock { guardedMetrics } }
    set {
      // User code, which must not run locked.
      if areKnownToBeEqual(metrics, newValue) { return }
      let monospace = newValue.monospace
      change {
        let format = guardedMadeFormat
        format.monospace = monospace
        return (format.forget(), exchange(&format.metrics, with: newValue))
      }
    }
  }

  /// Returns the text's size in lines of at most this width.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    if let paragraph = paragraph() { return paragraph.extent(maxWidth: constrainedSize.width).size }
    let (text, metrics) = lock.withLock { (guardedText ?? "", guardedMetrics) }
    return metrics.size(of: text, maxWidth: constrainedSize.width)
  }

  // MARK: The text for the engine. The caller holds the lock.

  private var guardedString: String { guardedText ?? guardedFormat?.text?.string ?? "" }
  private var guardedMetrics: any TextMetrics { guardedFormat?.metrics ?? MonospaceMetrics() }

  /// The format, made if there is none.
  private var guardedMadeFormat: Format {
    if let format = guardedFormat { return format }
    let format = Format()
    guardedFormat = format
    return format
  }

  /// Returns the text as a paragraph; nil if its metrics have only sizes.
  private func paragraph() -> Paragraph? {
    lock.withLock { guardedPrepare() }
  }

  override func guardedWrite(to builder: inout LayoutTreeBuilder) -> Bool {
    guard isPlain(TextNode.self) else { return false }
    guard let metrics = guardedPlainMetrics, guardedText != nil else {
      // It is not plain, or its metrics measure it whole.
      guard let content = guardedContent() else { return false }
      let (style, name) = guardedStyleAndName
      builder.add(content, style: style, name: name)
      return true
    }
    let record = builder.tables.record(of: &guardedText!, metrics, prepared: guardedFormat?.paragraph)
    if record.paragraph != 0 {
      // It has line breaks, and is not prepared again.
      guardedMadeFormat.paragraph = builder.tables.paragraphs[Int(record.paragraph) - 1].paragraph
    }
    let payload = builder.tables.texts.add(record)
    guardedAddLeaf(.text, payload: payload, to: &builder)
    return true
  }

  /// The metrics of a text without runs and in monospace, which the engine measures itself; nil for others.
  @inline(__always)
  private var guardedPlainMetrics: MonospaceMetrics? {
    guard let format = guardedFormat else { return MonospaceMetrics() }
    guard format.isPlain, let metrics = format.monospace, metrics.ascender == nil else { return nil }
    return metrics
  }

  override func guardedContent() -> ElementContent? {
    guard isPlain(TextNode.self) else { return nil }
    if let metrics = guardedPlainMetrics {
      return .text(
        TextParameters(guardedText ?? "", advance: metrics.advance, lineHeight: metrics.lineHeight))
    }
    let paragraph = guardedPrepare()
    // Read now: another thread may have set a block while the text was prepared without the lock.
    guard isPlain(TextNode.self) else { return nil }
    if let paragraph { return .paragraph(paragraph) }
    return .measured(TextMeasurement(text: guardedString, metrics: guardedMetrics))
  }

  /// Returns the text, after preparing it if necessary; nil if its metrics have only sizes. The lock is released while
  /// the metrics run, and held again when this returns: metrics are user code, which may take long and may use the node.
  private func guardedPrepare() -> Paragraph? {
    let format = guardedMadeFormat
    while format.paragraph == nil && !format.hasOnlySizes {
      let (text, style, metrics) = (
        format.text ?? AttributedText(guardedText ?? ""), format.style, format.metrics
      )
      let version = format.version
      lock.unlock()
      let paragraph = Paragraph(text, style: style, metrics: metrics)
      lock.lock()
      // Another thread may have changed the text.
      guard format.version == version else { continue }
      format.paragraph = paragraph?.with(format.style)
      format.hasOnlySizes = paragraph == nil
    }
    return format.paragraph
  }
}
