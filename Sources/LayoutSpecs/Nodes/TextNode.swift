/// A node that shows a text, and is as large as that text.
///
/// A change of its properties calls `setNeedsLayout()`. A text with runs, line breaks, a style or real fonts is
/// prepared with the node's first layout, on the thread of that layout, and kept until its text, its runs or its
/// metrics change. Changes of the style and of the width prepare nothing.
///
/// Source: Texture's `ASTextNode`.
open class TextNode: DisplayNode, @unchecked Sendable {
  /// The text without runs; nil if it has some, or if there is no text.
  @exclusivity(unchecked) private var guardedText: String?
  @exclusivity(unchecked) private var guardedMetrics: any TextMetrics
  /// The metrics, if monospace. Stored, because asking `metrics` runs user code, which must not run locked.
  @exclusivity(unchecked) private var guardedMonospace: MonospaceMetrics?
  /// What few texts have: runs and a style. nil without them.
  @exclusivity(unchecked) private var guardedFormat: Format?
  /// The text as it was prepared last; nil before that, and for plain texts.
  @exclusivity(unchecked) private var guardedParagraph: Paragraph?
  /// True if the metrics are known to have only sizes.
  @exclusivity(unchecked) private var hasOnlySizes = false
  /// Counts changes of the text, its runs and its metrics.
  @exclusivity(unchecked) private var textVersion: UInt32 = 0

  private final class Format: Sendable {
    let text: AttributedText?
    let style: ParagraphStyle

    init(_ text: AttributedText?, _ style: ParagraphStyle) { (self.text, self.style) = (text, style) }
  }

  /// Creates a node that shows `text`.
  public init(_ text: String = "", metrics: any TextMetrics = MonospaceMetrics()) {
    guardedText = text
    guardedMetrics = metrics
    guardedMonospace = metrics.monospace
  }

  /// Creates a node that shows a text in runs.
  public convenience init(attributedText: AttributedText, metrics: any TextMetrics = MonospaceMetrics()) {
    self.init("", metrics: metrics)
    self.attributedText = attributedText
  }

  /// The text. Default: empty, which is one empty line. Setting it makes a text without runs.
  public final var text: String {
    get {
      let (text, format) = lock.withLock { (guardedText, guardedFormat) }
      return text ?? format?.text?.string ?? ""
    }
    set {
      change {
        guardedText = newValue
        setFormat(nil, guardedStyleOfText)
        forget()
      }
    }
  }

  /// The text with its runs; a text without runs is one, in the default font. nil for no text, which is an empty
  /// `text`, and setting nil is setting that. Default: nil.
  public final var attributedText: AttributedText? {
    get {
      let (text, format) = lock.withLock { (guardedText, guardedFormat) }
      return format?.text ?? text.flatMap { $0.isEmpty ? nil : AttributedText($0) }
    }
    set {
      change {
        guardedText = nil
        setFormat(newValue, guardedStyleOfText)
        forget()
      }
    }
  }

  /// How lines are laid out: the most of them, what a truncated text ends in, the space between them, and where
  /// they lie. Default: as many lines as there are, without space between them.
  public final var paragraphStyle: ParagraphStyle {
    get { lock.withLock { guardedFormat }?.style ?? ParagraphStyle() }
    set {
      change {
        setFormat(guardedFormat?.text, newValue)
        guardedParagraph = guardedParagraph?.with(newValue)
      }
    }
  }

  /// The most lines; the rest is truncated. Default: 0, as many as there are.
  ///
  /// Source: Texture's `maximumNumberOfLines`.
  public final var maximumLineCount: Int {
    get { paragraphStyle.maximumLineCount }
    set { paragraphStyle.maximumLineCount = newValue }
  }

  /// True if the node's layout has room for less than the whole text. False without a layout.
  ///
  /// Source: Texture's `isTruncated`.
  public final var isTruncated: Bool {
    guard let size = calculatedLayout?.size else { return false }
    return paragraph()?.isTruncated(in: size) ?? false
  }

  /// The metrics of the text. Default: monospace, 8 points per character and 20 per line.
  public final var metrics: any TextMetrics {
    get { lock.withLock { guardedMetrics } }
    set {
      let monospace = newValue.monospace
      change {
        guardedMonospace = monospace
        forget()
        return exchange(&guardedMetrics, with: newValue)
      }
    }
  }

  /// Returns the text's size in lines of at most that width.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    if let paragraph = paragraph() { return paragraph.extent(maxWidth: constrainedSize.width).size }
    let (text, metrics) = lock.withLock { (guardedText ?? "", guardedMetrics) }
    return metrics.size(of: text, maxWidth: constrainedSize.width)
  }

  // MARK: The text for the engine

  private var guardedStyleOfText: ParagraphStyle { guardedFormat?.style ?? ParagraphStyle() }

  /// The caller holds the lock.
  private func setFormat(_ text: AttributedText?, _ style: ParagraphStyle) {
    guardedFormat = text == nil && style == ParagraphStyle() ? nil : Format(text, style)
  }

  /// Forgets what was made of the text. The caller holds the lock.
  private func forget() {
    (guardedParagraph, hasOnlySizes) = (nil, false)
    textVersion &+= 1
  }

  /// Returns the text as a paragraph; nil if its metrics have only sizes.
  private func paragraph() -> Paragraph? {
    lock.withLock {
      prepare()
      return guardedParagraph
    }
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
    let record = builder.tables.record(of: &guardedText!, metrics, prepared: guardedParagraph)
    if record.paragraph != 0 {
      // It has line breaks, and is not prepared again.
      guardedParagraph = builder.tables.paragraphs[Int(record.paragraph) - 1]
    }
    let payload = builder.tables.texts.add(record)
    guardedAddLeaf(.text, payload: payload, to: &builder)
    return true
  }

  /// The metrics of a text without runs and in monospace, which the engine measures itself; nil for others.
  @inline(__always)
  private var guardedPlainMetrics: MonospaceMetrics? {
    guard guardedFormat == nil, let metrics = guardedMonospace, metrics.ascender == nil else { return nil }
    return metrics
  }

  override func guardedContent() -> ElementContent? {
    guard isPlain(TextNode.self) else { return nil }
    if let metrics = guardedPlainMetrics {
      return .text(
        TextParameters(guardedText ?? "", advance: metrics.advance, lineHeight: metrics.lineHeight))
    }
    prepare()
    // Read now: somebody may have set a block while the text was prepared without the lock.
    guard isPlain(TextNode.self) else { return nil }
    if let paragraph = guardedParagraph { return .paragraph(paragraph) }
    return .measured(
      TextMeasurement(text: guardedText ?? guardedFormat?.text?.string ?? "", metrics: guardedMetrics))
  }

  /// Prepares the text unless that was done. The caller holds the lock. It is released while the metrics run,
  /// and held again when this returns: they are user code, which may take long and may ask the node.
  private func prepare() {
    while guardedParagraph == nil && !hasOnlySizes {
      let (text, format, metrics, version) = (guardedText, guardedFormat, guardedMetrics, textVersion)
      lock.unlock()
      let paragraph = Paragraph(
        format?.text ?? AttributedText(text ?? ""), style: format?.style ?? ParagraphStyle(), metrics: metrics
      )
      lock.lock()
      // Somebody may have changed the text.
      guard textVersion == version else { continue }
      guardedParagraph = paragraph?.with(guardedStyleOfText)
      hasOnlySizes = paragraph == nil
    }
  }
}
