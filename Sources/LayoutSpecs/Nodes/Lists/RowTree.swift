/// The rows of a list, which tell at once where a row begins, which row lies at a position, and which row a cell has.
///
/// A B-tree: its leaves have the rows, and its inner nodes count and add up what is below each child. A node
/// that becomes less than half full shares with its neighbours.
///
/// Copies share their nodes, and changing one of them copies the nodes on the way to the change. Only the copy
/// that was changed last knows where cells are: the others are to look at heights.
///
/// Heights and their sums are whole pixels, which are exact in any order of additions: a row's own top always
/// finds that row. Positions from outside have the tolerance of `PixelGrid`: a position that rounding errors
/// have moved off a pixel's edge by less than that is on the edge.
package struct RowTree {
  package let pixelGrid: PixelGrid
  /// The columns in which rows lie.
  package let grid: ListGrid
  /// The most rows or children of a node.
  private let capacity: Int
  private var root: Child

  /// A leaf, which has rows, or an inner node, which has children.
  final class Node {
    /// Valid in the copy of the tree that was changed last.
    @exclusivity(unchecked) unowned(unsafe) fileprivate var parent: Node?
    @exclusivity(unchecked) fileprivate(set) var rows: [ListRow]
    @exclusivity(unchecked) fileprivate(set) var children: [Child]
    let grid: ListGrid
    /// The places of a tree's rows, in its root; nil in other nodes, and unless the grid is a masonry.
    @exclusivity(unchecked) fileprivate var masonry: MasonryPlaces?

    fileprivate init(rows: [ListRow] = [], children: [Child] = [], _ grid: ListGrid) {
      (self.rows, self.children, self.grid) = (rows, children, grid)
      for row in rows { row.cell?.leaf = self }
      for child in children { child.node.parent = self }
    }
  }

  /// A node, and the sums of its rows.
  struct Child {
    fileprivate(set) var node: Node
    let sums: Sums
    /// The lines, by the number of cells that are in the line before; none in one column, and in a masonry.
    let lines: [RowLines]

    var count: Int { sums.count }

    fileprivate init(_ node: Node, in parent: Node? = nil) {
      node.parent = parent
      self.node = node
      sums = node.sums(from: Sums())
      let grid = node.grid
      lines =
        grid.isPlain || grid.isMasonry
        ? [] : (0..<grid.count).map { node.sums(from: RowLines(openCount: $0)) }
      RowTree.check(sums.height)
    }
  }

  /// Creates a tree without rows.
  ///
  /// - Parameters:
  ///   - grid: The columns in which rows lie. Default: one.
  ///   - capacity: The most rows or children of a node, at least 2. Default: 64.
  package init(pixelGrid: PixelGrid = PixelGrid(), grid: ListGrid = ListGrid(), capacity: Int = 64) {
    self.pixelGrid = pixelGrid
    self.grid = grid
    self.capacity = capacity
    root = Child(Node(grid))
    root.node.masonry = grid.isMasonry ? MasonryPlaces(grid) : nil
  }

  var masonry: MasonryPlaces? { root.node.masonry }

  package var count: Int { root.count }

  package var indices: Range<Int> { 0..<root.count }

  /// The number of nodes, which tells whether they are as full as they should be.
  package var nodeCount: Int { root.node.nodeCount }

  /// The number of places that a masonry keeps, which tells whether it forgets what it should and no more.
  package var knownPlaceCount: Int { masonry?.count ?? 0 }

  /// The number of rows that begin a section.
  package var headerCount: Int { root.sums.headerCount }

  /// The height of all rows, in points.
  package var height: Double {
    if grid.isPlain { return points(root.sums.height) }
    if let masonry {
      return points(max(0, masonry.find(in: self) { _ in true }.bottom - grid.lineSpacing))
    }
    var lines = root.lines[0]
    lines.endLine(grid)
    return points(max(0, lines.top(grid) - grid.lineSpacing))
  }

  /// - Complexity: logarithmic in the number of rows, as with all methods that name nothing else.
  package subscript(index: Int) -> ListRow { row(find(Sums()) { $0.count <= index }.row, at: index) }

  private func row(_ found: ListRow?, at index: Int) -> ListRow {
    guard index >= 0, let found else {
      preconditionFailure("The list has \(count) items, and none at \(index)")
    }
    return found
  }

  /// Returns the frame of a row in a list of this width, in points.
  package func frame(at index: Int, width: Double) -> Rect {
    let (found, column, top) = place(at: index)
    let row = row(found, at: index)
    return Rect(
      x: column == 0 ? 0 : points(grid.x(of: column, in: pixels(width))), y: points(top),
      width: self.width(of: row.kind, in: width), height: points(row.height))
  }

  private func place(at index: Int) -> (row: ListRow?, column: Int, top: Int64) {
    if grid.isPlain || grid.isMasonry {
      let (row, sums) = find(Sums()) { $0.count <= index }
      let place = masonry?.find(in: self) { $0.index < index }
      return (row, place?.column ?? 0, place?.top ?? sums.height)
    }
    var (row, lines) = find(RowLines()) { $0.count <= index }
    if row?.hasOwnLine == true { lines.endLine(grid) }
    return (row, lines.openCount, lines.top(grid))
  }

  /// Returns the width of a cell in a list of this width, in points.
  package func width(of kind: ListRow.Kind, in width: Double) -> Double {
    kind == .item && !grid.isPlain ? points(grid.cellWidth(in: pixels(width))) : width
  }

  /// Returns the index of a cell's row; nil if it has none.
  package func index(of cell: ListCell) -> Int? { find(cell)?.sums.count }

  /// Returns the frame of a cell in a list of this width, in points; nil if it has no row.
  package func frame(of cell: ListCell, width: Double) -> Rect? {
    find(cell).map { sums, height in
      grid.isPlain
        ? Rect(x: 0, y: points(sums.height), width: width, height: points(height))
        : frame(at: sums.count, width: width)
    }
  }

  /// Calls `body` with the rows of a range and their indices, from top to bottom, until it returns false.
  ///
  /// - Complexity: logarithmic in the number of rows, and linear in the number of those visited.
  package func visit(_ range: Range<Int>, _ body: (Int, ListRow) -> Bool) {
    visitLeaves(range) { leaf, start, part in
      for index in part where !body(index, leaf.rows[index - start]) { return false }
      return true
    }
  }

  /// Calls `body` with each leaf, the index of its first row, and the indices of its rows in a range, until it returns
  /// false. Rows that are looked at in place cost less than rows that are handed on.
  func visitLeaves(_ range: Range<Int>, _ body: (_ leaf: Node, _ start: Int, _ part: Range<Int>) -> Bool) {
    _ = root.node.visit(range, from: 0, body)
  }

  /// Returns the rows of a range.
  package func rows(in range: Range<Int>) -> [ListRow] {
    var rows: [ListRow] = []
    rows.reserveCapacity(range.count)
    visit(range) { _, row in
      rows.append(row)
      return true
    }
    return rows
  }

  /// Changes the rows of a range, but for their heights.
  ///
  /// - Complexity: logarithmic in the number of rows, and linear in the number of those changed.
  package mutating func update(_ range: Range<Int>, _ body: (Int, inout ListRow) -> Void) {
    root.makeUnique(in: nil)
    root.node.update(range, from: 0, body)
    root = Child(root.node)
  }

  /// Sets the height that a cell has in a version of the list's width and traits, in pixels.
  package mutating func setHeight(_ height: Int64, at index: Int, version: Int) {
    var isOther = false
    update(index..<index + 1) { _, row in
      isOther = row.height != height
      (row.height, row.version) = (height, ListRow.version(version))
    }
    if isOther { masonry?.forget(from: index) }
  }

  /// Replaces the rows of a range. The caller lets the cells of removed rows leave.
  ///
  /// - Complexity: logarithmic in the number of rows, and linear in the number of new ones.
  package mutating func replace(_ range: Range<Int>, with rows: [ListRow]) {
    root.makeUnique(in: nil)
    let masonry = masonry
    masonry?.forget(from: range.lowerBound)
    var nodes = root.node.replace(range, with: rows, capacity)
    while nodes.count > 1 { nodes = Node(children: nodes.map { Child($0) }, grid).divided(capacity) }
    var node = nodes.first ?? Node(grid)
    while node.children.count == 1 { node = node.children[0].node }
    node.masonry = masonry
    root = Child(node)
  }

  /// Returns the rows in other pixels and columns.
  ///
  /// - Parameter estimate: The height of rows that were not measured, in points.
  /// - Complexity: linear in the number of rows.
  func arranged(on pixelGrid: PixelGrid, in grid: ListGrid, estimate: Double) -> RowTree {
    var tree = RowTree(pixelGrid: pixelGrid, grid: grid, capacity: capacity)
    let rows = rows(in: indices).map { old in
      var row = old
      row.height = tree.pixels(old.isMeasured ? points(old.height) : estimate)
      return row
    }
    tree.replace(0..<0, with: rows)
    return tree
  }

  /// Returns the index of the row that begins a section; the number of rows behind the last one.
  package func index(ofHeader section: Int) -> Int {
    precondition(
      0...headerCount ~= section, "The list has \(headerCount) sections, and none at \(section)")
    return pass(Sums()) { $0.headerCount <= section }.sums.count
  }

  /// Returns the number of headers before a row.
  package func headerCount(before index: Int) -> Int { pass(Sums()) { $0.count <= index }.sums.headerCount }

  /// Returns the rows before a cell's row, and the height of that; nil if it has none.
  private func find(_ cell: ListCell) -> (sums: Sums, height: Int64)? {
    guard var node = cell.leaf, let place = node.rows.firstIndex(where: { $0.cell === cell }) else {
      return nil
    }
    let height = node.rows[place].height
    var sums = Sums()
    for place in 0..<place { sums.pass(rowAt: place, of: node) }
    while let parent = node.parent {
      for place in parent.children.indices {
        if parent.children[place].node === node { break }
        sums.pass(childAt: place, of: parent)
      }
      node = parent
    }
    return (sums, height)
  }

  /// Returns the first row that is not passed over, and the rows before it; no row at the end.
  ///
  /// - Parameters:
  ///   - none: The sums of no rows.
  ///   - isPassed: Returns true for the sums of rows from the first one on that are all passed over.
  @inline(__always)
  func find<Sums: RowSums>(_ none: Sums, _ isPassed: (Sums) -> Bool) -> (row: ListRow?, sums: Sums) {
    let (leaf, place, sums) = pass(none, isPassed)
    return leaf._withUnsafeGuaranteedRef { ($0.rows.indices.contains(place) ? $0.rows[place] : nil, sums) }
  }

  /// Returns the rows that are passed over, and the leaf and the place of the first one that is not.
  @inline(__always)
  func pass<Sums: RowSums>(
    _ none: Sums, _ isPassed: (Sums) -> Bool
  ) -> (leaf: Unmanaged<Node>, place: Int, sums: Sums) {
    // In place and without counting references: the tree holds its nodes.
    var node = Unmanaged.passUnretained(root.node)
    var sums = none
    while true {
      let (next, place): (Unmanaged<Node>?, Int) = node._withUnsafeGuaranteedRef { node in
        for place in node.children.indices {
          var next = sums
          next.pass(childAt: place, of: node)
          if !isPassed(next) { return (.passUnretained(node.children[place].node), place) }
          sums = next
        }
        for place in node.rows.indices {
          var next = sums
          next.pass(rowAt: place, of: node)
          if !isPassed(next) { return (nil, place) }
          sums = next
        }
        return (nil, node.rows.count)
      }
      guard let next else { return (node, place, sums) }
      node = next
    }
  }
}

extension RowTree.Child {
  /// Takes a copy of the node, unless no other tree has it.
  fileprivate mutating func makeUnique(in parent: RowTree.Node?) {
    if isKnownUniquelyReferenced(&node) { return }
    let masonry = node.masonry
    node = RowTree.Node(rows: node.rows, children: node.children, node.grid)
    node.parent = parent
    node.masonry = masonry.map(MasonryPlaces.init(copying:))
  }
}

extension RowTree.Node {
  /// Adds the node's rows to the sums of those before. They are not copied: a copy counts references.
  @inline(__always)
  fileprivate func sums<Sums: RowSums>(from before: Sums) -> Sums {
    var sums = before
    for place in rows.indices { sums.pass(rowAt: place, of: self) }
    for place in children.indices { sums.pass(childAt: place, of: self) }
    return sums
  }

  fileprivate var size: Int { rows.count + children.count }
  fileprivate var nodeCount: Int { children.reduce(1) { $0 + $1.node.nodeCount } }

  /// - Parameter start: The index of the node's first row.
  /// - Returns: False if `body` did.
  fileprivate func visit(
    _ range: Range<Int>, from start: Int, _ body: (RowTree.Node, Int, Range<Int>) -> Bool
  ) -> Bool {
    let part = range.clamped(to: start..<start + rows.count)
    if !part.isEmpty { return body(self, start, part) }
    var start = start
    for place in children.indices where start < range.upperBound {
      let count = children[place].count
      if start + count > range.lowerBound, !children[place].node.visit(range, from: start, body) {
        return false
      }
      start += count
    }
    return true
  }

  fileprivate func update(_ range: Range<Int>, from start: Int, _ body: (Int, inout ListRow) -> Void) {
    for index in range.clamped(to: start..<start + rows.count) {
      body(index, &rows[index - start])
      rows[index - start].cell?.leaf = self
    }
    var start = start
    for place in children.indices where start < range.upperBound {
      let count = children[place].count
      if start + count > range.lowerBound {
        children[place].makeUnique(in: self)
        children[place].node.update(range, from: start, body)
        children[place] = RowTree.Child(children[place].node, in: self)
      }
      start += count
    }
  }

  /// Replaces rows, and returns the nodes that take this node's place.
  fileprivate func replace(_ range: Range<Int>, with new: [ListRow], _ capacity: Int) -> [RowTree.Node] {
    if children.isEmpty {
      rows.replaceSubrange(range, with: new)
      if rows.count <= capacity { for row in new { row.cell?.leaf = self } }
      return divided(capacity)
    }
    // From the child in which the range begins to the one in which it ends.
    var (first, start) = (0, 0)
    while first < children.count - 1, start + children[first].count <= range.lowerBound {
      start += children[first].count
      first += 1
    }
    var end = first
    repeat {
      start += children[end].count
      end += 1
    } while start < range.upperBound
    // New rows come last: their cells may have been in one of the nodes until then.
    var nodes: [RowTree.Node] = []
    for place in (first..<end).reversed() {
      let count = children[place].count
      start -= count
      let part = max(range.lowerBound - start, 0)..<min(range.upperBound - start, count)
      let rows = place == first ? new : []
      if part.count == count, rows.isEmpty { continue }
      children[place].makeUnique(in: self)
      nodes = children[place].node.replace(part, with: rows, capacity) + nodes
    }
    children.replaceSubrange(first..<end, with: nodes.map { RowTree.Child($0, in: self) })
    if nodes.contains(where: { $0.size < capacity / 2 }) {
      // With what their neighbours have they are divided anew.
      let around = max(0, first - 1)..<min(children.count, first + nodes.count + 1)
      let all = children[around].map(\.node)
      let joint = RowTree.Node(rows: all.flatMap(\.rows), children: all.flatMap(\.children), grid)
      children.replaceSubrange(around, with: joint.divided(capacity).map { RowTree.Child($0, in: self) })
    }
    return divided(capacity)
  }

  /// Returns this node, or several in its place if it has too many entries; none if it has none.
  fileprivate func divided(_ capacity: Int) -> [RowTree.Node] {
    let size = size
    if size <= capacity { return size == 0 ? [] : [self] }
    let count = (size + capacity - 1) / capacity
    return (0..<count).map { part in
      let range = part * size / count..<(part + 1) * size / count
      return children.isEmpty
        ? RowTree.Node(rows: Array(rows[range]), grid) : RowTree.Node(children: Array(children[range]), grid)
    }
  }
}
