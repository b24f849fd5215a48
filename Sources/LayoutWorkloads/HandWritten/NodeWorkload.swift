import LayoutSpecs

/// A workload as a table in an app: cells, which are nodes with their own `layoutSpecThatFits(_:)`.
///
/// A table makes a cell's node when the cell is first shown, lays it out by itself in the table's width, and
/// puts it below the cell before.
public protocol NodeWorkload: Sendable {
  /// The number of cells.
  var cellCount: Int { get }

  /// Creates the node of a cell, and the nodes within it.
  func makeCell(_ index: Int) -> DisplayNode

  /// Creates the node of a cell whose layout, once applied, gives the cell its subnodes, and those within it theirs. Default:
  /// that of `makeCell(_:)`, for cells with no other nodes that have subnodes.
  func makeManagedCell(_ index: Int) -> DisplayNode

  /// Makes all cells as one element: typed specs and nodes, as a program writes them. Its tree is the compiled
  /// workload's. Default: nil, not written as one element.
  func makeElement() -> (any LayoutElement)?

  /// True if the only cell is the root of the compiled workload, which then adds nothing around it. Default:
  /// false.
  var isOneTree: Bool { get }

  /// Returns hand-written code that lays out a cell's nodes without the engine. Default: nil, no such code.
  func makeHandWritten(_ cell: DisplayNode) -> (any HandWrittenCell)?

  /// Returns the same code for the nodes of a cell that are leaves, and creates no other node. Default: nil.
  func makeHandWrittenLeaves(_ index: Int) -> (any HandWrittenCell)?
}

extension NodeWorkload {
  public var isOneTree: Bool { false }
  public func makeElement() -> (any LayoutElement)? { nil }
  public func makeManagedCell(_ index: Int) -> DisplayNode {
    let cell = makeCell(index)
    cell.automaticallyManagesSubnodes = true
    return cell
  }
  public func makeHandWritten(_ cell: DisplayNode) -> (any HandWrittenCell)? { nil }
  public func makeHandWrittenLeaves(_ index: Int) -> (any HandWrittenCell)? { nil }
}

// MARK: - Frames

/// The layouts of a workload's cells, each laid out by itself in one exact width in whole points, below each
/// other.
public struct CellLayouts {
  /// Each cell's layout, from the top down.
  public let cells: [Layout]
  private let width: Double

  /// - Parameters:
  ///   - cells: Each cell's layout, from the top down.
  ///   - width: The width of the table.
  public init(_ cells: [Layout], width: Double) {
    self.cells = cells
    self.width = width
  }

  /// The frames in the order of the compiled workload; nil for an element without a layout.
  ///
  /// In the compiled workload a cell is the spec that the cell's node returns here. That spec fills its node.
  ///
  /// - Complexity: linear in the number of elements.
  public var elementFrames: [Rect?] {
    var frames: [Rect?] = [nil]
    var y = 0.0
    for cell in cells {
      frames.append(Rect(origin: Point(0, y), size: cell.size))
      // Everything after the cell and its spec.
      for index in cell.tree.elementIDs.dropFirst(2) { frames.append(cell.frame(of: index)) }
      y += cell.size.height
    }
    frames[0] = Rect(x: 0, y: 0, width: width, height: y)
    return frames
  }

  /// The frames of the nodes: for each cell its own frame at (0, 0), then the frames of the nodes within the cell, each
  /// relative to the node around it.
  ///
  /// - Complexity: linear in the number of elements.
  public var nodeFrames: [Rect] {
    cells.flatMap { [Rect(origin: .zero, size: $0.size)] + $0.nodeFrames.compactMap(\.self) }
  }
}
