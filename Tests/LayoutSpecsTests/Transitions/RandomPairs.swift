import LayoutTestSupport

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
