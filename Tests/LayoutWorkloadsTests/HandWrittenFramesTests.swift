import ConstraintLayout
import LayoutSpecs
import LayoutWorkloads
import Testing

@Suite("Frames written by hand")
struct HandWrittenFramesTests {
  static let seeds: [UInt64] = [1, 7, 42, 1_000_003]

  @Test(arguments: seeds, [0, 40])
  func `Feeds' frames are the engine's, in every width from the narrowest`(seed: UInt64, count: Int) throws {
    let codes: [(String, any HandWrittenFrames, narrowest: Int)] = [
      ("feed", FeedFrames(postCount: count, seed: seed), 336),
      ("feedItem", FeedItemFrames(itemCount: count, seed: seed), 128),
    ]
    for (name, code, narrowest) in codes {
      let tree = try Workload(parsing: "\(name)(\(count))").tree(seed: seed)
      #expect(code.elementCount == tree.elementCount)
      var frames = [Rect](repeating: .zero, count: code.elementCount)
      var context = LayoutContext()
      for width in (Array(narrowest...440) + [512, 768, 1000, 1366, 2000]).map(Double.init) {
        code.layOut(width: width, into: &frames)
        context.layout(tree, in: SizeRange(width: width))
        let different = tree.elementIDs.first { context.frame(of: $0) != frames[$0.index] }
        #expect(different == nil, "\(name), seed \(seed), \(width) wide")
      }
    }
  }

  @Test(arguments: [1, 2, 50])
  func `The shapes of views have the engine's frames`(count: Int) throws {
    let codes: [(String, any HandWrittenFrames)] = [
      ("flatAbsolute", ViewFrames.flatAbsolute(viewCount: count)),
      ("flatRelative", ViewFrames.flatRelative(viewCount: count)),
      ("nestedViews", ViewFrames.nestedViews(viewCount: count)),
    ]
    for (name, code) in codes {
      let workload = try Workload(parsing: "\(name)(\(count))")
      var frames = [Rect](repeating: .zero, count: code.elementCount)
      code.layOut(width: workload.range.max.width, into: &frames)
      let layout = workload.tree().layoutThatFits(workload.range)
      #expect(frames == layout.tree.elementIDs.map { layout.frame(of: $0) }, "\(workload)")
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
  private func workloads(count: Int, seed: UInt64) -> [(String, any NodeWorkload)] {
    [
      ("feed(\(count))", FeedNodes(postCount: count, seed: seed)),
      ("feedItem(\(count))", FeedItemNodes(itemCount: count, seed: seed)),
    ]
  }

  private func layouts(of cells: [DisplayNode], width: Double) -> CellLayouts {
    CellLayouts(cells.map { $0.layoutThatFits(SizeRange(width: width)) }, width: width)
  }

  /// The nodes that show texts, of a cell that is laid out now.
  private func texts(of cell: DisplayNode) -> [TextNode] {
    _ = cell.layoutThatFits(SizeRange(width: 375))
    return cell.nodesOfCalculatedLayout.compactMap { $0 as? TextNode }
  }

  @Test(arguments: [0, 1, 30], [200.0, 375, 412])
  func `Cells laid out one by one have the frames of the whole workload`(count: Int, width: Double) throws {
    let families = WorkloadFamily.all + [.feedText(in: MonospaceMetrics())]
    for text in ["feed", "feedItem", "feedText", "settings", "chat"].map({ "\($0)(\(count))" }) {
      let workload = try Workload(parsing: text, among: families)
      let nodes = try #require(workload.nodes(seed: 7))
      let tree = workload.tree(seed: 7)
      let expected = tree.layoutThatFits(SizeRange(width: width))
      let frames = layouts(of: (0..<count).map(nodes.makeCell), width: width).elementFrames
      #expect(frames.count == tree.elementCount, "\(text)")
      let different = tree.elementIDs.first { frames[$0.index] != expected.frame(of: $0) }
      #expect(different == nil, "\(text) in \(width)")
    }
  }

  @Test(arguments: HandWrittenFramesTests.seeds)
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

  @Test(arguments: HandWrittenFramesTests.seeds)
  func `Frames written by hand are the nodes', in every width from the narrowest`(seed: UInt64) {
    for (text, workload) in workloads(count: 20, seed: seed) {
      let cells = (0..<20).map(workload.makeCell)
      let handWritten = cells.compactMap(workload.makeHandWritten)
      let narrowest = workload is FeedItemNodes ? 128 : 336
      for width in (Array(narrowest...440) + [512, 768, 1000, 1366]).map(Double.init) {
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
