/// An unknown of a system of constraints.
public struct Variable: Hashable, Sendable {
  /// The variable's number in the solver that made it, from 0, in the order of creation.
  public let index: Int

  public init(index: Int) { self.index = index }
}
