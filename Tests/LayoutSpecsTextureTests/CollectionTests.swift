import LayoutSpecsTexture
import Testing

private final class TileNode: ASCellNode, @unchecked Sendable {
  let number: Int
  let states = NodeState([String](), affectsLayout: false)
  let askedCount = NodeState(0, affectsLayout: false)

  init(_ number: Int) {
    self.number = number
    super.init()
  }

  override func calculateSizeThatFits(_ constrainedSize: CGSize) -> CGSize {
    self[askedCount] += 1
    return CGSize(width: 40, height: number % 2 == 0 ? 30 : 50)
  }

  override func didEnterVisibleState() { self[states].append("in") }
  override func didExitVisibleState() { self[states].append("out") }
}

private final class Tiles: ASCollectionDataSource, ASCollectionDelegate, @unchecked Sendable {
  var sections: [[Int]]
  var range: (ASCollectionNode) -> ASSizeRange = { _ in ASSizeRangeUnconstrained }
  /// The nodes by their numbers, if they are returned again.
  var cache: [Int: TileNode]?
  var askedCount = 0
  var fetchCount = 0
  var selected: [IndexPath] = []
  var deselected: [IndexPath] = []

  init(_ sections: [[Int]]) { self.sections = sections }

  func numberOfSections(in collectionNode: ASCollectionNode) -> Int {
    askedCount += 1
    return sections.count
  }
  func collectionNode(_ collectionNode: ASCollectionNode, numberOfItemsInSection section: Int) -> Int {
    sections[section].count
  }
  func collectionNode(_ collectionNode: ASCollectionNode, nodeForItemAt indexPath: IndexPath) -> ASCellNode {
    let number = sections[indexPath.section][indexPath.item]
    let node = cache?[number] ?? TileNode(number)
    cache?[number] = node
    return node
  }
  func collectionNode(
    _ collectionNode: ASCollectionNode, constrainedSizeForItemAt indexPath: IndexPath
  ) -> ASSizeRange { range(collectionNode) }
  func collectionNode(_ collectionNode: ASCollectionNode, willBeginBatchFetchWith context: ASBatchContext) {
    fetchCount += 1
  }
  func collectionNode(_ collectionNode: ASCollectionNode, didSelectItemAt indexPath: IndexPath) {
    selected.append(indexPath)
  }
  func collectionNode(_ collectionNode: ASCollectionNode, didDeselectItemAt indexPath: IndexPath) {
    deselected.append(indexPath)
  }
}

private final class Pages: ASPagerDataSource, ASPagerDelegate, @unchecked Sendable {
  var count: Int
  var askedCount = 0
  var shown: [Int] = []
  var ended: [Int] = []

  init(_ count: Int) { self.count = count }

  func numberOfPages(in pagerNode: ASPagerNode) -> Int {
    askedCount += 1
    return count
  }
  func pagerNode(_ pagerNode: ASPagerNode, nodeBlockAt index: Int) -> ASCellNodeBlock { { TileNode(index) } }
  func pagerNode(_ pagerNode: ASPagerNode, willDisplayItemWith node: ASCellNode) {
    if let tile = node as? TileNode { shown.append(tile.number) }
  }
  func pagerNode(_ pagerNode: ASPagerNode, didEndDisplayingItemWith node: ASCellNode) {
    if let tile = node as? TileNode { ended.append(tile.number) }
  }
}

/// A row of a table, in which ten tiles scroll to the side.
private final class TilesRowNode: ASCellNode, @unchecked Sendable {
  let tiles = Tiles([Array(0..<10)])
  let collectionNode: ASCollectionNode

  override init() {
    let layout = UICollectionViewFlowLayout()
    layout.scrollDirection = .horizontal
    layout.minimumLineSpacing = 0
    collectionNode = ASCollectionNode(collectionViewLayout: layout)
    super.init()
    automaticallyManagesSubnodes = true
    collectionNode.dataSource = tiles
    collectionNode.style.preferredSize.height = 60
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical, alignItems: .stretch) { collectionNode }
  }

  func states(of tile: Int) -> [String]? {
    (collectionNode.nodeForItem(at: [0, tile]) as? TileNode).map { $0[$0.states] }
  }
}

private final class TilesRows: ASTableDataSource {
  func tableNode(_ tableNode: ASTableNode, numberOfRowsInSection section: Int) -> Int { 20 }
  func tableNode(_ tableNode: ASTableNode, nodeBlockForRowAt indexPath: IndexPath) -> ASCellNodeBlock {
    { TilesRowNode() }
  }
}

@Suite("Collections and pagers with data sources")
struct CollectionTests {
  private func layOut(_ node: ASDisplayNode, _ width: Double = 100, _ height: Double = 200) {
    _ = node.layoutThatFits(SizeRange(exactly: Size(width, height)))
    node.layoutIfNeeded()
  }

  private func collection(
    _ tiles: Tiles, lineSpacing: Double = 0, itemSpacing: Double = 0, isHorizontal: Bool = false
  ) -> ASCollectionNode {
    let layout = UICollectionViewFlowLayout()
    (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (lineSpacing, itemSpacing)
    if isHorizontal { layout.scrollDirection = .horizontal }
    let collection = ASCollectionNode(collectionViewLayout: layout)
    (collection.dataSource, collection.delegate) = (tiles, tiles)
    return collection
  }

  private func frames(_ collection: ASCollectionNode) -> [CGRect] {
    collection.visibleNodes.map { $0.convert($0.bounds, to: collection) }
  }

  @Test func `Cells of a limited width fill columns, and the delegate may read the collection's bounds`() {
    let tiles = Tiles([Array(0..<7)])
    tiles.range = { collection in
      let side = (collection.bounds.width - 2 * 5) / 3
      return ASSizeRangeMake(CGSize(width: side, height: side))
    }
    let collection = collection(tiles, lineSpacing: 4, itemSpacing: 5)
    layOut(collection)
    #expect(frames(collection).map(\.minX) == [0, 35, 70, 0, 35, 70, 0])
    #expect(frames(collection).map(\.minY) == [0, 0, 0, 34, 34, 34, 68])
    #expect(frames(collection).allSatisfy { $0.size == Size(30, 30) })
    layOut(collection, 160)
    #expect(frames(collection).map(\.minX) == [0, 55, 110, 0, 55, 110, 0])
    #expect(frames(collection).allSatisfy { $0.size == Size(50, 50) }, "Another width asks for other sizes")
    #expect(collection.indexPathForItem(at: CGPoint(x: 60, y: 60)) == [0, 4])
  }

  @Test func `Without limits cells are as wide as the collection, and a layout's item size counts`() {
    let tiles = Tiles([[0, 1]])
    let free = collection(tiles, lineSpacing: 10)
    layOut(free)
    #expect(
      frames(free) == [
        CGRect(x: 0, y: 0, width: 100, height: 30), CGRect(x: 0, y: 40, width: 100, height: 50),
      ])
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 45, height: 20)
    let fixed = ASCollectionNode(
      frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
    fixed.dataSource = tiles
    fixed.layoutIfNeeded()
    #expect(frames(fixed).map(\.size) == [Size(45, 20), Size(45, 20)] && frames(fixed)[1].minX == 55)
  }

  @Test func `A masonry and other columns are set as rules`() {
    let tiles = Tiles([[1, 0, 2, 3]])
    let collection = collection(tiles)
    collection.columns = .masonry(count: 2)
    layOut(collection)
    #expect(frames(collection).map(\.origin) == [Point(0, 0), Point(50, 0), Point(50, 30), Point(0, 50)])
    collection.columns = nil
    layOut(collection)
    #expect(frames(collection).map(\.minY) == [0, 50, 80, 110])
  }

  @Test func `Headers have lines of their own, and sections without one begin a new line`() throws {
    let albums = AlbumsNode(albums: [("Hills", 4), ("Empty", 0), ("Sea", 1)])
    layOut(albums, 304, 600)
    let collection = albums.collectionNode
    #expect(collection.numberOfItems(inSection: 0) == 4 && collection.numberOfSections == 3)
    // 44 points of a header, two lines of 100, 44 of the empty section's header and 44 of the last; spacing of 2 between.
    #expect(frames(collection).map(\.minY) == [46, 46, 46, 148, 250 + 46 + 46])
    #expect(collection.nodeForItem(at: [2, 0])?.indexPath == [2, 0])
    albums.albums[1].1 = 2
    collection.insertItems(at: [[1, 0], [1, 1]])
    layOut(albums, 304, 600)
    #expect(frames(collection).map(\.minY) == [46, 46, 46, 148, 296, 296, 398 + 46])

    let tiles = Tiles([[0], [2]])
    tiles.range = { _ in ASSizeRangeMake(CGSize(width: 50, height: 30)) }
    let plain = self.collection(tiles)
    layOut(plain)
    #expect(frames(plain).map(\.origin) == [Point(0, 0), Point(0, 30)])
    let spaced = self.collection(tiles, lineSpacing: 10)
    layOut(spaced)
    #expect(frames(spaced).map(\.origin) == [Point(0, 0), Point(0, 40)])
    #expect(spaced.scrollNode.contentSize.height == 70)
    spaced.columns = .masonry(count: 2, lineSpacing: 10)
    layOut(spaced)
    #expect(frames(spaced).map(\.origin) == [Point(0, 0), Point(0, 40)])
  }

  @Test func `A host that scrolls the node within a list shows the cells that come into view`() throws {
    let tiles = Tiles([[0, 2, 4, 6, 8]])
    let collection = collection(tiles, lineSpacing: 0, isHorizontal: true)
    layOut(collection, 80, 100)
    let first = try #require(collection.nodeForItem(at: [0, 0]) as? TileNode)
    #expect(first[first.states] == ["in"])
    collection.scrollNode.contentOffset.x = 100
    collection.scrollNode.layOutCells()
    #expect(
      first[first.states] == ["in", "out"]
        && collection.indexPathsForVisibleItems == [[0, 2], [0, 3], [0, 4]])
    // All content of a node that scrolls by itself is laid out already.
    let scroll = ASScrollNode()
    scroll.layOutCells()
    #expect(scroll.calculatedLayout == nil)
  }

  @Test func `A horizontal collection is one line, in the sizes that the delegate allows`() throws {
    let tiles = Tiles([[0, 1, 2], [3]])
    let collection = collection(tiles, lineSpacing: 10, isHorizontal: true)
    layOut(collection, 100, 60)
    #expect(collection.scrollableDirections == .horizontal)
    #expect(collection.scrollNode.contentSize == Size(4 * 40 + 3 * 10, 60))
    #expect(
      frames(collection) == [
        CGRect(x: 0, y: 0, width: 40, height: 30), CGRect(x: 50, y: 0, width: 40, height: 50),
      ])
    collection.contentOffset.x = 60
    let tile = try #require(collection.nodeForItem(at: [0, 0]) as? TileNode)
    #expect(tile[tile.states] == ["in", "out"] && collection.indexPathsForVisibleItems.first == [0, 1])
    collection.scrollToItem(at: [0, 0], at: .left, animated: false)
    #expect(collection.contentOffset.x == 0 && tile[tile.states] == ["in", "out", "in"])
    tiles.sections[0].insert(8, at: 0)
    collection.insertItems(at: [[0, 0]])
    layOut(collection, 100, 60)
    #expect(collection.scrollNode.contentSize.width == 240 && tile.frame.minX == 50)
    let carousel = CarouselCellNode(title: "New", count: 3)
    _ = carousel.layoutThatFits(.tableCell(width: 320))
    carousel.layoutIfNeeded()
    #expect(carousel.collectionNode.scrollNode.contentSize == Size(150 + 8 + 100 + 8 + 100, 100))
  }

  @Test func `A collection fetches, selects, reloads and is edited as a table is`() throws {
    let tiles = Tiles([[0, 1, 2]])
    let collection = collection(tiles)
    layOut(collection)
    #expect(tiles.fetchCount == 1)
    collection.tapItem(at: [0, 0])
    collection.tapItem(at: [0, 1])
    #expect(tiles.selected == [[0, 0], [0, 1]] && tiles.deselected == [[0, 0]])
    #expect(collection.indexPathsForSelectedItems == [[0, 1]])
    let moved = try #require(collection.nodeForItem(at: [0, 2]))
    tiles.sections = [[2, 0, 5]]
    collection.performBatchUpdates(
      {
        collection.deleteItems(at: [[0, 1]])
        collection.moveItem(at: [0, 2], to: [0, 0])
        collection.insertItems(at: [[0, 2]])
      }, completion: nil)
    layOut(collection)
    #expect(collection.nodeForItem(at: [0, 0]) === moved)
    #expect(collection.visibleNodes.compactMap { ($0 as? TileNode)?.number } == [2, 0, 5])
    tiles.sections = [[9]]
    collection.reloadData()
    layOut(collection)
    #expect(collection.visibleNodes.compactMap { ($0 as? TileNode)?.number } == [9])
  }

  @Test func `A collection that is empty at first has its columns once there are cells`() {
    let tiles = Tiles([[]])
    tiles.range = { _ in ASSizeRangeMake(CGSize(width: 50, height: 30)) }
    let collection = collection(tiles)
    layOut(collection)
    tiles.sections = [[0, 1, 2]]
    collection.insertItems(at: [[0, 0], [0, 1], [0, 2]])
    layOut(collection)
    #expect(frames(collection).map(\.origin) == [Point(0, 0), Point(50, 0), Point(0, 30)])
    #expect(frames(collection).allSatisfy { $0.size == Size(50, 30) })
  }

  @Test(arguments: [false, true])
  func `relayoutItems measures cells again, also those whose size is limited`(isHorizontal: Bool) throws {
    let tiles = Tiles([[0, 1]])
    tiles.range = { _ in ASSizeRangeMake(CGSize(width: 40, height: 10), CGSize(width: 40, height: 90)) }
    let collection = collection(tiles, isHorizontal: isHorizontal)
    layOut(collection)
    let tile = try #require(collection.nodeForItem(at: [0, 0]) as? TileNode)
    let count = tile[tile.askedCount]
    collection.relayoutItems()
    layOut(collection)
    #expect(tile[tile.askedCount] > count)
  }

  @Test func `A horizontal collection in another size asks for other sizes, and shows them`() {
    let tiles = Tiles([[0, 1]])
    tiles.range = { ASSizeRangeMake(CGSize(width: 40, height: $0.bounds.height)) }
    let collection = collection(tiles, isHorizontal: true)
    layOut(collection, 100, 60)
    #expect(frames(collection).map(\.size) == [Size(40, 60), Size(40, 60)])
    layOut(collection, 100, 120)
    #expect(frames(collection).map(\.size) == [Size(40, 120), Size(40, 120)])
  }

  // MARK: Interface states

  @Test func `Tiles in a row are in view only if the row is, and not all because it is`() throws {
    let (table, rows) = (ASTableNode(), TilesRows())
    table.dataSource = rows
    layOut(table)
    layOut(table)
    let (first, far) = (
      try #require(table.nodeForRow(at: [0, 0]) as? TilesRowNode),
      try #require(table.nodeForRow(at: [0, 5]) as? TilesRowNode)
    )
    #expect((0..<10).map { first.states(of: $0) == ["in"] } == (0..<10).map { $0 < 3 })
    // A worker may have prepared it by now.
    for _ in 0..<200 where !far.isInPreloadState {
      Thread.sleep(forTimeInterval: 0.01)
      table.contentOffset.y = 30 - table.contentOffset.y
      layOut(table)
    }
    #expect(far.isInPreloadState && (0..<10).allSatisfy { far.states(of: $0) ?? [] == [] })
    table.contentOffset.y = 300
    layOut(table)
    #expect(far.states(of: 0) == ["in"] && far.states(of: 9) == [])
    #expect(first.states(of: 0) == ["in", "out"] && first.states(of: 9) == [])
  }

  @Test func `A list that is told that it is not seen tells its cells, and again when it is`() throws {
    let (pager, pages) = (ASPagerNode(), Pages(3))
    pager.setDataSource(pages)
    pager.setDelegate(pages)
    layOut(pager)
    pager.setInterfaceState(preload: true, display: true, visible: true)
    #expect(pages.shown == [0] && pages.ended == [])
    pager.setInterfaceState(preload: true, display: false, visible: false)
    let first = try #require(pager.nodeForPage(at: 0) as? TileNode)
    #expect(first[first.states] == ["in", "out"] && first.isInPreloadState && !first.isInDisplayState)
    pager.contentOffset.x = 100
    #expect(pages.shown == [0] && pages.ended == [0])
    pager.setInterfaceState(preload: true, display: true, visible: true)
    #expect(pages.shown == [0, 1] && pages.ended == [0])
    let tiles = Tiles([[0, 2]])
    let collection = collection(tiles)
    collection.setInterfaceState(preload: true, display: true, visible: false)
    layOut(collection)
    let tile = try #require(collection.nodeForItem(at: [0, 0]) as? TileNode)
    #expect(!tile.isVisible && tile.isInDisplayState)
    collection.setInterfaceState(preload: true, display: true, visible: true)
    #expect(tile[tile.states] == ["in"])
  }

  @Test func `Cells of a line that are gone have left the view`() throws {
    let (pager, pages) = (ASPagerNode(), Pages(3))
    pager.setDataSource(pages)
    pager.setDelegate(pages)
    layOut(pager)
    let page = try #require(pager.nodeForPage(at: 0) as? TileNode)
    pager.reloadData()
    layOut(pager)
    #expect(page[page.states] == ["in", "out"] && !page.isInPreloadState)
    #expect(pages.shown == [0, 0] && pages.ended == [0])
    let tiles = Tiles([[0, 1, 2]])
    let collection = collection(tiles, isHorizontal: true)
    layOut(collection)
    let tile = try #require(collection.nodeForItem(at: [0, 1]) as? TileNode)
    tiles.sections = [[0, 2]]
    collection.deleteItems(at: [[0, 1]])
    layOut(collection)
    #expect(tile[tile.states] == ["in", "out"] && !tile.isInPreloadState)
  }

  @Test(arguments: [false, true])
  func `Nodes that a data source returns again stay in view`(isLimited: Bool) {
    let tiles = Tiles([[0, 1]])
    tiles.cache = [:]
    if isLimited {
      tiles.range = { _ in ASSizeRangeMake(CGSize(width: 0, height: 10), CGSize(width: 100, height: 90)) }
    }
    let collection = collection(tiles)
    layOut(collection)
    collection.reloadData()
    layOut(collection)
    #expect(collection.visibleNodes.count == 2 && collection.visibleNodes.allSatisfy(\.isVisible))
    for (_, tile) in tiles.cache ?? [:] { #expect(tile[tile.states] == ["in"]) }
  }

  // MARK: Asking

  @Test func `No measurement asks a data source, and the first layout shows its cells`() {
    let tiles = Tiles([[0, 1]])
    let collection = collection(tiles, isHorizontal: true)
    _ = collection.layoutThatFits(SizeRange(exactly: Size(100, 60)))
    #expect(tiles.askedCount == 0)
    collection.layoutIfNeeded()
    #expect(tiles.askedCount == 1 && frames(collection).map(\.minX) == [0, 40])
    let (pager, pages) = (ASPagerNode(), Pages(3))
    pager.setDataSource(pages)
    _ = pager.layoutThatFits(SizeRange(exactly: Size(100, 60)))
    #expect(pages.askedCount == 0)
    pager.layoutIfNeeded()
    #expect(pages.askedCount == 1 && pager.nodeForPage(at: 0)?.frame.size == Size(100, 60))
  }

  @Test(arguments: [false, true])
  func `A list whose size depends on its cells has it after the first layout`(isHorizontal: Bool) {
    let tiles = Tiles([[0, 1, 2]])
    let collection = collection(tiles, isHorizontal: isHorizontal)
    let title = TextNode("a")
    let screen = ASDisplayNode { _, _ in
      StackLayoutSpec(direction: .vertical, alignItems: .stretch) {
        collection
        title
      }
    }
    screen.automaticallyManagesSubnodes = true
    layOut(screen)
    #expect(tiles.askedCount == 1 && screen.calculatedLayout != nil)
    #expect(title.frame.minY == (isHorizontal ? 50 : 110) && collection.visibleNodes.count == 3)
  }

  @Test func `The delegate is asked for sizes once the list has one`() {
    let tiles = Tiles([Array(0..<5)])
    tiles.range = {
      let side = ($0.bounds.width - 10) / 3
      return ASSizeRangeMake(CGSize(width: side, height: side))
    }
    let grid = collection(tiles, itemSpacing: 5)
    grid.style.flexGrow = 1
    let screen = ASDisplayNode { _, _ in
      StackLayoutSpec(direction: .vertical, alignItems: .stretch) {
        TextNode("a")
        grid
      }
    }
    screen.automaticallyManagesSubnodes = true
    grid.reloadData()
    layOut(screen)
    #expect(grid.frame == CGRect(x: 0, y: 20, width: 100, height: 180))
    #expect(frames(grid).map(\.minX) == [0, 35, 70, 0, 35])
  }

  @Test(arguments: [false, true])
  func `A cell may be scrolled to before the first layout, and right after an edit`(isHorizontal: Bool) {
    let tiles = Tiles([[0, 2, 4, 6, 8, 10]])
    let collection = collection(tiles, isHorizontal: isHorizontal)
    collection.reloadData()
    collection.scrollToItem(at: [0, 5], at: [.right, .bottom], animated: false)
    layOut(collection, 100, 100)
    #expect(collection.contentOffset == (isHorizontal ? Point(140, 0) : Point(0, 80)))
    tiles.sections[0].append(12)
    collection.insertItems(at: [[0, 6]])
    collection.scrollToItem(at: [0, 6], at: [.right, .bottom], animated: false)
    layOut(collection, 100, 100)
    #expect(collection.contentOffset == (isHorizontal ? Point(180, 0) : Point(0, 110)))
    collection.scrollToItem(at: [0, 0], at: [.left, .top], animated: false)
    #expect(collection.contentOffset == Point(0, 0))
  }

  // MARK: Pagers

  @Test func `A pager makes the page in view and those beside it, each as large as the pager`() throws {
    let (pager, pages) = (ASPagerNode(), Pages(10))
    pager.setDataSource(pages)
    pager.setDelegate(pages)
    layOut(pager)
    #expect(pager.scrollNode.contentSize == Size(1_000, 200) && pager.scrollNode.subnodes.count == 2)
    #expect(pages.shown == [0] && pager.currentPageIndex == 0)
    let first = try #require(pager.nodeForPage(at: 0) as? TileNode)
    pager.contentOffset.x = 460
    layOut(pager)
    #expect(first[first.states] == ["in", "out"] && !first.isInPreloadState)
    #expect(pager.currentPageIndex == 5 && pager.scrollNode.subnodes.map(\.frame.minX) == [400, 500, 600])
    #expect(pages.shown == [0, 5] && pager.scrollNode.contentSize.width == 1_000)
    pager.scrollToPage(at: 9, animated: true)
    layOut(pager)
    #expect(pager.contentOffset.x == 900 && pager.scrollNode.subnodes.map(\.frame.minX) == [800, 900])
    let last = try #require(pager.nodeForPage(at: 9))
    #expect(pager.indexOfPage(with: last) == 9 && last.frame == CGRect(x: 900, y: 0, width: 100, height: 200))
    #expect(pages.shown == [0, 5, 9] && pager.visibleNodes.first === last)
    pages.count = 0
    pager.reloadData()
    layOut(pager)
    #expect(pager.visibleNodes.isEmpty && pager.scrollNode.contentSize.width == 100)
  }

  @Test func `A pager keeps its page in another width, and one that was set before the first layout`() {
    let (pager, pages) = (ASPagerNode(), Pages(5))
    pager.setDataSource(pages)
    pager.reloadData()
    pager.scrollToPage(at: 3, animated: false)
    layOut(pager)
    #expect(pager.currentPageIndex == 3 && pager.contentOffset.x == 300)
    layOut(pager, 200, 100)
    #expect(pager.currentPageIndex == 3 && pager.contentOffset.x == 600)
    #expect(pager.scrollNode.subnodes.map(\.frame.minX) == [400, 600, 800])
  }

  @Test func `Pages lie from right to left if the pager does`() throws {
    let (pager, pages) = (ASPagerNode(), Pages(5))
    pager.setDataSource(pages)
    pager.traitOverrides.layoutDirection = .rightToLeft
    layOut(pager)
    #expect(pager.contentOffset.x == 400 && pager.currentPageIndex == 0)
    #expect(pager.nodeForPage(at: 0)?.frame.minX == 400 && pager.nodeForPage(at: 1)?.frame.minX == 300)
    pager.contentOffset.x = 0
    layOut(pager)
    #expect(pager.currentPageIndex == 4 && pager.nodeForPage(at: 4)?.frame.minX == 0)
    pager.scrollToPage(at: 1, animated: false)
    layOut(pager)
    #expect(pager.contentOffset.x == 300 && pager.nodeForPage(at: 1)?.frame.minX == 300)
    pages.count = 6
    pager.reloadData()
    layOut(pager)
    #expect(pager.contentOffset.x == 400 && pager.currentPageIndex == 1)
  }

  @Test func `A pager that does not stretch is as wide as it may be, and so are its pages`() {
    let (pager, pages) = (ASPagerNode(), Pages(3))
    pager.setDataSource(pages)
    pager.style.height = 50
    let screen = ASDisplayNode { _, _ in StackLayoutSpec(direction: .vertical, alignItems: .start) { pager } }
    screen.automaticallyManagesSubnodes = true
    layOut(screen)
    #expect(pager.frame.size == Size(100, 50) && pager.nodeForPage(at: 0)?.frame.size == Size(100, 50))
    #expect(pager.scrollNode.contentSize.width == 300)
  }

  @Test func `Pages to begin with stand above their dots, which follow`() {
    let screen = OnboardingNode(titles: ["One", "Two", "Three"])
    screen.traitOverrides.safeAreaInsets = UIEdgeInsets(top: 44, left: 0, bottom: 34, right: 0)
    layOut(screen, 320, 600)
    #expect(
      screen.pagerNode.frame == CGRect(x: 0, y: 44, width: 320, height: 600 - 44 - 8 - 6 - 16 - 48 - 16 - 34))
    #expect(screen.dotsNode.dotNodes.map(\.frame.width) == [18, 6, 6])
    screen.pagerNode.contentOffset.x = 640
    screen.layoutIfNeeded()
    #expect(screen.dotsNode.dotNodes.map(\.frame.width) == [6, 6, 18])
  }
}
