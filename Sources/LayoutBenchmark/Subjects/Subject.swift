import Benchmarking
import LayoutSpecs

/// Something that lays out trees and is measured: an engine, a solver, or a mode of either.
protocol Subject: Sendable {
  /// What suites and results call it.
  var name: String { get }
  /// What it is, in a line.
  var summary: String { get }
  /// Workers that it can be measured with at most, default nil for any number.
  var maximumThreads: Int? { get }
  /// Whether several threads of its own work on one layout, default false.
  var splitsLayouts: Bool { get }

  /// Looks at what is to be laid out before anything is timed: that the subject can lay it out, and that its frames are the
  /// engine's. Throws a `Refusal` that says why it is not measured.
  func check(_ input: BenchmarkInput) throws(Refusal)

  /// One worker's part, made on the worker's own thread.
  func makeWorker(for input: BenchmarkInput) throws -> any Worker
}

extension Subject {
  var maximumThreads: Int? { nil }
  var splitsLayouts: Bool { false }

  /// Whether several threads work on a layout of this tree, because the subject or a stack of the tree asks for it.
  func splitsLayouts(of tree: LayoutTree) -> Bool { splitsLayouts || tree.hasConcurrentStack }

  /// Why the subject is not measured with so many workers in a mode; nil if it is.
  func reasonToLeaveOut(threads: Int, _ mode: DispatchMode) -> String? {
    guard let most = maximumThreads else { return nil }
    if threads > most { return "it is measured with \(most) worker\(most == 1 ? "" : "s") at most" }
    // Its one worker is another process, which no mode of this one would run otherwise.
    return mode == .serialQueues ? nil : "it is measured on serial queues alone"
  }
}

/// The subject of that name.
func subject(named name: String) throws -> any Subject {
  guard let subject = subjects.first(where: { $0.name == name }) else {
    let names = subjects.map(\.name).joined(separator: ", ")
    throw CommandFailure.badInput("there is no subject \"\(name)\"; there are \(names)")
  }
  return subject
}

/// Why a subject does not lay a tree out.
struct Refusal: Error, CustomStringConvertible {
  let description: String
  /// Whether the subject should have been able to, so that its cell has failed and is not left out. Default: false.
  var isFailure = false
  /// What the user can do about it, said once for all cells that it helps; nil, the default, where nothing can be done.
  var remedy: String?
}

/// All subjects, in the order in which they are listed.
let subjects: [any Subject] = [
  ColdSubject(), SharedSubject(), SplitSubject(), TreeSubject(), BuildSubject(), NodeBuildSubject(),
  BuildStepSubject(step: .specs),
  BuildStepSubject(step: .compile), ResizeSubject(), EditSubject(), SameSubject(),
  ManualSubject(),
  CassowarySubject(scope: .tree), CassowarySubject(scope: .cells),
  CassowaryWidthSubject(scope: .tree), CassowaryWidthSubject(scope: .cells),
  HandWrittenConstraintsSubject(solver: .cassowary),
  NaiveSubject(scope: .tree), NaiveSubject(scope: .cells), HandWrittenConstraintsSubject(solver: .naive),
  PeerSubject(engine: "yoga", summary: "another engine: Yoga (C++), a tree laid out from scratch"),
  PeerSubject(engine: "taffy", summary: "another engine: Taffy (Rust), a tree laid out from scratch"),
  KiwiSubject(scope: .tree), KiwiSubject(scope: .cells),
  EmptySubject(),
]
