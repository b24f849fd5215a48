/// The alignment of a child across its stack.
public enum AlignSelf: UInt8, Hashable, Sendable, CaseIterable {
  /// The stack's `alignItems`.
  case auto
  /// At the start of the cross axis: the top of a horizontal stack, the left of a vertical one.
  case start
  /// At the end of the cross axis.
  case end
  /// In the middle of the cross axis, rounded down to a whole pixel.
  case center
  /// The full length of the line across.
  case stretch

  /// Returns the alignment of a child in a stack with these `alignItems`.
  #if compiler(>=6.3)
  @inline(always)
  #endif
  package func resolved(in alignItems: AlignItems) -> AlignItems {
    switch self {
    case .auto: alignItems
    case .start: .start
    case .end: .end
    case .center: .center
    case .stretch: .stretch
    }
  }
}
