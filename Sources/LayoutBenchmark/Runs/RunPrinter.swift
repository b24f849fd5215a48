import Benchmarking
import Foundation

/// Writes each sample as it is taken, and says on a terminal how far the run is.
struct RunPrinter: RunObserver {
  private let samples: SampleWriter
  private let latencies: LatencyWriter
  private var line = StatusLine()
  private var lastUpdate = Date.distantPast

  /// Seconds between two updates of the line on a terminal.
  private static let updateInterval = 0.2

  init(samples: SampleWriter, latencies: LatencyWriter) {
    self.samples = samples
    self.latencies = latencies
  }

  mutating func cellCalibrated(_ cell: CellDescription, _ result: CalibrationResult) {
    line.show("Preparing \(cell)")
  }

  mutating func cellDropped(_ outcome: CellOutcome) {
    if outcome.status == .failed {
      line.clear()
      StandardError.print("failed: \(outcome.cell): \(outcome.reason ?? "no reason was given")")
    }
  }

  mutating func sampleTaken(_ sample: SampleRecord, progress: RunProgress) throws {
    try samples.append(sample)
    guard Date().timeIntervalSince(lastUpdate) >= RunPrinter.updateInterval else { return }
    lastUpdate = Date()
    if sample.pass != .time {
      line.show("Counting and taking latencies: \(sample.cell)")
      return
    }
    guard progress.unitsPlanned > 0, sample.phase == .measure else { return }
    let percent = 100 * progress.unitsDone / progress.unitsPlanned
    let left =
      progress.remainingNanoseconds.map { ", about \(($0 + 500_000_000) / 1_000_000_000) s left" } ?? ""
    line.show("\(percent)% of \(progress.unitsPlanned) samples\(left): \(sample.cell)")
  }

  mutating func latenciesTaken(_ record: LatencyRecord) throws {
    try latencies.append(record)
  }

  mutating func runFinished(_ outcome: RunOutcome) {
    line.clear()
  }
}
