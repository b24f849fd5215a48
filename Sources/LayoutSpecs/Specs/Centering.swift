/// The axes on which a center spec centres its child: neither, from left to right, from top to bottom, or
/// both.
public enum Centering: UInt8, Hashable, Sendable, CaseIterable {
  case none, x, y, xy
}
