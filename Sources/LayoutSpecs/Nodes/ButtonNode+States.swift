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
  /// The states whose content a control in this state shows: the first one for which content was set.
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

  /// Sets the title of a state; nil removes it.
  ///
  /// The title is shown by `titleNode`, which is created if there is none; the text that it has when the
  /// first title is set counts as that of `normal`. In a state without a title the button shows that of
  /// `normal`, or none if that is empty or missing.
  ///
  /// The states with titles of their own are normal, highlighted, disabled, selected, and highlighted
  /// together with selected. Of several that apply the order is disabled, highlighted and selected,
  /// highlighted, selected.
  ///
  /// Source: `-setAttributedTitle:forState:` of Texture's `ASButtonNode`.
  ///
  /// - Parameters:
  ///   - title: The title; empty for none.
  ///   - state: The state in which it is shown. Default: normal.
  public final func setTitle(_ title: String?, for state: ControlState = .normal) {
    let (text, newNode) = (titleNode?.text, TextNode().flexShrink())
    changeContent {
      $0.titles = $0.titles ?? text.map { [ControlState.normal: $0] } ?? [:]
      $0.titles?[state] = title
      $0.titleNode = $0.titleNode ?? newNode
    }
  }

  /// Returns the title that was set for a state; nil if none was.
  public final func title(for state: ControlState) -> String? { parts.titles?[state] }

  /// Sets the size of a state's image, in points; nil removes it. The rules are those of titles.
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

  /// Returns the size of the image that was set for a state; nil if none was.
  public final func imageSize(for state: ControlState) -> Size? { parts.imageSizes?[state] }

  /// Changes properties under the lock, and gives the nodes what they now show.
  ///
  /// Nodes have locks of their own. If another thread changes the button meanwhile, whoever is last finds
  /// that what it gave is no longer right, and gives it again.
  ///
  /// - Parameter body: Never user code, and releases no node.
  private func changeContent(_ body: (inout Parts) -> Void) {
    lock.withLock { body(&guardedParts) }
    while true {
      let parts = parts
      let shown = parts.shown
      if let text = shown.title, let node = parts.titleNode, node.text != text { node.text = text }
      if let size = shown.imageSize, let node = parts.imageNode, node.imageSize != size {
        node.imageSize = size
      }
      if self.parts.shown == shown { break }
    }
    // A node that was not shown tells nobody.
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

  /// The content that nodes have to get for the state. A part is nil if there is none.
  fileprivate var shown: (title: String?, imageSize: Size?) { (current(titles), current(imageSizes)) }

  /// The title node, unless titles of states say that there is no title now.
  var shownTitleNode: TextNode? {
    titles == nil || current(titles)?.isEmpty == false ? titleNode : nil
  }

  /// The image node, unless images of states say that there is no image now.
  var shownImageNode: ImageNode? { imageSizes == nil || current(imageSizes) != nil ? imageNode : nil }
}
