extension LayoutTree {
  /// Returns an element's text with its style, prepared; nil if the element is no text, or a text that user code
  /// measures.
  ///
  /// - Complexity: linear in the length of a plain text, which is prepared each time; else constant.
  public func paragraph(of element: ElementID) -> Paragraph? { tables.paragraph(of: element) }
}
