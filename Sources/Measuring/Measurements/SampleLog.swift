import Foundation

/// Writes each sample to its file as it is taken, and shows the progress.
final class SampleLog: MeasuringObserver {
  private let samples: SampleWriter
  private let host: any MeasuringHost
  private var lastUpdate = Date.distantPast
  /// The cells that were timed, and the cells that were counted; counting comes last in a run.
  private var timedCells: Set<CellID> = []
  private var countedCells: Set<CellID> = []

  /// The seconds between two updates of the line.
  private static let updateInterval = 0.2

  init(_ samples: SampleWriter, host: any MeasuringHost) { (self.samples, self.host) = (samples, host) }

  func cellCalibrated(_ cell: CellID, _ result: CalibrationResult) {
    host.show("Preparing \(cell)")
  }

  func cellDropped(_ outcome: CellOutcome) {
    // Skipped cells are listed below the results.
    guard outcome.status == .failed else { return }
    host.clear()
    host.say("failed: \(outcome.cell): \(outcome.reason ?? "no reason was given")")
  }

  func sampleTaken(_ sample: SampleRecord, progress: RunProgress) throws {
    try samples.append(sample)
    if sample.pass == .time { timedCells.insert(sample.cell) } else { countedCells.insert(sample.cell) }
    guard Date().timeIntervalSince(lastUpdate) >= Self.updateInterval else { return }
    lastUpdate = Date()
    guard sample.pass == .time else {
      // A comparison counts a cell before its first pair.
      let isAfterRounds = countedCells.count <= timedCells.count
      let place = isAfterRounds ? "Memory, \(countedCells.count) of \(timedCells.count) cells:" : "Preparing"
      return host.show("\(place) \(sample.cell)")
    }
    guard progress.unitsPlanned > 0, sample.phase == .measure else { return }
    // Most cells of a comparison are decided before their last pair.
    let bound = sample.pair == nil ? "about" : "at most"
    let left =
      progress.remainingNanoseconds.map { ", \(bound) \(($0 + 500_000_000) / 1_000_000_000) s left" } ?? ""
    host.show("\(100 * progress.unitsDone / progress.unitsPlanned)%\(left): \(sample.cell)")
  }
}
