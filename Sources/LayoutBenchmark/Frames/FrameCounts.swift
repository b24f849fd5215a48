import Foundation
import MainThreadJobs
import Measuring
import StrictJSON

/// The cells that the lists of two programs make, measure and apply in all scripts, at the usual prices. The counts repeat
/// exactly, so one more is a regression: of the list, not of its cells.
enum FrameCounts {
  private static let metrics: [(figure: String, metric: ComparedMetric)] = [
    ("made", .cellsMade), ("measured_by_main_thread", .cellsMeasured),
    ("measured_again", .cellsMeasuredAgain), ("applied_by_main_thread", .cellsApplied),
  ]

  /// Returns the rows of each list among cells that are compared, one for each way and count; none of a list if a program does
  /// not know it, or the command.
  static func rows(of cells: [CellID], base: URL, candidate: URL) -> [MetricComparison] {
    let still = MainThreadSubject(job: .list(.still), isCold: true).name
    return cells.filter { $0.subject == still && $0.threads == 1 }.flatMap { list -> [MetricComparison] in
      guard let own = counts(of: list.workload, by: base),
        let other = counts(of: list.workload, by: candidate)
      else { return [] }
      return own.keys.sorted().filter { other[$0] != nil }.flatMap { way in
        metrics.map { figure, metric in
          let count = own[way]?[figure] ?? 0
          return MetricComparison(
            cell: list.with(\.subject, "frames: \(way)").withoutSize, metric: metric, base: count,
            candidate: other[way]?[figure] ?? 0, null: count)
        }
      }
    }
  }

  /// Returns the sums over all scripts by way and figure; nil if the program does not say.
  private static func counts(of workload: String, by program: URL) -> [String: [String: Double]]? {
    let result = SystemProcessRunner().run(
      [program.path, "frames", "--list", workload, "--json", "-"], environment: [:])
    guard result.exitCode == 0, let json = try? ParsedJSON(parsing: Array(result.output.utf8)) else {
      return nil
    }
    return json.root.items?.reduce(into: [:]) { counts, figures in
      guard let way = figures["way"]?.string else { return }
      for (figure, _) in metrics {
        counts[way, default: [:]][figure, default: 0] += figures[figure]?.number ?? 0
      }
    }
  }
}
