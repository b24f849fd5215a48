/// A worker with work of a known amount after each job, to see whether a comparison finds it.
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

  mutating func checksum(ofJob index: Int) -> Double {
    worker.checksum(ofJob: index)
  }
}

/// A chain of arithmetic in which each step waits for the one before, so that its time grows with its steps and with nothing else.
enum ExtraWork {
  /// The steps of a linear congruential generator: a multiplication and an addition each, which the compiler cannot take together.
  @inline(never)
  static func run(steps: Int, from state: UInt64) -> UInt64 {
    var state = state
    for _ in 0..<steps { state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
    return state
  }
}

extension MeasuredCell {
  /// The same cell with extra work after each job.
  func with(extraSteps: Int) -> MeasuredCell {
    var cell = self
    let makeWorker = makeWorker
    cell.makeWorker = { ExtraWorkWorker(try makeWorker(), steps: extraSteps) }
    return cell
  }
}
