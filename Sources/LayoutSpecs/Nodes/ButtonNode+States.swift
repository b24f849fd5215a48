/// The state of a control: any combination of highlighted, disabled and selected; normal without any of them.
///
/// Source: Texture's `ASControlState`.
public struct ControlState: OptionSet, Hashable, Sendable {
  /// The combination as a number: 1 for highlighted, 2 for disabled, 4 for selected.
  public let rawValue: UInt8

  /// Creates a combination from its number.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Enabled, and neither highlighted nor selected.
  public static let normal: ControlState = []
  /// A finger is on the control.
  public static let highlighted = ControlState(rawValue: 1)
  /// The control ignores fingers.
  public static let disabled = ControlState(rawValue: 2)
  /// The control is on.
  public static let selected = ControlState(rawValue: 4)
}

extension ControlState {
  /// The states whose content a control in this state may show: the first one for which content was set counts.
  ///
  /// Source: `-updateTitle` of Texture's `ASButtonNode`.
  var candidates: [ControlState] {
    [.disabled, [.highlighted, .selected], .highlighted, .selected, .normal].filter { contains($0) }
  }
}

extension ButtonNode {
  /// The button's state, as a combination of the three properties below. Default: normal.
  public final var state: ControlState {
    get { parts.state }
    set { changeContent { $0.state = newValue } }
  }

  /// True if the button reacts to fingers. Default: true.
  public final var isEnabled: Bool {
    get { !state.contains(.disabled) }
    set { changeContent { $0.set(.disabled, !newValue) } }
  }

  /// True if a finger is on the button. Default: false.
  public final var isHighlighted: Bool {
    get { state.contains(.highlighted) }
    set { changeContent { $0.set(.highlighted, newValue) } }
  }

  /// True if the button is on. Default: false.
  public final var isSelected: Bool {
    get { state.contains(.selected) }
    set { changeContent { $0.set(.selected, newValue) } }
  }

  /// Sets the title of a state with its fonts; nil removes it.
  ///
  /// ```swift
  /// button.setAttributedTitle(AttributedText("Follow", font: TextFont(size: 34)), for: .normal)
  /// button.setAttributedTitle(AttributedText("Following", font: TextFont(size: 34, weight: 700)), for: .selected)
  /// ```
  ///
  /// `titleNode` shows the title, and is created if there is none; the text that it has when the first title
  /// is set counts as the title of `normal`. In a state without a title the button shows the title of
  /// `normal`, or none if that title is empty or missing.
  ///
  /// The states that can have titles are normal, highlighted, disabled, selected, and highlighted together
  /// with selected. If several of them apply, the button shows the title of the first one in this order:
  /// disabled, highlighted and selected, highlighted, selected.
  ///
  /// Source: `-setAttributedTitle:forState:` of Texture's `ASButtonNode`.
  ///
  /// - Parameters:
  ///   - title: The title; empty for none.
  ///   - state: The state in which it is shown. Default: normal.
  public final func setAttributedTitle(_ title: AttributedText?, for state: ControlState = .normal) {
    setTitle(for: state) { _ in title }
  }

  /// Sets the title of a state, in the look with which the title of `normal` begins; nil removes it. If the title of
  /// `normal` has no look of its own, the title is shown in the font of the title node's metrics.
  ///
  /// The rules of `setAttributedTitle(_:for:)` apply. If the look of `normal` changes later, set the other titles
  /// again.
  ///
  /// - Parameters:
  ///   - title: The title; empty for none.
  ///   - state: The state in which it is shown. Default: normal.
  public final func setTitle(_ title: String?, for state: ControlState = .normal) {
    setTitle(for: state) { normal in
      title.map { title in
        let look = normal?.runs.first ?? TextRun("")
        return AttributedText([
          TextRun(title, font: look.font, letterSpacing: look.letterSpacing, color: look.color)
        ])
      }
    }
  }

  /// Sets the title of a state to the result of `title`, which gets the title of `normal`.
  private func setTitle(for state: ControlState, to title: (_ normal: AttributedText?) -> AttributedText?) {
    let (own, newNode) = (titleNode?.shownText, TextNode().flexShrink())
    changeContent {
      var titles = $0.titles ?? own.map { [ControlState.normal: $0] } ?? [:]
      titles[state] = title(titles[.normal])
      $0.titles = titles
      $0.titleNode = $0.titleNode ?? newNode
    }
  }

  /// Returns the title of a state with its fonts; nil if none was set. The text of `titleNode`, if no state has a
  /// title, is the title of `normal`.
  public final func attributedTitle(for state: ControlState) -> AttributedText? {
    let parts = parts
    if let titles = parts.titles { return titles[state] }
    return state == .normal ? parts.titleNode?.shownText : nil
  }

  /// Returns the characters of `attributedTitle(for:)`.
  public final func title(for state: ControlState) -> String? { attributedTitle(for: state)?.string }

  /// Sets the size of a state's image, in points; nil removes it. The rules are the same as for titles.
  ///
  /// Source: `-setImage:forState:` of Texture's `ASButtonNode`.
  ///
  /// - Precondition: neither length is negative, infinite or undefined.
  public final func setImageSize(_ size: Size?, for state: ControlState = .normal) {
    ImageNode.check(size)
    let (ownSize, newNode) = (imageNode?.imageSize, ImageNode())
    changeContent {
      $0.imageSizes = $0.imageSizes ?? ownSize.map { [ControlState.normal: $0] } ?? [:]
      $0.imageSizes?[state] = size
      $0.imageNode = $0.imageNode ?? newNode
    }
  }

  /// Returns the size of the image of a state; nil if none was set. The image of `imageNode`, if no state has an
  /// image, is the image of `normal`.
  public final func imageSize(for state: ControlState) -> Size? {
    let parts = parts
    if let sizes = parts.imageSizes { return sizes[state] }
    return state == .normal ? parts.imageNode?.imageSize : nil
  }

  /// Changes properties under the lock, and gives the title node and the image node the content that they now show.
  ///
  /// These nodes have locks of their own. If another thread changes the button meanwhile, the thread that
  /// comes last finds that the content is not the present one, and sets it again.
  ///
  /// - Parameter body: Runs no user code, and releases no node.
  private func changeContent(_ body: (inout Parts) -> Void) {
    lock.withLock { body(&guardedParts) }
    while true {
      let parts = parts
      let shown = parts.shown
      if let text = shown.title { parts.titleNode?.shownText = text }
      if let size = shown.imageSize, let node = parts.imageNode, node.imageSize != size {
        node.imageSize = size
      }
      if self.parts.shown == shown { break }
    }
    // A change of a node that was not shown does not invalidate the button.
    setNeedsLayout()
  }
}

extension ButtonNode.Parts {
  fileprivate mutating func set(_ option: ControlState, _ isOn: Bool) {
    if isOn { state.insert(option) } else { state.remove(option) }
  }

  /// The content for the state; nil if there is none.
  fileprivate func current<Content>(_ contents: [ControlState: Content]?) -> Content? {
    contents.flatMap { contents in state.candidates.lazy.compactMap { contents[$0] }.first }
  }

  /// The content that the title node and the image node show in the state. A part is nil if there is none.
  fileprivate var shown: (title: AttributedText?, imageSize: Size?) { (current(titles), current(imageSizes)) }

  /// The title node, unless states have titles and there is none for the present state.
  var shownTitleNode: TextNode? {
    titles == nil || current(titles)?.string.isEmpty == false ? titleNode : nil
  }

  /// The image node, unless states have images and there is none for the present state.
  var shownImageNode: ImageNode? { imageSizes == nil || current(imageSizes) != nil ? imageNode : nil }
}

extension TextNode {
  /// The text with its runs, empty if there is none. A text without a look of its own is set as `text`, without runs.
  fileprivate var shownText: AttributedText {
    get { attributedText ?? AttributedText("") }
    set {
      let string = newValue.string
      if newValue == AttributedText(string) { text = string } else { attributedText = newValue }
    }
  }
}
