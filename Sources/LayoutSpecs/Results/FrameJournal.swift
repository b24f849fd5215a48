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
  mutating func note(_ id: Int, _ frame: Rect) {
    entries.append((id, entries.count, frame))
  }

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
      || sameLength(a.size.width, b.size.width) && sameLength(a.size.height, b.size.height)
        && sameLength(a.origin.x, b.origin.x) && sameLength(a.origin.y, b.origin.y)
  }
}

extension Rect {
  /// The frame of an element without a layout.
  static var withoutLayout: Rect { Rect(origin: .zero, size: .undefined) }
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
