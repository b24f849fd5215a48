/// The last line breaks of a text, and the widths for which they are valid. All zero: none.
///
/// In lines of at most `widest` advances, the longest line has `narrowest`. Every width between the two breaks the
/// text at the same places; `widest` alone if a character is wider than that.
struct WrapRow {
  /// `narrowest`, and the two marks.
  private var narrowestAndMarks: UInt32 = 0
  private(set) var widest: UInt32 = 0
  /// In points.
  private(set) var height = 0.0

  /// The advances of a line are fewer.
  static let limit: UInt32 = 1 << 30
  /// Set if the text was broken at other places before.
  private static let brokenAnew = limit
  /// Set if the text was asked in a width that has room for all of it.
  private static let askedUnwrapped = limit << 1

  var narrowest: UInt32 { narrowestAndMarks & (WrapRow.limit - 1) }

  mutating func set(narrowest: UInt32, widest: UInt32, height: Double) {
    narrowestAndMarks =
      narrowest | narrowestAndMarks & WrapRow.askedUnwrapped | (self.widest == 0 ? 0 : WrapRow.brokenAnew)
    (self.widest, self.height) = (widest, height)
  }

  mutating func noteUnwrapped() { narrowestAndMarks |= WrapRow.askedUnwrapped }

  /// True if the text was asked in such a width since this was all zero.
  var wasAskedUnwrapped: Bool { narrowestAndMarks & WrapRow.askedUnwrapped != 0 }

  /// The advances of a line that broke the text since then; 0 if none did, and nil if it was broken at several places.
  var askedLimit: UInt32? { narrowestAndMarks & WrapRow.brokenAnew == 0 ? widest : nil }

  /// A line has at least one advance, so this is false for a text that was not wrapped.
  func holds(for charactersPerLine: UInt32) -> Bool {
    charactersPerLine <= widest && (narrowest <= charactersPerLine || charactersPerLine == widest)
  }
}
