/// Counts the main thread's units of work in a frame, and lets the time of the workers' work pass.
final class WorkMeter: @unchecked Sendable {
  // SAFETY: one thread runs at a time; see `VirtualWorkers`.
  private let workers: VirtualWorkers
  /// The time of a cell that a worker prepares, in nanoseconds.
  private let preparation: Double
  /// The time of cells that workers have measured again, which passes before the next one is begun: a cell that is
  /// measured is locked, and the main thread could not come in between.
  private var owed = 0.0
  var counts: [FramePrices.Unit: Int] = [:]

  init(_ workers: VirtualWorkers, preparation: Double) {
    (self.workers, self.preparation) = (workers, preparation)
  }

  func count(_ unit: FramePrices.Unit) { counts[unit, default: 0] += 1 }

  var isWorker: Bool { workers.isWorker }

  /// Makes a cell.
  func beginCell() {
    guard isWorker else { return }
    workers.work(for: preparation + owed)
    owed = 0
  }

  /// Takes the time of a cell that a worker measures, but for the first time.
  func measureAgain() { owed += preparation }
}
