import LayoutWorkloads
import Measuring

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
}
