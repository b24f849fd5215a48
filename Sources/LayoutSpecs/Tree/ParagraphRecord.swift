/// A prepared text, as the engine reads it.
struct ParagraphRecord: Sendable {
  // The first property, which `wrapped(_:limit:)` reads.
  var paragraph: Paragraph
  /// The widths in which the layout that is kept with the tree measured the text, and the results.
  var asked = WrapRow()

  /// Returns the result of `PreparedText.wrapped(limit:style:)` for the paragraph at an address, without counting a
  /// reference: that takes as long as breaking ten words, and longer if threads share a tree.
  static func wrapped(
    _ record: UnsafePointer<ParagraphRecord>, limit: UInt32
  ) -> (longestLine: UInt32, height: Double) {
    UnsafeRawPointer(record).load(as: Unmanaged<PreparedText.Storage>.self)._withUnsafeGuaranteedRef {
      let hasPlainStyle = record.pointee.paragraph.hasPlainStyle
      let style = hasPlainStyle ? ParagraphStyle() : record.pointee.paragraph.style
      return PreparedText(storage: $0).wrapped(limit: Int(limit), style: style)
    }
  }
}
