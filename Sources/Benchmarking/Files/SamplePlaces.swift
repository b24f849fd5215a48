/// The places of samples in files, for finding duplicates: a copy would count as another measurement.
struct SamplePlaces {
  private struct Unit: Hashable {
    var runID: String?
    var work: WorkUnit
    var arm: ComparisonArm
    var pair: Int?
  }

  /// True if samples of different runs are never duplicates.
  private let tellsRunsApart: Bool
  private var places: [Unit: (file: String, line: Int)] = [:]

  init(tellsRunsApart: Bool = true) {
    self.tellsRunsApart = tellsRunsApart
  }

  /// Records the place of a sample. Samples that do not count may be repeated.
  ///
  /// - Throws: `FileError` with both places of a duplicate.
  mutating func insert(_ sample: SampleRecord, file: String, line: Int) throws(FileError) {
    guard sample.counts else { return }
    let work = WorkUnit(cell: sample.cell, round: sample.round, pass: sample.pass)
    let unit = Unit(
      runID: tellsRunsApart ? sample.runID : nil, work: work, arm: sample.arm, pair: sample.pair)
    guard let first = places.updateValue((file, line), forKey: unit) else { return }
    throw FileError(
      file: file, line: line,
      message:
        "Has \(CSVText.oneLine("\(sample.cell)")), round \(sample.round), a second time; "
        + "the first is \(first.file):\(first.line)."
    )
  }
}

extension SampleRecord {
  /// True if it is the result of a unit of work.
  var counts: Bool { phase == .measure && status == .ok }
}
