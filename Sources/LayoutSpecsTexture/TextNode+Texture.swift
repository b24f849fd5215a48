extension TextNode {
  /// The text with its attributes; nil for none. Default: nil.
  ///
  /// Fonts, colours and kerning of its runs become those of the node's text, and line spacing and alignment of its first
  /// paragraph style those of the node. Nothing else of it is laid out; the whole text is kept for the host. A text that
  /// was set as `text` has no attributes.
  public final var attributedText: NSAttributedString? {
    get {
      guard let styled = styledText else { return nil }
      if let last = lastText, last.styled == styled { return last.text }
      return NSAttributedString(string: styled.string)
    }
    set {
      let text = newValue.map { NSAttributedString(attributedString: $0) }
      let style = text.flatMap {
        $0.length > 0 ? $0.attribute(.paragraphStyle, at: 0, effectiveRange: nil) : nil
      }
      // The style of the last text goes with it.
      if style != nil || lastText?.hasStyle == true {
        set((style as? NSParagraphStyle) ?? NSParagraphStyle())
      }
      let styled = text.map { AttributedText($0) }
      lastText = text.map { LastText(text: $0, styled: styled ?? AttributedText(""), hasStyle: style != nil) }
      styledText = styled
    }
  }

  /// A text, and what it became in the node.
  private struct LastText {
    let text: NSAttributedString
    let styled: AttributedText
    let hasStyle: Bool
  }

  private final var lastText: LastText? {
    get { kept() }
    set { keep(newValue) }
  }

  private final func set(_ style: NSParagraphStyle) {
    paragraphStyle.lineSpacing = style.lineSpacing
    paragraphStyle.alignment =
      switch style.alignment {
      case .left: .left
      case .center: .center
      case .right: .right
      default: .natural
      }
  }

  // MARK: Limits

  /// The maximum number of lines: `maximumLineCount`. The rest of the text is truncated. Default: 0, no limit.
  public final var maximumNumberOfLines: UInt {
    get { UInt(maximumLineCount) }
    set { maximumLineCount = Int(clamping: newValue) }
  }

  /// Where a text is truncated. Default: `byWordWrapping`.
  ///
  /// `byClipping` truncates without an ellipsis. All others are laid out with one at the end.
  public final var truncationMode: NSLineBreakMode {
    get { kept() ?? .byWordWrapping }
    set {
      keep(newValue)
      paragraphStyle.truncation = newValue == .byClipping ? .clip : .tail
    }
  }

  /// What is drawn in place of the ellipsis, kept for the host: an ellipsis is laid out. Default: nil.
  public final var truncationAttributedText: NSAttributedString? {
    get { kept() }
    set { keep(newValue) }
  }

  /// What is drawn before the truncation, such as "more", kept for the host. Default: nil.
  public final var additionalTruncationMessage: NSAttributedString? {
    get { kept() }
    set { keep(newValue) }
  }

  /// The room between the node's edges and its text, in points. Default: none.
  ///
  /// Setting it sets `layoutSpecBlock`. `isTruncated` and baselines do not take it into account.
  public final var textContainerInset: UIEdgeInsets {
    get { kept() ?? .zero }
    set {
      keep(newValue)
      guard newValue != .zero else {
        layoutSpecBlock = nil
        return
      }
      layoutSpecBlock = { node, _ in
        InsetLayoutSpec(
          insets: newValue, child: TextLeaf(measurement: TextLeafMeasurement(node as? TextNode)))
      }
    }
  }

  // MARK: Links

  /// The names of the attributes that are links. Default: that of `NSAttributedString.Key.link`.
  public final var linkAttributeNames: [String] {
    get { kept() ?? [NSAttributedString.Key.link.rawValue] }
    set { keep(newValue) }
  }

  /// Kept weakly; the host calls it. Default: nil.
  public final var delegate: (any ASTextNodeDelegate)? {
    get { keptWeakly() }
    set { keepWeakly(newValue) }
  }

  /// A link at a point of a text.
  public struct Link {
    /// The name and the value of the attribute.
    public let attribute: String
    public let value: Any
    /// The characters of the link.
    public let range: NSRange
  }

  /// Returns the link at a point, in points from the node's top left corner, in the node's frame; nil if there is none, and
  /// if the metrics have only sizes.
  ///
  /// - Complexity: linear in the length of the text.
  public final func link(at point: CGPoint) -> Link? {
    guard let text = attributedText, let place = utf16Offset(at: point) else { return nil }
    let all = NSRange(location: 0, length: text.length)
    for name in linkAttributeNames {
      var range = NSRange()
      let key = NSAttributedString.Key(rawValue: name)
      let value = text.attribute(key, at: place, longestEffectiveRange: &range, in: all)
      if let value { return Link(attribute: name, value: value, range: range) }
    }
    return nil
  }

  /// Returns the place of the run at a point, in UTF-16 code units; nil beside the text.
  private final func utf16Offset(at point: Point) -> Int? {
    guard let styled = styledText, let paragraph = Paragraph(styled, style: paragraphStyle, metrics: metrics)
    else { return nil }
    let inset = textContainerInset
    let isRightToLeft = traits.layoutDirection == .rightToLeft
    let lines = paragraph.lines(in: frame.width - inset.left - inset.right, isRightToLeft: isRightToLeft)
    let (x, y) = (point.x - inset.left, point.y - inset.top)
    for (line, content) in zip(lines, paragraph.contents(of: lines))
    where line.frame.minY..<line.frame.maxY ~= y {
      var scalarCount = content.range.lowerBound
      for (index, run) in content.runs.enumerated() {
        let left = line.frame.minX + content.runOrigins[index]
        if left..<left + content.runWidths[index] ~= x {
          return styled.string.unicodeScalars.prefix(scalarCount).reduce(0) { $0 + UTF16.width($1) }
        }
        scalarCount += run.string.unicodeScalars.count
      }
    }
    return nil
  }

  /// Called by the host when a person taps the text: tells the delegate of the link at the point. Returns false if there is
  /// none, and the tap is for a node behind.
  ///
  /// - Parameter point: In points from the node's top left corner.
  @discardableResult
  public final func tapLink(at point: CGPoint) -> Bool {
    guard let link = link(at: point) else { return false }
    delegate?.textNode(
      self, tappedLinkAttribute: link.attribute, value: link.value, at: point, textRange: link.range)
    return true
  }

  /// The characters that are shown as touched. The host sets and reads it. Default: none.
  public final var highlightRange: NSRange {
    get { kept() ?? NSRange() }
    set { keep(newValue) }
  }

  /// How these are shown. Default: `light`.
  public final var highlightStyle: ASTextNodeHighlightStyle {
    get { kept() ?? .light }
    set { keep(newValue) }
  }

  /// True if touches beside links are for nodes behind. Default: false.
  public final var passthroughNonlinkTouches: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }
}

/// How a link is shown while it is touched.
public enum ASTextNodeHighlightStyle: Hashable, Sendable { case light, dark }

/// Hears of the links of a text. The host makes all calls; the defaults do nothing, and allow everything.
public protocol ASTextNodeDelegate: AnyObject {
  func textNode(
    _ textNode: TextNode, tappedLinkAttribute attribute: String, value: Any, at point: CGPoint,
    textRange: NSRange)
  func textNode(
    _ textNode: TextNode, longPressedLinkAttribute attribute: String, value: Any, at point: CGPoint,
    textRange: NSRange)
  func textNodeTappedTruncationToken(_ textNode: TextNode)
  func textNode(
    _ textNode: TextNode, shouldHighlightLinkAttribute attribute: String, value: Any, at point: CGPoint
  ) -> Bool
  func textNode(
    _ textNode: TextNode, shouldLongPressLinkAttribute attribute: String, value: Any, at point: CGPoint
  ) -> Bool
}

extension ASTextNodeDelegate {
  public func textNode(
    _ textNode: TextNode, tappedLinkAttribute attribute: String, value: Any, at point: CGPoint,
    textRange: NSRange
  ) {}
  public func textNode(
    _ textNode: TextNode, longPressedLinkAttribute attribute: String, value: Any, at point: CGPoint,
    textRange: NSRange
  ) {}
  public func textNodeTappedTruncationToken(_ textNode: TextNode) {}
  public func textNode(
    _ textNode: TextNode, shouldHighlightLinkAttribute attribute: String, value: Any, at point: CGPoint
  ) -> Bool { true }
  public func textNode(
    _ textNode: TextNode, shouldLongPressLinkAttribute attribute: String, value: Any, at point: CGPoint
  ) -> Bool { true }
}

/// The text of a node that has insets.
private struct TextLeaf: LeafElement {
  var style = Style()
  var debugName: String?
  let measurement: any LeafMeasurement
}

private struct TextLeafMeasurement: LeafMeasurement, Equatable {
  let paragraph: Paragraph?

  init(_ node: TextNode?) {
    paragraph = node.flatMap {
      Paragraph($0.styledText ?? AttributedText(""), style: $0.paragraphStyle, metrics: $0.metrics)
    }
  }

  func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    paragraph?.extent(maxWidth: constrainedSize.width).size ?? .zero
  }
}
