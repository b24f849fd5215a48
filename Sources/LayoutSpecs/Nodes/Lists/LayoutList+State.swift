/// The cells that were measured in one layout of a list, which keeps them.
typealias MeasuredCells = [ObjectIdentifier: ListCell]

/// The cells in a part of a list at one moment, all of them measured.
struct ListPart {
  var indices: Range<Int>
  /// These, and the cells beside them that would reach into the part if they were higher.
  var touching: Range<Int>
  var cells: [ListCell]
  /// Those of the cells that have changed, and stay as they are.
  var outdated: Set<ObjectIdentifier> = []
}

/// One item of a list at one moment.
struct ListStep<Item> {
  let index: Int
  let item: Item
  let cell: ListCell?
  let kind: ListRow.Kind
  let revision: Int
}

extension LayoutList.State {
  func step(at index: Int) -> ListStep<Item> {
    let row = rows[index]
    return ListStep(
      index: index, item: slots[row.slot], cell: row.cell, kind: row.kind, revision: revision)
  }

  /// Returns the first item from an index on that reaches into a part of the list, or would if its cell were
  /// higher; except items whose cells are passed over.
  func step(
    from index: Int, _ top: Double, _ bottom: Double, passing isPassed: (ListCell) -> Bool
  ) -> ListStep<Item>? {
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
      lineSpacing: pixels(columns.lineSpacing))
    if pixelGrid == rows.pixelGrid, grid == rows.grid { return }
    rows = rows.arranged(on: pixelGrid, in: grid, estimate: estimatedHeight)
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

  /// Replaces the rows in a range by rows of new items.
  ///
  /// - Parameter keepsHeight: True if a new row counts with the height of the one whose place it takes.
  mutating func replace(
    _ range: Range<Int>, with items: [Item], _ hashes: [Int], keepsHeight: Bool = false
  ) {
    precondition(
      0 <= range.lowerBound && range.upperBound <= rows.count,
      "The list has \(rows.count) items, and not all of \(range)")
    let height = keepsHeight ? rows[range.lowerBound].height : nil
    let kind = kind
    replace(range, with: Array(repeating: nil, count: items.count), height: height) { slots, place in
      (slots.add(items[place], hash: hashes[place]), kind?(items[place]) ?? .item)
    }
  }

  /// Replaces the rows in a range by some of them, and by new ones.
  ///
  /// - Parameters:
  ///   - origins: The present index of each row; nil for a new one.
  ///   - height: The height of new rows. Default: the estimate.
  ///   - makeSlot: Returns the slot and the kind of the item of a new row, by its number among these.
  mutating func replace(
    _ range: Range<Int>, with origins: [Int?], height: Int64? = nil,
    makeSlot: (inout ItemSlots<Item>, Int) -> (Int32, ListRow.Kind)
  ) {
    let (old, height) = (rows.rows(in: range), height ?? rows.pixels(estimatedHeight))
    var isKept = Array(repeating: false, count: old.count)
    for case let origin? in origins { isKept[origin - range.lowerBound] = true }
    let removed = zip(old, isKept).compactMap { $1 ? nil : $0 }
    for row in removed { slots.remove(row.slot) }
    var count = 0
    let new = origins.map { origin in
      if let origin { return old[origin - range.lowerBound] }
      defer { count += 1 }
      let (slot, kind) = makeSlot(&slots, count)
      return ListRow(height: height, slot: slot, kind: kind)
    }
    rows.replace(range, with: new)
    let cells = removed.compactMap(\.cell)
    for cell in cells { remove(cell) }
    dropped.cells += cells
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
    slots.isInOrder = false
  }

  /// Forgets a cell that lost its row.
  mutating func remove(_ cell: ListCell) {
    cell.leave()
    controller.forget(cell)
  }

  /// Puts the slots in order.
  ///
  /// - Parameters:
  ///   - items: The items; nil for the present ones.
  ///   - first: The first row whose slot is not its index.
  mutating func order(_ items: [Item]? = nil, from first: Int = 0) {
    if items == nil, slots.isInOrder { return }
    let items = items ?? rows.rows(in: rows.indices).map { slots[$0.slot] }
    dropped.items += slots.setOrder(of: &rows, to: items, from: first)
  }

  /// Returns the items that may be equal to others, because their hashes are, with their indices.
  mutating func takeSuspects() -> [(index: Int, item: Item)] {
    let hashes = exchange(&slots.suspects, with: [])
    if hashes.isEmpty { return [] }
    return rows.rows(in: rows.indices).enumerated().compactMap { index, row in
      hashes.contains(slots.hashes[Int(row.slot)]) ? (index, slots[row.slot]) : nil
    }
  }
}
