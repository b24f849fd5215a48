/// A worker that adds a known amount of work after each job, to test whether a comparison finds it.
struct ExtraWorkWorker: Worker {
  private var worker: any Worker
  private let steps: Int
  private var state: UInt64 = 1

  init(_ worker: any Worker, steps: Int) {
    self.worker = worker
    self.steps = steps
  }

  mutating func run(job index: Int) {
    worker.run(job: index)
    state = ExtraWork.run(steps: steps, from: state)
  }

  mutating func resultChecksum() -> Double {
    worker.resultChecksum()
  }
}

/// A chain of arithmetic in which each step depends on the last, so its time depends only on their number.
enum ExtraWork {
  /// Runs steps of a linear congruential generator: a multiplication and an addition each, which do not fold.
  @inline(never)
  static func run(steps: Int, from state: UInt64) -> UInt64 {
    var state = state
    for _ in 0..<steps { state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
    return state
  }
}

extension MeasuredCell {
  /// Returns this cell with extra work after each job.
  func with(extraSteps: Int) -> MeasuredCell {
    var cell = self
    let makeWorker = makeWorker
    cell.makeWorker = { ExtraWorkWorker(try makeWorker(), steps: extraSteps) }
    return cell
  }
}
