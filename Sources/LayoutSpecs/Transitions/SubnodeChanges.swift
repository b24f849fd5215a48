/// What makes one list of subnodes into another: what is removed, what is inserted and what is moved.
///
/// ```swift
/// let changes = SubnodeChanges(from: ["A", "B", "C", "D"], to: ["D", "B", "C"])
/// changes.removals  // A, which was at 0
/// changes.moves     // D, from 3 to 0
/// changes.applied(to: ["A", "B", "C", "D"])  // ["D", "B", "C"]
/// ```
///
/// No list of changes between the two is shorter: whatever is in both lists and not moved is a longest list of such that
/// stand in the same order in both.
public struct SubnodeChanges<ID: Hashable> {
  /// Something that is only in the new list.
  public struct Insertion: Hashable {
    /// What it is.
    public let id: ID
    /// Its place in the new list.
    public let index: Int
  }

  /// Something that is only in the old list.
  public struct Removal: Hashable {
    /// What it is.
    public let id: ID
    /// Its place in the old list.
    public let index: Int
  }

  /// Something that is in both lists, and stands elsewhere among the others.
  public struct Move: Hashable {
    /// What it is.
    public let id: ID
    /// Its place in the old list.
    public let from: Int
    /// Its place in the new list.
    public let to: Int
  }

  /// What is removed, in the order of the old list.
  public let removals: [Removal]
  /// What is inserted, in the order of the new list.
  public let insertions: [Insertion]
  /// What is moved, in the order of the new list.
  public let moves: [Move]
  /// How long the old list is.
  public let oldCount: Int
  /// How many comparisons of places finding the moves took, in addition to one look-up an element.
  package let comparisonCount: Int

  /// What makes `old` into `new`.
  ///
  /// - Precondition: nothing is in a list twice.
  /// - Complexity: O(n log n) in the length of the lists; linear where nothing is moved.
  public init(from old: [ID], to new: [ID]) {
    let newIndices = places(of: new, in: "new")
    _ = places(of: old, in: "old")

    // What is in both lists, in the order of the old one.
    var kept: [(from: Int, to: Int)] = []
    var removals: [Removal] = []
    for (index, id) in old.enumerated() {
      if let newIndex = newIndices[id] {
        kept.append((index, newIndex))
      } else {
        removals.append(Removal(id: id, index: index))
      }
    }
    let stationary = LongestIncreasingSubsequence(of: kept.map(\.to))

    // Where each element of the new list comes from; nil where it stays among the others, or is inserted.
    var origins = [Int?](repeating: nil, count: new.count)
    var isKept = [Bool](repeating: false, count: new.count)
    for element in kept {
      origins[element.to] = element.from
      isKept[element.to] = true
    }
    for place in stationary.places { origins[kept[place].to] = nil }

    self.removals = removals
    insertions = new.indices.lazy.filter { !isKept[$0] }.map { Insertion(id: new[$0], index: $0) }
    moves = new.indices.compactMap { index in
      origins[index].map { Move(id: new[index], from: $0, to: index) }
    }
    oldCount = old.count
    comparisonCount = stationary.comparisonCount
  }

  /// Whether the lists are the same.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty }

  /// How long the new list is.
  public var newCount: Int { oldCount - removals.count + insertions.count }

  /// The new list.
  ///
  /// What is removed and what is moved is taken out; then what is inserted or moved is put in, at its place in the new
  /// list, in ascending order.
  ///
  /// - Precondition: `old` is as long as the list that the changes were made from.
  /// - Complexity: linear in the length of the lists.
  public func applied(to old: [ID]) -> [ID] {
    precondition(
      old.count == oldCount, "The changes are those of a list of \(oldCount), and this one has \(old.count)")
    var arriving = [ID?](repeating: nil, count: newCount)
    for insertion in insertions { arriving[insertion.index] = insertion.id }
    for move in moves { arriving[move.to] = move.id }
    var staying = zip(old, fates).lazy.filter { $0.1 == .stays }.map(\.0).makeIterator()
    return arriving.compactMap { $0 ?? staying.next() }
  }

  /// The order in which everything is drawn while the change is animated: all of the new list, and what is removed.
  ///
  /// The new list is in its own order. Something that is removed keeps its place among what stays and is not moved: it
  /// comes directly after the last such element that is before it in the old list, and before whatever the new list has
  /// there; at the very front where there is none. So new elements cover the old ones that they replace, and taking the
  /// removed ones out leaves exactly the new list.
  ///
  /// - Precondition: `old` is as long as the list that the changes were made from.
  /// - Complexity: linear in the length of the lists.
  public func transitionOrder(from old: [ID]) -> [ID] {
    let new = applied(to: old)
    var isArriving = [Bool](repeating: false, count: new.count)
    for insertion in insertions { isArriving[insertion.index] = true }
    for move in moves { isArriving[move.to] = true }

    let fates = fates
    var order: [ID] = []
    order.reserveCapacity(new.count + removals.count)
    var next = 0
    func appendRemoved() {
      while next < old.count, fates[next] != .stays {
        if fates[next] == .isRemoved { order.append(old[next]) }
        next += 1
      }
    }
    appendRemoved()
    for (index, id) in new.enumerated() {
      order.append(id)
      if isArriving[index] { continue }
      next += 1
      appendRemoved()
    }
    return order
  }

  /// What becomes of each element of the old list.
  private var fates: [Fate] {
    var fates = [Fate](repeating: .stays, count: oldCount)
    for removal in removals { fates[removal.index] = .isRemoved }
    for move in moves { fates[move.from] = .isMoved }
    return fates
  }

  private enum Fate {
    case stays
    case isMoved
    case isRemoved
  }
}

extension SubnodeChanges: Equatable {}
extension SubnodeChanges: Sendable where ID: Sendable {}
extension SubnodeChanges.Insertion: Sendable where ID: Sendable {}
extension SubnodeChanges.Removal: Sendable where ID: Sendable {}
extension SubnodeChanges.Move: Sendable where ID: Sendable {}

/// Where each element of a list stands.
private func places<ID: Hashable>(of list: [ID], in name: String) -> [ID: Int] {
  Dictionary(zip(list, list.indices)) { first, second in
    preconditionFailure("\(list[first]) is in the \(name) list twice, at \(first) and at \(second)")
  }
}
