import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("What changed between two lists of subnodes")
struct SubnodeChangesTests {
  /// Of a thousand pairs each.
  private static let seeds = 0..<(SlowTests.areOn ? 8 : 2) as Range<UInt64>

  /// Of 8,000, a kind of pair that goes wrong is missed once in 3,000 times if one of 1,000 is of that kind; of
  /// the 2,000 by day, once in seven. Texture loses nodes of 4.5% of such pairs while they are animated, and
  /// leaves 4.3% in another order.
  @Test(arguments: seeds)
  func `Of random pairs changes give the new list, and nothing is lost while they are animated`(seed: UInt64)
  {
    var pairs = SeededRandom(seed: seed)
    for number in 0..<1000 {
      let (old, new) = pairs.pair(atMost: number % 10 == 0 ? 200 : number % 3 == 0 ? 5 : 20)
      let changes = SubnodeChanges(from: old, to: new)
      let order = changes.transitionOrder(from: old, to: new)
      let removed = Set(changes.removals.map(\.id))
      let leaving = removed.union(changes.moves.map(\.id))
      let arriving = Set(changes.insertions.map(\.id)).union(changes.moves.map(\.id))
      let isRight =
        changes.applied(to: old) == new && order.count == Set(old).union(new).count
        && changes.isEmpty == (old == new)
        // When the removed are taken out, the new list is left.
        && order.filter { !removed.contains($0) } == new
        // A removed node has its old place among the nodes that are not moved.
        && order.filter { !arriving.contains($0) }
          == old.filter { removed.contains($0) || !leaving.contains($0) }
        // It comes before what arrives at the same place.
        && zip(order, order.dropFirst()).allSatisfy { !(arriving.contains($0) && removed.contains($1)) }
      guard isRight else {
        Issue.record("seed \(seed), pair \(number): \(old) to \(new) by way of \(order)")
        return
      }
    }
  }

  @Test(arguments: 0..<(SlowTests.areOn ? 4 : 1))
  func `No fewer moves would do, on random pairs of up to ten; on four times as many at night`(seed: UInt64) {
    var pairs = SeededRandom(seed: 2000 + seed)
    for _ in 0..<1000 {
      let (old, new) = pairs.pair(atMost: 10)
      let changes = SubnodeChanges(from: old, to: new)
      let kept = old.compactMap { new.firstIndex(of: $0) }
      #expect(changes.moves.count == kept.count - longestIncreasing(kept), "\(old) to \(new)")
      #expect(changes.removals.map(\.id) == old.filter { !new.contains($0) })
      #expect(changes.insertions.map(\.id) == new.filter { !old.contains($0) })
    }
  }

  @Test func `Each element is hashed and compared a few times, however long the lists`() {
    var random = SeededRandom(seed: 4)
    for count in [16, 256, 4096, 16384] {
      let counter = Counter()
      let old = (0..<count).map { CountedID(number: $0, counter: counter) }
      let new = (count / 2..<count * 3 / 2).map { CountedID(number: $0, counter: counter) }.shuffled(
        using: &random)
      _ = SubnodeChanges(from: old, to: new)
      // Tables grow by doubling, so an element is hashed more than once; it collides with few others.
      #expect(counter.count <= 16 * count, "\(count) elements")
    }
  }
}

extension SubnodeChanges {
  /// Returns the new list, made as an app changes its views: removed and moved views are taken out, then inserted and
  /// moved views are put in, in the order of the new list.
  fileprivate func applied(to old: [ID]) -> [ID] {
    let gone = Set(removals.map(\.index) + moves.map(\.from))
    var list = old.indices.filter { !gone.contains($0) }.map { old[$0] }
    let arriving = insertions.map { ($0.index, $0.id) } + moves.map { ($0.to, $0.id) }
    for (index, id) in arriving.sorted(by: { $0.0 < $1.0 }) { list.insert(id, at: index) }
    return list
  }
}

private final class Counter { var count = 0 }

/// An identity that counts how often it is hashed or compared.
private struct CountedID: Hashable {
  let number: Int
  let counter: Counter

  static func == (a: CountedID, b: CountedID) -> Bool {
    a.counter.count += 1
    return a.number == b.number
  }

  func hash(into hasher: inout Hasher) {
    counter.count += 1
    hasher.combine(number)
  }
}

/// The length of a longest increasing subsequence, by trying every subset.
private func longestIncreasing(_ values: [Int]) -> Int {
  (0..<(1 << values.count)).lazy.map { subset -> Int in
    let chosen = values.indices.filter { subset & 1 << $0 != 0 }.map { values[$0] }
    return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? chosen.count : 0
  }.max() ?? 0
}

extension SeededRandom {
  /// Two lists of at most so many different numbers each: unrelated, shuffled, reversed, disjoint, equal, or the second
  /// made from the first by a few changes.
  mutating func pair(atMost limit: Int) -> (old: [Int], new: [Int]) {
    let old = Array((0..<Int.random(in: 0...limit, using: &self)).shuffled(using: &self))
    switch Int.random(in: 0..<8, using: &self) {
    case 0: return (old, old)
    case 1: return (old, old.reversed())
    case 2: return (old, old.shuffled(using: &self))
    case 3: return (old, old.map { $0 + limit })
    case 4: return (old, [])
    case 5:
      let pool = (0..<(2 * limit + 1)).shuffled(using: &self)
      return (old, Array(pool.prefix(Int.random(in: 0...limit, using: &self))))
    default: return (old, edited(old, limit))
    }
  }

  /// The list after a few elements were taken out, moved and put in.
  private mutating func edited(_ old: [Int], _ limit: Int) -> [Int] {
    var new = old
    for number in 0..<Int.random(in: 1...6, using: &self) {
      let kind = Int.random(in: 0..<3, using: &self)
      if kind == 0 || new.isEmpty {
        new.insert(limit + 1 + number, at: Int.random(in: 0...new.count, using: &self))
      } else {
        let element = new.remove(at: Int.random(in: 0..<new.count, using: &self))
        if kind == 1 { new.insert(element, at: Int.random(in: 0...new.count, using: &self)) }
      }
    }
    return new
  }
}
