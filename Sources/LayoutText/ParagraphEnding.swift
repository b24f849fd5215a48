#if Text && canImport(CPango)
import LayoutSpecs

/// How a paragraph ends.
struct ParagraphEnding {
  let breakAfter: PreparedText.Break
  /// The number of scalars in the line break.
  private let scalarCount: Int

  /// - Parameter scalarCount: The number of scalars in the line break; 0 for the last paragraph.
  init(scalarCount: Int) {
    (breakAfter, self.scalarCount) = (scalarCount > 0 ? .required : .none, scalarCount)
  }

  func endSegment(_ builder: inout PreparedText.Builder) {
    builder.endSegment(breakAfter: breakAfter, scalarCount: scalarCount)
  }
}
#endif
