/// What was changed in a tree lately, so that a context that knows an earlier state finds out what to lay out again.
///
/// Each state of a tree has a mark of its own: an object, so that copies of a tree that are changed apart have different ones.
struct EditLog: Sendable {
  /// A state's mark.
  final class Mark: Sendable {}

  /// A context that is further behind than this lays out from scratch.
  private static let limit = 64

  private var entries: [(mark: Mark, element: ElementID)] = []
  private var first = Mark()

  /// The mark of the state that the tree is in.
  var mark: Mark { entries.last?.mark ?? first }

  mutating func append(_ id: ElementID) {
    if entries.count == EditLog.limit {
      first = entries[EditLog.limit / 2 - 1].mark
      entries.removeFirst(EditLog.limit / 2)
    }
    entries.append((Mark(), id))
  }

  /// The elements that were changed since the tree was in the state with this mark; nil where it never was, or too long ago.
  func changes(since mark: Mark) -> ArraySlice<(mark: Mark, element: ElementID)>? {
    if mark === self.mark { return [] }
    if mark === first { return entries[...] }
    guard let index = entries.lastIndex(where: { $0.mark === mark }) else { return nil }
    return entries[(index + 1)...]
  }
}
