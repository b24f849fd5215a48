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
  /// The cells whose interface state has changed, to be told without the lock.
  var changedCells: [CellNode] = []
  /// The cells that were placed last, all measured and without an animation; nil if that is not so.
  var settled: (indices: Range<Int>, touching: Range<Int>, revision: Int, version: Int)?
  /// The places of all rows when cells were placed last; nil if they have not changed.
  var former: FormerPlaces?
  /// The movement of cells to their places; nil if they have arrived.
  var movement: ListMovement?
  /// The cells that edits have removed, to be released without the lock, because this may run user code.
  var dropped: [ListCell] = []

  /// The width in whole pixels.
  var width: Double { rows.pixelGrid.ceil(givenWidth) }

  /// Replaces the cells that are shown.
  mutating func show(_ cells: [ShownCell]) {
    for old in shown { old.cell.isShown = false }
    for new in cells {
      new.cell.isShown = true
      if let changed = new.cell.cellNode?.change(adding: [.preload, .visible]) {
        changedCells.append(changed)
      }
    }
    for old in shown where !old.cell.isShown {
      // A list that prepares cells ahead tells later that a cell is far away.
      let end: InterfaceState = controller.parameters == nil ? [.preload, .visible] : .visible
      if let changed = old.cell.cellNode?.change(adding: [], removing: end) { changedCells.append(changed) }
    }
    shown = cells
  }

  /// Returns `onNeedsLayout`, to be called without the lock; nil if it was called already.
  mutating func observerToTell() -> (@Sendable () -> Void)? {
    guard !isTold, let onNeedsLayout else { return nil }
    isTold = true
    return onNeedsLayout
  }
}

extension ListState {
  func step(at index: Int) -> ListStep {
    let row = rows[index]
    return ListStep(index: index, cell: row.cell, kind: row.kind, revision: revision)
  }

  /// Returns the first item from an index on that reaches into a part of the list, or would if its cell were
  /// higher; except items whose cells are passed over.
  func step(
    from index: Int, _ top: Double, _ bottom: Double, passing isPassed: (ListCell) -> Bool
  ) -> ListStep? {
    let range = rows.indices(touching: top, to: bottom)
    var found: Int?
    rows.visit(range.clamped(to: index..<max(index, range.upperBound))) { index, row in
      if row.cell.map(isPassed) != true { found = index }
      return found == nil
    }
    return found.map { step(at: $0) }
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

  /// Returns the indices of the cells in a part of the list, if they were placed last and nothing has changed since.
  mutating func settledIndices(from top: Double, to bottom: Double) -> Range<Int>? {
    guard let settled, settled.revision == revision, settled.version == version, movement == nil,
      controller.prepared.isEmpty,
      settled.indices == rows.indices(from: top, to: bottom),
      settled.touching == rows.indices(touching: top, to: bottom)
    else { return nil }
    var isCurrent = false
    rows.visit(settled.touching) { index, row in
      guard let cell = row.cell else { return false }
      isCurrent = cell.version == version && (cell.isShown || !settled.indices.contains(index))
      return isCurrent
    }
    guard isCurrent else { return nil }
    isTold = false
    return settled.indices
  }

  // MARK: Edits

  mutating func beginEdits() {
    revision += 1
    controller.picked = []
    if former == nil { former = FormerPlaces(rows) }
  }

  /// Begins another width, or other traits, in which no height is known.
  mutating func beginVersion() {
    version += 1
    controller.measuredEnd = 0
  }

  /// Replaces the rows in a range.
  ///
  /// - Parameters:
  ///   - origins: The present index of each row; nil for a new one.
  ///   - hashes: The hashes of the new rows' items.
  ///   - kinds: What these are in a section; nil for items.
  ///   - height: The height of new rows, in pixels. Default: nil, the estimate.
  ///   - slots: The slots of all items.
  mutating func replace(
    _ range: Range<Int>, with origins: [Int?], _ hashes: [Int], kinds: [ListRow.Kind]?, height: Int64? = nil,
    in slots: inout ItemSlots
  ) {
    var isKept = Array(repeating: false, count: range.count)
    for case let origin? in origins { isKept[origin - range.lowerBound] = true }
    let removed = zip(rows.rows(in: range), isKept).compactMap { $1 ? nil : $0 }
    for row in removed { slots.remove(row.slot) }
    let height = height ?? rows.pixels(estimatedHeight)
    var count = 0
    let new = origins.map { origin in
      if let origin { return rows[origin] }
      defer { count += 1 }
      return ListRow(height: height, slot: slots.take(hashes[count]), kind: kinds?[count] ?? .item)
    }
    rows.replace(range, with: new)
    let cells = removed.compactMap(\.cell)
    for cell in cells { remove(cell) }
    dropped += cells
    controller.measuredEnd = min(controller.measuredEnd, range.lowerBound)
    guard let places = former?.origins(in: range) else { return }
    former?.replace(range, with: origins.map { $0.flatMap { places[$0 - range.lowerBound] } })
  }

  mutating func move(from index: Int, to destination: Int) {
    precondition(
      rows.indices.contains(index) && rows.indices.contains(destination),
      "The list has \(rows.count) items, and none that can move from \(index) to \(destination)")
    let (row, places) = (rows[index], former?.origins(in: index..<index + 1) ?? [])
    controller.measuredEnd = min(controller.measuredEnd, index, destination)
    rows.replace(index..<index + 1, with: [])
    rows.replace(destination..<destination, with: [row])
    former?.replace(index..<index + 1, with: [])
    former?.replace(destination..<destination, with: places)
  }

  /// Forgets a cell that lost its row.
  mutating func remove(_ cell: ListCell) {
    cell.leave()
    controller.forget(cell)
  }
}
