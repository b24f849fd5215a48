import Foundation
import MainThreadJobs
import Measuring
import StrictJSON

/// The cells that the lists of two programs make, measure and apply in all scripts that both have, at the usual prices. The counts
/// repeat exactly, so one more is a regression: of the list, not of its cells.
enum FrameCounts {
  private static let metrics: [(figure: String, metric: ComparedMetric)] = [
    ("made", .cellsMade), ("measured_by_main_thread", .cellsMeasured),
    ("measured_again", .cellsMeasuredAgain), ("applied_by_main_thread", .cellsApplied),
  ]

  /// Returns the rows of each list among cells that are compared, one for each way and count; none of a list if a program does
  /// not know it, or the command, or if the two have other prices.
  static func rows(of cells: [CellID], base: URL, candidate: URL) -> [MetricComparison] {
    let still = MainThreadSubject(job: .list(.still), isCold: true).name
    return cells.filter { $0.subject == still && $0.threads == 1 }.flatMap { list -> [MetricComparison] in
      guard let own = counts(of: list.workload, by: base),
        let other = counts(of: list.workload, by: candidate)
      else { return [] }
      let shared = own.filter { other[$0.key] != nil }
      // The cells that a worker has prepared in time depend on the prices. Older programs do not say theirs.
      let prices = [own, other].compactMap { $0.first?.value.filter { $0.key.hasPrefix("price_") } }
      guard prices.contains(where: \.isEmpty) || Set(prices).count == 1 else { return [] }
      return Set(shared.keys.map(\.way)).sorted().flatMap { way in
        let scripts = shared.keys.filter { $0.way == way }
        return metrics.map { figure, metric in
          func sum(_ counts: Counts) -> Double { scripts.reduce(0) { $0 + (counts[$1]?[figure] ?? 0) } }
          return MetricComparison(
            cell: list.with(\.subject, "frames: \(way)").withoutSize, metric: metric, base: sum(own),
            candidate: sum(other), null: sum(own))
        }
      }
    }
  }

  private struct Replay: Hashable {
    let way: String
    let script: String
  }

  private typealias Counts = [Replay: [String: Double]]

  /// Returns the figures of each way and script; nil if the program does not say.
  private static func counts(of workload: String, by program: URL) -> Counts? {
    let result = SystemProcessRunner().run(
      [program.path, "frames", "--list", workload, "--json", "-"], environment: [:])
    guard result.exitCode == 0, let json = try? ParsedJSON(parsing: Array(result.output.utf8)) else {
      return nil
    }
    return json.root.items?.reduce(into: [:]) { counts, figures in
      guard let way = figures["way"]?.string, let script = figures["script"]?.string else { return }
      for member in figures.members ?? [] {
        counts[Replay(way: way, script: script), default: [:]][member.key] = member.value.number
      }
    }
  }
}
