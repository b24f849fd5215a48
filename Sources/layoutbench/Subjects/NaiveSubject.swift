import ConstraintLayout
import LayoutSpecs
import Measurement

/// `naive`: constraint layout at its plainest. Each job writes all equations and solves them from scratch; a tree of cells
/// takes a system a cell.
struct NaiveSubject: Subject {
  let name = "naive"
  let summary =
    "a constraint solver: all equations solved from scratch, a system a cell where there are cells"

  func check(_ input: BenchmarkInput) throws(Refusal) {
    var solver = NaiveConstraintSolver()
    var context = LayoutContext()
    for tree in input.systems {
      let frames: [Rect]
      do throws(ConstraintLayoutError) {
        frames = try solver.solve(tree, in: input.range)
      } catch {
        throw Refusal(description: error.description)
      }
      context.layout(tree, in: input.range)
      let comparison = FrameComparison(frames, with: context)
      if !comparison.agrees() { throw Refusal(description: "its frames differ by \(comparison)") }
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    NaiveWorker(input)
  }
}

extension BenchmarkInput {
  /// The trees that are a system each: the cells, or the whole.
  fileprivate var systems: [LayoutTree] { cells ?? [tree] }
}

private final class NaiveWorker: Worker {
  private let input: BenchmarkInput
  private var solver = NaiveConstraintSolver()
  private var frames: [[Rect]] = []

  init(_ input: BenchmarkInput) {
    self.input = input
  }

  func run(job index: Int) {
    frames.removeAll(keepingCapacity: true)
    for tree in input.systems {
      do throws(ConstraintLayoutError) {
        frames.append(try solver.solve(tree, in: input.range))
      } catch {
        preconditionFailure("What was checked can be solved: \(error)")
      }
    }
  }

  /// There is one job, so the frames are its own. They are summed up a system at a time.
  func checksum(ofJob index: Int) -> Double {
    layoutChecksum(of: Array(frames.joined()))
  }
}
