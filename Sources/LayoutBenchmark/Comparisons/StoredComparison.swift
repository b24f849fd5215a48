import Benchmarking
import Foundation

/// A comparison of earlier measurements: two runs, or a comparison that is printed again.
struct StoredComparison {
  let comparison: Comparison
  /// The machine that measured it, for people; nil if unknown.
  let machine: String?
  /// The start of a reprinted comparison; nil for two runs, whose warnings concern the present.
  private let startedUTC: String?

  /// The comparison with dated warnings, without advice that is out of date.
  var comparisonAsOfThen: Comparison {
    guard let startedUTC else { return comparison }
    var comparison = comparison
    comparison.warnings = comparison.warnings.map {
      Warning(cause: "When this was measured, on \(startedUTC.prefix(10)): \($0.cause)", nextStep: "")
    }
    return comparison
  }
}

extension StoredComparison {
  /// Reads a comparison of revisions from its files.
  init(of folder: RunFolder) throws(FileError) {
    let description = try folder.readDescription()
    comparison = try folder.readComparison()
    machine = MachineLine.text(machine: description.machineAtStart, build: description.build)
    startedUTC = description.startedUTC
  }

  /// Returns nil if the names are revisions. A baseline may have the name of a branch: if only one of two
  /// names is a run, both are revisions. So is a single name that is neither a path nor a comparison.
  init?(_ base: String, _ candidate: String?) throws {
    guard let own = StoredRun(base) else { return nil }
    do throws(FileError) {
      guard let candidate else {
        if let folder = own.folder, folder.holdsComparison {
          try self.init(of: folder)
          return
        }
        guard FileManager.default.fileExists(atPath: base) else { return nil }
        throw FileError(
          file: base, message: "Is one run, with nothing to compare it with; name a second one.")
      }
      guard let other = StoredRun(candidate) else { return nil }
      self.init(comparison: try own.compared(with: other), machine: nil, startedUTC: nil)
    } catch {
      throw CommandFailure.badInput(error)
    }
  }
}

/// A run's folder, or a separate file of samples.
private struct StoredRun {
  let name: String
  let samplesFile: String
  let folder: RunFolder?
  /// nil if the folder has no `run.json`, or one that cannot be read.
  private let description: RunDescription?

  /// nil if the name is neither a run nor a file of samples. The working tree, `.`, is never one.
  init?(_ name: String) {
    guard name != "." else { return nil }
    self.name = name
    if name.hasSuffix(".csv") {
      guard FileManager.default.fileExists(atPath: name) else { return nil }
      (folder, samplesFile, description) = (nil, name, nil)
    } else {
      guard let found = try? RunReference(name).folder(in: .current) else { return nil }
      (folder, samplesFile, description) = (found, found.samplesFile.path, try? found.readDescription())
    }
  }

  /// Compares the samples of both runs.
  func compared(with other: StoredRun) throws(FileError) -> Comparison {
    let (own, others) = (try readSamples(), try other.readSamples())
    let unpaired = UnpairedComparison(base: own.samples, candidate: others.samples)
    guard !unpaired.rows.isEmpty else {
      throw FileError(file: other.samplesFile, message: "Has no cell in common with \(samplesFile).")
    }
    var warnings = own.warnings + others.warnings + [incompleteness, other.incompleteness].compactMap { $0 }
    warnings.append(
      Warning(
        cause: "The two runs were not measured in turns, so a difference of times may be the machine's.",
        nextStep: "Compare the revisions: layoutbench compare BASE CANDIDATE."))
    if let one = description?.machineAtStart, let two = other.description?.machineAtStart,
      one.cpuModel != two.cpuModel
    {
      warnings.append(
        Warning(
          cause:
            "They were measured on different processors: \(one.cpuModel ?? "?") and \(two.cpuModel ?? "?").",
          nextStep: "Counts can be compared, times cannot."))
    }
    warnings += unpaired.missing.prefix(5).map { Warning(cause: $0, nextStep: "It is not compared.") }
    if unpaired.missing.count > 5 {
      warnings.append(
        Warning(cause: "\(unpaired.missing.count - 5) more cells are in one run alone.", nextStep: ""))
    }
    return Comparison(
      runID: others.samples.first?.runID ?? "", base: side(own), candidate: other.side(others),
      isInterleaved: false, rows: unpaired.rows, warnings: warnings)
  }

  private func readSamples() throws(FileError) -> SampleFile {
    guard let folder, let description else { return try SampleFile(contentsOf: samplesFile) }
    return try folder.readSamples(countedBy: description)
  }

  private var incompleteness: Warning? {
    folder.flatMap { description?.incompleteness(path: $0.url.path) }
  }

  private func side(_ file: SampleFile) -> Comparison.Side {
    Comparison.Side(
      name: name, revision: description?.git?.revision ?? file.samples.first?.revision,
      isDirty: description?.git?.isDirty ?? false)
  }
}
