/// Where the samples of files stand, to find one that is there twice: its copy would count as another measurement.
struct SamplePlaces {
  private struct Unit: Hashable {
    var runID: String?
    var work: WorkUnit
    var arm: ComparisonArm
    var pair: Int?
  }

  /// Whether samples of different runs are different ones.
  private let tellsRunsApart: Bool
  private var places: [Unit: (file: String, line: Int)] = [:]

  init(tellsRunsApart: Bool = true) {
    self.tellsRunsApart = tellsRunsApart
  }

  /// - Throws: `FileError` with both places. Samples that do not count may be there any number of times.
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
  /// Whether it is the result of a unit of work.
  var counts: Bool { phase == .measure && status == .ok }
}
