/// A cell of a list that was promised by its data source: it is made once, when it is first needed.
final class ListEntry: Hashable, @unchecked Sendable {
  private let lock = NSLock()
  private weak var list: ASListNode?
  private var guardedRange: SizeRange?
  private var block: ASCellNodeBlock?
  private var guardedParts: Parts?

  /// The cell, and the node in a list whose cells have the width of their column: the cell, or one around it that gives it
  /// its height.
  typealias Parts = (cell: ASCellNode, shown: CellNode)

  init(in list: ASListNode, range: SizeRange? = nil, block: @escaping ASCellNodeBlock) {
    (self.list, guardedRange, self.block) = (list, range, block)
  }

  /// The sizes that the delegate allows; nil for any. A cell that has had none keeps to that.
  var range: SizeRange? {
    get { lock.withLock { guardedRange } }
    set {
      let sized = lock.withLock {
        guardedRange = newValue
        return guardedParts?.shown as? SizedCellNode
      }
      if let newValue { sized?.setHeights(newValue) }
    }
  }

  /// The cell; nil if there is none yet.
  var known: Parts? { lock.withLock { guardedParts } }

  /// Returns the cell, after making it if there is none yet. If two threads need it at once, one waits.
  func make() -> Parts {
    // The block is the app's code, and may lay nodes out; it does not come back here for the same cell.
    lock.lock()
    defer { lock.unlock() }
    if let guardedParts { return guardedParts }
    let cell = block?() ?? ASCellNode()
    cell.place = (list, self)
    let parts = (cell, guardedRange.map { SizedCellNode(cell, heights: $0) as CellNode } ?? cell)
    (guardedParts, block) = (parts, nil)
    return parts
  }

  static func == (a: ListEntry, b: ListEntry) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A cell around another one, whose height is limited.
private final class SizedCellNode: CellNode, @unchecked Sendable {
  private let cell: ASCellNode
  private let heights: NodeState<SizeRange>

  init(_ cell: ASCellNode, heights: SizeRange) {
    (self.cell, self.heights) = (cell, NodeState(heights))
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    let limits = self[heights]
    var range = constrainedSize
    (range.min.height, range.max.height) = (limits.min.height, limits.max.height)
    return SizedSpec(cell, range: range)
  }

  func setHeights(_ new: SizeRange) { if self[heights] != new { self[heights] = new } }

  override func interfaceStateDidChange() {
    // A cell that the data source has returned again has another node around it.
    if cell.place.entry?.known?.shown === self { cell.follow(interfaceState) }
  }
}

/// A spec that is as large as its child, which is measured in a range of its own.
struct SizedSpec: CustomLayoutSpec {
  var style = Style()
  var debugName: String?
  private let child: any LayoutElement
  private let range: SizeRange

  init(_ child: any LayoutElement, range: SizeRange) { (self.child, self.range) = (child, range) }

  var children: [any LayoutElement] { [child] }
  var algorithm: any LayoutAlgorithm { SizedAlgorithm(range: range) }
}

private struct SizedAlgorithm: LayoutAlgorithm, Equatable {
  let range: SizeRange

  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
    children.measure(0, in: range, parentSize: range.max)
  }
}
