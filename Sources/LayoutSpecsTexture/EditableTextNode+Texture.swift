// A field: all that a host needs to make and fill one. Its size is what the host sets, or the style.

extension EditableTextNode {
  /// The text. Setting it does not call the delegate. Default: nil.
  public final var attributedText: NSAttributedString? {
    get { kept() }
    set { keep(newValue) }
  }

  /// What is shown while there is no text. Default: nil.
  public final var attributedPlaceholderText: NSAttributedString? {
    get { kept() }
    set { keep(newValue) }
  }

  /// True if there is no text.
  public final var isDisplayingPlaceholder: Bool { (attributedText?.length ?? 0) == 0 }

  /// The attributes of what a person types, by their names. Default: nil.
  public final var typingAttributes: [String: Any]? {
    get { kept() }
    set { keep(newValue) }
  }

  /// Kept weakly; the host calls it. Default: nil.
  public final var delegate: (any ASEditableTextNodeDelegate)? {
    get { keptWeakly() }
    set { keepWeakly(newValue) }
  }

  /// The room between the edges and the text, in points, which is part of the size that the host sets. Default: none.
  public final var textContainerInset: UIEdgeInsets {
    get { kept() ?? .zero }
    set { keep(newValue) }
  }

  /// The lines after which a field scrolls. Default: 0, no limit.
  public final var maximumLinesToDisplay: UInt {
    get { kept() ?? 0 }
    set { keep(newValue) }
  }

  /// Default: the one of the system.
  public final var keyboardType: UIKeyboardType {
    get { kept() ?? .default }
    set { keep(newValue) }
  }

  /// True if the field scrolls once its text is larger. Default: true.
  public final var scrollEnabled: Bool {
    get { kept() ?? true }
    set { keep(newValue) }
  }

  /// Default: the one of the system.
  public final var returnKeyType: UIReturnKeyType {
    get { kept() ?? .default }
    set { keep(newValue) }
  }

  /// Default: sentences.
  public final var autocapitalizationType: UITextAutocapitalizationType {
    get { kept() ?? .sentences }
    set { keep(newValue) }
  }

  /// True if characters are hidden. Default: false.
  public final var isSecureTextEntry: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// The characters that are selected, or the place of the caret, in UTF-16 code units. The host sets it, and selects what the
  /// app sets. Default: none, at the start.
  public final var selectedRange: NSRange {
    get { kept() ?? NSRange() }
    set { keep(newValue) }
  }

  /// The properties of the field that Texture has only in its text view.
  public final var textView: ASTextViewProperties { ASTextViewProperties(node: self) }
}

/// The properties of a field's text view that apps set: those of the field under their other names, and values that are kept for
/// the host, which has the view.
public struct ASTextViewProperties {
  let node: EditableTextNode

  /// The text without its attributes; setting it gives it the typing attributes. Default: empty.
  public var text: String! {
    get { node.attributedText?.string ?? "" }
    nonmutating set {
      let attributes = node.typingAttributes ?? [:]
      let keyed = attributes.map { (NSAttributedString.Key(rawValue: $0.key), $0.value) }
      node.attributedText = newValue.map {
        NSAttributedString(string: $0, attributes: Dictionary(uniqueKeysWithValues: keyed))
      }
    }
  }

  /// Default: nil, the host's.
  public var font: UIFont? {
    get { node.kept("textView.font") }
    nonmutating set { node.keep(newValue, "textView.font") }
  }

  /// Default: true.
  public var isEditable: Bool {
    get { node.kept("textView.isEditable") ?? true }
    nonmutating set { node.keep(newValue, "textView.isEditable") }
  }

  /// Default: true.
  public var isSelectable: Bool {
    get { node.kept("textView.isSelectable") ?? true }
    nonmutating set { node.keep(newValue, "textView.isSelectable") }
  }

  /// What of the text becomes links. Default: nothing.
  public var dataDetectorTypes: UIDataDetectorTypes {
    get { node.kept("textView.dataDetectorTypes") ?? [] }
    nonmutating set { node.keep(newValue, "textView.dataDetectorTypes") }
  }

  /// The field's `textContainerInset`.
  public var textContainerInset: UIEdgeInsets {
    get { node.textContainerInset }
    nonmutating set { node.textContainerInset = newValue }
  }
}

/// Hears of a field. The host makes all calls; the defaults do nothing, and allow everything.
public protocol ASEditableTextNodeDelegate: AnyObject {
  func editableTextNodeShouldBeginEditing(_ editableTextNode: EditableTextNode) -> Bool
  func editableTextNodeDidBeginEditing(_ editableTextNode: EditableTextNode)
  func editableTextNode(
    _ editableTextNode: EditableTextNode, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool
  func editableTextNodeDidUpdateText(_ editableTextNode: EditableTextNode)
  func editableTextNodeDidFinishEditing(_ editableTextNode: EditableTextNode)
}

extension ASEditableTextNodeDelegate {
  public func editableTextNodeShouldBeginEditing(_ editableTextNode: EditableTextNode) -> Bool { true }
  public func editableTextNodeDidBeginEditing(_ editableTextNode: EditableTextNode) {}
  public func editableTextNode(
    _ editableTextNode: EditableTextNode, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool { true }
  public func editableTextNodeDidUpdateText(_ editableTextNode: EditableTextNode) {}
  public func editableTextNodeDidFinishEditing(_ editableTextNode: EditableTextNode) {}
}
