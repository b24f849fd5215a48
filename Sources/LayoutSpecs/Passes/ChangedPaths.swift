// Layouts after changes: the paths from the root to the changed elements, and the walk that places elements around them.

/// The stacks that may be updated, and their children, on the paths from the root to the elements that
/// changed since the last layout. Empty in a layout from scratch.
struct ChangedPaths {
  /// An element that changed, or that has a changed element below it.
  struct Element {
    let id: Int
    /// The size that the element has now, while the stack around it is updated.
    var size = Size.zero
    /// True for a stack that was updated: its children are final, except those that changed.
    var isUpdated = false
  }

  /// The elements in pre-order, each once: a child on a path follows its parent.
  var elements: [Element] = []
  /// The subtrees around the element that is being placed, innermost last.
  fileprivate var open: [(end: Int, isUpdated: Bool)] = []
  /// The index of the last stack that was updated in this pass; -1 if there is none.
  var lastUpdate = -1

  @inline(__always)
  var isEmpty: Bool { elements.isEmpty }

  /// True if a stack was updated in this pass.
  @inline(__always)
  var hasUpdates: Bool { lastUpdate >= 0 }

  /// Adds an element. The elements of a path come from the inside out.
  fileprivate mutating func append(_ id: Int) { elements.append(Element(id: id)) }

  /// Sorts the elements of all paths in pre-order, each once.
  mutating func sort(pathCount: Int) {
    if pathCount == 1 {
      elements.reverse()
      return
    }
    var last = -1
    elements.sort { $0.id < $1.id }
    elements.removeAll { element in
      defer { last = element.id }
      return element.id == last
    }
  }

  mutating func removeAll() {
    if elements.isEmpty { return }
    elements.removeAll(keepingCapacity: true)
    lastUpdate = -1
  }

  /// Returns the index of the first element that is not before `id`, from `start` on.
  func firstIndex(notBefore id: Int, from start: Int = 0) -> Int {
    var (low, high) = (start, elements.count)
    if high == low || elements[high - 1].id < id { return high }
    while low < high {
      let middle = (low + high) / 2
      if elements[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the index of an element; nil if it is on no path.
  func index(of id: Int) -> Int? {
    let index = firstIndex(notBefore: id)
    return index < elements.count && elements[index].id == id ? index : nil
  }

  var byteCount: Int { elements.capacity * MemoryLayout<Element>.stride }
}

extension LayoutContext {
  /// Discards the layouts of a changed element and of all elements around it. A stack around it may be updated, because
  /// only a child's size changes; but not the element's parent if the element's style changed.
  func discardPath(to id: Int, isStyleChanged: Bool, in tree: LayoutTree) {
    let (states, wraps, scratch) = (states.address, wraps.address, scratch)
    let tables = tree.tablesPointer
    let (elements, stacks) = (tables.pointee.elements.address, tables.pointee.stacks.address)
    let outermost = isStyleChanged ? Int(elements[id].parent) : id
    if elements[id].kind == .text { wraps[Int(elements[id].payload)] = WrapRow() }
    // The element before, which is a child of this one; 0 if it was added to the changes.
    var child = 0
    var index = id
    while true {
      let element = elements + index
      let state = states + Int(element.pointee.cache)
      if element.pointee.kind == .stack && stacks[Int(element.pointee.payload)].isWorthUpdating {
        if index < outermost { state.pointee.outdate() } else { state.pointee.forget() }
        if child != 0 { scratch.pointee.changes.append(child) }
        scratch.pointee.changes.append(index)
        child = 0
      } else {
        if element.pointee.kind.isCached { state.pointee.forget() }
        child = index
      }
      if index == 0 { break }
      index = Int(element.pointee.parent)
    }
  }
}

extension LayoutPass {
  /// `place` for the whole tree after changes. In stacks that were updated, it visits only changed children.
  @inline(never)
  func placeAgain() {
    if !scratch.pointee.changes.hasUpdates { return place(0..<Int(elements[0].end)) }
    var id = 0
    var index = 0
    while index < scratch.pointee.changes.elements.count {
      let changed = scratch.pointee.changes.elements[index].id
      id = closeSubtrees(before: changed, from: id)
      if let open = scratch.pointee.changes.open.last, !open.isUpdated,
        index > scratch.pointee.changes.lastUpdate
      {
        // With no update below, the open subtree is placed as a whole when it is closed.
        index = scratch.pointee.changes.firstIndex(notBefore: open.end, from: index)
        continue
      }
      index += 1
      if id > changed { continue }
      if scratch.pointee.changes.open.last?.isUpdated == true {
        id = changed
      } else {
        id = place(id, upTo: changed)
        if id > changed { continue }
      }
      id = place(changed, upTo: changed + 1)
      let end = Int(elements[changed].end)
      if id < end {
        scratch.pointee.changes.open.append((end, scratch.pointee.changes.elements[index - 1].isUpdated))
      }
    }
    id = closeSubtrees(before: .max, from: id)
    place(id..<Int(elements[0].end))
  }

  /// Places the rest of the open subtrees that end before an element, and returns the element to continue with.
  private func closeSubtrees(before changed: Int, from first: Int) -> Int {
    var id = first
    while let subtree = scratch.pointee.changes.open.last, subtree.end <= changed {
      if !subtree.isUpdated { id = place(id, upTo: subtree.end) }
      id = max(id, subtree.end)
      scratch.pointee.changes.open.removeLast()
    }
    return id
  }
}
