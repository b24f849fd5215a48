/// The traits that a list hands down to its cells: an object that all of them have, so that a change visits none.
final class ListTraits: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  private var guardedTraits = Traits()

  var traits: Traits { NodeLock(of: self).withLock { guardedTraits } }

  /// The values; nil if all traits have their default values.
  var values: TraitValues? { traits.values }

  /// Returns the old traits, to be released without a lock held.
  func replace(by traits: Traits) -> Traits {
    NodeLock(of: self).withLock { exchange(&guardedTraits, with: traits) }
  }
}
