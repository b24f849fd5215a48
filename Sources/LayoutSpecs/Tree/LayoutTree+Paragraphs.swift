extension LayoutTree {
  /// Returns the text of an element with its style, prepared; nil for other elements, and for texts that user code
  /// measures.
  ///
  /// - Complexity: linear in the length of a plain text, which is prepared each time; else constant.
  public func paragraph(of element: ElementID) -> Paragraph? { tables.paragraph(of: element) }
}
