package import LayoutSpecs

/// A tree that is edited, and the context that lays it out again after each edit.
package struct EditedTree: ~Copyable {
  package var tree: LayoutTree
  package var range: SizeRange
  private var context = LayoutContext()
  private var fresh = LayoutContext()
  /// The contents that leaves had before they were changed, to go back to.
  private var contents: [(leaf: ElementID, before: ElementContent)] = []
  private var isSpliced = false

  /// - Parameter deepestDescent: The levels that a layout descends on a thread's stack. Default: nil, as many as
  ///   usual.
  package init(_ tree: LayoutTree, in range: SizeRange, deepestDescent: Int? = nil) {
    self.tree = tree
    self.range = range
    if let deepestDescent { context.deepestDescent = deepestDescent }
    context.layout(tree, in: range)
  }

  /// Changes a few elements: mostly one leaf, sometimes back to its earlier content.
  ///
  /// - Parameter leavesMostly: False to change elements of any kind, or splice, or do nothing.
  package mutating func edit(_ random: inout RandomTree, leavesMostly: Bool = true) {
    for _ in 0..<random.pick([1, 1, 1, 2, 5]) {
      switch random.next() % (leavesMostly ? 20 : 4) {
      case 0:
        random.splice(&tree)
        isSpliced = true
        contents = []
      case 1, 2: random.change(&tree)
      case 3..<8:
        guard let last = contents.popLast() else { continue }
        tree.setContent(last.before, of: last.leaf)
      default:
        for _ in 0..<10 {
          guard let change = random.changeLeaf(&tree) else { continue }
          contents.append(change)
          break
        }
      }
    }
  }

  /// Lays out again, and returns the first mistake; nil if there is none.
  ///
  /// - Parameters:
  ///   - tellsChanges: True to ask for the elements that changed, and compare them.
  ///   - inBatches: True to split a big tree into batches, which are laid out from back to front.
  package mutating func layOut(tellsChanges: Bool, inBatches: Bool = false) -> String? {
    let framesBefore = isSpliced ? [] : tree.elementIDs.map { context.frame(of: $0) }
    defer { isSpliced = false }
    var changes: [ElementID] = []
    let size =
      if tellsChanges {
        context.relayout(tree, in: range, changes: &changes)
      } else if inBatches {
        context.relayout(tree, in: range) { count, body in for index in (0..<count).reversed() { body(index) }
        }
      } else {
        context.relayout(tree, in: range)
      }
    guard size == fresh.layout(tree, in: range) else { return "another size" }
    if let id = tree.elementIDs.first(where: { context.frame(of: $0) != fresh.frame(of: $0) }) {
      return "\(id) has another frame"
    }
    if let id = tree.elementIDs.first(where: { context.frame(of: $0).map(Self.isFinite) == false }) {
      return "\(id) has a frame without end, or a negative size"
    }
    // A width that is not a number would count as no layout. There is none only in what a stack left empty.
    for id in tree.elementIDs {
      guard let size = context.frame(of: id)?.size, size != .zero else { continue }
      if tree.children(of: id).contains(where: { context.frame(of: $0) == nil }) {
        return "a child of \(id) has no layout"
      }
    }
    guard tellsChanges else { return nil }
    if zip(changes, changes.dropFirst()).contains(where: { $0.index >= $1.index }) {
      return "the changes are not in order: \(changes)"
    }
    // Where no element moved in the arena, what changed can be seen from outside.
    if !isSpliced && changes.count < tree.elementCount {
      let expected = tree.elementIDs.filter { framesBefore[$0.index] != context.frame(of: $0) }
      if changes != expected { return "the changes are \(expected), and were told as \(changes)" }
    }
    return nil
  }

  private static func isFinite(_ frame: Rect) -> Bool {
    [frame.minX, frame.minY, frame.maxX, frame.maxY].allSatisfy(\.isFinite)
      && frame.size.width >= 0 && frame.size.height >= 0
  }
}
