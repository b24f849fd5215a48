/// A variable of the tableau: the user's, or a variable that the simplex method adds.
typealias Symbol = Int32

enum SymbolKind: UInt8 {
  /// A variable of the user's, of any value: unrestricted in the paper.
  case external
  /// The slack of an inequality, 0 or more.
  case slack
  /// The violation of a constraint that is not required, 0 or more.
  case error
  /// The marker of a required equation. It is 0, and never becomes basic again.
  case dummy
}

/// A row: its basic symbol equals the constant plus the sum of all cells. The objective has no basic symbol.
struct TableauRow: BitwiseCopyable {
  /// A parametric symbol and its coefficient.
  struct Cell: BitwiseCopyable {
    var symbol: Symbol
    var coefficient: Double
  }

  var basic: Symbol = -1
  var constant = 0.0
  /// In ascending order of symbols; no coefficient is 0.
  var cells = GrowingBuffer<Cell>()

  /// The index at which the symbol is, or would be inserted.
  @inline(__always)
  func index(of symbol: Symbol) -> Int {
    guard let base = cells.base else { return 0 }
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low &+ high) &>> 1
      if base[middle].symbol < symbol { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The symbol's coefficient; 0 if it is not in the row.
  @inline(__always)
  func coefficient(of symbol: Symbol) -> Double {
    guard cells.count > 0, let base = cells.base, base[0].symbol <= symbol,
      base[cells.count &- 1].symbol >= symbol
    else { return 0 }
    let place = index(of: symbol)
    return base[place].symbol == symbol ? base[place].coefficient : 0
  }

  /// Removes the symbol. Returns false if it is not in the row.
  mutating func remove(_ symbol: Symbol) -> Bool {
    let place = index(of: symbol)
    guard place < cells.count, cells[place].symbol == symbol else { return false }
    cells.remove(at: place)
    return true
  }

  /// Changes all signs of a row that equals 0.
  mutating func negate() {
    constant = -constant
    for index in 0..<cells.count { cells[index].coefficient = -cells[index].coefficient }
  }
}

/// A pivot: the basic symbol that left the basis, and the symbol that took its place.
struct Exchange: BitwiseCopyable {
  let leaving: Symbol
  let entering: Symbol
}

/// Returns true if a number is 0 but for rounding.
@inline(__always)
func isNearlyZero(_ number: Double) -> Bool { abs(number) < 1e-8 }

/// Returns true if a number is negative by more than rounding.
@inline(__always)
func isNegative(_ number: Double) -> Bool { number < -1e-8 }

// MARK: - Storage

/// A growing array without the checks and reference counts that the tableau cannot afford.
///
/// The owner must deallocate it. Indices are checked in debug builds only.
struct GrowingBuffer<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private(set) var capacity = 0

  @inline(__always)
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count)
      return UnsafePointer(base.unsafelyUnwrapped + index)
    }
    nonmutating unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return base.unsafelyUnwrapped + index
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(toHold: count + 1) }
    (base.unsafelyUnwrapped + count).initialize(to: element)
    count += 1
  }

  mutating func insert(_ element: Element, at index: Int) {
    append(element)
    let place = base.unsafelyUnwrapped + index
    (place + 1).update(from: place, count: count - 1 - index)
    place.pointee = element
  }

  mutating func remove(at index: Int) {
    let place = base.unsafelyUnwrapped + index
    place.update(from: place + 1, count: count - 1 - index)
    count -= 1
  }

  mutating func removeLast() { count -= 1 }

  mutating func removeAll() { count = 0 }

  /// Reserves memory, which the caller initializes before `setCount`.
  @inline(__always)
  mutating func reserve(_ needed: Int) { if capacity < needed { grow(toHold: needed) } }

  /// Sets the number of elements after they were written at `base`.
  @inline(__always)
  mutating func setCount(_ count: Int) {
    assert(count <= capacity)
    self.count = count
  }

  private mutating func grow(toHold needed: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(needed, 2 * capacity, 8))
    if let base {
      larger.update(from: base, count: count)
      base.deallocate()
    }
    base = larger
    capacity = max(needed, 2 * capacity, 8)
  }

  func deallocate() { base?.deallocate() }
}
