/// The axis along which a stack's children follow each other.
public enum StackDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical
}
