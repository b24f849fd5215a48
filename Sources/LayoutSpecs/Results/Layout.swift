/// The result of a layout: every element's frame. It is immutable, and may be passed to any thread.
///
/// A layout is a tree of layouts: `sublayouts` are the layouts of the element's children, in order. Nodes
/// that were expanded during the layout contain their expansions.
///
/// Source: Texture's `ASLayout`.
public struct Layout: Sendable {
  // SAFETY: `change(_:)` alone changes the storage, while there is one reference to it.
  nonisolated(unsafe) private var storage: LayoutStorage
  /// The element whose layout this is.
  public private(set) var element: ElementID

  /// - Parameters:
  ///   - frames: The frames relative to the parent element, by element; a width of NaN if there is no layout.
  ///   - nodes: The elements of nodes. No node is there twice.
  ///   - expanded: The nodes that were expanded, in pre-order, without the root. Default: none.
  ///   - isChangeable: See `LayoutContents.isChangeable`. Default: true.
  init(
    tree: consuming LayoutTree, frames: borrowing Table<Rect>, in constraint: LayoutConstraint,
    nodes: borrowing Table<NodeTable.Entry> = Table(), expanded: [ExpandedNode] = [],
    isChangeable: Bool = true, nodeAnswers: NodeAnswers = NodeAnswers(), mirroring: Mirroring = [:]
  ) {
    element = tree.root
    storage = LayoutStorage.make(
      tree, frames, nodes, constraint, expanded, isChangeable: isChangeable, nodeAnswers, mirroring)
  }

  /// Changes the tree and its frames; the elements stay. Copies of this layout do not change.
  mutating func change<Result>(_ body: (inout LayoutContents) -> Result) -> Result {
    if isShared(&storage) { storage = storage.copy() }
    return body(&storage.contents.pointee)
  }

  /// The parts that the layouts of all elements of a tree share.
  var contents: LayoutContents {
    @inline(__always) _read { yield storage.contents.pointee }
  }

  /// The address of `contents`, valid while the layout is held and not changed.
  var contentsPointer: UnsafePointer<LayoutContents> { UnsafePointer(storage.contents) }

  /// The object that holds the memory of all layouts of the tree.
  var memory: AnyObject { storage }

  /// - Parameter memory: The memory of a layout.
  init(memory: AnyObject, _ element: ElementID) {
    storage = unsafeDowncast(memory, to: LayoutStorage.self)
    self.element = element
  }

  /// The tree that was laid out, with nodes expanded.
  public var tree: LayoutTree { contents.tree }
  var constraint: LayoutConstraint { contents.constraint }
  var mirroring: Mirroring { contents.mirroring }

  /// True if the element is a node whose own code also answered in a range that is not final.
  package func hasNodeAnswers(of element: ElementID) -> Bool {
    contents.nodeAnswers.hasAnswers(of: element.index)
  }

  /// The sizes that the root of `tree` could have.
  public var constrainedSize: SizeRange { constraint.range }

  /// The size that fractions in the style of the root of `tree` refer to, in points; NaN if it is undefined.
  public var parentSize: Size { constraint.parentSize }

  /// The element's size, in points and whole pixels.
  public var size: Size { frame.size }

  /// The element's position in its parent element, in points, not rounded; (0, 0) for a root.
  public var position: Point { frame.origin }

  /// The position and the size.
  public var frame: Rect { contents.frames[element.index] }

  /// The element's `debugName`.
  public var debugName: String? { tree.name(of: element) }

  /// The layouts of the element's children that have one, in order.
  public var sublayouts: [Layout] {
    tree.children(of: element).filter { frame(of: $0) != nil }.map { sublayout($0) }
  }

  func sublayout(_ element: ElementID) -> Layout {
    var layout = self
    layout.element = element
    return layout
  }

  /// Returns the frame of any element relative to its parent element, not rounded; nil if it has no layout.
  ///
  /// - Precondition: the id belongs to `tree`.
  public func frame(of element: ElementID) -> Rect? {
    let frame = contents.frames[element.index]
    return frame.size.width.isNaN ? nil : frame
  }

  /// Returns the first element with this `debugName`, in pre-order; nil if there is none.
  ///
  /// - Complexity: linear in the number of elements that have a name.
  public func element(named name: String) -> ElementID? {
    tree.tables.names.lazy.filter { $0.value == name }.map { ElementID(Int($0.key)) }.min()
  }

  /// Each node's frame as a view would get it, by element; nil for specs, the root, and nodes without a layout.
  ///
  /// A node's position is relative to the composite node around it, or the root: the sum of the specs'
  /// positions between, rounded up to whole pixels once. Its size is in whole pixels already. If nothing is
  /// between, because all elements with a layout below the root are nodes with no layout below them,
  /// positions are not rounded: Texture returns such a layout unchanged.
  ///
  /// In a node that is laid out right to left the frames are mirrored then: x becomes the node's width - x -
  /// the frame's width. Frames of specs, and `position` and `frame` of layouts, are never mirrored.
  ///
  /// Source: Texture's `filteredNodeLayoutTree`, and `-calculateLayoutLayoutSpec:` of its `ASDisplayNode`.
  ///
  /// - Complexity: linear in the number of elements, at any depth of the tree.
  public var nodeFrames: [Rect?] {
    tree.nodeFrames(of: tree.elementIDs.map { frame(of: $0) }, mirroring)
  }

  /// The nodes that have a layout, in drawing order, each with the frame that a view would get.
  ///
  /// Drawing order is the order of the elements, without the root, but a background comes before the child in front of it.
  ///
  /// - Complexity: linear in the number of elements.
  public var flattenedNodes: [(element: ElementID, frame: Rect)] {
    let frames = nodeFrames
    return tree.drawingOrder.compactMap { element in frames[element.index].map { (element, $0) } }
  }

  /// See `LayoutContext.checksum`.
  package var checksum: Double { layoutChecksum(of: Array(contents.frames.entries)) }
}

/// The parts of a layout that concern all elements of its tree.
struct LayoutContents: ~Copyable {
  /// The frames relative to the parent element, by element; a width of NaN if there is no layout.
  var frames: Table<Rect>
  let elementsByNode: NodeTable
  var tree: LayoutTree
  let constraint: LayoutConstraint
  /// The nodes that were expanded, in pre-order, without the root.
  var expanded: [ExpandedNode]
  /// True if the tree contains all answers of nodes' own code, so that it can be laid out again without calling that code.
  let isChangeable: Bool
  /// The answers of user nodes in ranges that are not final.
  let nodeAnswers: NodeAnswers
  /// The nodes that are laid out right to left.
  let mirroring: Mirroring
}

/// The memory that values of a layout share; its frames and nodes lie in the object's own memory.
private final class LayoutStorage: ManagedBuffer<Void, LayoutContents> {
  static func make(
    _ tree: consuming LayoutTree, _ frames: borrowing Table<Rect>, _ nodes: borrowing Table<NodeTable.Entry>,
    _ constraint: LayoutConstraint, _ expanded: [ExpandedNode], isChangeable: Bool,
    _ nodeAnswers: NodeAnswers, _ mirroring: Mirroring
  ) -> LayoutStorage {
    let byteCount = frames.usedByteCount + nodes.usedByteCount
    let stride = MemoryLayout<LayoutContents>.stride
    let storage = unsafeDowncast(
      create(minimumCapacity: 1 + (byteCount + stride - 1) / stride) { _ in }, to: LayoutStorage.self)
    var room = TableRoom(UnsafeMutableRawPointer(storage.contents + 1), byteCount: byteCount)
    storage.contents.initialize(
      to: LayoutContents(
        frames: Table(copying: frames, in: &room),
        elementsByNode: NodeTable(copying: nodes, in: &room, of: tree), tree: tree, constraint: constraint,
        expanded: expanded, isChangeable: isChangeable, nodeAnswers: nodeAnswers, mirroring: mirroring))
    return storage
  }

  func copy() -> LayoutStorage {
    let contents = UnsafePointer(contents)
    return LayoutStorage.make(
      contents.pointee.tree, contents.pointee.frames, contents.pointee.elementsByNode.entries,
      contents.pointee.constraint, contents.pointee.expanded, isChangeable: contents.pointee.isChangeable,
      contents.pointee.nodeAnswers, contents.pointee.mirroring)
  }

  @inline(__always)
  var contents: UnsafeMutablePointer<LayoutContents> { withUnsafeMutablePointerToElements { $0 } }

  deinit { contents.deinitialize(count: 1) }
}

/// True if there may be other references to the object, which then must not be changed.
func isShared<Object: AnyObject>(_ object: inout Object) -> Bool {
  #if THREAD_SANITIZER
  // From the reference count, the sanitizer does not see that other threads have released the object.
  true
  #else
  !isKnownUniquelyReferenced(&object)
  #endif
}

extension LayoutTree {
  /// Lays the tree out once. To lay out more than once, use a `LayoutContext`.
  public func layoutThatFits(_ constrainedSize: SizeRange) -> Layout {
    var context = LayoutContext()
    context.layout(self, in: constrainedSize)
    return context.snapshot(of: self)
  }
}

extension LayoutContext {
  /// Returns the layout of the tree that was laid out last, to keep.
  ///
  /// - Parameter tree: The tree that was laid out last in this context.
  /// - Precondition: `tree` was laid out last, or is a copy of that tree, and was not changed since.
  /// - Complexity: linear in the number of elements.
  public func snapshot(of tree: LayoutTree) -> Layout {
    precondition(
      hasLaidOut(tree),
      "A context knows the frames only of the tree that it laid out last, as it was then")
    let constraint = LayoutConstraint(range: lastRange, parentSize: lastParentSize, pixelGrid: tree.pixelGrid)
    return Layout(tree: tree, frames: frames, in: constraint)
  }
}

extension Layout: CustomStringConvertible {
  /// One line: `<StackLayoutSpec "header"; position = {0, 12}; size = {320, 44}>`.
  public var description: String {
    "<\(tree.title(of: element)); position = \(position); size = \(size)>"
  }

  /// A line for the layout and for each one below it, indented by two spaces a level, for 50 levels at most.
  /// Elements without a layout are left out.
  ///
  /// - Complexity: linear in the number of elements.
  public var recursiveDescription: String {
    var lines: [String] = []
    var indentation = OutlineIndentation(of: tree)
    for index in tree.subtree(of: element) {
      let id = ElementID(index)
      let space = indentation.text(of: id)
      if frame(of: id) != nil { lines.append(space + sublayout(id).description) }
    }
    return lines.joined(separator: "\n")
  }
}

extension Layout {
  /// Returns the engine's steps to this layout: its tree is laid out again, from scratch.
  ///
  /// Nodes that user code expanded are not expanded again.
  ///
  /// - Complexity: that of the layout.
  public func trace() -> LayoutTrace {
    var context = LayoutContext()
    var trace = LayoutTrace()
    _ = context.layout(tree, in: constraint, answers: contents.nodeAnswers, recording: &trace)
    return trace
  }
}
