/// Metrics that can prepare a part of a text as if it were in the whole: an edit prepares the words beside it alone.
package protocol LocalTextMetrics: TextMetrics {
  /// Returns true if a text may be cut behind the space between two characters of one run.
  ///
  /// The text before the cut then depends on no character behind the word that follows the cut, and the text behind it on
  /// none before the word that ends there. Texts with characters that are read from the right are not cut.
  func isCut(between first: Unicode.Scalar, and second: Unicode.Scalar, in font: TextFont) -> Bool

  /// Returns true if a text may be cut, likewise, between two ideographs in a row of one run. Default: false.
  func isCut(betweenIdeographs first: Unicode.Scalar, and second: Unicode.Scalar, in font: TextFont) -> Bool
}

extension LocalTextMetrics {
  package func isCut(
    betweenIdeographs first: Unicode.Scalar, and second: Unicode.Scalar, in font: TextFont
  ) -> Bool { false }
}
