/// One of the lengths that a style may ask for.
public enum StyleLength: String, Hashable, Sendable, CaseIterable {
  /// `width` or `height`.
  case exact
  /// `minWidth` or `minHeight`.
  case minimum
  /// `maxWidth` or `maxHeight`.
  case maximum
  /// `flexBasis`.
  case basis
}
