/// The frames that elements had before a layout, as far as it might have changed them: what the list of changes is made from.
struct FrameJournal {
  /// Whether frames are noted at all.
  private(set) var isOpen = false
  private var entries: [(id: Int, order: Int, frame: Rect)] = []
  /// The elements that are new in the tree.
  private var inserted: Set<Int>

  init(isOpen: Bool = false, inserted: [Int] = []) {
    self.isOpen = isOpen
    self.inserted = Set(inserted)
  }

  /// Notes the frame of an element before it is written. Only the first of several for one element counts.
  mutating func note(_ id: Int, _ frame: Rect) {
    entries.append((id, entries.count, frame))
  }

  /// The elements whose frame is another now, and those that are new, in pre-order.
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

  /// Whether two frames are equal: also in lengths that are not numbers, and where both elements have no layout.
  private func isSame(_ a: Rect, _ b: Rect) -> Bool {
    a.size.width.isNaN && b.size.width.isNaN
      || sameLength(a.size.width, b.size.width) && sameLength(a.size.height, b.size.height)
        && sameLength(a.origin.x, b.origin.x) && sameLength(a.origin.y, b.origin.y)
  }
}

extension Rect {
  /// What stands in place of a frame where an element got no layout.
  static var withoutLayout: Rect { Rect(origin: .zero, size: .undefined) }
}

extension LayoutPass {
  /// Notes the frames of an element's children before the element is laid out.
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
