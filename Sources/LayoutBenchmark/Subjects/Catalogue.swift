import Foundation
import LayoutDocuments
import LayoutWorkloads
import Measuring
import StrictJSON

/// The workloads and subjects of this program: its own first, then the shipped ones.
enum Catalogue {
  // SAFETY: written once, by `LayoutBench.main(counting:)`, before any other thread exists.
  /// The families of the program's own workloads.
  nonisolated(unsafe) static var ownFamilies: [WorkloadFamily] = []

  // SAFETY: as `ownFamilies`.
  /// The program's own subjects.
  nonisolated(unsafe) static var ownSubjects: [any Subject] = []

  static var families: [WorkloadFamily] { ownFamilies + WorkloadFamily.all + RealFonts.families }

  static var subjects: [any Subject] { ownSubjects + shippedSubjects }

  /// Returns true for a workload of this program alone.
  static func isOwn(_ source: CellSource) -> Bool {
    let family = source.workload.map(CellID.family)
    return ownFamilies.contains { $0.name[...] == family }
  }

  /// Parses the text of a workload.
  static func workload(_ text: String) throws(WorkloadError) -> Workload {
    try RealFonts.requireFonts(for: text)
    return try Workload(parsing: text, among: families)
  }

  /// Returns the subject with a name.
  ///
  /// - Parameter commands: subjects that are programs, which a suite names.
  static func subject(named name: String, or commands: [BenchmarkSuite.Command] = []) throws -> any Subject {
    if let command = commands.first(where: { $0.name == name }) { return PeerSubject(command) }
    guard let subject = subjects.first(where: { $0.name == name }) else {
      let nearest = (commands.map(\.name) + subjects.map(\.name)).enumerated()
        .map { (name: $1, place: (editDistance(Array($1.utf8), Array(name.utf8)), $0)) }
        .sorted { $0.place < $1.place }.prefix(3).map(\.name)
      throw CommandFailure.badInput(
        "there is no subject \"\(name)\"; the nearest are \(nearest.joined(separator: ", ")), and \(ProgramName.command) list "
          + "has all")
    }
    return subject
  }
}

// MARK: - Cells

extension Catalogue {
  /// Looks up the cells of a request, and returns them, each once, and the cells that are not measured, because the subject does
  /// not support them.
  ///
  /// - Parameter areOfThisProgram: true if worker processes of this program measure them: then an unknown workload or
  ///   subject is an error at once. False if revisions measure them, which may know more.
  static func cells(
    of request: RunRequest, seed: UInt64, areOfThisProgram: Bool
  ) throws -> (cells: [Cell], refused: [CellOutcome]) {
    let suiteFile = suiteFile(of: request)
    var (cells, refused): ([Cell], [CellOutcome]) = ([], [])
    var seen: Set<CellID> = []
    for asked in request.cellsOfShard(seed: seed) {
      guard let source = asked.source else {
        throw CommandFailure.badInput(
          "run.json: a cell of \(asked.subject) has neither workload nor document")
      }
      let subject = try subject(named: asked.subject, or: request.commands ?? [])
      let mode = asked.dispatch ?? .serialQueues
      let command = request.commands?.first { $0.name == asked.subject }
      var refusal = subject.reasonToLeaveOut(mode)
      if command != nil && !areOfThisProgram { refusal = "a suite's own program is no part of a revision" }
      var found = asked.threads.map { cell(of: subject, source, seed: seed, threads: $0, mode) }
      // A suite may name a cell twice, spelled differently or with replaced threads or modes.
      found = found.filter { seen.insert($0.id).inserted }
      if let refusal {
        refused += found.map { .leftOut($0.id, reason: refusal) }
        continue
      }
      let file = BenchmarkSuite.documentFile(of: source, suiteFile: suiteFile)?.standardizedFileURL.path
      if let file, !FileManager.default.fileExists(atPath: file) {
        throw CommandFailure.badInput("\(file): there is no such document")
      }
      if areOfThisProgram {
        if let file { _ = try SpecDocument(readingFile: file) }
        if let workload = source.workload { _ = try self.workload(workload) }
      }
      cells += found.map { cell in
        var cell = cell
        if let file { cell.source = .document(file) }
        cell.command = command
        return cell
      }
    }
    return (cells, refused)
  }

  /// Returns the file from which documents are looked up: the suite's file, or, if the documents are not there, as after a
  /// run's folder was moved, the file of its name in this checkout.
  private static func suiteFile(of request: RunRequest) -> URL {
    let file = URL(fileURLWithPath: request.suiteFile)
    func holdsDocuments(_ file: URL) -> Bool {
      request.cells.compactMap { $0.source.flatMap { BenchmarkSuite.documentFile(of: $0, suiteFile: file) } }
        .allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
    }
    guard !holdsDocuments(file), let suites = PackageFolder.current?.suites else { return file }
    let here = suites.appendingPathComponent(file.lastPathComponent)
    return holdsDocuments(here) ? here : file
  }

  /// Returns a cell that worker processes measure.
  private static func cell(
    of subject: any Subject, _ source: CellSource, seed: UInt64, threads: Int, _ mode: DispatchMode
  ) -> Cell {
    Cell(
      id: CellID(
        subject: subject.name, workload: source.name, seed: source.workload == nil ? 0 : seed,
        threads: threads, pool: mode),
      source: source, splitsLayouts: subject.splitsLayouts, layoutMayChange: isOwn(source))
  }
}
