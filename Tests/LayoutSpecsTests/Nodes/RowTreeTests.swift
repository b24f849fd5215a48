import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("The rows of lists")
struct RowTreeTests {
  @Test(arguments: [2, 4, 5, 8, 64], SlowTests.areOn ? Array(0..<10) : [0, 1] as [UInt64])
  func `After any edits rows, places and cells are those of an array, and earlier copies are as they were`(
    capacity: Int, seed: UInt64
  ) {
    var random = RandomTree(seed: seed * 100 + UInt64(capacity))
    expectEdits(RowModel(capacity: capacity), &random, "seed \(seed), capacity \(capacity)")
  }

  @Test(arguments: [1, 2, 3, 5], SlowTests.areOn ? Array(0..<20) : [0, 1, 2, 3] as [UInt64])
  func `So they are in columns and in a masonry, where a header and a footer have a line of their own`(
    columnCount: Int, seed: UInt64
  ) {
    var random = RandomTree(seed: seed * 100 + UInt64(columnCount) + 7)
    let grid = ListGrid(
      count: columnCount, spacing: Int64(seed % 3), lineSpacing: columnCount == 1 ? 2 : Int64(seed % 4 / 2),
      isMasonry: seed % 2 == 1)
    let start = RowModel(capacity: random.pick([2, 4, 64]), grid, itemShare: random.pick([80, 99]))
    expectEdits(start, &random, "seed \(seed), \(grid)")
  }

  private func expectEdits(_ start: RowModel, _ random: inout RandomTree, _ label: String) {
    var model = start
    var copies: [(copy: RowTree, rows: [ListRow])] = []
    for step in 0..<300 {
      if random.chance(10) {
        copies.append((model.tree, model.rows))
        if copies.count > 3 { copies.removeFirst() }
      }
      // It grows and shrinks in turns.
      model.edit(&random, isGrowing: step / 75 % 2 == 0)
      let failure = model.failure(&random)
      #expect(failure == nil, "\(label), step \(step): \(failure ?? "")")
      let isKept = copies.allSatisfy { copy, rows in
        copy.rows(in: copy.indices).map(\.height) == rows.map(\.height)
          && copy.height == RowModel.places(of: rows, copy.grid).height
      }
      #expect(isKept, "\(label), step \(step)")
      if failure != nil || !isKept { return }
    }
  }

  @Test(arguments: [1, 2, 3, 2.75], SlowTests.areOn ? Array(0..<30) : [0, 1, 2, 3, 7, 8, 9, 29])
  func `It gives the sums and positions of added whole pixels, after any changes`(scale: Double, count: Int) {
    var random = RandomTree(seed: UInt64(count) + 500)
    func points(_ pixels: Int) -> Double { Double(pixels) / scale }
    var heights = (0..<count).map { _ in Int(random.next() % 4) }
    var tree = RowTree(heights.map(points), scale: scale, capacity: 3)
    for _ in 0..<20 {
      let ends = heights.reduce(into: [0]) { $0.append($0.last! + $1) }
      #expect(
        (0..<count).map { tree.offset(of: $0) } + [tree.height] == ends.map(points), "\(heights)")
      for pixel in -1...ends[count] + 1 {
        let expected = ends.dropFirst().firstIndex { $0 > pixel }.map { $0 - 1 } ?? count
        // From the pixel's own edge, also if arithmetic has moved it a little, to before the next one.
        for offset in [-1e-8, 0, 0.3 / scale, 0.99 / scale] {
          #expect(tree.index(at: points(pixel) + offset) == expected, "\(pixel) + \(offset) of \(heights)")
        }
        let part = tree.indices(from: points(pixel), to: points(pixel + 2))
        let reached = (0..<count).filter { ends[$0 + 1] > pixel && ends[$0] < pixel + 2 }
        #expect(Array(part) == reached, "\(pixel) of \(heights)")
        let touched = (0..<count).filter {
          ends[$0] < pixel + 2 && (ends[$0 + 1] > pixel || ends[$0] == pixel && ends[$0 + 1] == pixel)
        }
        #expect(
          Array(tree.indices(from: points(pixel), to: points(pixel + 2), isTouching: true)) == touched,
          "\(pixel) of \(heights)")
      }
      #expect([.infinity, 1e300].map { tree.index(at: $0) } == [count, count])
      #expect([-.infinity, -1e300].map { tree.index(at: $0) } == [tree.index(at: -1), 0])
      #expect(tree.indices(from: .nan, to: .infinity).isEmpty)
      guard count > 0 else { return }
      let place = random.number(below: count)
      heights[place] = random.number(below: 5)
      tree.setHeight(Int64(heights[place]), at: place, version: 0)
      #expect(tree.frame(at: place, width: 0).size.height == points(heights[place]))
    }
  }

  @Test(arguments: [[8, 4], [64, 5], [64, 60]])
  func `Nodes are half full, whether rows come one by one or most of them go`(counts: [Int]) {
    let (capacity, step) = (counts[0], counts[1])
    var tree = RowTree([], capacity: capacity)
    func expect(_ location: SourceLocation = #_sourceLocation) {
      // Leaves, and the nodes above them.
      let limit = Double(tree.count) * 2 / Double(capacity) * (1 + 3 / Double(capacity)) + 6
      #expect(Double(tree.nodeCount) <= limit, "\(tree.count) rows", sourceLocation: location)
    }
    for number in 0..<4096 {
      tree.replace(number / 3..<number / 3, with: [ListRow(height: 1, slot: Int32(number))])
    }
    expect()
    for index in (0..<4096).reversed() where index % step != 0 { tree.replace(index..<index + 1, with: []) }
    expect()
    tree.replace(10..<tree.count - 10, with: [])
    #expect(tree.nodeCount <= 20 && tree.count == 20)
  }

  @Test func `A masonry places rows as far as a question needs, and again from one with another height on`() {
    var tree = RowTree(grid: ListGrid(count: 2, isMasonry: true))
    tree.replace(0..<0, with: (0..<1000).map { ListRow(height: 2, slot: $0) })
    func countOfKnown(after question: (RowTree) -> Void) -> Int {
      question(tree)
      return tree.knownPlaceCount
    }
    #expect(countOfKnown { _ = $0.indices(from: 0, to: 100) } == 1 + 101 / 64)
    #expect(countOfKnown { _ = $0.frame(at: 640, width: 9) } == 1 + 640 / 64)
    #expect(countOfKnown { _ = $0.height } == 1 + 1000 / 64 && tree.height == 1000)
    tree.update(0..<1000) { $1.slot += 1 }
    tree.setHeight(2, at: 10, version: 0)
    #expect(tree.knownPlaceCount == 16)
    let copy = tree
    tree.setHeight(5, at: 200, version: 0)
    #expect(tree.knownPlaceCount == 1 + 200 / 64 && copy.knownPlaceCount == 16)
    #expect(tree.height == 1002 && copy.height == 1000)
    tree.replace(63..<64, with: [])
    #expect(tree.knownPlaceCount == 1)
  }

  @Test func `Heights are rounded up to whole pixels, and those that are no lengths count as 0`() {
    let tree = RowTree([0.1, 1.0 / 3, 0.34, -5, .infinity, -.infinity, .nan, 1e-9], scale: 3)
    #expect(tree.indices.map { tree[$0].height } == [1, 1, 2, 0, 0, 0, 0, 0])
    #expect(tree.height == 4 / 3.0)
  }

  @Test(arguments: [1, 3, 1_000])
  func `Each row's own top finds it in lists that are higher than 10¹² points`(scale: Double) {
    var random = RandomTree(seed: 77)
    let tree = RowTree(
      (0..<200_000).map { _ in Double(random.next() % 9_000_000_000 + 1) / 1_000 }, scale: scale)
    #expect(tree.height > 8e11)
    for place in stride(from: 0, to: tree.count, by: 7) {
      #expect(tree.index(at: tree.offset(of: place)) == place)
    }
    let most = RowTree([0x1p50, 0x1p50 - 1])
    #expect(most.height == 0x1p51 - 1 && most.index(at: 0x1p50) == 1 && most.index(at: 0x1p51 - 1) == 2)
  }
}

extension RowTree {
  /// Creates a tree of rows of these heights, in points.
  fileprivate init(_ heights: [Double], scale: Double = 1, capacity: Int = 64) {
    self.init(pixelGrid: PixelGrid(scale: scale), capacity: capacity)
    let rows = heights.indices.map { ListRow(height: pixels(heights[$0]), slot: Int32($0)) }
    replace(0..<0, with: rows)
  }

  fileprivate func offset(of index: Int) -> Double { frame(at: index, width: 0).minY }

  /// The index of the row that contains a position; the number of rows if all end before it.
  fileprivate func index(at position: Double) -> Int { indices(from: position, to: .infinity).first ?? count }
}

/// A tree of rows, and an array of the same.
private struct RowModel {
  private(set) var tree: RowTree
  private(set) var rows: [ListRow] = []
  private var slot: Int32 = 0
  /// How many of a hundred rows have no line of their own.
  private let itemShare: UInt64
  /// Cells without a row.
  private var gone: [ListCell] = []

  init(capacity: Int, _ grid: ListGrid = ListGrid(), itemShare: UInt64 = 80) {
    (tree, self.itemShare) = (RowTree(grid: grid, capacity: capacity), itemShare)
  }

  /// Where rows lie in a list of 99 pixels, and how high they are together.
  static func places(of rows: [ListRow], _ grid: ListGrid) -> (places: [RowPlace], height: Double) {
    RowPlace.places(of: rows.map { ($0.height, $0.hasOwnLine) }, in: grid, width: 99)
  }

  /// A height, now and then one of many lines.
  private static func height(_ random: inout RandomTree) -> Int64 {
    Int64(random.chance(3) ? random.number(below: 300) : random.number(below: 5))
  }

  mutating func edit(_ random: inout RandomTree, isGrowing: Bool) {
    let (a, b) = (random.number(below: rows.count + 1), random.number(below: rows.count + 1))
    let range =
      random.chance(30) ? a..<a : random.chance(10) ? min(a, b)..<max(a, b) : a..<min(rows.count, a + 3)
    switch random.number(below: 8) {
    case 0:
      let height = Self.height(&random)
      for index in range {
        (rows[index].height, rows[index].version) = (height, 0)
        tree.setHeight(height, at: index, version: 0)
      }
    case 1:
      for index in range where rows[index].cell == nil { rows[index].cell = ListCell(DisplayNode()) }
      tree.update(range) { $1.cell = rows[$0].cell }
    case 2 where !rows.isEmpty:
      let (from, to) = (random.number(below: rows.count), random.number(below: rows.count))
      let row = rows.remove(at: from)
      rows.insert(row, at: to)
      tree.replace(from..<from + 1, with: [])
      tree.replace(to..<to, with: [row])
    case 3:
      let shuffled = rows[range].shuffled(using: &random)
      rows.replaceSubrange(range, with: shuffled)
      tree.replace(range, with: shuffled)
    default:
      let count = random.number(below: isGrowing ? random.pick([2, 4, 40]) : 2)
      let new = (0..<count).map { number in
        ListRow(
          height: Self.height(&random), slot: slot + Int32(number),
          kind: random.chance(itemShare) ? .item : random.pick([.header, .footer]))
      }
      slot += Int32(count)
      let removed = rows[range].compactMap(\.cell)
      rows.replaceSubrange(range, with: new)
      tree.replace(range, with: new)
      for cell in removed { cell.leave() }
      gone += removed
    }
  }

  /// The difference between both; nil if there is none.
  func failure(_ random: inout RandomTree) -> String? {
    let found = tree.rows(in: tree.indices)
    guard tree.count == rows.count, found.map(\.slot) == rows.map(\.slot),
      found.map(\.height) == rows.map(\.height), found.map(\.isMeasured) == rows.map(\.isMeasured)
    else { return "\(found.map(\.slot)) are not \(rows.map(\.slot))" }
    if let cell = gone.first(where: { tree.index(of: $0) != nil }) { return "\(cell) has an index" }
    let (places, height) = Self.places(of: rows, tree.grid)
    var isRight = true
    for (index, (row, place)) in zip(rows, places).enumerated() {
      if random.chance(10) {
        let found = tree[index]
        isRight =
          isRight && found.slot == row.slot && found.cell === row.cell
          && tree.frame(at: index, width: 99) == place.frame
      }
      if let cell = row.cell {
        isRight = isRight && tree.index(of: cell) == index && tree.frame(of: cell, width: 99) == place.frame
      }
      if !isRight { return "row \(index) is elsewhere" }
    }
    for _ in 0..<5 {
      let from = random.chance(20) ? random.number(below: 40) : random.number(below: Int(height) + 9)
      let to = from + random.number(below: 60) - 5
      for isTouching in [false, true] {
        let expected = places.indices(from: Double(from), to: Double(to), isTouching: isTouching)
        let range = tree.indices(from: Double(from), to: Double(to), isTouching: isTouching)
        if range != expected { return "\(from) to \(to) has \(range), and not \(expected)" }
      }
    }
    let headers = rows.indices.filter { rows[$0].kind == .header }
    guard tree.headerCount == headers.count,
      headers.indices.allSatisfy({ tree.index(ofHeader: $0) == headers[$0] }),
      rows.indices.allSatisfy({ row in tree.headerCount(before: row) == headers.count { $0 < row } })
    else { return "headers are elsewhere" }
    return tree.height == height ? nil : "the height is \(tree.height), and not \(height)"
  }
}
