import LayoutSpecs
import LayoutWorkloads
import Measuring
import Reporting

/// `closure`: a user's code that is no layout.
struct ClosureSubject: Subject {
  static let name = "closure"

  var name: String { Self.name }
  let summary = "a workload that is code of one's own, and no layout"

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    guard let workload = input.workload, let job = workload.job else { return EmptyWorker() }
    return ClosureWorker(
      loaded: try job.load(input.seed), isAsynchronous: job.isAsynchronous)
  }
}
