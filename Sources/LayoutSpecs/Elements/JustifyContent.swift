/// The distribution of children along a stack that is longer or shorter than they are.
public enum JustifyContent: UInt8, Hashable, Sendable, CaseIterable {
  /// At the start.
  case start
  /// In the middle; an excess reaches out on both sides.
  case center
  /// At the end; an excess reaches out at the start.
  case end
  /// Free points go between the children. With one child, or none free, the same as start.
  case spaceBetween
  /// Free points go around the children. With one child, or none free, the same as center.
  case spaceAround
}
