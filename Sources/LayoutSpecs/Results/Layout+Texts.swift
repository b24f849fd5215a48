extension Layout {
  /// Returns the lines of a text in its frame, from top to bottom; nil for other elements, and without a layout.
  /// Paragraphs without letters are read from the right in nodes that are laid out right to left.
  ///
  /// - Parameter element: A text whose metrics are monospace or prepare texts.
  /// - Complexity: linear in the length of the text.
  public func textLines(of element: ElementID) -> [TextLine]? {
    guard let paragraph = tree.tables.paragraph(of: element), let frame = frame(of: element) else {
      return nil
    }
    return paragraph.lines(in: frame.size.width, isRightToLeft: isRightToLeft(element))
  }

  /// Returns true if the element is a text with more lines than it may have, or than fit into its frame.
  public func isTruncated(_ element: ElementID) -> Bool {
    guard let paragraph = tree.tables.paragraph(of: element), let frame = frame(of: element) else {
      return false
    }
    return paragraph.isTruncated(in: frame.size)
  }
}
