import LayoutSpecs
import LayoutWorkloads
import Measuring

extension JobSubject {
  /// Frames written by hand, as straight-line code for certain workloads.
  static var manual: JobSubject {
    JobSubject("manual", "hand-written frame code for feeds, feed items and shapes of views: the yardstick") {
      input in
      let (code, width) = (try input.handWrittenFrames(), input.range.max.width)
      var frames = [Rect](repeating: .zero, count: code.elementCount)
      return JobWorker {
        code.layOut(width: width, into: &frames)
      } checksum: {
        layoutChecksum(of: frames)
      }
    } check: { input throws(Refusal) in
      let code = try input.handWrittenFrames()
      var frames = [Rect](repeating: .zero, count: code.elementCount)
      code.layOut(width: input.range.max.width, into: &frames)
      var context = LayoutContext()
      context.layout(input.tree, in: input.range)
      let difference = frames.indices.first { context.frame(of: ElementID($0)) != frames[$0] }
      if let difference {
        throw Refusal(description: "its frame of element \(ElementID(difference)) is not the engine's")
      }
    }
  }

  /// No work at all, which measures the harness itself.
  static var empty: JobSubject {
    JobSubject("empty", "nothing: what the harness itself costs, a job and a batch") { _ in EmptyWorker() }
  }

  /// A user's code that is no layout.
  static let closure = JobSubject("closure", "a workload that is code of one's own, and no layout") { input in
    guard let job = input.workload?.job else { return EmptyWorker() }
    return ClosureWorker(loaded: try job.load(input.seed), isAsynchronous: job.isAsynchronous)
  }
}

extension BenchmarkInput {
  fileprivate func handWrittenFrames() throws(Refusal) -> any HandWrittenFrames {
    if let workload {
      switch workload.family.name {
      case "feed": return FeedFrames(postCount: workload.arguments[0], seed: seed)
      case "feedItem": return FeedItemFrames(itemCount: workload.arguments[0], seed: seed)
      case "flatAbsolute": return ViewFrames.flatAbsolute(viewCount: workload.arguments[0], seed: seed)
      case "flatRelative": return ViewFrames.flatRelative(viewCount: workload.arguments[0], seed: seed)
      case "nestedViews": return ViewFrames.nestedViews(viewCount: workload.arguments[0])
      default: break
      }
    }
    throw Refusal(description: "only feeds, feed items and the three shapes of views are written by hand")
  }
}

private struct ClosureWorker: Worker {
  let loaded: MeasuredJob.Loaded
  let isAsynchronous: Bool
  var mostPreparedJobs: Int? { loaded.prepare == nil ? nil : MeasuredJob.mostFreshInputs }

  func prepare(jobs: Int) throws { try loaded.prepare?(jobs) }
  func run(jobs: Range<Int>) throws { try loaded.run(jobs.count) }
  func run(job index: Int) { preconditionFailure("Jobs may throw errors.") }
  func resultChecksum() -> Double { 0 }
}

private struct EmptyWorker: Worker {
  func run(job index: Int) {}
  func resultChecksum() -> Double { 0 }
}
