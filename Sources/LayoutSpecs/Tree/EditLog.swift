/// The recent changes of a tree. A context that laid out an earlier state finds here the elements to lay out again.
struct EditLog: Sendable {
  /// The mark of a state. It is unique, even among copies of a tree that are changed apart.
  struct Mark: Equatable, Sendable {
    /// A unique number, by which a tree's changes differ from changes of its copies.
    let branch: UInt64
    let number: Int
  }

  /// Elements that were removed from the arena, and the elements that were inserted in their place.
  struct Splice: Sendable {
    let position: Int
    let removedCount: Int
    let insertedCount: Int

    /// The ids of the inserted elements.
    var inserted: Range<Int> { position..<position + insertedCount }

    /// Returns an element's id after the splice; nil if it was removed.
    func moved(_ id: Int) -> Int? {
      if id < position { return id }
      return id < position + removedCount ? nil : id - removedCount + insertedCount
    }
  }

  struct Entry: Sendable {
    /// The state after the change.
    let mark: Mark
    /// The present id of the element to lay out again, with all elements around it; nil if it was removed since.
    fileprivate(set) var element: Int?
    /// True if the change affects the layout of the element's parent not only through the element's size.
    let isOfStyle: Bool
    /// The change of the arena; nil if the arena did not change.
    let splice: Splice?
  }

  /// The largest number of entries. A context that is further behind lays out from scratch.
  private static let limit = 64

  private var entries: [Entry] = []
  /// The mark of the state before the first entry.
  private var first: Mark
  private var branch: UInt64
  /// The mark of the tree's present state.
  private(set) var mark: Mark

  /// Creates the log of a new tree.
  ///
  /// - Parameter branch: A unique number.
  init(branch: UInt64 = UniqueNumbers.makeOne()) {
    self.branch = branch
    mark = Mark(branch: branch, number: 0)
    first = mark
  }

  /// Records a change of an element's content or style, or of its children.
  mutating func record(_ id: ElementID, isOfStyle: Bool = false, _ splice: Splice? = nil) {
    if entries.count == EditLog.limit {
      first = entries[EditLog.limit / 2 - 1].mark
      entries.removeFirst(EditLog.limit / 2)
    }
    if let splice {
      for index in entries.indices { entries[index].element = entries[index].element.flatMap(splice.moved) }
    }
    mark = Mark(branch: branch, number: mark.number + 1)
    entries.append(Entry(mark: mark, element: id.index, isOfStyle: isOfStyle, splice: splice))
  }

  /// Starts a new branch for a copy, which from now on is changed apart from the original.
  mutating func fork() { branch = UniqueNumbers.makeOne() }

  /// Forgets all changes, for another tree in the same tables, which begins in a state that no tree ever had.
  mutating func restart() {
    if !entries.isEmpty { entries.removeAll() }
    mark = Mark(branch: branch, number: mark.number + 1)
    first = mark
  }

  /// Returns the changes since the state with this mark; nil if the tree never had that state, or too long ago.
  func changes(since mark: Mark) -> ArraySlice<Entry>? {
    if mark == self.mark { return [] }
    if mark == first { return entries[...] }
    guard let index = entries.lastIndex(where: { $0.mark == mark }) else { return nil }
    return entries[(index + 1)...]
  }
}
