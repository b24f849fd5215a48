import Foundation

extension FrameRecord: CSVCodable {
  package static let columns: [CSVColumn<FrameRecord>] = [
    .init("workload", \.workload), .init("way", \.way), .init("script", \.script),
    .init("seconds", \.seconds),
    .init("top", \.top), .init("main_ns", \.mainNanoseconds), .init("late_frames", \.lateCount),
    .init("visible_cells", \.visibleCount), .init("blank_cells", \.blankCount), .init("new", \.newCount),
    .init("prepared", \.preparedCount), .init("relaid", \.relaidCount), .init("edited", \.editedCount),
    .init("insertion", \.insertionCount), .init("slowness", \.slowness),
    .init("period_ns", \.periodNanoseconds), .init("deadline_ns", \.deadlineNanoseconds),
    .init("workers", \.workerCount), .init("filtered", writing: { $0.filteredCount.csv }),
  ]
  package static let blank = FrameRecord()

  package static func csv(_ frames: [FrameRecord]) -> String { CSVText.file(columns, of: frames) }

  /// The column and the fault of a figure that no replay has; nil if there is none.
  fileprivate var fault: (column: String, message: String)? {
    let numbers = [
      ("seconds", seconds, 0.0), ("main_ns", mainNanoseconds, 0), ("slowness", slowness, 0),
      ("period_ns", periodNanoseconds, 1), ("deadline_ns", deadlineNanoseconds, 0),
    ]
    let counts = [
      ("late_frames", lateCount), ("visible_cells", visibleCount), ("blank_cells", blankCount),
      ("workers", workerCount),
    ]
    // A number of nanoseconds in a million years, and more cells and late frames than a replay counts.
    return numbers.first { !($0.2...3e22).contains($0.1) }.map {
      ($0.0, "expected a number of a replay, found \($0.1)")
    }
      ?? counts.first { $0.1 > 1_000_000_000 }.map {
        ($0.0, "expected a number of a replay, found \($0.1)")
      }
  }
}

extension RunFolder {
  var framesFile: URL { url.appendingPathComponent("frames.csv") }

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
