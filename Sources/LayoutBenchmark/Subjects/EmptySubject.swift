import Benchmarking

/// `empty`: no work at all, which measures the harness itself.
struct EmptySubject: Subject {
  let name = "empty"
  let summary = "nothing: what the harness itself costs, a job and a batch"

  /// It computes no frames to check.
  func check(_ input: BenchmarkInput) throws(Refusal) {}

  func makeWorker(for input: BenchmarkInput) throws -> any Worker { EmptyWorker() }
}

private struct EmptyWorker: Worker {
  func run(job index: Int) {}
  func resultChecksum() -> Double { 0 }
}
