extension LayoutContext {
  /// Returns the element's frame relative to its parent element, not rounded; nil if it has no layout.
  ///
  /// - Precondition: the id belongs to the tree that was laid out last.
  public func frame(of id: ElementID) -> Rect? {
    precondition(
      id.index >= 0 && id.index < elementCount, "\(id) is not an element of the tree that was laid out last")
    let frame = frames[id.index]
    return frame.size.width.isNaN ? nil : frame
  }

  /// Every element's frame, with a width of NaN if it has no layout.
  func copyFrames() -> [Rect] { Array(frames.prefix(elementCount)) }

  /// The sum of `(x + 3y + 5w + 7h) × (i mod 7 + 1)` over elements `i` with a layout, in parent coordinates.
  ///
  /// Two engines with the same sum gave the same frames.
  ///
  /// - Complexity: linear in the number of elements.
  package var checksum: Double {
    layoutChecksum(UnsafeBufferPointer(rebasing: frames.prefix(elementCount)))
  }
}

/// Returns the `LayoutContext.checksum` of frames in pre-order, from an engine of any kind.
package func layoutChecksum(of frames: [Rect]) -> Double {
  frames.withUnsafeBufferPointer { layoutChecksum($0) }
}

func layoutChecksum(_ frames: UnsafeBufferPointer<Rect>) -> Double {
  var sum = 0.0
  for (index, frame) in frames.enumerated() where !frame.size.width.isNaN {
    let weighted = frame.origin.x + 3 * frame.origin.y + 5 * frame.size.width + 7 * frame.size.height
    sum += weighted * Double(index % 7 + 1)
  }
  return sum
}

/// The frames of elements before a layout that may change them. The list of changes is made from them.
struct FrameJournal {
  /// True if frames are recorded.
  private(set) var isOpen = false
  private var entries: [(id: Int, order: Int, frame: Rect)] = []
  /// The elements that are new in the tree.
  private var inserted: Set<Int>

  init(isOpen: Bool = false, inserted: [Int] = []) {
    self.isOpen = isOpen
    self.inserted = Set(inserted)
  }

  /// Records an element's frame before it is written. Only the first record of an element counts.
  mutating func note(_ id: Int, _ frame: Rect) { entries.append((id, entries.count, frame)) }

  /// Returns the elements whose frames have changed, and those that are new, in pre-order.
  consuming func changes(comparedWith frames: UnsafeMutableBufferPointer<Rect>) -> [ElementID] {
    entries.sort { ($0.id, $0.order) < ($1.id, $1.order) }
    var changes = inserted
    var last = -1
    for entry in entries where entry.id != last {
      last = entry.id
      if !isSame(entry.frame, frames[entry.id]) { changes.insert(entry.id) }
    }
    return changes.sorted().map { ElementID($0) }
  }

  /// Returns true if two frames are equal, with equal NaN lengths, or if both elements have no layout.
  private func isSame(_ a: Rect, _ b: Rect) -> Bool {
    a.size.width.isNaN && b.size.width.isNaN
      || a.size.isSame(as: b.size) && sameLength(a.origin.x, b.origin.x) && sameLength(a.origin.y, b.origin.y)
  }
}

extension Rect {
  /// The frame of an element without a layout.
  static var withoutLayout: Rect { Rect(origin: .zero, size: .undefined) }
}

extension [Rect] {
  /// Adds the frames of elements without a layout.
  mutating func addWithoutLayout(_ count: Int) {
    // Not `Array(repeating:count:)`, which looks its type up at run time; the first frames take just their room.
    if isEmpty { reserveCapacity(count) }
    for _ in 0..<count { append(.withoutLayout) }
  }
}

extension LayoutPass {
  /// Records the frames of an element's children before the element is laid out.
  @inline(never)
  func noteFrames(ofChildren id: Int) {
    let end = Int(elements[id].end)
    var child = id + 1
    while child < end {
      scratch.pointee.journal.note(child, frames[child])
      child = Int(elements[child].end)
    }
  }
}

// MARK: - Buffers

extension UnsafeMutableBufferPointer {
  var address: UnsafeMutablePointer<Element> {
    baseAddress ?? UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment)!
  }

  var byteCount: Int { count * MemoryLayout<Element>.stride }

  /// Makes room for `count` elements, and keeps the first `kept`. Elements are trivial and need no clean-up.
  mutating func grow(toHold count: Int, keeping kept: Int = 0) {
    guard count > self.count else { return }
    // With spare room, if elements are added one after the other.
    let larger = UnsafeMutableBufferPointer.allocate(capacity: kept == 0 ? count : count + count / 2)
    if kept > 0 { larger.baseAddress?.update(from: baseAddress!, count: kept) }
    deallocate()
    self = larger
  }

  @inline(__always)
  func initializeElements(_ range: Range<Int>, to value: Element) {
    guard !range.isEmpty else { return }
    (baseAddress! + range.lowerBound).initialize(repeating: value, count: range.count)
  }
}
