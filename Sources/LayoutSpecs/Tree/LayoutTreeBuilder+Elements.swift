// Writing layout elements and nodes; `LayoutContent._write(to:)` receives the builder.

extension LayoutTreeBuilder {
  /// The depth from which on an `any LayoutElement` is postponed. Writing is recursive, and a level takes up to
  /// half a KiB of the thread's stack, in a debug build several KiB.
  #if DEBUG
  private static let deepestWriting = 24
  #else
  private static let deepestWriting = 128
  #endif

  /// Begins a spec with children. Everything until the matching `end()` is below it.
  @usableFromInline
  mutating func begin(_ content: ElementContent, _ style: Style, _ name: String?) {
    if let comparison { return comparison.pointee.begin(content, style, name) }
    begin(content, style: style, name: name)
  }

  /// Begins a stack, the most frequent spec, without making an `ElementContent`.
  @usableFromInline
  mutating func beginStack(_ parameters: borrowing StackParameters, _ style: Style, _ name: String?) {
    if let comparison { return comparison.pointee.beginStack(parameters, style, name) }
    open(append(.stack, payload: tables.writeStack(copy parameters), style: intern(style)))
    setName(name)
  }

  /// Writes an element of a user type, and records that type.
  mutating func writeCustom<Element: LayoutElement>(
    _ content: ElementContent, _ element: Element, children: [any LayoutElement] = []
  ) {
    comparison?.pointee.requireType(Element.self)
    let id = ElementID(elementCount)
    begin(content, element.style, element.debugName)
    children._write(to: &self)
    end()
    if comparison == nil { tables.elements[id.index].type = tables.types.intern(Element.self) }
  }

  /// True if so many elements are open that the next `any LayoutElement` is to be postponed.
  @inline(__always)
  var isDeep: Bool {
    (comparison.map { $0.pointee.levels } ?? openCount) >= LayoutTreeBuilder.deepestWriting
  }

  /// Writes an element later, once the elements around it are written.
  @inline(never)
  mutating func postpone(_ element: any LayoutElement) {
    if let comparison { return comparison.pointee.fail() }
    postponed.append((elementCount, element))
    addLeaf(.spec, payload: 0, style: .default)
  }

  /// Writes the postponed elements behind a tree's other elements, and moves them to their places.
  private mutating func writePostponed(from first: Int) {
    var subtrees: [Int: Range<Int>] = [:]
    var next = 0
    while next < postponed.count {
      let start = elementCount
      beginTree()
      // Elements below may be postponed in turn.
      postponed[next].element._write(to: &self)
      let placeholder = postponed[next].placeholder
      tables.elements[start].parent = tables.elements[placeholder].parent
      subtrees[placeholder] = start..<elementCount
      next += 1
    }
    postponed = []
    let places = join(from: first, subtrees)
    for index in nodes.indices where nodes[index].element >= first {
      nodes[index].element = places[nodes[index].element - first]
    }
    nodes.sort { $0.element < $1.element }
  }

  /// Writes one content of a list.
  @inlinable @inline(never)
  mutating func write(_ content: borrowing InPlace<some LayoutContent>) { content.value._write(to: &self) }

  /// Writes one element, of any type, of a list.
  @inline(never)
  mutating func write(_ element: borrowing InPlace<any LayoutElement>) {
    if isDeep { postpone(element.value) } else { element.value._write(to: &self) }
  }

  /// Writes a node with its content, unless that depends on the node's size: then writes a node to be expanded later.
  @usableFromInline
  mutating func write(_ node: DisplayNode) {
    if let comparison {
      if comparison.pointee.isOfShape { return compareFirst(node, comparison) }
      return comparison.pointee.passes(node) ? () : compare(node, comparison)
    }
    guard let (style, name) = writeIfPlain(node, at: elementCount, or: \.guardedStyleAndName) else { return }
    let number = session?.takeUnretainedValue().add(node) ?? deferredCount
    writeDeferred(number, intern(style), name)
  }

  /// Writes a node if its content does not depend on its size, and returns nil. Otherwise returns the result of
  /// `read`, which is called under the node's lock.
  ///
  /// - Parameter element: The node's element; nil for the root, which is not added to `nodes`.
  @inline(__always)
  mutating func writeIfPlain<Rest>(
    _ node: DisplayNode, at element: Int?, or read: (DisplayNode) -> Rest
  ) -> Rest? {
    node.lock.lock()
    let isWritten = node.guardedWrite(to: &self)
    // Under the same lock as the reads: a later change of the node finds the container.
    if session != nil { node.guardedInclude(in: container) }
    let version = node.cache.version
    _ = node.guardedID(
      orNumber: session?._withUnsafeGuaranteedRef { $0.numbers.make() } ?? numbers.make())
    let rest = isWritten ? nil : read(node)
    node.lock.unlock()
    if let element { nodes.append(NodeElement(element: element, node: node, version: version)) }
    return rest
  }

  /// Writes a node that is expanded during the layout.
  @inline(__always)
  mutating func writeDeferred(_ number: Int, _ style: StyleID, _ name: String?) {
    addLeaf(.deferredNode, payload: UInt32(number), style: style)
    if name != nil { setName(name) }
    deferredCount += 1
  }
}

/// The place of a tree in an arena that holds several trees.
struct ArenaBounds {
  var elements: Range<Int>
  /// The indices of the tree's cached elements and texts.
  var cache: Range<Int>
  var texts: Range<Int>
}

extension LayoutTreeBuilder {
  /// Writes a tree of any depth behind all trees written so far.
  @discardableResult
  @inline(__always)
  mutating func writeTree(_ write: (inout LayoutTreeBuilder) -> Void) -> ArenaBounds {
    let (element, cache, text) = (elementCount, tables.cacheCount, tables.texts.count)
    beginTree()
    write(&self)
    if !postponed.isEmpty { writePostponed(from: element) }
    return ArenaBounds(
      elements: element..<elementCount, cache: cache..<tables.cacheCount, texts: text..<tables.texts.count)
  }

  /// Copies a subtree of a finished tree as the next tree.
  ///
  /// - Parameters:
  ///   - below: The subtree's nodes, by their elements in the finished tree.
  ///   - isAdopted: True if the subtree's records already refer to payloads of this tree; see
  ///     `LayoutTables.adoptPayloads`. Default: false.
  mutating func copyTree(
    _ subtree: Range<Int>, of other: UnsafePointer<LayoutTables>, _ below: some Collection<NodeElement>,
    isAdopted: Bool = false
  ) {
    let first = elementCount
    let shift = first - subtree.lowerBound
    let source = other.pointee.elements.entries(subtree)
    for index in subtree {
      var record = source[index - subtree.lowerBound]
      record.end = UInt32(truncatingIfNeeded: Int(record.end) + shift)
      record.parent = UInt32(
        truncatingIfNeeded: index == subtree.lowerBound ? first : Int(record.parent) + shift)
      append(record, copying: index, of: other, isAdopted: isAdopted)
    }
    let firstNode = nodes.count
    nodes += below
    nodes.withUnsafeMutableBufferPointer { nodes in
      for index in firstNode..<nodes.count { nodes[index].element += shift }
    }
  }

  /// Appends an element of another tree, with the links and the kind of `record`.
  @inline(__always)
  mutating func append(
    _ record: ElementRecord, copying element: Int, of other: UnsafePointer<LayoutTables>, isAdopted: Bool
  ) {
    var record = record
    if !isAdopted {
      if record.style != 0 { record.style = intern(other.pointee.styles.address + Int(record.style)) }
      tables.copyPayload(of: &record, from: other)
    }
    tables.elements.append(record)
    if !other.pointee.names.isEmpty { setName(other.pointee.names[UInt32(element)]) }
  }

  /// Appends all payloads of another tree, and makes the other tree's records refer to the copies.
  mutating func adoptPayloads(of other: UnsafeMutablePointer<LayoutTables>) {
    places.removeAll()
    for style in other.pointee.styles.indices { places.append(intern(other.pointee.styles.address + style)) }
    for type in other.pointee.types.entries { places.append(UInt32(tables.types.intern(type))) }
    tables.adoptPayloads(of: other, places.address)
  }

  /// Returns the index in this tree of another tree's style.
  private mutating func intern(_ style: UnsafeMutablePointer<StyleRecord>) -> UInt32 {
    intern(style.pointee.style, style.pointee.small)
  }

  /// Returns the nodes written since the last call.
  mutating func takeNodes() -> [NodeElement] {
    if nodes.isEmpty { return [] }
    var next: [NodeElement] = []
    next.reserveCapacity(nodes.count)
    swap(&next, &nodes)
    return next
  }

  var isEmpty: Bool { nodes.isEmpty && elementCount == 0 && openCount == 0 }
}

extension LayoutTables {
  /// True if the element's kind implies that it was written from a node of this class.
  @inline(__always)
  func isTold(_ type: DisplayNode.Type, _ element: Int) -> Bool {
    type == DisplayNode.self || type == TextNode.self && elements[element].kind == .text
  }

  /// Records the classes of nodes, and of the root if it is a node.
  mutating func setTypes(of root: DisplayNode?, _ nodes: [NodeElement]) {
    if let root, !isTold(type(of: root), 0) { elements[0].type = types.intern(type(of: root)) }
    // Often a node has the class of the one before it.
    var (lastType, lastPlace): (DisplayNode.Type, UInt16) = (DisplayNode.self, 0)
    for index in nodes.indices {
      let (element, type) = (nodes[index].element, type(of: nodes[index].node))
      if isTold(type, element) { continue }
      if type != lastType { (lastType, lastPlace) = (type, types.intern(type)) }
      elements[element].type = lastPlace
    }
  }
}

// MARK: - Trees that are written in pieces

extension LayoutTreeBuilder {
  /// Moves subtrees that were written behind a tree into the tree, each to the place of a leaf.
  ///
  /// - Parameters:
  ///   - first: The root of the tree. Everything from here on is part of it.
  ///   - subtrees: The subtrees by the leaf that each replaces, which may lie in another subtree.
  /// - Returns: The new place of each element from `first` on; the places of replaced leaves have no meaning.
  /// - Complexity: linear in the number of elements.
  private mutating func join(from first: Int, _ subtrees: [Int: Range<Int>]) -> [Int] {
    let records = Array(tables.elements.entries[first...])
    let mainEnd = subtrees.values.reduce(first + records.count) { min($0, $1.lowerBound) }
    var places = [Int](repeating: first, count: records.count)
    var next = first
    // The parts that are not written yet, the next one last.
    var parts = [first..<mainEnd]
    while let part = parts.popLast() {
      for index in part {
        if let subtree = subtrees[index] {
          parts += [index + 1..<part.upperBound, subtree]
          break
        }
        var record = records[index - first]
        record.parent = UInt32(places[Int(record.parent) - first])
        record.end = UInt32(next + 1)
        places[index - first] = next
        tables.elements[next] = record
        next += 1
      }
    }
    if !tables.names.isEmpty {
      let names = tables.names.map { place, name in
        (place < first ? place : UInt32(places[Int(place) - first]), name)
      }
      tables.names = Dictionary(uniqueKeysWithValues: names)
    }
    tables.elements.removeAll(from: next)
    // From back to front: an element's children come before it.
    for place in (first + 1..<next).reversed() {
      let parent = Int(tables.elements[place].parent)
      tables.elements[parent].end = max(tables.elements[parent].end, tables.elements[place].end)
    }
    for place in (first..<next).reversed() { tables.finishElement(place) }
    return places
  }
}
