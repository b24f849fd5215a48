/// The last line breaks of a text, and the widths for which they are valid. All zero if there are none.
///
/// In lines of at most `widest` advances, the longest line has `narrowest` advances. Every width between the two
/// breaks the text at the same places; only `widest` does if a character is wider than a line.
struct WrapRow {
  /// `narrowest`, and the two marks.
  private var narrowestAndMarks: UInt32 = 0
  private(set) var widest: UInt32 = 0
  /// In points.
  private(set) var height = 0.0

  /// A line has fewer advances than this.
  static let limit: UInt32 = 1 << 30
  /// Set if the text was broken at other places before.
  private static let brokenAnew = limit
  /// Set if the text was measured in a width that has room for all of it.
  private static let askedUnwrapped = limit << 1

  var narrowest: UInt32 { narrowestAndMarks & (WrapRow.limit - 1) }

  mutating func set(narrowest: UInt32, widest: UInt32, height: Double) {
    narrowestAndMarks =
      narrowest | narrowestAndMarks & WrapRow.askedUnwrapped | (self.widest == 0 ? 0 : WrapRow.brokenAnew)
    (self.widest, self.height) = (widest, height)
  }

  mutating func noteUnwrapped() { narrowestAndMarks |= WrapRow.askedUnwrapped }

  /// True if the text was measured in a width with room for all of it, since this row was all zero.
  var wasAskedUnwrapped: Bool { narrowestAndMarks & WrapRow.askedUnwrapped != 0 }

  /// `widest` if all widths since then broke the text at the same places; 0 if none broke it, nil if they differ.
  var askedLimit: UInt32? { narrowestAndMarks & WrapRow.brokenAnew == 0 ? widest : nil }

  /// True if the breaks hold for this line length; false if there are none, since a line has at least one advance.
  func holds(for charactersPerLine: UInt32) -> Bool {
    charactersPerLine <= widest && (narrowest <= charactersPerLine || charactersPerLine == widest)
  }
}
