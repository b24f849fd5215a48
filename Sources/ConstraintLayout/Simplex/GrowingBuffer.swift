/// Elements one after the other in memory of their own, with room for more: an array without the checks and reference counts that
/// the tableau cannot pay for.
///
/// Who holds a buffer frees it. Places that are not there are the caller's mistake, and found in debug builds alone.
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

  /// Makes room, without elements, that `setCount` then says are there.
  @inline(__always)
  mutating func reserve(_ needed: Int) {
    if capacity < needed { grow(toHold: needed) }
  }

  /// Says how many elements were written to the room at `base`.
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
