import LayoutSpecs
import LayoutWorkloads
import Testing

@Suite("Workloads as nodes")
struct NodeWorkloadTests {
  static let seeds: [UInt64] = [1, 7, 42, 1_000_003]

  /// The workloads that are written as nodes, each with its text.
  private func workloads(count: Int, seed: UInt64) -> [(String, any NodeWorkload)] {
    [
      ("feed(\(count))", FeedNodes(postCount: count, seed: seed)),
      ("feedItem(\(count))", FeedItemNodes(itemCount: count, seed: seed)),
    ]
  }

  @Test("The nodes of real texts have the frames of the compiled workload", arguments: [200.0, 375, 412])
  func feedText(width: Double) throws {
    let workload = try Workload(parsing: "feedText(30)", among: [.feedText(in: MonospaceMetrics())])
    let nodes = try #require(workload.nodes(seed: 7))
    let expected = workload.tree(seed: 7).layoutThatFits(range(width))
    let frames = layouts(of: (0..<30).map(nodes.makeCell), width: width).elementFrames
    #expect(expected.tree.elementIDs.allSatisfy { frames[$0.index] == expected.frame(of: $0) })
  }

  private func range(_ width: Double) -> SizeRange {
    SizeRange(width: width)
  }

  private func layouts(of cells: [DisplayNode], width: Double) -> CellLayouts {
    CellLayouts(cells.map { $0.layoutThatFits(range(width)) }, width: width)
  }

  /// The nodes that show texts, of a cell that is laid out now.
  private func texts(of cell: DisplayNode) -> [TextNode] {
    _ = cell.layoutThatFits(range(375))
    return cell.nodesOfCalculatedLayout.compactMap { $0 as? TextNode }
  }

  @Test(
    "Cells that are laid out one by one have the frames of the compiled workload, in any whole width",
    arguments: [0, 1, 30], [200.0, 375, 412])
  func frames(count: Int, width: Double) throws {
    for (text, workload) in workloads(count: count, seed: 7) {
      let tree = try Workload(parsing: text).tree(seed: 7)
      let expected = tree.layoutThatFits(range(width))
      let frames = layouts(of: (0..<count).map(workload.makeCell), width: width).elementFrames
      #expect(frames.count == tree.elementCount, "\(text)")
      let different = tree.elementIDs.first { frames[$0.index] != expected.frame(of: $0) }
      #expect(different == nil, "\(text) in \(width)")
    }
  }

  @Test("The nodes of a layout are listed in the order of their elements", arguments: seeds)
  func texts(seed: UInt64) throws {
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

  @Test("Frames written by hand are the nodes', in every width from 336", arguments: seeds)
  func byHand(seed: UInt64) {
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
