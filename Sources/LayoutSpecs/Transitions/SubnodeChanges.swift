/// The changes from one list of subnodes to another: removals, insertions and moves.
///
/// ```swift
/// let changes = SubnodeChanges(from: ["A", "B", "C", "D"], to: ["D", "B", "C"])
/// changes.removals  // A, which was at 0
/// changes.moves     // D, from 3 to 0
/// ```
///
/// No shorter list of changes exists: the elements that do not move are a longest list with the same order in both.
public struct SubnodeChanges<ID: Hashable> {
  /// An element that is only in the new list.
  public struct Insertion: Hashable {
    /// The element.
    public let id: ID
    /// Its index in the new list.
    public let index: Int

    @inlinable
    init(id: ID, index: Int) { (self.id, self.index) = (id, index) }
  }

  /// An element that is only in the old list.
  public struct Removal: Hashable {
    /// The element.
    public let id: ID
    /// Its index in the old list.
    public let index: Int

    @inlinable
    init(id: ID, index: Int) { (self.id, self.index) = (id, index) }
  }

  /// An element in both lists whose position among the others changes.
  public struct Move: Hashable {
    /// The element.
    public let id: ID
    /// Its index in the old list.
    public let from: Int
    /// Its index in the new list.
    public let to: Int

    @inlinable
    init(id: ID, from: Int, to: Int) { (self.id, self.from, self.to) = (id, from, to) }
  }

  /// The removed elements, in the order of the old list.
  public let removals: [Removal]
  /// The inserted elements, in the order of the new list.
  public let insertions: [Insertion]
  /// The moved elements, in the order of the new list.
  ///
  /// To make the new list from the old one, take out the removed and moved elements; then put in the inserted
  /// and moved elements, each at its index in the new list, in ascending order.
  public let moves: [Move]
  /// The part of the old list between equal elements at both ends of the lists.
  @usableFromInline let oldMiddle: Range<Int>
  /// The index in the old list of each element of that part of the new one; nil for inserted elements.
  @usableFromInline let origins: [Int?]

  /// Creates the changes from `old` to `new`.
  ///
  /// - Precondition: no element is in a list twice.
  /// - Complexity: O(n log n) in the length of the lists; linear if nothing moves.
  @inlinable
  public init(from old: [ID], to new: [ID]) {
    _ = places(of: old, in: 0..<old.count, of: "old")
    _ = places(of: new, in: 0..<new.count, of: "new")
    self.init(fromUnique: old, to: new)
  }

  /// Creates the changes between lists of different elements. Elements between equal ones at both ends are
  /// looked up, and checked unless all are inserted.
  @inlinable
  init(fromUnique old: [ID], to new: [ID]) {
    var (start, oldEnd, newEnd) = (0, old.count, new.count)
    while start < oldEnd, start < newEnd, old[start] == new[start] { start += 1 }
    while start < oldEnd, start < newEnd, old[oldEnd - 1] == new[newEnd - 1] {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
    }
    let newIndices = start < oldEnd ? places(of: new, in: start..<newEnd, of: "new") : [:]

    // The elements of both lists, in the order of the old one.
    var kept: [Int] = []
    var origins = [Int?](repeating: nil, count: newEnd - start)
    var removals: [Removal] = []
    for index in start..<oldEnd {
      if let newIndex = newIndices[old[index]] {
        kept.append(newIndex)
        origins[newIndex - start] = index
      } else {
        removals.append(Removal(id: old[index], index: index))
      }
    }
    var movesFrom = origins
    for place in longestIncreasingSubsequence(of: kept) { movesFrom[kept[place] - start] = nil }

    self.removals = removals
    self.origins = origins
    oldMiddle = start..<oldEnd
    insertions = (start..<newEnd).compactMap {
      origins[$0 - start] == nil ? Insertion(id: new[$0], index: $0) : nil
    }
    moves = (start..<newEnd).compactMap { index in
      movesFrom[index - start].map { Move(id: new[index], from: $0, to: index) }
    }
  }

  /// True if the lists are equal.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty }

  /// Returns the drawing order while the change is animated: all of the new list, and the removed elements.
  ///
  /// The new list keeps its order. A removed element comes directly after the last element before it in the
  /// old list that does not move, or at the very front. So new elements cover the old ones that they replace.
  ///
  /// - Precondition: the changes were made from these lists.
  /// - Complexity: linear in the length of the lists.
  package func transitionOrder(from old: [ID], to new: [ID]) -> [ID] {
    let moved = Set(moves.map(\.from))
    // By the index of the element that they come after; -1 for the front.
    var removed: [Int: [ID]] = [:]
    var (place, rest) = (-1, removals[...])
    for index in old.indices {
      if rest.first?.index == index {
        removed[place, default: []].append(rest.removeFirst().id)
      } else if !moved.contains(index) {
        place = index
      }
    }
    let origins = Array(0..<oldMiddle.lowerBound) + origins + (oldMiddle.upperBound..<old.count).map { $0 }
    return (removed[-1] ?? []) + zip(new, origins).flatMap { [$0] + ($1.flatMap { removed[$0] } ?? []) }
  }
}

extension SubnodeChanges: Equatable {}
extension SubnodeChanges: Sendable where ID: Sendable {}
extension SubnodeChanges.Insertion: Sendable where ID: Sendable {}
extension SubnodeChanges.Removal: Sendable where ID: Sendable {}
extension SubnodeChanges.Move: Sendable where ID: Sendable {}

/// Returns the index of each element in a part of a list.
@inlinable
func places<ID: Hashable>(of list: [ID], in part: Range<Int>, of name: String) -> [ID: Int] {
  Dictionary(zip(list[part], part)) { first, second in
    // A precondition names nothing in a release build.
    fatalError("\(list[first]) is in the \(name) list twice, at \(first) and at \(second)")
  }
}

/// Returns the indices of a longest strictly increasing subsequence of a list of different numbers, in ascending
/// order.
///
/// Numbers are dealt onto piles, each onto the leftmost pile with a larger top. The number of piles is the
/// length, and a number's predecessor is the top of the pile to its left at that moment.
///
/// Among several of the same length it is the subsequence that ends in the smallest number, and so on from the end.
///
/// Source: Michael Fredman, "On computing the length of longest increasing subsequences", Discrete
/// Mathematics 11, 1975.
///
/// - Complexity: O(n log n); linear if the numbers ascend or descend.
@usableFromInline
func longestIncreasingSubsequence(of values: [Int]) -> [Int] {
  // The indices of the numbers on top of the piles; these numbers ascend.
  var tops: [Int] = []
  var predecessors = [Int](repeating: -1, count: values.count)
  for (place, value) in values.enumerated() {
    // The number belongs on a pile from `low` to `high`; the ends are tried first.
    var (low, high) = (0, tops.count)
    if let last = tops.last {
      if values[last] < value {
        low = high
      } else if values[tops[0]] > value {
        high = low
      }
    }
    low = (low..<high).partitioningIndex { values[tops[$0]] >= value }
    if low > 0 { predecessors[place] = tops[low - 1] }
    if low == tops.count { tops.append(place) } else { tops[low] = place }
  }

  var places: [Int] = []
  var place = tops.last ?? -1
  while place >= 0 {
    places.append(place)
    place = predecessors[place]
  }
  return places.reversed()
}
