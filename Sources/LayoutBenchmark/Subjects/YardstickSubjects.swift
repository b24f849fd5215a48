import LayoutSpecs
import LayoutWorkloads
import Measuring
import Reporting

/// `manual`: frames written by hand, as straight-line code for certain workloads.
struct ManualSubject: Subject {
  let name = "manual"
  let summary = "hand-written frame code for feeds, feed items and shapes of views: the yardstick"

  func check(_ input: BenchmarkInput) throws(Refusal) {
    let code = try code(for: input)
    var frames = [Rect](repeating: .zero, count: code.elementCount)
    code.layOut(width: input.range.max.width, into: &frames)
    var context = LayoutContext()
    context.layout(input.tree, in: input.range)
    let difference = frames.indices.first { context.frame(of: ElementID($0)) != frames[$0] }
    if let difference {
      throw Refusal(description: "its frame of element \(ElementID(difference)) is not the engine's")
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    let (code, width) = (try code(for: input), input.range.max.width)
    var frames = [Rect](repeating: .zero, count: code.elementCount)
    return JobWorker {
      code.layOut(width: width, into: &frames)
    } checksum: {
      layoutChecksum(of: frames)
    }
  }

  private func code(for input: BenchmarkInput) throws(Refusal) -> any HandWrittenFrames {
    if let workload = input.workload {
      switch workload.family.name {
      case "feed": return FeedFrames(postCount: workload.arguments[0], seed: input.seed)
      case "feedItem": return FeedItemFrames(itemCount: workload.arguments[0], seed: input.seed)
      case "flatAbsolute": return ViewFrames.flatAbsolute(viewCount: workload.arguments[0], seed: input.seed)
      case "flatRelative": return ViewFrames.flatRelative(viewCount: workload.arguments[0], seed: input.seed)
      case "nestedViews": return ViewFrames.nestedViews(viewCount: workload.arguments[0])
      default: break
      }
    }
    throw Refusal(description: "only feeds, feed items and the three shapes of views are written by hand")
  }
}

struct ClosureWorker: Worker {
  let loaded: MeasuredJob.Loaded
  let isAsynchronous: Bool
  var mostPreparedJobs: Int? { loaded.prepare == nil ? nil : MeasuredJob.mostFreshInputs }

  func prepare(jobs: Int) throws { try loaded.prepare?(jobs) }
  func run(jobs: Range<Int>) throws { try loaded.run(jobs.count) }
  func run(job index: Int) { preconditionFailure("Jobs may throw errors.") }
  func resultChecksum() -> Double { 0 }
}

/// `empty`: no work at all, which measures the harness itself.
struct EmptySubject: Subject {
  let name = "empty"
  let summary = "nothing: what the harness itself costs, a job and a batch"

  func makeWorker(for input: BenchmarkInput) throws -> any Worker { EmptyWorker() }
}

struct EmptyWorker: Worker {
  func run(job index: Int) {}
  func resultChecksum() -> Double { 0 }
}
