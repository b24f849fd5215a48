import ConstraintLayout
import LayoutSpecs
import LayoutWorkloads
import Testing

@Suite("Frames written by hand")
struct HandWrittenFramesTests {
  static let seeds: [UInt64] = [1, 7, 42, 1_000_003]

  @Test(arguments: seeds)
  func `The feed's frames are the engine's, in every width from 336`(seed: UInt64) throws {
    let tree = try Workload(parsing: "feed(40)").tree(seed: seed)
    let frames = FeedFrames(postCount: 40, seed: seed)
    expect(frames, equal: tree, widths: Array(336...440) + [512, 768, 1000, 1366, 2000], seed: seed)
  }

  @Test(arguments: seeds)
  func `The feed items' frames are the engine's, in every width from 128`(seed: UInt64) throws {
    let tree = try Workload(parsing: "feedItem(40)").tree(seed: seed)
    let frames = FeedItemFrames(itemCount: 40, seed: seed)
    expect(frames, equal: tree, widths: Array(128...440) + [512, 768, 1000, 1366, 2000], seed: seed)
  }

  @Test(arguments: [1, 2, 50])
  func `The shapes of views have the engine's frames`(count: Int) throws {
    let codes: [(String, any HandWrittenFrames)] = [
      ("flatAbsolute", FlatAbsoluteFrames(viewCount: count)),
      ("flatRelative", FlatRelativeFrames(viewCount: count)),
      ("nestedViews", NestedViewFrames(viewCount: count)),
    ]
    for (name, code) in codes {
      let workload = try Workload(parsing: "\(name)(\(count))")
      var frames = [Rect](repeating: .zero, count: code.elementCount)
      code.layOut(width: workload.range.max.width, into: &frames)
      let layout = workload.tree().layoutThatFits(workload.range)
      #expect(frames == layout.tree.elementIDs.map { layout.frame(of: $0) }, "\(workload)")
    }
  }

  @Test func `A list of nothing is as wide as it has to be, and flat`() throws {
    expect(FeedFrames(postCount: 0), equal: try Workload(parsing: "feed(0)").tree(), widths: [375], seed: 42)
    expect(
      FeedItemFrames(itemCount: 0), equal: try Workload(parsing: "feedItem(0)").tree(), widths: [375],
      seed: 42)
  }

  /// Lays both out in each width, and compares frame by frame.
  private func expect(
    _ code: some HandWrittenFrames, equal tree: LayoutTree, widths: [Int], seed: UInt64,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(code.elementCount == tree.elementCount, sourceLocation: location)
    var frames = [Rect](repeating: .zero, count: code.elementCount)
    var context = LayoutContext()
    for width in widths.map(Double.init) {
      code.layOut(width: width, into: &frames)
      context.layout(tree, in: SizeRange(width: width))
      let different = tree.elementIDs.first { context.frame(of: $0) != frames[$0.index] }
      #expect(
        different == nil, "seed \(seed), \(width) wide: \(different.map { "\($0)" } ?? "")",
        sourceLocation: location)
    }
  }
}

@Suite("The feed item as constraints")
struct FeedItemConstraintsTests {
  @Test(arguments: [375.0, 414, 320])
  func `Views lie within a pixel of the engine's nodes, in both solvers`(width: Double) throws {
    let range = SizeRange(width: width)
    for (number, cell) in try #require(Workload(parsing: "feedItem(40)").cells(seed: 3)).enumerated() {
      let constraints = FeedItemConstraints(cell, width: width)
      let program = try constraints.program()
      let solver = SimplexSolver()
      try solver.run(program)
      if number < 3 {
        let dense = try #require(
          DenseSimplex.solve(program.constraints, variableCount: program.variableCount))
        for index in dense.indices {
          #expect(abs(dense[index] - solver.value(of: Variable(index: index))) < 1e-6, "variable \(index)")
        }
      }
      let layout = cell.layoutThatFits(range)
      let frames = layout.nodeFrames
      for (index, id) in constraints.views.enumerated() {
        let expected = id.index == 0 ? layout.frame : try #require(frames[id.index])
        let found = (0..<4).map { solver.value(of: Variable(index: 4 * index + $0)) }
        let numbers = [expected.origin.x, expected.origin.y, expected.size.width, expected.size.height]
        let isNear = zip(found, numbers).allSatisfy { abs($0 - $1) <= 1 }
        #expect(isNear, "item \(number), width \(width), element \(id): \(found), and the engine \(numbers)")
      }
    }
  }
}

@Suite("Workloads as nodes")
struct NodeWorkloadTests {
  static let seeds: [UInt64] = [1, 7, 42, 1_000_003]

  private func workloads(count: Int, seed: UInt64) -> [(String, any NodeWorkload)] {
    [
      ("feed(\(count))", FeedNodes(postCount: count, seed: seed)),
      ("feedItem(\(count))", FeedItemNodes(itemCount: count, seed: seed)),
    ]
  }

  @Test(arguments: [200.0, 375, 412])
  func `The nodes of real texts have the frames of the compiled workload`(width: Double) throws {
    let workload = try Workload(parsing: "feedText(30)", among: [.feedText(in: MonospaceMetrics())])
    let nodes = try #require(workload.nodes(seed: 7))
    let expected = workload.tree(seed: 7).layoutThatFits(range(width))
    let frames = layouts(of: (0..<30).map(nodes.makeCell), width: width).elementFrames
    #expect(expected.tree.elementIDs.allSatisfy { frames[$0.index] == expected.frame(of: $0) })
  }

  private func range(_ width: Double) -> SizeRange { SizeRange(width: width) }

  private func layouts(of cells: [DisplayNode], width: Double) -> CellLayouts {
    CellLayouts(cells.map { $0.layoutThatFits(range(width)) }, width: width)
  }

  /// The nodes that show texts, of a cell that is laid out now.
  private func texts(of cell: DisplayNode) -> [TextNode] {
    _ = cell.layoutThatFits(range(375))
    return cell.nodesOfCalculatedLayout.compactMap { $0 as? TextNode }
  }

  @Test(arguments: [0, 1, 30], [200.0, 375, 412])
  func `Cells laid out one by one have the frames of the whole workload`(count: Int, width: Double) throws {
    for (text, workload) in workloads(count: count, seed: 7) {
      let tree = try Workload(parsing: text).tree(seed: 7)
      let expected = tree.layoutThatFits(range(width))
      let frames = layouts(of: (0..<count).map(workload.makeCell), width: width).elementFrames
      #expect(frames.count == tree.elementCount, "\(text)")
      let different = tree.elementIDs.first { frames[$0.index] != expected.frame(of: $0) }
      #expect(different == nil, "\(text) in \(width)")
    }
  }

  @Test(arguments: seeds)
  func `The nodes of a layout are listed in the order of their elements`(seed: UInt64) throws {
    for (text, workload) in workloads(count: 3, seed: seed) {
      let tree = try Workload(parsing: text).tree(seed: seed)
      let expected = tree.elementIDs.compactMap { id -> String? in
        guard case .text(let text) = tree.content(of: id) else { return nil }
        return text.string
      }
      let cells = (0..<3).map(workload.makeCell)
      #expect(cells.flatMap { texts(of: $0).map(\.text) } == expected, "\(text)")
    }
  }

  // MARK: By hand

  @Test(arguments: seeds)
  func `Frames written by hand are the nodes', in every width from 336`(seed: UInt64) {
    for (text, workload) in workloads(count: 20, seed: seed) {
      let cells = (0..<20).map(workload.makeCell)
      let handWritten = cells.compactMap(workload.makeHandWritten)
      for width in (Array(336...440) + [512, 768, 1000, 1366]).map(Double.init) {
        for cell in handWritten { cell.layOut(width: width) }
        let (frames, expected) = (
          handWritten.flatMap { $0.frames }, layouts(of: cells, width: width).nodeFrames
        )
        #expect(frames.count == expected.count, "\(text)")
        let different = zip(frames, expected).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(different == nil, "seed \(seed), \(text), \(width) wide")
      }
    }
  }

  @Test func `Feed items by hand go down to 128`() throws {
    let workload = FeedItemNodes(itemCount: 1)
    let cell = workload.makeCell(0)
    let handWritten = try #require(workload.makeHandWritten(cell))
    for width in (128..<336).map(Double.init) {
      handWritten.layOut(width: width)
      #expect(handWritten.frames == layouts(of: [cell], width: width).nodeFrames, "\(width) wide")
    }
  }

  @Test func `A text that is changed is seen by the next layout by hand`() throws {
    for (text, workload) in workloads(count: 1, seed: 42) {
      let cell = workload.makeCell(0)
      let handWritten = try #require(workload.makeHandWritten(cell))
      let texts = texts(of: cell)
      for node in texts {
        for change in [node.text + " and some more words than there were", "short", node.text] {
          node.text = change
          handWritten.layOut(width: 375)
          let expected = layouts(of: [cell], width: 375).nodeFrames
          // A small text of many words would exceed the last row.
          if text == "feed(1)", node === texts[2], change.count > 20 { continue }
          #expect(handWritten.frames == expected, "\(text), \(change)")
        }
      }
    }
  }
}
