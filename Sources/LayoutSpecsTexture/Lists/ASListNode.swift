/// What `ASTableNode`, `ASCollectionNode` and `ASPagerNode` have in common: cells that a data source promises, in sections.
///
/// A data source is asked on the thread that calls `reloadData()` or an edit, or else, for the first time, on the thread
/// that applies the list's first layout; in a cell that is prepared ahead that is a worker's. Use one thread for all of it,
/// as a rule the main one. No measurement asks: before the first layout a list is measured as an empty one, and once it has
/// asked, it lays out again what depends on its cells. The blocks that a data source returns run once each, when their cells
/// come near to being shown, on any thread; so does a block that came too late, and whose cell was deleted meanwhile. A
/// method that returns a node, in place of a block, is called for all cells at once.
///
/// An edit is made at once, and a batch when its block ends: there is nothing to wait for. The next layout shows it. Edits
/// before the first layout do nothing, because that asks for everything. Edits that a data source or a delegate makes while
/// others are being made come after these.
///
/// - Precondition: after each batch the data source says as many sections and rows as the edits leave.
open class ASListNode: DisplayNode, @unchecked Sendable {
  typealias Item = ListSections.Item

  let table: TableNode<Item>
  /// What scrolls to the side, in place of the table; nil if nothing does.
  private(set) var line: LineNode?
  private let lock = NSLock()
  // Guarded by `lock`.
  private var guardedSections = ListSections()
  /// The size for which the delegate was asked for the sizes of cells; nil if the data source is to be asked for all.
  private var askedSize: Size?
  /// True if a size that depends on the cells was measured before the data source was asked.
  private var isMeasuredEmpty = false
  /// The cell to scroll to once cells are laid out.
  private var target: (path: IndexPath, position: LayoutList<Item>.Position)?
  private var edits: [ListSections.Edit] = []
  private var batchDepth = 0
  private var isEditing = false
  private var completions: [(Bool) -> Void] = []
  /// The cells in a line that are near to being shown.
  private var nearCells: [ASCellNode] = []
  private let batchContext = ASBatchContext()

  /// - Parameter isHorizontal: True if cells lie in a line that scrolls to the side.
  init(isHorizontal: Bool) {
    table = TableNode { $0.entry.make().shown }
    // Cells are kept as long as their rows are there, so there is nothing to gain by forgetting them.
    table.list.tuningParameters?.keptScreenfuls = .infinity
    super.init()
    automaticallyManagesSubnodes = true
    if isHorizontal { line = LineNode(of: self) }
    table.list.onWillReachEnd = { [weak self] in self?.reachEnd() }
  }

  // MARK: For tables and collections

  /// What a list asks its data source and its delegate, in terms that all of them share.
  var source: any ListSource { preconditionFailure("A list is a table, a collection or a pager") }

  /// Returns the content of a list that scrolls to the side.
  func lineSpec(_ range: SizeRange) -> any LayoutElement { LayoutSpec() }

  final func cellsDidChange() { scrollNode.setNeedsLayout() }

  final var sections: ListSections { lock.withLock { guardedSections } }

  /// Called before other cells are laid out than before, or in another size of the list.
  func arrange() {}

  /// True if the data source was asked.
  final var isLoaded: Bool { lock.withLock { askedSize != nil } }

  /// Asks the data source for everything with the next layout.
  final func forget() {
    lock.withLock { askedSize = nil }
    setNeedsLayout()
  }

  private func askForAll() {
    let (source, size) = (source, frame.size)
    var new = ListSections()
    new.sections = (0..<source.sectionCount).map { section(at: $0, source) }
    lock.withLock { (guardedSections, askedSize) = (new, size) }
    arrange()
    table.list.reload(new.items)
  }

  private func section(at index: Int, _ source: any ListSource) -> ListSections.Section {
    ListSections.Section(
      rows: (0..<source.rowCount(in: index)).map { source.entry(at: [index, $0]) },
      header: source.supplementary(UICollectionView.elementKindSectionHeader, of: index),
      footer: source.supplementary(UICollectionView.elementKindSectionFooter, of: index))
  }

  open override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    // A table of infinite height is as high as its cells.
    if constrainedSize.max.height == .infinity {
      lock.withLock { if askedSize == nil { isMeasuredEmpty = true } }
    }
    return scrollNode
  }

  /// An override MUST call `super`.
  open override func layoutDidFinish() {
    super.layoutDidFinish()
    let size = frame.size
    let asked = lock.withLock { askedSize }
    if asked == size { return scrollToTarget() }
    if asked == nil {
      askForAll()
      let isMeasuredEmpty = lock.withLock { self.isMeasuredEmpty }
      if isMeasuredEmpty || line != nil { layOutAgain() }
    } else {
      lock.withLock { askedSize = size }
      if askForRanges(), let line {
        line.setNeedsLayout()
        line.layoutIfNeeded()
      }
    }
    didScroll()
    scrollToTarget()
  }

  /// Asks the delegate for the sizes of all cells again. Returns true if one of them has others than before.
  private func askForRanges() -> Bool {
    let source = source
    var isChanged = false
    for (section, value) in sections.sections.enumerated() {
      for (row, entry) in value.rows.enumerated() {
        let range = source.range(at: [section, row])
        if entry?.range != range { isChanged = true }
        entry?.range = range
      }
    }
    arrange()
    return isChanged
  }

  /// Lays out what the list is in, up to a cell or the whole, with the cells that have come.
  private func layOutAgain() {
    cellsDidChange()
    var around: DisplayNode = self
    while !(around is CellNode), let next = around.supernode { around = next }
    around.layoutIfNeeded()
    // A list that was laid out by itself.
    layoutIfNeeded()
  }

  // MARK: Edits

  /// Asks the data source for everything again. All cells are made anew, and count with the heights of those in their places
  /// until they are near to being shown. Before the first layout it does nothing, because that asks for everything.
  public final func reloadData() {
    guard isLoaded else { return }
    lock.withLock { edits = [] }
    askForAll()
    cellsDidChange()
  }

  /// The same, and calls a block afterwards.
  public final func reloadData(completion: (() -> Void)?) {
    reloadData()
    completion?()
  }

  /// Makes the edits of a block in one step, and then calls `completion`. A batch in another one is part of it.
  ///
  /// - Parameters:
  ///   - animated: Makes no difference: cells move by `animation`.
  ///   - updates: Makes the edits.
  ///   - completion: Called with true, on this thread, after the outermost batch.
  public final func performBatch(
    animated: Bool, updates: (() -> Void)?, completion: ((_ finished: Bool) -> Void)? = nil
  ) {
    lock.withLock {
      batchDepth += 1
      if let completion { completions.append(completion) }
    }
    updates?()
    let isOutermost = lock.withLock {
      batchDepth -= 1
      return batchDepth == 0
    }
    if isOutermost { makeEdits() }
  }

  /// The same.
  public final func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((_ finished: Bool) -> Void)? = nil
  ) {
    performBatch(animated: true, updates: updates, completion: completion)
  }

  final func add(_ edit: ListSections.Edit) {
    lock.withLock { if askedSize != nil { edits.append(edit) } }
    performBatch(animated: true, updates: nil)
  }

  private func makeEdits() {
    // Edits that others ask for meanwhile are made by the loop.
    let isFirst = lock.withLock {
      defer { isEditing = true }
      return !isEditing
    }
    guard isFirst else { return }
    while true {
      let (batch, done) = lock.withLock { () -> ([ListSections.Edit], [(Bool) -> Void]) in
        defer { (edits, completions) = ([], []) }
        if edits.isEmpty, completions.isEmpty { isEditing = false }
        return (edits, completions)
      }
      if batch.isEmpty, done.isEmpty { return }
      if !batch.isEmpty { make(batch) }
      for completion in done { completion(true) }
    }
  }

  private func make(_ batch: [ListSections.Edit]) {
    var new = sections
    new.apply(batch)
    let source = source
    precondition(
      new.sections.count == source.sectionCount,
      "After the update there are \(new.sections.count) sections, and the data source says \(source.sectionCount)"
    )
    for index in new.sections.indices {
      if new.sections[index].isNew {
        new.sections[index] = section(at: index, source)
        continue
      }
      let (count, expected) = (new.sections[index].rows.count, source.rowCount(in: index))
      precondition(
        count == expected,
        "After the update section \(index) has \(count) rows, and the data source says \(expected)")
      for row in 0..<count where new.sections[index].rows[row] == nil {
        new.sections[index].rows[row] = source.entry(at: [index, row])
      }
    }
    lock.withLock { guardedSections = new }
    arrange()
    table.list.setItems(new.items)
    cellsDidChange()
  }

  public final func insertSections(_ sections: IndexSet) { add(.insertSections(sections)) }
  public final func deleteSections(_ sections: IndexSet) { add(.deleteSections(sections)) }
  public final func reloadSections(_ sections: IndexSet) { add(.reloadSections(sections)) }
  public final func moveSection(_ section: Int, toSection newSection: Int) {
    add(.moveSection(from: section, to: newSection))
  }

  /// Measures all cells again, once they are in view.
  public final func relayoutItems() {
    for item in sections.items { item.entry.known?.cell.setNeedsLayout() }
    cellsDidChange()
  }

  // MARK: Cells

  /// The number of sections, as they are now.
  public final var numberOfSections: Int { sections.sections.count }

  final func rowCount(in section: Int) -> Int {
    let sections = sections.sections
    return sections.indices ~= section ? sections[section].rows.count : 0
  }

  final func cell(at path: IndexPath) -> ASCellNode? {
    let sections = sections
    return sections.contains(path) ? sections.sections[path[0]].rows[path[1]]?.make().cell : nil
  }

  /// Returns the place of a cell; nil if it is none of this list.
  public final func indexPath(for cellNode: ASCellNode) -> IndexPath? {
    let (list, entry) = cellNode.place
    guard list === self, let entry else { return nil }
    // A cell that the app has asked for, and that was never near to being shown, has no index.
    if let index = entry.known?.shown.index { return sections.path(at: index) }
    return sections.path(of: entry)
  }

  /// The cells in view.
  public var visibleNodes: [ASCellNode] { visiblePaths.compactMap(cell) }

  /// The places of the cells in view, from top to bottom.
  final var visiblePaths: [IndexPath] {
    let (sections, top) = (sections, contentOffset.y)
    return table.list.indices(from: top, to: top + table.frame.height).compactMap(sections.path)
  }

  /// Returns the place of the cell at a point of the content; nil if there is none.
  final func path(at point: CGPoint) -> IndexPath? {
    let list = table.list
    return list.indices(from: point.y, to: point.y + 1).first { list.frame(at: $0).contains(point) }
      .flatMap(sections.path)
  }

  /// Returns a cell's frame in the content, in points; that of a cell which was never in view is an estimate.
  final func frame(at path: IndexPath) -> CGRect { table.list.frame(at: sections.index(of: path)) }

  /// Called when a cell has come into view or left it.
  final func cell(_ cell: ASCellNode, isVisible: Bool) { source.cell(cell, isVisible: isVisible) }

  /// The states that cells may be in: the list's, if it was told one; or those of the cell that it is in, or all.
  final var rangesOfCells: NodeRanges {
    if let toldRanges { return toldRanges }
    var around = supernode
    while let node = around {
      if let cell = node as? ASCellNode, cell.place.list != nil { return cell.ranges }
      around = node.supernode
    }
    return [.preload, .display, .visible]
  }

  /// Tells the cells their states, after the list has got another one.
  final func tellCells() {
    if line != nil { return didScroll() }
    for item in sections.items {
      if let (cell, shown) = item.entry.known { cell.follow(shown.interfaceState) }
    }
  }

  /// Tells the cells in a line that are near to being shown their states, and others that were near that they are no more.
  final func follow(_ states: [(cell: ASCellNode, state: InterfaceState)]) {
    let cells = states.map(\.cell)
    let old = lock.withLock {
      defer { nearCells = cells }
      return nearCells
    }
    let new = Set(cells.map(\.id))
    for cell in old where !new.contains(cell.id) { cell.follow([]) }
    for (cell, state) in states { cell.follow(state) }
  }

  // MARK: Scrolling

  /// The node that scrolls, and whose subnodes are the cells in view: for the host.
  public final var scrollNode: ScrollNode { line ?? table }

  /// The point of the content at the top left corner, in points. Setting it lays out the cells that come into view.
  public final var contentOffset: CGPoint {
    get { scrollNode.contentOffset }
    set {
      lock.withLock { target = nil }
      scrollNode.contentOffset = newValue
      didScroll()
    }
  }

  /// Sets `contentOffset`, at once: a host that moves it over time sets it in steps.
  public final func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    self.contentOffset = contentOffset
  }

  func didScroll() { if table.calculatedLayout != nil { table.layOutCells() } }

  /// Scrolls to a cell. If it is not laid out yet, in a line or before the first layout, the next layout does.
  final func scroll(to path: IndexPath, at position: LayoutList<Item>.Position) {
    precondition(
      !isLoaded || sections.contains(path), "There is no row \(path[1]) in section \(path[0])")
    lock.withLock { target = (path, position) }
    scrollToTarget()
  }

  final func scrollToTarget() {
    let sections = sections
    guard isLoaded, line == nil || line?.calculatedLayout != nil,
      let (path, position) = lock.withLock({ () -> (IndexPath, LayoutList<Item>.Position)? in
        defer { target = nil }
        return target
      }), sections.contains(path)
    else { return }
    if let line, let frame = cell(at: path)?.frame {
      contentOffset.x = position.first(
        toShow: frame.minX, to: frame.maxX, inLength: line.frame.width, insteadOf: contentOffset.x,
        of: line.contentSize.width)
      return
    }
    let index = sections.index(of: path)
    // A second time if cells in view had to stay where they were, because they were measured anew.
    for _ in 0..<3 {
      let top = contentOffset.y
      let next = table.list.layOut(
        toShow: index, at: position, from: top, to: top + table.frame.height, animation: animation)
      table.contentOffset.y = next
      table.layOutCells()
      if contentOffset.y == next { return }
    }
  }

  /// How cells move to their places after an edit. Default: nil, at once.
  public final var animation: ListAnimation? {
    get { table.animation }
    set { table.animation = newValue }
  }

  /// How far from the end the next page is asked for, in heights of the list. Default: 2.
  public final var leadingScreensForBatching: CGFloat {
    get { table.list.leadingScreensForBatching }
    set { table.list.leadingScreensForBatching = newValue }
  }

  private func reachEnd() {
    // The context and the delegate know whether the next layout may ask again.
    table.list.forgetEnd()
    let source = source
    guard !batchContext.isFetching(), source.shouldFetch else { return }
    batchContext.beginBatchFetching()
    source.willFetch(batchContext)
  }

  // MARK: Values that are kept for the host

  /// The room between the edges and the content, in points: the host adds it. Default: none.
  public final var contentInset: UIEdgeInsets {
    get { kept() ?? .zero }
    set { keep(newValue) }
  }

  /// True if the list is shown upside down, as a chat is. Default: false. Cells are laid out as ever.
  public final var inverted: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// Default: true.
  public final var allowsSelection: Bool {
    get { kept() ?? true }
    set { keep(newValue) }
  }

  /// Default: false.
  public final var allowsMultipleSelection: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// Default: false.
  public final var isPagingEnabled: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// Default: true.
  public final var showsVerticalScrollIndicator: Bool {
    get { kept() ?? true }
    set { keep(newValue) }
  }

  /// Default: true.
  public final var showsHorizontalScrollIndicator: Bool {
    get { kept() ?? true }
    set { keep(newValue) }
  }

  /// Default: false.
  public final var alwaysBounceVertical: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// Default: false.
  public final var alwaysBounceHorizontal: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }
}
