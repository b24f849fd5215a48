import LayoutSpecs
import LayoutWorkloads
import Measurement

/// `manual`: frames written by hand, straight-line code for one workload.
struct ManualSubject: Subject {
  let name = "manual"
  let summary = "hand-written frame code for feed(N): the yardstick"

  func check(_ input: BenchmarkInput) throws(Refusal) {
    let feed = try feed(of: input)
    var frames = [Rect](repeating: .zero, count: feed.elementCount)
    feed.layOut(width: input.range.max.width, into: &frames)
    var context = LayoutContext()
    context.layout(input.tree, in: input.range)
    let difference = frames.indices.first { context.frame(of: ElementID($0)) != frames[$0] }
    if let difference {
      throw Refusal(description: "its frame of element \(ElementID(difference)) is not the engine's")
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    ManualWorker(try feed(of: input), width: input.range.max.width)
  }

  private func feed(of input: BenchmarkInput) throws(Refusal) -> FeedFrames {
    guard let workload = input.workload, workload.family.name == "feed" else {
      throw Refusal(description: "only feed(N) is written by hand")
    }
    return FeedFrames(postCount: workload.arguments[0], seed: input.seed)
  }
}

private final class ManualWorker: Worker {
  private let feed: FeedFrames
  private let width: Double
  private var frames: [Rect]

  init(_ feed: FeedFrames, width: Double) {
    self.feed = feed
    self.width = width
    frames = [Rect](repeating: .zero, count: feed.elementCount)
  }

  func run(job index: Int) {
    feed.layOut(width: width, into: &frames)
  }

  func checksum(ofJob index: Int) -> Double { layoutChecksum(of: frames) }
}
