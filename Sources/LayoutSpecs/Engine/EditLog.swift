/// What was changed in a tree lately, so that a context that knows an earlier state finds out what to lay out again.
///
/// Each state of a tree has a mark of its own: an object, so that copies of a tree that are changed apart have different ones.
struct EditLog: Sendable {
  /// A state's mark.
  final class Mark: Sendable {}

  /// Elements that were taken out of the arena, and others that were put in their place.
  struct Splice: Sendable {
    let position: Int
    let removedCount: Int
    let insertedCount: Int

    /// Where an element is after the splice; nil for one that was taken out.
    func moved(_ id: Int) -> Int? {
      if id < position { return id }
      return id < position + removedCount ? nil : id - removedCount + insertedCount
    }
  }

  struct Entry: Sendable {
    /// The state that the change led to.
    let mark: Mark
    /// What has to be laid out again, with all around it, by its id in the state that the tree is in now. Nil where it was
    /// taken out since.
    fileprivate(set) var element: Int?
    /// How the arena changed; nil where it did not.
    let splice: Splice?
  }

  /// A context that is further behind than this lays out from scratch.
  private static let limit = 64

  private var entries: [Entry] = []
  private var first = Mark()

  /// The mark of the state that the tree is in.
  var mark: Mark { entries.last?.mark ?? first }

  mutating func append(_ id: ElementID, _ splice: Splice? = nil) {
    if entries.count == EditLog.limit {
      first = entries[EditLog.limit / 2 - 1].mark
      entries.removeFirst(EditLog.limit / 2)
    }
    if let splice {
      for index in entries.indices { entries[index].element = entries[index].element.flatMap(splice.moved) }
    }
    entries.append(Entry(mark: Mark(), element: id.index, splice: splice))
  }

  /// What was changed since the tree was in the state with this mark; nil where it never was, or too long ago.
  func changes(since mark: Mark) -> ArraySlice<Entry>? {
    if mark === self.mark { return [] }
    if mark === first { return entries[...] }
    guard let index = entries.lastIndex(where: { $0.mark === mark }) else { return nil }
    return entries[(index + 1)...]
  }
}
