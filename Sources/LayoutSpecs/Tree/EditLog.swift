/// What was changed in a tree lately, so that a context that knows an earlier state finds out what to lay out again.
struct EditLog: Sendable {
  /// Tells the changes of one tree from those of its copies: an object, because no two that live are the same.
  final class Branch: Sendable {}

  /// A state's mark: no other state has it, also of copies of a tree that are changed apart.
  struct Mark: Sendable {
    let branch: Branch
    let number: Int

    @inline(__always)
    static func == (a: Mark, b: Mark) -> Bool { a.number == b.number && a.branch === b.branch }
  }

  /// Elements that were taken out of the arena, and others that were put in their place.
  struct Splice: Sendable {
    let position: Int
    let removedCount: Int
    let insertedCount: Int

    /// The ids of the elements that were put in.
    var inserted: Range<Int> { position..<position + insertedCount }

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
  /// The mark of the state before the first entry.
  private var first: Mark
  /// The branch that the next change is on.
  private var branch: Branch
  /// The mark of the state that the tree is in.
  private(set) var mark: Mark

  init() {
    branch = Branch()
    mark = Mark(branch: branch, number: 0)
    first = mark
  }

  mutating func append(_ id: ElementID, _ splice: Splice? = nil) {
    if entries.count == EditLog.limit {
      first = entries[EditLog.limit / 2 - 1].mark
      entries.removeFirst(EditLog.limit / 2)
    }
    if let splice {
      for index in entries.indices { entries[index].element = entries[index].element.flatMap(splice.moved) }
    }
    mark = Mark(branch: branch, number: mark.number + 1)
    entries.append(Entry(mark: mark, element: id.index, splice: splice))
  }

  /// Begins a branch of its own for a copy, whose changes from here on are not those of the tree that it was copied from.
  mutating func fork() {
    branch = Branch()
  }

  /// What was changed since the tree was in the state with this mark; nil where it never was, or too long ago.
  func changes(since mark: Mark) -> ArraySlice<Entry>? {
    if mark == self.mark { return [] }
    if mark == first { return entries[...] }
    guard let index = entries.lastIndex(where: { $0.mark == mark }) else { return nil }
    return entries[(index + 1)...]
  }
}
