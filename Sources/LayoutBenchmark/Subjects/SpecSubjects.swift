import Dispatch
import LayoutSpecs
import LayoutWorkloads
import Measuring

extension JobSubject {
  /// The engine from scratch. Each job lays out the compiled tree without any cached result.
  static var cold: JobSubject {
    JobSubject("spec.cold", "the engine: a compiled tree laid out from scratch") {
      SpecWorker($0) { $0.context.layout($0.tree, in: $0.range) }
    }
  }

  /// `cold` of one tree that all workers share.
  static var shared: JobSubject {
    JobSubject("spec.shared", "the engine: one tree that all workers share, laid out from scratch") {
      SpecWorker($0, sharesTree: true) { $0.context.layout($0.tree, in: $0.range) }
    }
  }

  static var same: JobSubject {
    JobSubject("spec.same", "the engine: laid out again, nothing changed") {
      SpecWorker($0) { $0.context.relayout($0.tree, in: $0.range) }
    }
  }

  /// The engine from scratch, with the work of one tree split over Dispatch's threads. Distributing the parts is measured with
  /// the layout.
  static var split: JobSubject {
    JobSubject(
      "spec.split", "the engine: one tree laid out from scratch, split over every core", splitsLayouts: true
    ) {
      SpecWorker($0) { $0.context.layout($0.tree, in: $0.range, over: threads) }
    } check: { input throws(Refusal) in
      var split = LayoutContext()
      var serial = LayoutContext()
      split.layout(input.tree, in: input.range, over: threads)
      serial.layout(input.tree, in: input.range)
      for id in input.tree.elementIDs where split.frame(of: id) != serial.frame(of: id) {
        throw Refusal(description: "its frame of element \(id) is not that of one thread")
      }
    }
  }

  private static var threads: ParallelLoop {
    { DispatchQueue.concurrentPerform(iterations: $0, execute: $1) }
  }

  static var resize: JobSubject {
    JobSubject("spec.resize", "the engine: laid out again in another width, and back") { input in
      let ranges = [input.range, try input.resizeRange()]
      return SpecWorker(input) {
        $0.turn = 1 - $0.turn
        $0.context.relayout($0.tree, in: ranges[$0.turn])
      }
    } check: { input throws(Refusal) in
      _ = try input.resizeRange()
    }
  }

  static var edit: JobSubject {
    JobSubject("spec.edit", "the engine: one leaf changed, and laid out again") { input in
      let edit = try input.edit()
      return SpecWorker(input) {
        $0.turn = 1 - $0.turn
        $0.tree.setContent(edit.contents[$0.turn], of: edit.element)
        $0.context.relayout($0.tree, in: $0.range)
      }
    } check: { input throws(Refusal) in
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
