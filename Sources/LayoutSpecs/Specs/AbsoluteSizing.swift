/// The rule for the size of an absolute spec.
///
/// Source: Texture's `ASAbsoluteLayoutSpecSizing`.
public enum AbsoluteSizing: UInt8, Hashable, Sendable, CaseIterable {
  /// The maximum on an axis on which it is finite, otherwise as `sizeToFit`.
  case `default`
  /// The size that the children need, as in the older `StaticLayoutSpec`.
  case sizeToFit
}
