import LayoutSpecs
import Measurement

/// `spec`: the engine, cold. Each job lays the compiled tree out from scratch, with nothing remembered of the last time.
struct SpecSubject: Subject {
  let name = "spec"
  let summary = "the engine: a compiled tree laid out from scratch"

  /// The engine lays out every tree, and the frames are its own.
  func check(_ input: BenchmarkInput) throws(Refusal) {}

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    SpecWorker(input)
  }
}

private final class SpecWorker: Worker {
  private let input: BenchmarkInput
  private var context = LayoutContext()

  init(_ input: BenchmarkInput) {
    self.input = input
  }

  func run(job index: Int) {
    context.layout(input.tree, in: input.range)
  }

  /// There is one job, so the context holds its frames.
  func checksum(ofJob index: Int) -> Double { context.checksum }
}
