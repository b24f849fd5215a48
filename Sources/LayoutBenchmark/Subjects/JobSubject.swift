import LayoutSpecs
import Measuring

/// A subject that is two closures: how a worker is made, and what is supported. The files beside this one have them, by kind of
/// job; `shippedSubjects` lists them.
struct JobSubject: Subject {
  let name: String
  let summary: String
  let splitsLayouts: Bool
  private let worker: @Sendable (BenchmarkInput) throws -> any Worker
  private let checking: @Sendable (BenchmarkInput) throws(Refusal) -> Void

  /// - Parameters:
  ///   - worker: see `Subject.makeWorker(for:)`.
  ///   - check: see `Subject.check(_:)`. Default: every input is supported.
  init(
    _ name: String, _ summary: String, splitsLayouts: Bool = false,
    worker: @escaping @Sendable (BenchmarkInput) throws -> any Worker,
    check: @escaping @Sendable (BenchmarkInput) throws(Refusal) -> Void = { _ in }
  ) {
    (self.name, self.summary, self.splitsLayouts) = (name, summary, splitsLayouts)
    (self.worker, checking) = (worker, check)
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker { try worker(input) }
  func check(_ input: BenchmarkInput) throws(Refusal) { try checking(input) }
}

/// A worker of one job. The job's closures capture its state.
final class JobWorker: Worker {
  private let job: () -> Void
  private let checksum: () -> Double

  init(_ job: @escaping () -> Void, checksum: @escaping () -> Double) {
    self.job = job
    self.checksum = checksum
  }

  /// Lays a tree out from scratch.
  convenience init(layingOut tree: LayoutTree, in range: SizeRange) {
    var context = LayoutContext()
    self.init {
      context.layout(tree, in: range)
    } checksum: {
      context.checksum
    }
  }

  func run(job index: Int) { job() }
  func resultChecksum() -> Double { checksum() }
}
