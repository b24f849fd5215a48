import Dispatch
import LayoutSpecsTexture
import Testing

private final class RowNode: ASCellNode, @unchecked Sendable {
  let number: Int
  let height: Double

  init(_ number: Int, height: Double = 50) {
    (self.number, self.height) = (number, height)
    super.init()
  }

  override func calculateSizeThatFits(_ constrainedSize: CGSize) -> CGSize {
    CGSize(width: 10, height: height)
  }
}

private final class Model: ASTableDataSource, ASTableDelegate, @unchecked Sendable {
  var sections: [[Int]]
  var headers: [String?] = []
  var heights: ASSizeRange?
  var rowHeight = 50.0
  var hasPages = true
  var askedCount = 0
  var contexts: [ASBatchContext] = []
  var onFetch: ((ASTableNode) -> Void)?
  var onBlock: ((ASTableNode) -> Void)?
  var selected: [IndexPath] = []
  var deselected: [IndexPath] = []
  /// The numbers of the rows that are shown: a worker that has prepared a row may tell that it has come into view.
  var shown: [Int] {
    get { lock.withLock { guardedShown } }
    set { lock.withLock { guardedShown = newValue } }
  }
  private let lock = NSLock()
  private var guardedShown: [Int] = []

  init(_ sections: [[Int]]) { self.sections = sections }

  func numberOfSections(in tableNode: ASTableNode) -> Int { sections.count }
  func tableNode(_ tableNode: ASTableNode, numberOfRowsInSection section: Int) -> Int {
    sections[section].count
  }
  func tableNode(_ tableNode: ASTableNode, nodeBlockForRowAt indexPath: IndexPath) -> ASCellNodeBlock {
    askedCount += 1
    onBlock?(tableNode)
    let (id, height) = (sections[indexPath.section][indexPath.row], rowHeight)
    return { RowNode(id, height: height) }
  }
  func tableNode(_ tableNode: ASTableNode, nodeForHeaderInSection section: Int) -> ASCellNode? {
    guard headers.indices ~= section, let title = headers[section] else { return nil }
    return SectionHeaderNode(title: title)
  }
  func tableNode(_ tableNode: ASTableNode, constrainedSizeForRowAt indexPath: IndexPath) -> ASSizeRange {
    heights ?? ASSizeRangeUnconstrained
  }
  func shouldBatchFetch(for tableNode: ASTableNode) -> Bool { hasPages }
  func tableNode(_ tableNode: ASTableNode, willBeginBatchFetchWith context: ASBatchContext) {
    contexts.append(context)
    onFetch?(tableNode)
  }
  func tableNode(_ tableNode: ASTableNode, willDisplayRowWith node: ASCellNode) {
    if let row = node as? RowNode { lock.withLock { guardedShown.append(row.number) } }
  }
  func tableNode(_ tableNode: ASTableNode, didEndDisplayingRowWith node: ASCellNode) {
    if let row = node as? RowNode { lock.withLock { guardedShown.removeAll { $0 == row.number } } }
  }
  func tableNode(_ tableNode: ASTableNode, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    indexPath.row == 0 ? nil : indexPath
  }
  func tableNode(_ tableNode: ASTableNode, didSelectRowAt indexPath: IndexPath) { selected.append(indexPath) }
  func tableNode(_ tableNode: ASTableNode, didDeselectRowAt indexPath: IndexPath) {
    deselected.append(indexPath)
  }
}

@Suite("Tables with data sources")
struct TableTests {
  private func table(_ model: Model, height: Double = 200) -> ASTableNode {
    let table = ASTableNode()
    (table.dataSource, table.delegate) = (model, model)
    layOut(table, height: height)
    return table
  }

  private func layOut(_ table: ASTableNode, height: Double = 200) {
    _ = table.layoutThatFits(SizeRange(exactly: Size(100, height)))
    table.layoutIfNeeded()
  }

  /// The cells of a table, in sections.
  private func ids(_ table: ASTableNode) -> [[Int]] {
    (0..<table.numberOfSections).map { section in
      (0..<table.numberOfRows(inSection: section)).map { row in
        (table.nodeForRow(at: IndexPath(row: row, section: section)) as? RowNode)?.number ?? -1
      }
    }
  }

  private func visible(_ table: ASTableNode) -> [Int] {
    table.visibleNodes.compactMap { ($0 as? RowNode)?.number }
  }

  @Test func `The first layout asks for all, and shows the cells in view`() {
    let model = Model([[1, 2, 3], [], [4, 5, 6]])
    let table = table(model)
    #expect(model.askedCount == 6 && ids(table) == [[1, 2, 3], [], [4, 5, 6]])
    #expect(visible(table) == [1, 2, 3, 4] && model.shown.sorted() == [1, 2, 3, 4])
    #expect(table.indexPathsForVisibleRows() == [[0, 0], [0, 1], [0, 2], [2, 0]])
    #expect(
      table.nodeForRow(at: [2, 0])?.frame == nil
        || table.rectForRow(at: [2, 0]) == CGRect(x: 0, y: 150, width: 100, height: 50))
    #expect(table.nodeForRow(at: [1, 0]) == nil && table.nodeForRow(at: [3, 0]) == nil)
    #expect(table.nodeForRow(at: [2, 1])?.indexPath == IndexPath(row: 1, section: 2))
    #expect(table.indexPathForRow(at: CGPoint(x: 5, y: 120)) == [0, 2])
    table.contentOffset = CGPoint(x: 0, y: 100)
    #expect(visible(table) == [3, 4, 5, 6] && model.shown.sorted() == [3, 4, 5, 6])
    table.scrollToRow(at: [0, 0], at: .top, animated: false)
    #expect(table.contentOffset.y == 0 && visible(table) == [1, 2, 3, 4])
  }

  @Test func `reloadData asks for all again, and makes all cells anew`() throws {
    let model = Model([[1, 2]])
    let table = table(model)
    let old = try #require(table.nodeForRow(at: [0, 0]))
    model.sections = [[7], [1, 2]]
    var isDone = false
    table.reloadData { isDone = true }
    layOut(table)
    #expect(isDone && ids(table) == [[7], [1, 2]] && visible(table) == [7, 1, 2])
    #expect(table.nodeForRow(at: [1, 0]) !== old && old.indexPath == nil)
    model.sections = []
    table.reloadData()
    layOut(table)
    #expect(table.numberOfSections == 0 && visible(table) == [] && model.shown == [])
  }

  @Test func `reloadData leaves a person where they were, as far as rows have the heights of before`() {
    let model = Model([Array(0..<100)])
    model.rowHeight = 120
    let table = table(model)
    for row in 1...50 { table.contentOffset.y = Double(row) * 120 }
    #expect(visible(table) == [50, 51])
    table.reloadData()
    layOut(table)
    #expect(table.contentOffset.y == 6_000 && visible(table) == [50, 51])
    model.sections = [Array(0..<51), [51]]
    table.reloadData()
    layOut(table)
    #expect(table.rectForRow(at: [1, 0]).maxY == 52 * 120)
  }

  @Test(arguments: [120.0, 20.0])
  func `A row that is scrolled to is in its place, whatever the heights of those around`(height: Double) {
    let model = Model([Array(0..<100)])
    model.rowHeight = height
    let table = table(model)
    table.scrollToRow(at: [0, 99], at: .bottom, animated: false)
    #expect(table.rectForRow(at: [0, 99]).maxY == table.contentOffset.y + 200)
    #expect(table.rectForRow(at: [0, 99]).height == height && visible(table).last == 99)
    table.scrollToRow(at: [0, 50], at: .middle, animated: false)
    #expect(table.rectForRow(at: [0, 50]).midY == table.contentOffset.y + 100)
    table.scrollToRow(at: [0, 49], at: .top, animated: false)
    #expect(table.rectForRow(at: [0, 49]).minY == table.contentOffset.y && visible(table).first == 49)
    table.scrollToRow(at: [0, 48], at: .none, animated: false)
    #expect(table.rectForRow(at: [0, 48]).minY == table.contentOffset.y && visible(table).first == 48)
  }

  @Test func `A row that was just inserted is in its place after the next layout`() {
    let model = Model([Array(0..<10)])
    model.rowHeight = 120
    let table = table(model)
    model.sections[0].append(10)
    table.insertRows(at: [[0, 10]], with: .automatic)
    table.scrollToRow(at: [0, 10], at: .bottom, animated: false)
    layOut(table)
    #expect(visible(table) == [9, 10] && table.rectForRow(at: [0, 10]).maxY == table.contentOffset.y + 200)
    #expect(!model.shown.contains(5), "What it passes on the way does not come into view")
  }

  @Test func `A batch counts deletions before it and insertions after it, and keeps other cells`() throws {
    let model = Model([[0, 1, 2, 3], [10, 11]])
    let table = table(model)
    let kept = try #require(table.nodeForRow(at: [0, 3]))
    let moved = try #require(table.nodeForRow(at: [1, 0]))
    model.sections = [[5, 1, 6, 10, 3], [11]]
    var finished: [Bool] = []
    table.performBatchUpdates(
      {
        table.insertRows(at: [[0, 2], [0, 0]], with: .automatic)
        table.deleteRows(at: [[0, 2], [0, 0]], with: .fade)
        table.moveRow(at: [1, 0], to: [0, 3])
      }, completion: { finished.append($0) })
    layOut(table)
    #expect(finished == [true] && ids(table) == [[5, 1, 6, 10, 3], [11]])
    #expect(table.nodeForRow(at: [0, 4]) === kept && table.nodeForRow(at: [0, 3]) === moved)
    #expect(kept.indexPath == [0, 4] && visible(table) == [5, 1, 6, 10])
    model.sections[0][1] = 8
    table.reloadRows(at: [[0, 1]], with: .none)
    #expect(ids(table) == [[5, 8, 6, 10, 3], [11]] && model.askedCount == 9)
  }

  @Test func `Sections are inserted, deleted, moved and reloaded, also empty ones`() throws {
    let model = Model([[1], [2], [3]])
    let table = table(model)
    let moved = try #require(table.nodeForRow(at: [2, 0]))
    model.sections = [[3], [], [4, 5]]
    table.performBatch(
      animated: false,
      updates: {
        table.deleteSections(IndexSet(integer: 0), with: .automatic)
        table.moveSection(2, toSection: 0)
        table.deleteRows(at: [[1, 0]], with: .none)
        table.insertSections(IndexSet(integer: 2), with: .automatic)
      }, completion: nil)
    layOut(table)
    #expect(ids(table) == [[3], [], [4, 5]] && table.nodeForRow(at: [0, 0]) === moved)
    #expect(visible(table) == [3, 4, 5])
    model.sections[1] = [6]
    table.insertRows(at: [[1, 0]], with: .automatic)
    model.sections[2] = [7]
    table.reloadSections(IndexSet(integer: 2), with: .automatic)
    layOut(table)
    #expect(ids(table) == [[3], [6], [7]] && visible(table) == [3, 6, 7])
  }

  @Test(arguments: 0..<40)
  func `After any batch the table has the data source's rows, and the cells of those that stay`(seed: UInt64)
  {
    var random = SplitMix(state: seed)
    let model = Model([[]])
    let table = table(model)
    var (next, nodes) = (0, [Int: ASCellNode]())
    for _ in 0..<30 {
      let old = model.sections[0]
      let stay = old.filter { _ in random.next() % 3 > 0 }
      let movers = Set(stay.filter { _ in random.next() % 4 == 0 })
      var new = stay.filter { !movers.contains($0) }
      for id in movers { new.insert(id, at: Int(random.next() % UInt64(new.count + 1))) }
      for _ in 0..<random.next() % 4 {
        new.insert(next, at: Int(random.next() % UInt64(new.count + 1)))
        next += 1
      }
      model.sections = [new]
      table.performBatchUpdates(
        {
          for (row, id) in new.enumerated().shuffled(using: &random) {
            guard let from = old.firstIndex(of: id) else {
              table.insertRows(at: [[0, row]], with: .none)
              continue
            }
            if movers.contains(id) { table.moveRow(at: [0, from], to: [0, row]) }
          }
          table.deleteRows(at: old.indices.filter { !stay.contains(old[$0]) }.map { [0, $0] }, with: .none)
        }, completion: nil)
      if random.next() % 2 == 0 { layOut(table) }
      #expect(ids(table) == [new])
      for (row, id) in new.enumerated() {
        let node = table.nodeForRow(at: [0, row])
        #expect(nodes[id] == nil || nodes[id] === node)
        nodes[id] = node
      }
    }
    layOut(table)
    // What was in view stays, so rows that come before it may be above.
    let (rows, top) = (model.sections[0], table.contentOffset.y)
    let seen = rows.indices.filter { row in
      let frame = table.rectForRow(at: [0, row])
      return frame.maxY > top && frame.minY < top + 200
    }
    #expect(visible(table) == seen.map { rows[$0] } && seen.count >= min(rows.count, 4))
  }

  @Test func `Blocks run once each, on any thread, and not for cells that are far away`() {
    let model = Model([Array(0..<1_000)])
    withExtendedLifetime(table(model)) { #expect(model.askedCount == 1_000) }
    let counter = Counter()
    let counting = CountingSource(counter: counter)
    let other = ASTableNode()
    other.dataSource = counting
    layOut(other)
    let made = counter.value
    #expect(made >= 4 && made < 100)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for row in 0..<200 { _ = other.nodeForRow(at: [0, row]) }
    }
    #expect(counter.value >= 200 && counter.value < 300)
    #expect(Set((0..<200).map { ObjectIdentifier(other.nodeForRow(at: [0, $0])!) }).count == 200)
  }

  @Test func `The next page is asked for once, until it is there`() {
    let model = Model([Array(0..<20)])
    let table = ASTableNode()
    (table.dataSource, table.delegate) = (model, model)
    table.leadingScreensForBatching = 1
    layOut(table)
    #expect(model.contexts.count == 0)
    table.contentOffset.y = 700
    table.contentOffset.y = 790
    table.contentOffset.y = 100
    table.contentOffset.y = 750
    #expect(model.contexts.count == 1 && model.contexts[0].isFetching())
    model.sections = [Array(0..<40)]
    table.insertRows(at: (20..<40).map { [0, $0] }, with: .none)
    model.contexts[0].completeBatchFetching(true)
    layOut(table)
    #expect(model.contexts.count == 1 && !model.contexts[0].isFetching())
    table.contentOffset.y = 1_800
    #expect(model.contexts.count == 2 && model.contexts[0].isFetching())
    model.contexts[0].cancelBatchFetching()
    #expect(model.contexts[0].batchFetchingWasCancelled())
    model.hasPages = false
    table.contentOffset.y = 0
    table.contentOffset.y = 1_700
    #expect(model.contexts.count == 2)
  }

  @Test func `A page that brought nothing is asked for again by the next layout or scrolling`() {
    let model = Model([[]])
    let table = table(model)
    #expect(model.contexts.count == 1)
    layOut(table)
    #expect(model.contexts.count == 1)
    model.contexts[0].completeBatchFetching(true)
    table.contentOffset.y = 1
    #expect(model.contexts.count == 2)
    // The inserted rows are laid out before the page is completed.
    model.sections = [[0, 1]]
    table.insertRows(at: [[0, 0], [0, 1]], with: .none)
    layOut(table)
    model.contexts[1].completeBatchFetching(true)
    model.hasPages = false
    table.contentOffset.y = 0
    #expect(model.contexts.count == 2)
    model.hasPages = true
    table.contentOffset.y = 1
    #expect(model.contexts.count == 3)
  }

  @Test func `A delegate may edit while it is called, and edits within edits come after them`() {
    let model = Model([[0]])
    model.onFetch = { table in
      // The page is there at once.
      let count = model.sections[0].count
      guard count < 12 else {
        model.hasPages = false
        return
      }
      model.sections[0] += count..<count + 3
      table.insertRows(at: (count..<count + 3).map { [0, $0] }, with: .none)
      model.contexts.last?.completeBatchFetching(true)
    }
    let table = table(model)
    for _ in 0..<10 { layOut(table) }
    #expect(ids(table) == [Array(0..<13)])

    model.onBlock = { table in
      model.onBlock = nil
      model.onFetch = nil
      table.performBatchUpdates(
        { table.reloadRows(at: [[0, 0]], with: .none) }, completion: { _ in model.shown.append(-1) })
      // It comes after the edit that asks for this block.
      #expect(table.numberOfRows(inSection: 0) == 13)
    }
    model.sections[0].insert(99, at: 0)
    var isDone = false
    table.performBatchUpdates(
      {
        table.insertRows(at: [[0, 0]], with: .none)
        table.performBatchUpdates({}, completion: { _ in isDone = true })
        #expect(!isDone, "A batch in another one ends with it")
      },
      completion: { _ in
        model.sections[0].removeLast()
        table.deleteRows(at: [[0, 13]], with: .none)
      })
    #expect(isDone && model.shown.contains(-1) && ids(table) == [[99] + (0..<12)])
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5])
  func `An update that does not fit the rows or the data source stops the program`(mistake: Int) async {
    await #expect(processExitsWith: .failure) { [mistake] in
      let model = Model([[1, 2], [3]])
      let table = TableTests().table(model)
      switch mistake {
      case 0: table.deleteRows(at: [[0, 2]], with: .none)
      case 1: table.insertRows(at: [[0, 2]], with: .none)
      case 2:
        model.sections = [[1, 2, 4], [3]]
        table.insertRows(at: [[0, 3]], with: .none)
      case 3:
        model.sections = [[2], [3]]
        table.deleteRows(at: [[0, 0], [0, 0]], with: .none)
      case 4: table.reloadRows(at: [[2, 0]], with: .none)
      default: table.deleteSections(IndexSet(integer: 0), with: .none)
      }
    }
  }

  @Test func `Edits before the first layout do nothing, because that asks for all`() {
    let model = Model([[1, 2]])
    let table = ASTableNode()
    table.dataSource = model
    var isDone = false
    table.performBatchUpdates({ table.insertRows(at: [[0, 5]], with: .none) }, completion: { isDone = $0 })
    #expect(isDone && table.numberOfSections == 0)
    layOut(table)
    #expect(ids(table) == [[1, 2]])
    let other = Model([[3]])
    table.dataSource = other
    layOut(table)
    #expect(ids(table) == [[3]] && visible(table) == [3])
  }

  @Test func `Headers are cells too, and rows have the heights that a delegate allows`() {
    let model = Model([[1], [2], [3]])
    model.headers = ["a", nil, "b"]
    model.heights = ASSizeRangeMake(CGSize(width: 0, height: 60), CGSize(width: 100, height: 80))
    let table = table(model, height: 400)
    #expect(table.rectForRow(at: [0, 0]) == CGRect(x: 0, y: 48, width: 100, height: 60))
    #expect(table.rectForRow(at: [2, 0]) == CGRect(x: 0, y: 48 + 120 + 48, width: 100, height: 60))
    #expect(table.nodeForRow(at: [2, 0])?.indexPath == [2, 0] && model.shown.sorted() == [1, 2, 3])
    #expect(table.indexPathsForVisibleRows() == [[0, 0], [1, 0], [2, 0]])
    model.heights = ASSizeRangeMake(CGSize(width: 0, height: 10), CGSize(width: 100, height: 20))
    _ = table.layoutThatFits(SizeRange(exactly: Size(120, 400)))
    table.layoutIfNeeded()
    #expect(table.rectForRow(at: [1, 0]) == CGRect(x: 0, y: 68, width: 120, height: 20))
  }

  @Test func `A tap selects what the delegate allows, and tells it; other selections do not`() {
    let model = Model([[0, 1, 2]])
    let table = table(model)
    table.tapRow(at: [0, 0])
    #expect(model.selected == [] && table.indexPathForSelectedRow == nil)
    table.tapRow(at: [0, 1])
    #expect(model.selected == [[0, 1]] && table.nodeForRow(at: [0, 1])?.isSelected == true)
    table.selectRow(at: [0, 2], animated: false, scrollPosition: .none)
    #expect(table.indexPathsForSelectedRows == [[0, 2]] && model.selected.count == 1)
    table.deselectRow(at: [0, 2], animated: false)
    #expect(table.indexPathsForSelectedRows == nil)
    table.allowsSelection = false
    table.tapRow(at: [0, 1])
    #expect(model.selected.count == 1 && model.deselected == [])
  }

  @Test func `A tap tells of the row that is deselected for it, or deselects one of several`() {
    let model = Model([[0, 1, 2, 3]])
    let table = table(model)
    for row in [1, 2, 2] { table.tapRow(at: [0, row]) }
    #expect(model.selected == [[0, 1], [0, 2], [0, 2]] && model.deselected == [[0, 1]])
    table.allowsMultipleSelection = true
    table.tapRow(at: [0, 3])
    #expect(table.indexPathsForSelectedRows == [[0, 2], [0, 3]] && model.deselected.count == 1)
    table.tapRow(at: [0, 2])
    #expect(table.indexPathsForSelectedRows == [[0, 3]] && model.deselected == [[0, 1], [0, 2]])
    #expect(model.selected.count == 4)
  }

  @Test func `A table goes with its owner, and so do its cells`() {
    weak var table: ASTableNode?
    weak var cell: ASCellNode?
    do {
      let model = Model([[1]])
      let new = self.table(model)
      (table, cell) = (new, new.nodeForRow(at: [0, 0]))
      #expect(cell != nil)
    }
    // A worker that looks what is to be prepared holds the list, and a cell, until it has looked.
    for _ in 0..<1_000 where table != nil || cell != nil { Thread.sleep(forTimeInterval: 0.01) }
    #expect(table == nil && cell == nil)
  }

  @Test func `A screen around a table lays out in one go, and shows what is inserted`() throws {
    let thread = ThreadNode(messages: ["Hello", "Hi"])
    _ = thread.layoutThatFits(SizeRange(exactly: Size(320, 480)))
    thread.layoutIfNeeded()
    #expect(thread.tableNode.frame == CGRect(x: 0, y: 0, width: 320, height: 436))
    #expect(
      thread.tableNode.visibleNodes.map(\.frame) == [
        CGRect(x: 0, y: 0, width: 320, height: 44), CGRect(x: 0, y: 44, width: 320, height: 44),
      ])
    thread.send("Shall we meet at the station at noon?")
    thread.layoutIfNeeded()
    #expect(thread.tableNode.visibleNodes.last?.frame == CGRect(x: 0, y: 88, width: 320, height: 66))
    thread.tableNode.tapRow(at: [0, 1])
    #expect(thread.selected == [[0, 1]])
    let results = ResultsNode(sections: [("A", ["Ada", "Alan"]), ("G", ["Grace"])])
    _ = results.layoutThatFits(SizeRange(exactly: Size(320, 480)))
    results.layoutIfNeeded()
    #expect(
      results.tableNode.rectForRow(at: [1, 0]) == CGRect(x: 0, y: 48 + 160 + 48, width: 320, height: 80))
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }
  func add() { lock.withLock { count += 1 } }
}

private final class CountingSource: ASTableDataSource {
  let counter: Counter

  init(counter: Counter) { self.counter = counter }

  func tableNode(_ tableNode: ASTableNode, numberOfRowsInSection section: Int) -> Int { 1_000 }
  func tableNode(_ tableNode: ASTableNode, nodeBlockForRowAt indexPath: IndexPath) -> ASCellNodeBlock {
    let (counter, row) = (counter, indexPath.row)
    return {
      counter.add()
      return RowNode(row)
    }
  }
}
