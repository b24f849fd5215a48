/// The order in which the items of a list are laid out: what is seen first, then what will be seen soon.
///
/// First come the visible items, from the first to the last. Then come those around them, nearest first, where an item behind the visible ones, in the
/// direction of scrolling, counts as half as far as one before them: two ahead, one back.
struct LayoutOrder {
  private var isTaken: [Bool]
  /// The next visible item, the next ahead and the next back; what was taken on the way is passed over.
  private var nextVisible = 0
  private var nextAhead = 0
  private var nextBack = -1
  private var visible: Range<Int>
  /// How many were taken ahead since the last one back.
  private var takenAhead = 0
  private(set) var remainingCount: Int

  init(count: Int, visible: Range<Int>) {
    isTaken = Array(repeating: false, count: count)
    remainingCount = count
    self.visible = 0..<0
    look(at: visible)
  }

  /// Notes which items are visible now. What was taken stays taken.
  mutating func look(at visible: Range<Int>) {
    self.visible = visible.clamped(to: 0..<isTaken.count)
    nextVisible = self.visible.lowerBound
    nextAhead = self.visible.upperBound
    nextBack = self.visible.lowerBound - 1
    takenAhead = 0
  }

  /// Takes the item that is needed most; nil where all are taken.
  ///
  /// - Complexity: constant on average between two changes of what is visible.
  mutating func next() -> Int? {
    while nextVisible < visible.upperBound && isTaken[nextVisible] { nextVisible += 1 }
    if nextVisible < visible.upperBound { return take(nextVisible) }
    while nextAhead < isTaken.count && isTaken[nextAhead] { nextAhead += 1 }
    while nextBack >= 0 && isTaken[nextBack] { nextBack -= 1 }
    if nextAhead < isTaken.count && (takenAhead < 2 || nextBack < 0) {
      takenAhead += 1
      return take(nextAhead)
    }
    guard nextBack >= 0 else { return nil }
    takenAhead = 0
    return take(nextBack)
  }

  private mutating func take(_ item: Int) -> Int {
    isTaken[item] = true
    remainingCount -= 1
    return item
  }
}
