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
