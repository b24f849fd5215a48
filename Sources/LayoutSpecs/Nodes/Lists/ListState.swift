/// The state of a list, but for its items. It does not depend on their type, so its code is compiled once, and not
/// looked up for the type of an app's items whenever it runs. Guarded by the list's lock.
struct ListState {
  /// The number of times that the items changed.
  var revision = 0
  var rows = RowTree()
  let estimatedHeight: Double
  /// The width as it was set.
  var givenWidth: Double
  var columns = ListColumns.one
  /// The number of changes of the width or the traits, and that number at the last change of the traits.
  var version = 0
  var traitsVersion = 0
  var onNeedsLayout: (@Sendable () -> Void)?
  var onWillReachEnd: (@Sendable () -> Void)?
  var leadingScreensForBatching = 2.0
  /// The revision for which `onWillReachEnd` was called; nil if the end was far away in the last layout.
  var endRevision: Int?
  /// True if `onNeedsLayout` was called since the list was laid out.
  var isTold = false
  /// The cells that were placed last; cells on their way out come first.
  private(set) var shown: [ShownCell] = []
  var controller = RangeController()
  /// The cells that were placed last, all measured and without an animation; nil if that is not so, or not any more.
  var settled: (indices: Range<Int>, touching: Range<Int>)?
  /// The places of all rows when cells were placed last; nil if they have not changed.
  var former: FormerPlaces?
  /// The movement of cells to their places; nil if they have arrived.
  var movement: ListMovement?
  /// The work of a worker on its queue, until no cell is missing.
  var worker: @Sendable () -> Void = {}
  /// The work that is left once the lock is released, usually none: see `LayoutList.change(_:)`.
  var left = Aftermath()

  init(estimatedHeight: Double, givenWidth: Double) {
    (self.estimatedHeight, self.givenWidth) = (estimatedHeight, givenWidth)
  }

  /// The width in whole pixels.
  var width: Double { rows.pixelGrid.ceil(givenWidth) }

  /// Replaces the cells that are shown.
  mutating func show(_ cells: [ShownCell]) {
    for old in shown { old.cell.isShown = false }
    for new in cells { new.cell.isShown = true }
    for old in shown where !old.cell.isShown {
      // A list that prepares cells ahead tells later that a cell is far away.
      change(old.cell, removing: controller.parameters == nil ? [.preload, .visible] : .visible)
    }
    // Afterwards, because an old cell may have had the node of a new one.
    for new in cells { change(new.cell, adding: [.preload, .visible]) }
    shown = cells
  }
}

// MARK: - The work that is left once the lock is released

extension ListState {
  /// Changes the interface state of a cell, which is told.
  mutating func change(_ cell: ListCell, adding new: InterfaceState = [], removing old: InterfaceState = []) {
    guard let node = cell.cellNode, node.change(adding: new, removing: old) else { return }
    left.call { node.interfaceStateDidChange() }
  }

  /// Calls `onNeedsLayout`, unless it was called since the list was laid out.
  mutating func tellNeedsLayout() {
    guard !isTold, let onNeedsLayout else { return }
    isTold = true
    left.call(onNeedsLayout)
  }

  mutating func startWorker(on queue: any LayoutQueue) {
    controller.workerCount += 1
    left.call { [worker] in queue.enqueue(worker) }
  }
}

extension ListState {
  // Methods that only read are mutating too where they are called often: the list's state is then used where it lies, and
  // not copied.

  func step(at index: Int) -> ListStep {
    let row = rows[index]
    return ListStep(index: index, cell: row.cell, kind: row.kind, revision: revision)
  }

  /// Returns the first item from an index on that reaches into a part of the list, or would if its cell were
  /// higher; except items that are passed over.
  mutating func step(
    from index: Int, _ top: Double, _ bottom: Double, passing isPassed: (ListCell?) -> Bool
  ) -> ListStep? {
    let range = rows.indices(from: top, to: bottom, isTouching: true)
    var found: Int?
    rows.visit(range.clamped(to: index..<max(index, range.upperBound))) { index, row in
      if !isPassed(row.cell) { found = index }
      return found == nil
    }
    return found.map { step(at: $0) }
  }

  /// Returns the cells in a part of the list.
  ///
  /// - Parameter onlyReady: True if those that need to be measured are missing, except that cells that have changed in
  ///   view stay as they are.
  mutating func part(from top: Double, to bottom: Double, onlyReady: Bool) -> ListPart {
    var part = ListPart(indices: rows.indices(from: top, to: bottom))
    if !onlyReady { part.touching = rows.indices(from: top, to: bottom, isTouching: true) }
    part.cells.reserveCapacity(part.indices.count)
    rows.visit(part.indices) { index, row in
      let isCurrent = !onlyReady || row.cell?.version == version
      if !isCurrent { part.missing.append(index) }
      guard let cell = row.cell, isCurrent || row.isMeasured && cell.isShown else { return true }
      part.cells.append(cell)
      if !isCurrent { part.outdated.insert(ObjectIdentifier(cell)) }
      return true
    }
    return part
  }

  /// The width of a cell that is no header or footer, in points.
  var cellWidth: Double { rows.width(of: .item, in: width) }

  func width(of cell: ListCell) -> Double { rows.width(of: cell.kind, in: width) }

  /// Lets the rows lie in the columns that the width has.
  mutating func arrangeRows(on pixelGrid: PixelGrid? = nil) {
    let pixelGrid = pixelGrid ?? rows.pixelGrid
    func pixels(_ length: Double) -> Int64 { Int64((pixelGrid.ceil(length) * pixelGrid.scale).rounded()) }
    let grid = ListGrid(
      count: columns.count(in: pixelGrid.ceil(givenWidth)), spacing: pixels(columns.spacing),
      lineSpacing: pixels(columns.lineSpacing), isMasonry: columns.isMasonry)
    if pixelGrid == rows.pixelGrid, grid == rows.grid { return }
    rows = rows.arranged(on: pixelGrid, in: grid, estimate: estimatedHeight)
    settled = nil
  }

  /// Looks at a part of the list whose cells were placed last, if nothing has changed since, and returns their indices.
  /// Most frames of a list that scrolls bring no cell.
  ///
  /// - Parameter distance: The points by which content above has moved the part since the last layout.
  mutating func lookAtSettled(from top: Double, to bottom: Double, movedBy distance: Double) -> Range<Int>? {
    guard let settled, movement == nil, controller.prepared.isEmpty,
      settled.indices == rows.indices(from: top, to: bottom),
      settled.touching == rows.indices(from: top, to: bottom, isTouching: true)
    else { return nil }
    var isCurrent = false
    rows.visit(settled.touching) { index, row in
      guard let cell = row.cell else { return false }
      isCurrent = cell.version == version && (cell.isShown || !settled.indices.contains(index))
      return isCurrent
    }
    guard isCurrent else { return nil }
    isTold = false
    controller.look(from: top, to: bottom, movedBy: distance, isSettled: true)
    startWork()
    return settled.indices
  }

  // MARK: Edits

  mutating func beginEdits() {
    revision += 1
    settled = nil
    controller.picked = []
    if former?.isForgettable ?? true { former = FormerPlaces(rows) }
  }

  /// Begins another width, or other traits, in which no height is known.
  mutating func beginVersion() {
    version += 1
    settled = nil
    controller.measuredEnd = 0
  }

  /// Replaces the rows in a range.
  ///
  /// - Parameters:
  ///   - origins: The present index of each row; nil for a new one.
  ///   - hashes: The hashes of the new rows' items.
  ///   - kinds: What these are in a section; nil for items.
  ///   - keepsHeights: True if new rows count with the heights of those whose places they take. Default: false.
  ///   - slots: The slots of all items.
  mutating func replace(
    _ range: Range<Int>, with origins: [Int?], _ hashes: [Int], kinds: [ListRow.Kind]?,
    keepsHeights: Bool = false, in slots: inout ItemSlots
  ) {
    var isKept = Array(repeating: false, count: range.count)
    for case let origin? in origins { isKept[origin - range.lowerBound] = true }
    let removed = zip(rows.rows(in: range), isKept).compactMap { $1 ? nil : $0 }
    for row in removed { slots.remove(row.slot) }
    let heights = keepsHeights ? rows.rows(in: range).map(\.height) : []
    let estimate = rows.pixels(estimatedHeight)
    var count = 0
    let new = origins.map { origin in
      if let origin { return rows[origin] }
      defer { count += 1 }
      let height = heights.indices ~= count ? heights[count] : estimate
      return ListRow(height: height, slot: slots.take(hashes[count]), kind: kinds?[count] ?? .item)
    }
    rows.replace(range, with: new)
    let cells = removed.compactMap(\.cell)
    for cell in cells { remove(cell) }
    left.release(cells)
    controller.measuredEnd = min(controller.measuredEnd, range.lowerBound)
    former?.replace(range, with: origins)
  }

  mutating func move(from index: Int, to destination: Int) {
    precondition(
      rows.indices.contains(index) && rows.indices.contains(destination),
      "The list has \(rows.count) items, and none that can move from \(index) to \(destination)")
    let row = rows[index]
    controller.measuredEnd = min(controller.measuredEnd, index, destination)
    rows.replace(index..<index + 1, with: [])
    rows.replace(destination..<destination, with: [row])
    former?.move(from: index, to: destination)
  }

  /// Forgets a cell that lost its row.
  mutating func remove(_ cell: ListCell) {
    cell.leave()
    controller.forget(cell)
  }
}
