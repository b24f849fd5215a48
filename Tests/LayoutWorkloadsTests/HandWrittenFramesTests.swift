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

  @Test("The feed items' frames are the engine's, in every width from 128", arguments: seeds)
  func feedItem(seed: UInt64) throws {
    let tree = try Workload(parsing: "feedItem(40)").tree(seed: seed)
    let frames = FeedItemFrames(itemCount: 40, seed: seed)
    expect(frames, equal: tree, widths: Array(128...440) + [512, 768, 1000, 1366, 2000], seed: seed)
  }

  @Test("The shapes of views have the engine's frames", arguments: [1, 2, 50])
  func shapes(count: Int) throws {
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
