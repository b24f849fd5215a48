import Dispatch
import LayoutSpecs
import LayoutWorkloads
import Measuring
import Reporting

/// A subject with the same job for every input.
struct SpecSubject: Subject {
  let name: String
  let summary: String
  var sharesTree = false
  let job: @Sendable (SpecWorker) -> Void

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    SpecWorker(input, sharesTree: sharesTree, job: job)
  }

  /// The engine from scratch. Each job lays out the compiled tree without any cached result.
  static let cold = SpecSubject(
    name: "spec.cold", summary: "the engine: a compiled tree laid out from scratch"
  ) { $0.context.layout($0.tree, in: $0.range) }

  /// `cold` of one tree that all workers share.
  static let shared = SpecSubject(
    name: "spec.shared", summary: "the engine: one tree that all workers share, laid out from scratch",
    sharesTree: true
  ) { $0.context.layout($0.tree, in: $0.range) }

  static let same = SpecSubject(
    name: "spec.same", summary: "the engine: laid out again, nothing changed"
  ) { $0.context.relayout($0.tree, in: $0.range) }
}

/// `spec.split`: the engine from scratch, with the work of one tree split over Dispatch's threads.
struct SplitSubject: Subject {
  let name = "spec.split"
  let summary = "the engine: one tree laid out from scratch, split over every core"
  let splitsLayouts = true

  /// Runs the parts of a layout. Distributing them is measured with the layout.
  static var loop: ParallelLoop {
    { DispatchQueue.concurrentPerform(iterations: $0, execute: $1) }
  }

  func check(_ input: BenchmarkInput) throws(Refusal) {
    var split = LayoutContext()
    var serial = LayoutContext()
    split.layout(input.tree, in: input.range, over: SplitSubject.loop)
    serial.layout(input.tree, in: input.range)
    for id in input.tree.elementIDs where split.frame(of: id) != serial.frame(of: id) {
      throw Refusal(description: "its frame of element \(id) is not that of one thread")
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    SpecWorker(input) { $0.context.layout($0.tree, in: $0.range, over: SplitSubject.loop) }
  }
}

/// `spec.resize`: laid out again in another range, and back.
struct ResizeSubject: Subject {
  let name = "spec.resize"
  let summary = "the engine: laid out again in another width, and back"

  func check(_ input: BenchmarkInput) throws(Refusal) { _ = try input.resizeRange() }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    let ranges = [input.range, try input.resizeRange()]
    return SpecWorker(input) {
      $0.turn = 1 - $0.turn
      $0.context.relayout($0.tree, in: ranges[$0.turn])
    }
  }
}

/// `spec.edit`: one leaf changed back and forth, and laid out again.
struct EditSubject: Subject {
  let name = "spec.edit"
  let summary = "the engine: one leaf changed, and laid out again"

  func check(_ input: BenchmarkInput) throws(Refusal) {
    let edit = try input.edit()
    // A warm layout is worthless if it differs from the cold one.
    var tree = input.tree
    var warm = LayoutContext()
    var cold = LayoutContext()
    warm.layout(tree, in: input.range)
    for content in edit.contents.reversed() {
      tree.setContent(content, of: edit.element)
      warm.relayout(tree, in: input.range)
      cold.layout(tree, in: input.range)
      guard warm.checksum == cold.checksum else {
        throw Refusal(description: "its frames are not those of a layout from scratch")
      }
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    let edit = try input.edit()
    return SpecWorker(input) {
      $0.turn = 1 - $0.turn
      $0.tree.setContent(edit.contents[$0.turn], of: edit.element)
      $0.context.relayout($0.tree, in: $0.range)
    }
  }
}

/// A worker with its own tree and context. There is one job.
final class SpecWorker: Worker {
  private let job: (SpecWorker) -> Void
  let range: SizeRange
  var tree: LayoutTree
  var context = LayoutContext()
  /// The current one of two states that jobs alternate between.
  var turn = 0

  /// - Parameter sharesTree: true if the other workers lay out the same tree. Default: false, because an
  ///   app's threads lay out trees of their own.
  init(_ input: BenchmarkInput, sharesTree: Bool = false, job: @escaping (SpecWorker) -> Void) {
    self.job = job
    range = input.range
    tree = sharesTree ? input.tree : input.tree.detached()
    context.layout(tree, in: range)
  }

  func run(job index: Int) {
    job(self)
  }

  /// Returns the checksum of the first of two states; after the other, one more job is run.
  func resultChecksum() -> Double {
    if turn == 1 { job(self) }
    return context.checksum
  }
}
