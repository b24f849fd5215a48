import Benchmarking
import LayoutSpecs
import LayoutWorkloads

/// `node.build`: nodes with `layoutSpecThatFits(_:)`, as in an app, made and laid out.
struct NodeBuildSubject: Subject {
  let name = "node.build"
  let summary = "the engine: nodes that return specs made and laid out, as an app does"

  func check(_ input: BenchmarkInput) throws(Refusal) {
    let nodes = try nodes(for: input)
    let frames = nodes.frames(
      of: nodes.makeNodes().layoutThatFits(input.range, pixelGrid: input.tree.pixelGrid))
    let expected = input.tree.layoutThatFits(input.range)
    guard frames == input.tree.elementIDs.map({ expected.frame(of: $0) }) else {
      throw Refusal(description: "its frames are not those of the compiled tree", isFailure: true)
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    NodeBuildWorker(input, try nodes(for: input))
  }

  private func nodes(for input: BenchmarkInput) throws(Refusal) -> any NodeWorkload {
    switch input.workload?.family.name {
    case "feed": return FeedNodes(postCount: input.workload?.arguments[0] ?? 0, seed: input.seed)
    case "feedItem": return FeedItemNodes(itemCount: input.workload?.arguments[0] ?? 0, seed: input.seed)
    default: throw Refusal(description: "only feeds and feed items are written as nodes")
    }
  }
}

private final class NodeBuildWorker: Worker {
  private let input: BenchmarkInput
  private let workload: any NodeWorkload
  private var layout: Layout?

  init(_ input: BenchmarkInput, _ workload: any NodeWorkload) {
    self.input = input
    self.workload = workload
  }

  func run(job index: Int) {
    layout = workload.makeNodes().layoutThatFits(input.range, pixelGrid: input.tree.pixelGrid)
  }

  func resultChecksum() -> Double {
    guard let layout else { return .nan }
    return layoutChecksum(of: workload.frames(of: layout).map { $0 ?? .undefined })
  }
}

extension Rect {
  /// Stands for a missing frame.
  fileprivate static let undefined = Rect(x: 0, y: 0, width: .nan, height: .nan)
}
