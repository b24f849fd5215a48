/// A text that is prepared.
struct ParagraphRecord: Sendable {
  // The first property, which `wrapped(_:limit:)` reads.
  var paragraph: Paragraph
  /// How the text was asked for its size in the layout that the tree is kept with, and what it answered.
  var asked = WrapRow()

  /// Returns what `PreparedText.wrapped(limit:style:)` returns for the paragraph at an address. It counts no reference:
  /// that takes as long as breaking ten words, and longer where threads share a tree.
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
