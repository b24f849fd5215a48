import Benchmarking
import Foundation

/// Writes each sample of a comparison to its file, and shows on a terminal how far it is.
struct ComparisonPrinter: ComparisonObserver {
  private let samples: SampleWriter
  private var line = StatusLine()
  private(set) var sampleCount = 0

  init(samples: SampleWriter) {
    self.samples = samples
  }

  mutating func sampleTaken(_ sample: SampleRecord) throws {
    try samples.append(sample)
    sampleCount += 1
  }

  mutating func advanced(_ cell: CellDescription, progress: RunProgress) {
    guard progress.unitsPlanned > 0 else { return }
    let left =
      progress.remainingNanoseconds.map { ", at most \(($0 + 500_000_000) / 1_000_000_000) s left" } ?? ""
    show("\(progress.unitsDone) of at most \(progress.unitsPlanned) pairs\(left): \(cell)")
  }

  mutating func cellDropped(_ outcome: CellOutcome) {
    // What is left out stands below the results.
    guard outcome.status == .failed else { return }
    clear()
    StandardError.print("failed: \(outcome.cell): \(outcome.reason ?? "no reason was given")")
  }

  mutating func show(_ text: String) { line.show(text) }
  mutating func clear() { line.clear() }
}

/// The folder of a comparison and the files in it.
struct ComparisonFiles {
  let folder: RunFolder
  let samples: SampleWriter

  init(_ description: RunDescription, in parent: URL) throws {
    do throws(FileError) {
      folder = try RunFolder(creating: description, in: parent)
      samples = try folder.makeSampleWriter()
    } catch {
      throw CommandFailure.failed(error)
    }
  }

  func write(_ description: RunDescription) throws {
    do throws(FileError) {
      try folder.write(description)
    } catch {
      throw CommandFailure.failed(error)
    }
  }

  func write(_ comparison: Comparison) throws {
    do throws(FileError) {
      try folder.write(comparison)
    } catch {
      throw CommandFailure.failed(error)
    }
  }
}
