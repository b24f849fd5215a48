/// The cells of a list that scrolls vertically. It makes and measures those that are in view, however many there are.
///
/// ```swift
/// let list = LayoutList<Int>(width: 375) { number in CommentNode(comments[number]) }
/// list.setItems(Array(comments.indices))
/// for index in list.layOut(from: 0, to: 812) { show(list.cell(at: index)) }
/// ```
///
/// A cell may be any node. A `CellNode` knows its index, and can be selected and highlighted.
///
/// Cells get exactly the list's width, and lie below each other, unless the list has `columns`. A cell that was never in
/// view counts with an estimated height: positions and the content's height are final once all cells above are measured.
/// Widths and heights are rounded up to whole pixels, and positions are sums of heights. A list of 2⁵¹ pixels or more
/// stops the program.
///
/// `EditableList` has the edits of the items. Cells of items that stay are kept, with their layouts and
/// heights. A changed cell is measured again once it is in view, and no other cell is. To measure cells on
/// other threads before they come into view, set `tuningParameters`.
///
/// Cells above those in view may change their heights: a `ListAnchor` keeps the cells in view where they are. With a
/// `ListAnimation` cells move to their new places over time.
///
/// Any thread MAY use a list. Cells are made and measured, and items compared and hashed, without a lock held.
/// If items change while the list is laid out, it is laid out with the new ones. If two threads lay it out at
/// once, one may place cells by heights that the other is about to change; the next layout puts that right.
///
/// Source: Texture's `ASTableNode`, whose range controller prepares cells around those in view.
public final class LayoutList<Item: Hashable & Sendable>: EditableList, @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  private let makeCell: @Sendable (Item) -> DisplayNode
  /// The traits of the cells: all have this object, so that a change visits none.
  private let traits = NodeState(Traits(), affectsLayout: false)
  var lock: NodeLock { NodeLock(of: self) }
  // Guarded by `lock`.
  @exclusivity(unchecked) var state: ListState
  @exclusivity(unchecked) var listItems: ListItems<Item>

  /// Creates a list without items.
  ///
  /// - Parameters:
  ///   - width: The width of the cells, in points, rounded up to whole pixels.
  ///   - estimatedHeight: The height that a cell counts with before it is measured, in points, rounded up to
  ///     whole pixels. Default: 44.
  ///   - makeCell: Returns a new node for an item. It is called when the item first comes into view, on the
  ///     thread that lays out, or near it on a worker's thread: see `tuningParameters`. If two threads need the cell
  ///     at once, there may be two nodes, one of which is dropped.
  /// - Precondition: both lengths, rounded, are finite, not negative, and less than 10,000,000 points.
  public init(
    width: Double, estimatedHeight: Double = 44, makeCell: @escaping @Sendable (Item) -> DisplayNode
  ) {
    self.makeCell = makeCell
    state = ListState(estimatedHeight: estimatedHeight, givenWidth: width)
    listItems = ListItems(kind: rowKind(of: Item.self))
    checkSize()
    // A list that nobody else holds needs no cells.
    state.worker = { [weak self] in
      while let list = self, list.work() {}
    }
  }

  /// Creates a list with the width, the columns and the traits of another one, and without items. Cells that were made by the
  /// other one stay there, and its closures but `makeCell` are not called.
  ///
  /// - Parameter makeCell: Returns a node for an item, with the closure of the other list.
  package convenience init(
    like other: LayoutList,
    makeCell: @escaping @Sendable (_ makeOther: () -> DisplayNode) -> DisplayNode
  ) {
    let makeOther = other.makeCell
    let (width, height) = other.lock.withLock { (other.state.givenWidth, other.state.estimatedHeight) }
    self.init(width: width, estimatedHeight: height) { item in makeCell { makeOther(item) } }
    (columns, traitOverrides) = (other.columns, other.traitOverrides)
  }

  private func checkSize() {
    precondition(
      state.rows.pixelGrid.ceil(Size(state.givenWidth, state.estimatedHeight)).isValid,
      "A list's width and its cells' heights are 0 or more and less than 10,000,000 points")
  }

  deinit { state.movement?.end() }

  /// Called when the list should be laid out again: a cell that was laid out needs layout, or an animation has ended,
  /// and cells have left `visibleNodes`. It is called once until the list is laid out. Default: nil.
  ///
  /// It is called on the thread of the change or the animator, without a lock held. Setting the items or the
  /// width does not call it, nor does setting this property after a change.
  public var onNeedsLayout: (@Sendable () -> Void)? {
    get { lock.withLock { state.onNeedsLayout } }
    set { lock.replace { exchange(&state.onNeedsLayout, with: newValue) } }
  }

  /// Called when the part in view comes near to the end of the content: time to append the next page. Default: nil.
  ///
  /// It is called by the layout of that part, on its thread, without a lock held; once until the items change, or the
  /// end was far away again.
  ///
  /// Source: `-tableNode:willBeginBatchFetchWithContext:` of Texture's `ASTableDelegate`.
  public var onWillReachEnd: (@Sendable () -> Void)? {
    get { lock.withLock { state.onWillReachEnd } }
    set { lock.replace { exchange(&state.onWillReachEnd, with: newValue) } }
  }

  /// The distance to the end of the content at which `onWillReachEnd` is called, in heights of the part in view.
  /// Default: 2.
  ///
  /// Source: the property of the same name of Texture's `ASTableNode`.
  public var leadingScreensForBatching: Double {
    get { lock.withLock { state.leadingScreensForBatching } }
    set { lock.withLock { state.leadingScreensForBatching = newValue } }
  }

  /// Lets the next layout call `onWillReachEnd` again, if the end is near then.
  package func forgetEnd() { lock.withLock { state.endRevision = nil } }

  // MARK: Cells

  /// Returns the node of the item at an index, after making it if there is none yet.
  ///
  /// - Precondition: there is such an item.
  public func cell(at index: Int) -> DisplayNode {
    while true {
      let step = lock.withLock { state.step(at: index) }
      if let cell = cell(for: step) { return cell.node }
    }
  }

  /// Returns the cell of an item; nil if other items were set meanwhile.
  func cell(for step: ListStep) -> ListCell? {
    if let cell = step.cell {
      tellTraits(cell, isQuiet: true)
      return cell
    }
    // Other threads may have put the slots in another order, but not the rows.
    let item = lock.withLock {
      state.revision == step.revision ? listItems[state.rows[step.index].slot] : nil
    }
    guard let item else { return nil }
    let cell = ListCell(makeCell(item), step.kind)
    (cell.node as? CellNode)?.enter(self, as: cell)
    // Before another thread can measure the node.
    let observer = NeedsLayoutObserver(
      .list,
      own: { [weak self, weak cell] in
        if let self, let cell { self.invalidate(cell) }
      })
    cell.node.setObserver(observer, of: .list)
    var old: NodeState<Traits>?
    let kept: ListCell? = lock.withLock {
      guard state.revision == step.revision else { return nil }
      if let known = state.rows[step.index].cell { return known }
      state.rows.update(step.index..<step.index + 1) { $1.cell = cell }
      state.controller.remember(cell)
      cell.traitsVersion = state.traitsVersion
      old = cell.node.replaceListTraits(by: traits)
      return cell
    }
    // A node that was laid out before, or was a cell of another list.
    if kept === cell, !(old?.value ?? Traits()).isSame(as: traitOverrides) {
      cell.node.inheritedTraitsDidChange()
    }
    return kept
  }

  /// Tells a cell that the list's traits have changed, unless it was told.
  ///
  /// - Parameter isQuiet: True if the list needs no layout for it.
  private func tellTraits(_ cell: ListCell, isQuiet: Bool) {
    let isDue = lock.withLock {
      let isDue = exchange(&cell.traitsVersion, with: state.traitsVersion) != state.traitsVersion
      if isDue { cell.isQuiet = isQuiet }
      return isDue
    }
    if !isDue { return }
    let old = cell.node.replaceListTraits(by: traits)
    cell.node.inheritedTraitsDidChange()
    lock.withLock { cell.isQuiet = false }
    withExtendedLifetime(old) {}
  }

  private func invalidate(_ cell: ListCell) {
    change {
      if cell.isQuiet { return }
      (cell.version, cell.preparedVersion) = (nil, nil)
      if state.controller.measuredEnd > 0, let index = state.rows.index(of: cell) {
        state.controller.measuredEnd = min(state.controller.measuredEnd, index)
      }
      state.tellNeedsLayout()
    }
  }

  /// Runs `body` with the list locked, and then does what is left to be done without the lock, because it may run user
  /// code.
  @inline(__always)
  func change<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    let result = body()
    let left = state.left.isEmpty ? nil : exchange(&state.left, with: Aftermath())
    lock.unlock()
    left?.finish()
    return result
  }

  /// The number of cells that the list keeps, in view or not.
  package var keptCellCount: Int { lock.withLock { state.controller.cells.count } }

  // MARK: Positions

  /// The width of the cells, in points. A width that is set is rounded up to whole pixels. A change measures
  /// all cells again once they are in view.
  public var width: Double {
    get { lock.withLock { state.width } }
    set {
      lock.withLock {
        let old = state.width
        state.givenWidth = newValue
        checkSize()
        if state.width == old { return }
        state.beginVersion()
        state.arrangeRows()
      }
    }
  }

  /// How cells lie beside each other. Default: one column.
  ///
  /// A change of the width of cells measures them again once they are in view.
  ///
  /// - Complexity: linear in the number of items, also of a width that changes the number of columns.
  public var columns: ListColumns {
    get { lock.withLock { state.columns } }
    set {
      lock.withLock {
        if exchange(&state.columns, with: newValue) == newValue { return }
        let old = state.cellWidth
        state.arrangeRows()
        if state.cellWidth != old { state.beginVersion() }
      }
    }
  }

  /// The traits that are handed down to the cells, and to all nodes below them. Default: none.
  ///
  /// ```swift
  /// list.traitOverrides.contentSizeCategory = .extraLarge
  /// ```
  ///
  /// A change invalidates the layouts of the cells in view. Others are told of it before they come into view,
  /// or are returned by `cell(at:)`; until then they keep their layouts, but give the new traits if asked for
  /// them. A trait that is set on a cell itself hides the list's. See `DisplayNode.traitOverrides`. Widths,
  /// heights and positions are in pixels of the list's `displayScale`.
  ///
  /// - Complexity: linear in the number of nodes in cells in view; after a change of `displayScale` also in
  ///   that of items.
  public var traitOverrides: Traits {
    get { traits.value }
    set {
      // Compared without the lock, because this runs user code, and released after it.
      if traitOverrides.isSame(as: newValue) { return }
      let (cells, old) = lock.withLock {
        state.beginVersion()
        state.traitsVersion = state.version
        let pixelGrid = newValue.values?.pixelGrid ?? PixelGrid()
        if pixelGrid != state.rows.pixelGrid {
          state.arrangeRows(on: pixelGrid)
          checkSize()
        }
        return (state.shown.map(\.cell), exchange(&traits.value, with: newValue))
      }
      for cell in cells { tellTraits(cell, isQuiet: false) }
      withExtendedLifetime(old) {}
    }
  }

  /// The size of all cells together, in points; with estimated heights of cells that were never in view.
  public var contentSize: Size {
    lock.withLock { Size(state.width, state.rows.height) }
  }

  /// Returns the frame of the cell at an index, in points from the list's top left corner.
  ///
  /// - Precondition: there is such an item.
  /// - Complexity: logarithmic in the number of items.
  public func frame(at index: Int) -> Rect {
    lock.withLock { state.rows.frame(at: index, width: state.width) }
  }

  /// Returns the indices of the cells that reach into a part of the list, in points from its top. A part
  /// without a height, or beside the content, has none.
  ///
  /// - Complexity: logarithmic in the number of items.
  public func indices(from top: Double, to bottom: Double) -> Range<Int> {
    lock.withLock { state.rows.indices(from: top, to: bottom) }
  }

  // MARK: Layouts

  /// Measures the cells in a part of the list that need it, places them, applies their layouts, and returns
  /// their indices.
  ///
  /// Measured heights may let more cells into the part, or push some out of it: the cells that are in it in
  /// the end are returned, and all of them are measured. Cells above the part that were never in view are not
  /// measured: they keep their estimated heights. An infinite height of a cell counts as 0.
  ///
  /// - Parameters:
  ///   - top: The beginning of the part, in points from the list's top.
  ///   - bottom: The end of the part, likewise.
  ///   - animation: How cells move to their places. Default: nil, at once.
  /// - Complexity: O(log n) per cell in the number of items, and the layouts of cells that need one.
  @discardableResult
  public func layOut(
    from top: Double, to bottom: Double, animation: ListAnimation? = nil
  ) -> Range<Int> {
    layOut(seenFrom: top, to: bottom, animation) { (top, bottom) }.part.indices
  }

  /// Lays out a part of the list, which measured cells may move.
  ///
  /// - Parameters:
  ///   - top: The beginning of the part that is seen when the layout begins.
  ///   - bottom: The end of that part.
  ///   - onlyReady: True if no cell is made or measured. Default: false.
  ///   - part: Returns the part that the layout is of.
  func layOut(
    seenFrom top: Double, to bottom: Double, _ animation: ListAnimation?, onlyReady: Bool = false,
    _ part: () -> (top: Double, bottom: Double)
  ) -> (top: Double, part: ListPart) {
    func distance(to other: Double) -> Double { other == top ? 0 : other - top }
    var next = part()
    if animation == nil, !onlyReady,
      let indices = change({
        state.lookAtSettled(from: next.top, to: next.bottom, movedBy: distance(to: next.top))
      })
    {
      return (next.top, ListPart(indices: indices))
    }
    beginLayout(isAnimated: animation != nil, bottom: bottom)
    var measured = MeasuredCells()
    while true {
      next = part()
      let count = measured.count
      let found = measure(from: next.top, to: next.bottom, onlyReady: onlyReady, &measured)
      // Newly measured cells may have moved an anchor's cells, and the end of the content.
      if measured.count > count, part() != next { continue }
      let distance = distance(to: next.top)
      place(found, measured, animation, scrolledBy: distance)
      change {
        state.controller.look(
          from: next.top, to: next.bottom, movedBy: distance, isMissing: !found.missing.isEmpty)
        state.startWork()
      }
      return (next.top, found)
    }
  }

  /// Begins a layout: from here on a change of a cell calls `onNeedsLayout` again.
  ///
  /// - Parameter bottom: The end of the part in view, below which heights that workers found change no place in view.
  private func beginLayout(isAnimated: Bool, bottom: Double) {
    change {
      (state.isTold, state.settled) = (false, nil)
      if isAnimated, state.former == nil { state.former = FormerPlaces(state.rows) }
      state.takePrepared(below: bottom)
    }
  }

  /// Measures the cells in a part of the list that need it, from top to bottom, and returns the part.
  ///
  /// - Parameters:
  ///   - onlyReady: True if those are left out whose nodes have no layout. Default: false.
  ///   - measured: The cells that were measured already, which are not measured again: each cell is measured once in a
  ///     layout of the list, even if it changes meanwhile.
  private func measure(
    from top: Double, to bottom: Double, onlyReady: Bool = false, _ measured: inout MeasuredCells
  ) -> ListPart {
    var (next, revision) = (0, 0)
    var part = ListPart()
    func nextStep() -> ListStep? {
      // New items have new indices. Cells that were measured already are passed over without releasing the
      // lock, so that items that are set again and again do not hold up the list.
      if state.revision != revision { (next, revision) = (0, state.revision) }
      let version = state.version
      let step = state.step(from: next, top, bottom) { cell in
        guard let cell else { return onlyReady }
        return cell.version == version || measured[ObjectIdentifier(cell)] != nil
      }
      if step == nil { part = state.part(from: top, to: bottom, onlyReady: onlyReady) }
      return step
    }
    while let step = lock.withLock({ nextStep() }) {
      // The height of a cell moves only the cells behind it.
      next = step.index + 1
      guard let cell = onlyReady ? step.cell : cell(for: step), !onlyReady || hasLayout(cell) else {
        continue
      }
      if measure(cell) { measured[ObjectIdentifier(cell)] = cell }
    }
    return part
  }

  /// Measures all cells that need it, and returns the height of all cells together. Nothing is placed.
  ///
  /// - Parameter isAnimated: True if the next layout is animated.
  func measuredHeight(isAnimated: Bool) -> Double {
    beginLayout(isAnimated: isAnimated, bottom: 0)
    var measured = MeasuredCells()
    _ = measure(from: 0, to: .infinity, &measured)
    return contentSize.height
  }

  /// Measures a cell, unless its height is current. Returns true if it was measured.
  func measure(_ cell: ListCell) -> Bool {
    let (isCurrent, version, isInProgress, width) = lock.withLock {
      // From here on a change of the node, of the width or of the traits makes it outdated again.
      let version = cell.traitsVersion == state.traitsVersion ? state.version : nil
      let isInProgress = cell.worker.map { $0 != ThreadState.current.toOpaque() } ?? false
      return (
        exchange(&cell.version, with: version) == state.version, state.version,
        isInProgress && cell.preparedVersion == state.version, state.width(of: cell)
      )
    }
    if isCurrent { return false }
    // The worker's layout is the node's then, and is there sooner than one that begins now.
    if isInProgress { NodeLock(of: cell).withLock {} }
    let height = cell.node.layoutThatFits(.tableCell(width: width)).size.height
    lock.withLock {
      // Other items may have been set meanwhile. The cell of a removed item does not come back.
      guard let index = state.rows.index(of: cell) else { return }
      state.rows.setHeight(state.rows.pixels(height), at: index, version: version)
    }
    return true
  }
}
