import LayoutSpecs
import Measurement

/// Something that lays out trees and is measured: an engine, a solver, or a mode of either.
protocol Subject: Sendable {
  /// What suites and results call it.
  var name: String { get }
  /// What it is, in a line.
  var summary: String { get }

  /// Looks at what is to be laid out before anything is timed: that the subject can lay it out, and that its frames are the
  /// engine's. Throws a `Refusal` that says why it is not measured.
  func check(_ input: BenchmarkInput) throws(Refusal)

  /// One worker's part, made on the worker's own thread.
  func makeWorker(for input: BenchmarkInput) throws -> any Worker
}

/// Why a subject does not lay a tree out.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}

/// All subjects, in the order in which they are listed.
let subjects: [any Subject] = [
  ColdSubject(), SplitSubject(), TreeSubject(), BuildSubject(), BuildStepSubject(step: .specs),
  BuildStepSubject(step: .compile), ResizeSubject(), EditSubject(), SameSubject(),
  ManualSubject(),
  CassowarySubject(scope: .tree), CassowarySubject(scope: .cells),
  CassowaryWidthSubject(scope: .tree), CassowaryWidthSubject(scope: .cells),
  HandWrittenConstraintsSubject(solver: .cassowary),
  NaiveSubject(scope: .tree), NaiveSubject(scope: .cells), HandWrittenConstraintsSubject(solver: .naive),
]
