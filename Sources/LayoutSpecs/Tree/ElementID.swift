/// An element of a compiled tree, identified by its number in pre-order, from 0 for the root.
public struct ElementID: Hashable, Comparable, Sendable {
  /// The number in pre-order.
  public let index: Int

  /// Creates the id of the element with this number.
  @inlinable
  package init(_ index: Int) { self.index = index }

  @inlinable
  public static func < (a: ElementID, b: ElementID) -> Bool { a.index < b.index }
}

extension ElementID: CustomStringConvertible {
  /// The number with a hash sign before it: `#12`.
  public var description: String { "#\(index)" }
}
