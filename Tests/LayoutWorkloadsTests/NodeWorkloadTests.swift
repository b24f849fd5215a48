import LayoutSpecs
import LayoutWorkloads
import Testing

@Suite("Workloads as nodes")
struct NodeWorkloadTests {
  @Test(
    "Every frame is that of the compiled workload, at any width",
    arguments: [0, 1, 30], [200.0, 375, 411.5, .infinity])
  func frames(count: Int, width: Double) throws {
    let workloads: [(String, any NodeWorkload)] = [
      ("feed(\(count))", FeedNodes(postCount: count, seed: 7)),
      ("feedItem(\(count))", FeedItemNodes(itemCount: count, seed: 7)),
    ]
    for (text, nodes) in workloads {
      let tree = try Workload(parsing: text).tree(seed: 7)
      let range = SizeRange(width: 0...width, height: 0...(.infinity))
      let expected = tree.layoutThatFits(range)
      let frames = nodes.frames(of: nodes.makeNodes().layoutThatFits(range))
      #expect(frames == tree.elementIDs.map { expected.frame(of: $0) }, "\(text) in \(width)")
    }
  }
}
