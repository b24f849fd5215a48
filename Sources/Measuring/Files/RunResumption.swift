/// The rest of an interrupted run, according to its folder.
///
/// Initialising it checks that this program may resume the run: measurements of two programs in one file
/// could not be told apart.
package struct RunResumption: Sendable {
  let folder: RunFolder
  package let description: RunDescription
  package let request: RunRequest

  /// - Parameters:
  ///   - build: the build of the resuming program.
  ///   - git: the revision of the resuming program; nil = unknown.
  /// - Throws: `FileError` if the folder holds no run, one that this program cannot resume, or one of another
  ///   revision or build.
  package init(of folder: RunFolder, build: BuildFacts, git: GitState?) throws(FileError) {
    self.folder = folder
    description = try folder.readDescription()
    let file = folder.runFile.path
    guard !description.isMerged else {
      throw FileError(file: file, message: "is merged from several runs; resume those, and merge again")
    }
    guard let request = description.request, let parts = description.parts, !parts.isEmpty else {
      throw FileError(
        file: file, message: "does not say what was asked for, as runs of this version do; start a new run")
    }
    self.request = request
    guard description.isOfProgram(build: build, git: git) else {
      let run = description.build.text(git: description.git)
      throw FileError(
        file: file,
        message:
          "the run is of \(run); this program is of \(build.text(git: git)); go on with that, or start a new run"
      )
    }
  }

  /// Returns the rest of the run's budget after its earlier parts; nil = no limit.
  ///
  /// - Parameter samples: all samples of the run.
  package func remainingBudget(samples: [SampleRecord]) -> TimeSpan? {
    guard let seconds = description.budgetSeconds, seconds.isFinite else { return nil }
    let elapsed = description.elapsed(samples: samples).nanoseconds
    let budget = UInt64(min(max(seconds, 0) * 1e9, 1e18).rounded())
    return TimeSpan(nanoseconds: budget > elapsed ? budget - elapsed : 0)
  }

  /// Returns warnings about resuming now.
  ///
  /// - Parameter machine: the machine that would resume the run.
  func warnings(machine: MachineFacts) -> [Warning] {
    let first = description.machineAtStart
    guard (first.cpuModel, first.logicalCores) != (machine.cpuModel, machine.logicalCores) else { return [] }
    return [
      Warning(
        cause: "The run began on another machine: \(first.label) there, \(machine.label) here.",
        nextStep:
          "Medians of cells that both measured are of neither; start a new run for figures to compare.")
    ]
  }

  /// Checks that all cells with samples are still cells of the plan.
  ///
  /// - Throws: `FileError` with the first row of a cell that the plan lacks.
  package func requireCells(_ cells: some Sequence<CellID>, of file: SampleFile) throws(FileError) {
    let known = Set(cells)
    // A cell that could not be loaded now has no size.
    let unknown = file.samples.firstIndex {
      !known.contains($0.cell) && !known.contains($0.cell.withoutSize)
    }
    guard let index = unknown else { return }
    throw FileError(
      folder.samplesFile, line: file.lines[index],
      "is of the cell \(file.samples[index].cell) with \(file.samples[index].cell.nodeCount) elements, which is none of the run's any more: its document has changed"
    )
  }
}

extension BuildFacts {
  /// Returns a text for people, such as `revision 18003da6ed (Swift 6.3, release build)`.
  func text(git: GitState?) -> String { "\(git?.description ?? "no known revision") (\(self))" }
}

extension MachineFacts {
  /// A few words for people, such as `AMD EPYC, 2 cores`.
  var label: String {
    [cpuModel ?? "unknown processor", logicalCores.map { NumberText.counted($0, "core") }]
      .compactMap { $0 }.joined(separator: ", ")
  }
}

extension SampleFile {
  /// Returns true if a failed cell of the run may succeed next time, since no wrong result of it is known.
  package func canTryAgain(_ run: RunDescription) -> Bool {
    guard !run.isMerged, run.request != nil else { return false }
    let earlier = earlierCells
    return run.cells.contains { $0.status == .failed && earlier[$0.cell]?.failure == nil }
  }
}
