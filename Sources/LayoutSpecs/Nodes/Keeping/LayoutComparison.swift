/// Compares the specs that nodes return now with the tree of their last layout, instead of writing them.
///
/// Most nodes that are laid out again return the same spec as last time: a text in them changed, or nothing.
/// Comparing reads a few words of each element; it writes no record, and counts no reference to a node.
struct LayoutComparison {
  let tables: UnsafePointer<LayoutTables>
  private let nodes: UnsafeBufferPointer<NodeElement>
  private let expanded: UnsafeBufferPointer<ExpandedNode>
  private let layout: UnsafePointer<LayoutContents>
  /// True if the layout is a shape: a layout of other nodes, without these nodes; see `LayoutShapes`.
  let isOfShape: Bool
  /// The next element, node and expanded node of the tree.
  private(set) var element = 1
  private var node = 0
  private var expansion = 0
  /// The innermost open element, and the levels of the stack that all open elements take.
  private var open = 0
  private(set) var levels = 0
  /// The node whose spec is compared, and the invalidated nodes in that spec.
  private var container: (owner: SpecOwner, changes: NodeChanges)
  /// False once anything differs from the tree.
  private(set) var isSame = true
  /// The session's changes, valid as long as the comparison.
  private let changes: UnsafeMutablePointer<Changes>

  /// The differences from the last layout, although the elements are the same.
  struct Changes {
    /// The nodes that were invalidated, by their index, with their versions.
    fileprivate(set) var versions: [(node: Int, version: UInt64)] = []
    /// The expanded nodes that inherit other traits, by their index.
    fileprivate(set) var traits: [(node: Int, traits: TraitValues?)] = []
    /// The contents and the changed styles of invalidated leaves, by their element.
    fileprivate(set) var contents: [(element: Int, content: ElementContent)] = []
    fileprivate(set) var styles: [(element: Int, style: Style)] = []

    var count: Int { versions.count }
    /// In a first layout only styles are recorded.
    var isEmpty: Bool { versions.isEmpty && styles.isEmpty }

    /// Forgets all, and keeps the memory.
    mutating func removeAll() {
      // Usually there is one of each, for which this is cheaper than `removeAll`.
      while !versions.isEmpty { versions.removeLast() }
      while !contents.isEmpty { contents.removeLast() }
      if !traits.isEmpty { traits.removeAll() }
      if !styles.isEmpty { styles.removeAll(keepingCapacity: true) }
    }
  }

  /// The levels that a node takes for its own code.
  private static let levelsPerNode = 16

  /// Begins a comparison with a layout that the caller holds, and does not change meanwhile.
  init(
    with last: NodeLayout, isShape: Bool, of root: SpecOwner, below changed: NodeChanges,
    to changes: UnsafeMutablePointer<Changes>
  ) {
    layout = last.layout.contentsPointer
    isOfShape = isShape
    tables = layout.pointee.tree.tablesPointer
    // SAFETY: the arrays are native ones, which stay where they are while the layout holds them.
    nodes = last.nodes.withUnsafeBufferPointer { $0 }
    expanded = last.expanded.withUnsafeBufferPointer { $0 }
    self.changes = changes
    container = (root, changed)
  }

  /// The node whose spec is compared.
  var owner: SpecOwner { container.owner }

  /// True if all of the tree was found.
  var isWhole: Bool { isSame && element == tables.pointee.elements.count }

  /// Records that something has no counterpart in the tree.
  mutating func fail() { isSame = false }

  /// Compares the element in whose width a node's content is mirrored, counted from the node's own element; nil for none.
  mutating func check(_ element: Int, isMirroredIn reference: Int?) {
    if layout.pointee.mirroring.isEmpty && reference == nil { return }
    if layout.pointee.mirroring[element] != reference.map({ element + $0 }) { fail() }
  }

  /// Compares the type of the next element, which is a user type.
  mutating func requireType(_ type: any Any.Type) {
    guard isSame, element < tables.pointee.elements.count else { return fail() }
    let place = Int(tables.pointee.elements[element].type)
    if place == 0 || tables.pointee.types[place - 1] != type { fail() }
  }

  /// Compares the next element, which is no node, and opens it.
  mutating func begin(_ content: ElementContent, _ style: Style, _ name: String?) {
    begin(content.kind, style, name) { tables, payload in
      switch content {
      case .spec, .wrapper, .overlay, .background: true
      case .stack(let parameters): tables.pointee.stacks[payload].parameters == parameters
      case .measured(let measurement): areKnownToBeEqual(tables.pointee.measurements[payload], measurement)
      case .custom(let algorithm): areKnownToBeEqual(tables.pointee.algorithms[payload], algorithm)
      case .node, .sizedNode, .compositeNode, .text, .paragraph: false
      default: SpecProperties(content).map { $0 == tables.pointee.specs[payload] } ?? false
      }
    }
  }

  mutating func beginStack(_ parameters: borrowing StackParameters, _ style: Style, _ name: String?) {
    let parameters = copy parameters
    begin(.stack, style, name) { $0.pointee.stacks[$1].parameters == parameters }
  }

  @inline(__always)
  private mutating func begin(
    _ kind: ElementKind, _ style: Style, _ name: String?,
    _ isEqual: (UnsafePointer<LayoutTables>, Int) -> Bool
  ) {
    // The parent too: the elements of two trees may be the same in pre-order.
    guard isSame, element < tables.pointee.elements.count,
      tables.pointee.elements[element].kind == kind,
      Int(tables.pointee.elements[element].parent) == open,
      isEqual(tables, Int(tables.pointee.elements[element].payload)),
      tables.pointee.matches(element, style, name)
    else { return fail() }
    open = element
    element += 1
    levels += 1
  }

  @inline(__always)
  mutating func end() {
    guard isSame else { return }
    isSame = Int(tables.pointee.elements[open].end) == element
    open = Int(tables.pointee.elements[open].parent)
    levels -= 1
  }

  /// A node that was invalidated, and whose spec is to be compared.
  struct OpenNode {
    let element: Int
    let range: SizeRange
    let version: UInt64
    /// The nodes directly below it that were invalidated.
    fileprivate let changes: NodeChanges
    fileprivate let outer: (open: Int, container: (SpecOwner, NodeChanges))
  }

  /// Passes over `node` if it is the next node, was not expanded, and was not invalidated: an invalidated node
  /// is recorded in the node around it, so `node` need not be asked.
  @inline(__always)
  mutating func passes(_ node: DisplayNode) -> Bool {
    guard isSame, self.node < nodes.count, nodes[self.node].node === node,
      nodes[self.node].element == element, !container.changes.contain(nodes[self.node].id),
      expansion >= expanded.count || expanded[expansion].element != element
    else { return false }
    element += 1
    self.node += 1
    return true
  }

  /// Compares a node. Opens and returns it if its content has to be compared too.
  ///
  /// - Parameter traits: The traits that the node inherits.
  @inline(__always)
  mutating func visit(_ node: DisplayNode, in traits: @autoclosure () -> TraitValues?) -> OpenNode? {
    guard isSame, self.node < nodes.count, nodes[self.node].node === node, nodes[self.node].element == element
    else {
      fail()
      return nil
    }
    let record = tables.pointee.elements[element]
    let isExpanded = expansion < expanded.count && expanded[expansion].element == element
    let hasTraits = !isExpanded || expanded[expansion].traits === traits()
    if hasTraits, !container.changes.contain(nodes[self.node].id) {
      skip(to: Int(record.end))
      return nil
    }
    node.lock.lock()
    if hasTraits, node.cache.version == nodes[self.node].version {
      node.lock.unlock()
      skip(to: Int(record.end))
      return nil
    }
    // Here a node is not asked for its answers in other ranges, so a node that has such answers is not compared.
    let isComposite =
      isExpanded && record.kind == .compositeNode && !layout.pointee.nodeAnswers.hasAnswers(of: element)
    // A node that its own code has measured is no leaf of the tree, even if it is a leaf now. Asking for its content may
    // release the lock for a while, so everything else is read after it.
    var content = isExpanded ? nil : node.guardedContent()
    let version = node.cache.version
    let changes = node.cache.handle?.extras.below.changes(since: nodes[self.node].version) ?? NodeChanges.none
    let (style, name) = node.guardedStyleAndName
    let hasStyle = tables.pointee.hasStyle(element, style)
    // A leaf's style and content are changed in the tree.
    let isKnown =
      (isComposite ? hasStyle : content?.kind == record.kind) && tables.pointee.hasName(element, name)
    if isKnown { node.guardedInclude(in: container.owner) }
    node.lock.unlock()
    guard isKnown else {
      fail()
      return nil
    }
    self.changes.pointee.versions.append((self.node, version))
    if !hasTraits { self.changes.pointee.traits.append((expansion, traits())) }
    if !isComposite {
      // Moved: a copy counts references.
      if let content = exchange(&content, with: nil) {
        self.changes.pointee.contents.append((element, content))
      }
      if !hasStyle { self.changes.pointee.styles.append((element, style)) }
      skip(to: element + 1)
      return nil
    }
    self.node += 1
    return begin(version: version, changes)
  }

  /// Compares a leaf of a first layout, the last element that was written, with the element in its place.
  @inline(__always)
  mutating func passLeaf(of type: DisplayNode.Type, in written: UnsafeMutablePointer<LayoutTables>) {
    let last = written.pointee.elements.count - 1
    guard isSame, isNext(type, written.pointee.elements[last].kind),
      written.pointee.names.isEmpty && tables.pointee.names.isEmpty
        || tables.pointee.hasName(element, written.pointee.names[UInt32(last)])
    else { return fail() }
    if !hasStyle(written, written.pointee.elements[last].style) {
      let style = Style(written.pointee.styles[Int(written.pointee.elements[last].style)].style)
      changes.pointee.styles.append((element, style))
    }
    written.pointee.elements[last].parent = UInt32(truncatingIfNeeded: element)
    element += 1
  }

  /// Opens the next element for a node of a first layout, whose content is still to be compared; nil if the node inherits
  /// other traits.
  mutating func beginFirst(version: UInt64, _ traits: TraitValues?) -> OpenNode? {
    expanded[expansion].traits === traits ? begin(version: version, .none) : nil
  }

  /// True if the next element was written from a node of this class and kind.
  @inline(__always)
  func isNext(_ type: DisplayNode.Type, _ kind: ElementKind) -> Bool {
    guard element < tables.pointee.elements.count, tables.pointee.elements[element].kind == kind else {
      return false
    }
    let place = Int(tables.pointee.elements[element].type)
    return place == 0 ? tables.pointee.isTold(type, element) : tables.pointee.types[place - 1] == type
  }

  /// True if the next element's style equals a style in other tables.
  @inline(__always)
  private func hasStyle(_ other: UnsafePointer<LayoutTables>, _ place: UInt32) -> Bool {
    let own = tables.pointee.elements[element].style
    if own == 0 && place == 0 { return true }
    return tables.pointee.styles[Int(own)].isSame(as: other.pointee.styles[Int(place)])
  }

  /// Opens the next element, whose content is to be compared.
  @inline(__always)
  private mutating func begin(version: UInt64, _ changes: NodeChanges) -> OpenNode {
    let node = OpenNode(
      element: element, range: expanded[expansion].range, version: version, changes: changes,
      outer: (open, container))
    open = element
    element += 1
    expansion += 1
    levels += LayoutComparison.levelsPerNode
    return node
  }

  /// Goes on with the content of an open node.
  mutating func enter(_ node: OpenNode, _ owner: SpecOwner) { container = (owner, node.changes) }

  /// Leaves a node whose content was compared.
  mutating func leave(_ node: OpenNode) {
    (open, container) = node.outer
    levels -= LayoutComparison.levelsPerNode
    if isSame { isSame = Int(tables.pointee.elements[node.element].end) == element }
  }

  /// Passes over an element and all elements below it.
  private mutating func skip(to end: Int) {
    element = end
    while node < nodes.count, nodes[node].element < end { node += 1 }
    while expansion < expanded.count, expanded[expansion].element < end { expansion += 1 }
  }
}

extension LayoutTables {
  @inline(__always)
  func matches(_ element: Int, _ style: Style, _ name: String?) -> Bool {
    hasStyle(element, style) && hasName(element, name)
  }

  @inline(__always)
  fileprivate func hasStyle(_ element: Int, _ style: Style) -> Bool {
    let place = Int(elements[element].style)
    return style.box.map { styles[place].style == $0.values } ?? (styles[place].small == style.small)
  }

  @inline(__always)
  fileprivate func hasName(_ element: Int, _ name: String?) -> Bool {
    guard !names.isEmpty, let own = names[UInt32(element)] else { return name == nil }
    return name.map(own.hasSameScalars) ?? false
  }
}
