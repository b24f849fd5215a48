/// Metrics that can prepare a part of a text as if it were in the whole: an edit prepares the words beside it alone.
package protocol LocalTextMetrics: TextMetrics {
  /// Returns true if a text may be cut behind the space between two characters of one run.
  ///
  /// The text before the cut then depends on no character behind the word that follows the cut, and the text behind it on
  /// none before the word that ends there, but for the direction of reading.
  func isCut(between first: Unicode.Scalar, and second: Unicode.Scalar, in font: TextFont) -> Bool

  /// Returns whether a text may be cut before each of these characters of one run, likewise: the text on one side of the cut
  /// then depends on the next eight characters of the other side at most. It takes longer to find out. Default: nowhere.
  func cuts(in scalars: [Unicode.Scalar], _ font: TextFont) -> [Bool]
}

extension LocalTextMetrics {
  package func cuts(in scalars: [Unicode.Scalar], _ font: TextFont) -> [Bool] {
    Array(repeating: false, count: scalars.count)
  }
}
