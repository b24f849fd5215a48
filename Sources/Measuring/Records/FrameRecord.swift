import Foundation

/// A frame of a script that was replayed over a list: a row of `frames.csv`.
package struct FrameRecord: Hashable, Sendable {
  package var workload: String
  /// Who gives cells their frames, and on which threads.
  package var way: String
  package var script: String
  /// When the frame began, from the script's beginning.
  package var seconds: Double
  /// The top of the part in view, in points.
  package var top: Double
  package var mainNanoseconds: Double
  /// The number of frames that the screen shows the one before for.
  package var lateCount: Int
  package var visibleCount: Int
  package var blankCount: Int
  /// The cells that came into view and were made, that workers had prepared, that were laid out in another text size, and
  /// whose text changed; and the insertions.
  package var newCount = 0
  package var preparedCount = 0
  package var relaidCount = 0
  package var editedCount = 0
  package var insertionCount = 0
  /// How many times as slow as the machine of the run the device is.
  package var slowness: Double
  /// The time from a frame to the next one, and the part of it that the list may take.
  package var periodNanoseconds: Double
  package var deadlineNanoseconds: Double
  package var workerCount: Int

  package init(
    workload: String, way: String, script: String, seconds: Double, top: Double, mainNanoseconds: Double,
    lateCount: Int, visibleCount: Int, blankCount: Int, slowness: Double, periodNanoseconds: Double,
    deadlineNanoseconds: Double, workerCount: Int
  ) {
    (self.workload, self.way, self.script, self.seconds) = (workload, way, script, seconds)
    (self.top, self.mainNanoseconds, self.lateCount) = (top, mainNanoseconds, lateCount)
    (self.visibleCount, self.blankCount, self.slowness) = (visibleCount, blankCount, slowness)
    (self.periodNanoseconds, self.deadlineNanoseconds) = (periodNanoseconds, deadlineNanoseconds)
    self.workerCount = workerCount
  }

  /// When the next frame began.
  package var endSeconds: Double { seconds + Double(lateCount + 1) * periodNanoseconds / 1e9 }
}

extension FrameRecord: CSVCodable {
  package static let columns: [CSVColumn<FrameRecord>] = [
    .init("workload", \.workload), .init("way", \.way), .init("script", \.script),
    .init("seconds", \.seconds),
    .init("top", \.top), .init("main_ns", \.mainNanoseconds), .init("late_frames", \.lateCount),
    .init("visible_cells", \.visibleCount), .init("blank_cells", \.blankCount), .init("new", \.newCount),
    .init("prepared", \.preparedCount), .init("relaid", \.relaidCount), .init("edited", \.editedCount),
    .init("insertion", \.insertionCount), .init("slowness", \.slowness),
    .init("period_ns", \.periodNanoseconds), .init("deadline_ns", \.deadlineNanoseconds),
    .init("workers", \.workerCount),
  ]
  package static let blank = FrameRecord(
    workload: "", way: "", script: "", seconds: 0, top: 0, mainNanoseconds: 0, lateCount: 0, visibleCount: 0,
    blankCount: 0, slowness: 1, periodNanoseconds: 1, deadlineNanoseconds: 1, workerCount: 1)

  package static func csv(_ frames: [FrameRecord]) -> String { CSVText.file(columns, of: frames) }

  /// The column and the fault of a figure that no replay has; nil if there is none.
  fileprivate var fault: (column: String, message: String)? {
    let numbers = [
      ("seconds", seconds, 0.0), ("main_ns", mainNanoseconds, 0), ("slowness", slowness, 0),
      ("period_ns", periodNanoseconds, 1), ("deadline_ns", deadlineNanoseconds, 0),
      ("late_frames", Double(lateCount), 0),
    ]
    // A number of nanoseconds in a million years, and more late frames than a replay counts.
    return numbers.first { !($0.2...3e22).contains($0.1) }.map {
      ($0.0, "expected a number of a replay, found \($0.1)")
    }
  }
}

extension RunFolder {
  package var framesFile: URL { url.appendingPathComponent("frames.csv") }

  /// Reads `frames.csv`, which a user may have written; nil if there is none.
  package func readFrames() throws(FileError) -> [FrameRecord]? {
    guard FileManager.default.fileExists(atPath: framesFile.path) else { return nil }
    let table = try CSVTable(contentsOf: framesFile.path)
    let reader = try CSVReader<FrameRecord>(table, file: framesFile.path)
    var frames: [FrameRecord] = []
    for row in table.records {
      let frame = try reader.record(row)
      if let fault = frame.fault { throw reader.error(row, fault.column, fault.message) }
      frames.append(frame)
    }
    return frames
  }
}
