import LayoutSpecs

/// Changes or scrolls a list as an app does, and lays the screen out after it.
///
/// The first cells of the list, up to two thousand, were in view before, and are made, measured and applied. Those on the
/// screen are in the middle of them, and a change leaves them where they are.
package final class ListJob: MainThreadJob {
  package enum Kind: String, CaseIterable {
    /// Twenty more rows at the end, as the next page of a feed.
    case append
    /// Twenty more rows at the top, as newer posts.
    case insert
    /// The rows of the list are set again, as after a reload that brought nothing new.
    case same
    /// A larger text size, or the former one.
    case traits
    /// A text of each cell in view is changed.
    case edit
    /// Every other row is left, of the list's rows again and again until there are two thousand, as by a letter that filters
    /// them. The cells in view then are there before.
    case filter
    /// A point further, or back: no cell comes into view.
    case still
    /// A screen further, whose cells are new.
    case scroll
    /// A screen further, whose cells workers have prepared.
    case ahead

    var isScroll: Bool { self == .scroll || self == .ahead }
  }

  /// A queue whose work is done when nobody waits for it.
  private final class LaterQueue: LayoutQueue, @unchecked Sendable {
    // SAFETY: one thread uses a job, and its list adds work on the thread that lays it out.
    private var jobs: [@Sendable () -> Void] = []

    func enqueue(_ work: @escaping @Sendable () -> Void) { jobs.append(work) }

    func runAll() { while let job = jobs.popLast() { job() } }
  }

  /// A row, as an app has it: its list is generic over a type that `LayoutSpecs` does not know.
  struct Row: Hashable, Sendable {
    let id: Int
  }

  /// The fewest rows: enough for several screens.
  package static let fewestRows = 100
  /// The rows that a change adds.
  private static let addedCount = 20
  /// The most cells that were in view before a change.
  private static let mostSeen = 2_000
  private static let screenHeight = 812.0

  private let kind: Kind
  private let isCold: Bool
  private let width: Double
  private let makeCell: @Sendable (Int) -> DisplayNode
  /// The rows before a change, those that it adds, and the rows before it once more, in arrays of their own.
  private let rows: [Row]
  private let added: [Row]
  private let sameRows: [Row]
  /// Every other row.
  private let left: [Row]
  private(set) var list: LayoutList<Row>
  private let queue = LaterQueue()
  /// The top of the screen, in points from the list's top.
  private(set) var top = 0.0
  private(set) var visible = 0..<0
  /// True if the list is a point further than it was.
  private var isMoved = false
  /// The texts that an edit changes: the longest of each cell in view.
  private var editedTexts: [EditedText] = []

  /// Creates a job with its list.
  ///
  /// - Parameters:
  ///   - isCold: True for jobs after a pause; see `pauseOfAFrame`. Default: false.
  ///   - rowCount: The number of rows, at least `fewestRows`.
  ///   - width: The width of the list, in points.
  ///   - makeCell: Makes a row's cell. Added rows get the first cells once more.
  package init(
    _ kind: Kind, isCold: Bool = false, rowCount: Int, width: Double,
    makeCell: @escaping @Sendable (Int) -> DisplayNode
  ) {
    precondition(rowCount >= ListJob.fewestRows, "There are rows for several screens")
    (self.kind, self.isCold, self.width) = (kind, isCold, width)
    self.makeCell = { makeCell($0 % rowCount) }
    let count = kind == .filter ? max(rowCount, ListJob.mostSeen) : rowCount
    rows = (0..<count).map(Row.init)
    added = (count..<count + ListJob.addedCount).map(Row.init)
    left = rows.filter { $0.id % 2 == 0 }
    sameRows = rows.map { Row(id: $0.id) }
    list = LayoutList(width: width) { _ in DisplayNode() }
    begin()
  }

  // MARK: Changes

  /// Edits the rows as an app does.
  private func edit() {
    switch kind {
    case .append: list.append(contentsOf: added)
    case .insert: list.insert(added, at: 0)
    case .same: list.setItems(sameRows)
    case .traits: setText(.extraExtraLarge)
    case .edit: for text in editedTexts { text.change() }
    case .filter: list.setItems(left)
    case .still, .scroll, .ahead: break
    }
  }

  private func undoEdit() {
    switch kind {
    case .append: list.removeSubrange(rows.count..<list.items.count)
    case .insert: list.removeSubrange(0..<list.items.count - rows.count)
    case .same, .filter: list.setItems(rows)
    case .traits: setText(.large)
    case .edit: for text in editedTexts { text.undo() }
    case .still, .scroll, .ahead: break
    }
  }

  private func setText(_ size: Traits.ContentSizeCategory) { list.traitOverrides.contentSizeCategory = size }

  /// Makes a change and lays the screen out, on which what was in view stays where it was.
  private func change(_ body: () -> Void) {
    let anchor = list.anchor(from: top, to: top + ListJob.screenHeight)
    body()
    (top, visible) = list.layOut(at: anchor)
  }

  // MARK: Jobs

  package var mostPreparedJobs: Int {
    if isCold { return 1 }
    switch kind {
    // As many as the lists have screens, whatever their cells.
    case .scroll, .ahead: return max(1, min(40, rows.count / 50))
    // A change is taken back before the next one.
    case .append, .insert, .same, .traits, .edit, .filter: return 1
    // Nothing is prepared.
    case .still: return 1_000
    }
  }

  package func prepare(jobs: Int) {
    switch kind {
    case .append, .insert: change(undoEdit)
    case .same: undoEdit()
    case .filter:
      undoEdit()
      scroll(to: 0)
    case .traits:
      undoEdit()
      showSeenCells()
    case .edit:
      change(undoEdit)
      editedTexts = visible.compactMap { EditedText(of: list.cell(at: $0)) }
    case .still: break
    case .scroll: begin()
    case .ahead:
      begin()
      list.tuningParameters = RangeTuningParameters(
        leadingBufferScreenfuls: Double(jobs), workerCount: 1, queue: queue)
      scroll(to: 0)
      queue.runAll()
    }
    if isCold { pauseOfAFrame() }
  }

  package func run() {
    switch kind {
    case .append, .insert, .same, .traits, .edit: change(edit)
    case .filter:
      edit()
      scroll(to: 0)
    case .still:
      scroll(to: top + (isMoved ? -1 : 1))
      isMoved.toggle()
    case .scroll, .ahead: scroll(to: top + ListJob.screenHeight)
    }
  }

  package func shownFrames() -> [Rect] {
    if kind.isScroll {
      prepare(jobs: 1)
      run()
    }
    if isMoved { run() }
    return visible.flatMap { [list.frame(at: $0)] + list.cell(at: $0).leafFrames }
  }

  /// Returns the number of rows before and after a filter of a list with so many rows.
  package static func filteredItemCount(of rowCount: Int) -> Int {
    let count = max(rowCount, mostSeen)
    return count + (count + 1) / 2
  }

  /// Begins with a list that was never in view, or with one whose first cells were.
  private func begin() {
    list = LayoutList(width: width) { [makeCell] in makeCell($0.id) }
    list.setItems(rows)
    setText(.large)
    scroll(to: 0)
    if kind == .filter { run() } else if !kind.isScroll { showSeenCells() }
  }

  /// Scrolls over the cells that count as seen, and back to the middle of them.
  private func showSeenCells() {
    let seen = min(rows.count, ListJob.mostSeen)
    scroll(to: 0)
    while visible.upperBound < seen { scroll(to: top + ListJob.screenHeight) }
    scroll(to: list.frame(at: seen / 2).minY)
  }

  private func scroll(to top: Double) {
    self.top = top
    visible = list.layOut(from: top, to: top + ListJob.screenHeight)
  }
}
