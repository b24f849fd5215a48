/// A node that shows a text that is edited.
///
/// With an `editableText` it is as large as that text, and grows as one types: only the paragraphs that changed are measured
/// again. Without one it has the size that the host gives it; see `LateContentNode`.
///
/// Source: Texture's `ASEditableTextNode`.
open class EditableTextNode: LateContentNode, @unchecked Sendable {
  @exclusivity(unchecked) private var guardedText: EditableText?

  /// The text; nil if the host measures what is edited, and calls `setContentSize(_:)`. Default: nil.
  ///
  /// Setting another text calls `setNeedsLayout()`. Any thread may read and set it.
  public final var editableText: EditableText? {
    get { lock.withLock { guardedText } }
    set {
      // An equal text is kept too: its metrics may measure other characters otherwise.
      let old = lock.withLock { exchange(&guardedText, with: newValue) }
      if old != newValue { setNeedsLayout() }
    }
  }

  /// Returns the text's size in lines of at most this width; without a text, as `LateContentNode`.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    editableText?.map(in: constrainedSize.width).size ?? super.calculateSizeThatFits(constrainedSize)
  }

  override final func guardedLeafSize() -> LeafSize {
    guardedText == nil ? super.guardedLeafSize() : .measured
  }
}
