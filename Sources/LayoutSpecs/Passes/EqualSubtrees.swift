// Frames that are copied from an equal sibling. If a stack stretches its children after a change, siblings
// that are equal get equal constraints: one of them is laid out, and the others take over its frames.

/// The elements whose subtrees are known to be equal, as far as a context has compared them.
///
/// An element is compared with a sibling before it when it is to be laid out again after a change, and not a
/// second time until something in it changes. A layout from scratch compares nothing.
struct EqualSubtrees {
  private struct Entry {
    /// Elements with the same label have equal subtrees, if it is a label.
    var label = EqualSubtrees.unknown
    /// The child of this element that was placed last, and the pass in which it was.
    var placedChild: UInt32 = 0
    var pass: UInt32 = 0
  }

  /// The label of an element that was not compared with a sibling before it, or has changed since.
  private static let unknown: UInt32 = 0
  /// The label of an element that differs from the sibling with which it was compared.
  private static let different: UInt32 = 1

  /// By cache index; empty until a layout looks for equal subtrees.
  private var entries: [Entry] = []
  private var lastLabel = EqualSubtrees.different
  private var pass: UInt32 = 0

  /// Begins a pass over a tree with so many cached elements.
  mutating func beginPass(cacheCount: Int) {
    // Labels and numbers of passes are never reused.
    if pass == .max || lastLabel > .max / 2 { removeAll() }
    pass += 1
    if !entries.isEmpty && entries.count < cacheCount { grow(to: cacheCount) }
  }

  private mutating func grow(to cacheCount: Int) {
    entries.append(contentsOf: repeatElement(Entry(), count: cacheCount - entries.count))
  }

  mutating func removeAll() {
    if pass == 0 { return }
    self = EqualSubtrees()
  }

  /// True if nothing was compared.
  var isEmpty: Bool { entries.isEmpty }

  /// Forgets an element of which something changed.
  mutating func forget(_ cache: Int) {
    if cache < entries.count { entries[cache].label = EqualSubtrees.unknown }
  }

  /// Returns the child of an element that was placed last in this pass, and sets the next one.
  mutating func exchangePlacedChild(of parent: Int, with child: Int, cacheCount: Int) -> Int? {
    if entries.isEmpty { grow(to: cacheCount) }
    let last = entries[parent].pass == pass ? Int(entries[parent].placedChild) : nil
    (entries[parent].placedChild, entries[parent].pass) = (UInt32(child), pass)
    return last
  }

  /// Returns true if two elements have equal subtrees.
  ///
  /// - Parameters:
  ///   - earlier: The cache index of an element.
  ///   - later: The cache index of a sibling behind it.
  ///   - compare: Compares them, if that was not done before.
  mutating func areEqual(_ earlier: Int, _ later: Int, _ compare: () -> Bool) -> Bool {
    let label = entries[later].label
    if label != EqualSubtrees.unknown {
      return label != EqualSubtrees.different && label == entries[earlier].label
    }
    guard compare() else {
      entries[later].label = EqualSubtrees.different
      return false
    }
    if entries[earlier].label <= EqualSubtrees.different {
      lastLabel += 1
      entries[earlier].label = lastLabel
    }
    entries[later].label = entries[earlier].label
    return true
  }

  var byteCount: Int { entries.capacity * MemoryLayout<Entry>.stride }
}

extension LayoutPass {
  /// Gives an element that is to be laid out again the frames of an equal sibling before it, if that has the
  /// same constraint. Returns false if there is none.
  @inline(never)
  func takeOverFrames(_ id: Int) -> Bool {
    let cache = Int(elements[id].cache)
    // An element that has changed is on a path, and all its layouts are of this pass.
    guard !scratch.pointee.changes.isEmpty, id > 0, !states[cache].isNew(inPass: scratch.pointee.number)
    else { return false }
    let parent = elements + Int(elements[id].parent)
    guard parent.pointee.kind.isCached,
      let sibling = scratch.pointee.equals.exchangePlacedChild(
        of: Int(parent.pointee.cache), with: id, cacheCount: tables.pointee.cacheCount)
    else { return false }
    let other = Int(elements[sibling].cache)
    let (requested, settled) = (states[cache].requested, states[other].settled)
    guard settled != CacheState.none, settled == states[other].requested else { return false }
    let key = row(requested, of: cache)
    guard row(settled, of: other).pointee.matches(key.pointee.range, key.pointee.parentSize),
      scratch.pointee.equals.areEqual(other, cache, { hasEqualSubtree(sibling, id) })
    else { return false }
    if keepsFrames(id, like: sibling) {
      states[cache].settled = requested
    } else {
      copyFrames(below: sibling, to: id)
    }
    return true
  }

  /// Returns true if the frames below an element are those that it takes over from an equal sibling.
  ///
  /// If an element has a settled row and another computed one, its frames are final in both constraints. So
  /// if the sibling's are, the element's are too if they are final in the same computed constraint.
  private func keepsFrames(_ id: Int, like sibling: Int) -> Bool {
    let (cache, other) = (Int(elements[id].cache), Int(elements[sibling].cache))
    let (computed, otherComputed) = (states[cache].computed, states[other].computed)
    guard computed != CacheState.none, states[cache].settled != CacheState.none else { return false }
    if otherComputed != CacheState.none && otherComputed != states[other].settled {
      let key = row(computed, of: cache)
      if row(otherComputed, of: other).pointee.matches(key.pointee.range, key.pointee.parentSize) {
        return true
      }
    }
    return hasEqualFrames(sibling, id)
  }

  /// Returns true if all frames below two elements with equal subtrees are equal, bit for bit.
  private func hasEqualFrames(_ a: Int, _ b: Int) -> Bool {
    let count = Int(elements[a].end) - a - 1
    let words = count * (MemoryLayout<Rect>.stride / MemoryLayout<UInt64>.stride)
    return (frames + a + 1).withMemoryRebound(to: UInt64.self, capacity: words) { first in
      (frames + b + 1).withMemoryRebound(to: UInt64.self, capacity: words) { second in
        var difference: UInt64 = 0
        for index in 0..<words { difference |= first[index] ^ second[index] }
        return difference == 0
      }
    }
  }

  /// Copies all frames below an element to another one with an equal subtree, in the constraint requested
  /// last.
  private func copyFrames(below sibling: Int, to id: Int) {
    let end = Int(elements[id].end)
    if scratch.pointee.journal.isOpen {
      for child in id + 1..<end { scratch.pointee.journal.note(child, frames[child]) }
    }
    (frames + id + 1).update(from: frames + sibling + 1, count: end - id - 1)
    // The states below do not belong to these frames. So they count only until the element is laid out again.
    var child = id + 1
    while child < end {
      let element = elements + child
      if element.pointee.kind.isCached { states[Int(element.pointee.cache)].forgetFrames() }
      child = element.pointee.flags.contains(.hasOnlyLeaves) ? Int(element.pointee.end) : child + 1
    }
    let state = states + Int(elements[id].cache)
    state.pointee.computed = CacheState.none
    state.pointee.settled = state.pointee.requested
  }

  /// Returns true if two elements and all below them are equal, so that they have the same frames in the same
  /// constraint. Texts and elements with user code count as different.
  private func hasEqualSubtree(_ a: Int, _ b: Int) -> Bool {
    guard Int(elements[a].end) - a == Int(elements[b].end) - b else { return false }
    let (distance, end) = (b - a, Int(elements[a].end))
    return (a..<end).allSatisfy { isEqual(elements + $0, elements + $0 + distance, distance) }
  }

  private func isEqual(
    _ a: UnsafePointer<ElementRecord>, _ b: UnsafePointer<ElementRecord>, _ distance: Int
  ) -> Bool {
    // A late baseline depends on which elements were measured, and so is not copied with the frames.
    guard a.pointee.kind == b.pointee.kind, a.pointee.flags == b.pointee.flags,
      a.pointee.style == b.pointee.style, Int(b.pointee.end) - Int(a.pointee.end) == distance,
      !a.pointee.flags.contains(.hasLateBaseline)
    else { return false }
    let (first, second) = (Int(a.pointee.payload), Int(b.pointee.payload))
    switch a.pointee.kind {
    case .spec, .node, .wrapper, .overlay, .background, .compositeNode: return true
    case .sizedNode: return sizes[first] == sizes[second]
    case .stack: return stacks[first].parameters == stacks[second].parameters
    case .inset: return tables.pointee.insets[first] == tables.pointee.insets[second]
    case .center: return tables.pointee.centers[first] == tables.pointee.centers[second]
    case .relative: return tables.pointee.relatives[first] == tables.pointee.relatives[second]
    case .ratio: return tables.pointee.ratios[first] == tables.pointee.ratios[second]
    case .absolute: return tables.pointee.absolutes[first] == tables.pointee.absolutes[second]
    case .corner: return tables.pointee.corners[first] == tables.pointee.corners[second]
    case .text, .measured, .deferredNode, .custom: return false
    }
  }
}
