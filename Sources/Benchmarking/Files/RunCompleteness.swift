extension RunDescription {
  /// Returns the number of samples that the description counts, and how many of those are missing here.
  func missingSamples(in samples: some Sequence<SampleRecord>) -> (counted: Int, missing: Int) {
    var left: [CellDescription: Int] = [:]
    // No run has as many of a cell, and a damaged file must not make the sum overflow.
    for cell in cells { left[cell.cell, default: 0] += min(max(cell.sampleCount, 0), 1 << 32) }
    let counted = left.values.reduce(0, +)
    for sample in samples where sample.counts && sample.pass == .time && sample.arm == .base {
      left[sample.cell]? -= 1
    }
    return (counted, left.values.reduce(0) { $0 + max($1, 0) })
  }

  /// Returns a warning that a run has not ended or a merged one is not whole; nil if it is complete.
  ///
  /// - Parameter path: the path of its folder.
  package func incompleteness(path: String) -> Warning? {
    guard !isFinished() else { return nil }
    if isMerged {
      return Warning(
        cause: "\(path) is incomplete: shards are missing, or have not ended.",
        nextStep: "Measure or resume those, and merge again.")
    }
    return Warning(
      cause: "\(path) is incomplete: \(ending == nil ? "it has not ended" : "it was interrupted").",
      nextStep: request == nil ? "Measure again." : "Finish it: layoutbench run --resume \(path)")
  }
}

extension RunFolder {
  /// Reads `samples.csv`, with a warning if it has fewer samples than the run's description counts.
  ///
  /// - Throws: `FileError`, also if it has none of them.
  package func readSamples(countedBy description: RunDescription) throws(FileError) -> SampleFile {
    var file = try readSamples()
    let (counted, missing) = description.missingSamples(in: file.samples)
    guard missing > 0 else { return file }
    guard missing < counted else {
      throw FileError(
        file: samplesFile.path,
        message:
          "Has none of the \(counted) samples that run.json counts. Restore the file, or measure again.")
    }
    // Replaces the warning about a cut-off row: this run had ended.
    file.warnings = [
      Warning(
        cause: "\(samplesFile.path): Lacks \(missing) of the \(counted) samples that run.json counts.",
        nextStep: "Restore the file, or measure again: figures are of what is left.")
    ]
    return file
  }

  /// Throws an error if samples of a run are missing.
  ///
  /// - Parameters:
  ///   - samples: those that are left.
  ///   - purpose: what the run is refused for, such as `be merged`.
  func requireAllSamples(
    of description: RunDescription, among samples: [SampleRecord], to purpose: String
  ) throws(FileError) {
    let (counted, missing) = description.missingSamples(in: samples)
    guard missing > 0 else { return }
    throw FileError(
      file: samplesFile.path,
      message:
        "Lacks \(missing) of the \(counted) samples that run.json counts, so the run cannot \(purpose). "
        + "Restore the file, or measure again.")
  }
}
