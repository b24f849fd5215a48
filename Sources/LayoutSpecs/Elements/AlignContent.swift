/// The distribution of a stack's lines across it; see `JustifyContent`.
public enum AlignContent: UInt8, Hashable, Sendable, CaseIterable {
  case start, center, end, spaceBetween, spaceAround
  /// Free points are distributed over the lines, if there are several.
  case stretch
}
