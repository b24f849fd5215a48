import Benchmarking
import ConstraintLayout
import LayoutSpecs

/// `naive`: constraint layout at its simplest. Each job writes all equations and solves them from scratch.
struct NaiveSubject: Subject {
  let scope: ConstraintScope

  var name: String { "naive\(scope.suffix)" }
  var summary: String { "a constraint solver: all equations solved from scratch, \(scope.summary)" }

  func check(_ input: BenchmarkInput) throws(Refusal) {
    var solver = NaiveConstraintSolver()
    for tree in try scope.systems(of: input) {
      let frames: [Rect]
      do throws(ConstraintLayoutError) {
        frames = try solver.solve(tree, in: input.range)
      } catch {
        throw Refusal(error, tree)
      }
      try requireFrames(frames, of: tree, in: input.range)
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    NaiveWorker(try scope.systems(of: input), in: input.range)
  }
}

private final class NaiveWorker: Worker {
  private let systems: [LayoutTree]
  private let range: SizeRange
  private var solver = NaiveConstraintSolver()
  private var frames: [[Rect]] = []

  init(_ systems: [LayoutTree], in range: SizeRange) {
    // Solving retains and releases the trees, so each worker has trees of its own.
    self.systems = systems.map { $0.detached() }
    self.range = range
  }

  func run(job index: Int) {
    frames.removeAll(keepingCapacity: true)
    for tree in systems {
      do throws(ConstraintLayoutError) {
        frames.append(try solver.solve(tree, in: range))
      } catch {
        preconditionFailure("What was checked can be solved: \(error)")
      }
    }
  }

  /// There is only one job, so the frames are its own. They are ordered by system.
  func resultChecksum() -> Double {
    layoutChecksum(of: Array(frames.joined()))
  }
}
