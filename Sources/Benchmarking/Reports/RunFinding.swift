/// The main finding of a run, in a few sentences.
package struct RunFinding {
  private let summary: Summary
  private let reference: String

  /// - Parameters:
  ///   - summary: the summary of one run.
  ///   - reference: the subject that others are compared with.
  package init(summary: Summary, reference: String) {
    self.summary = summary
    self.reference = reference
  }

  /// The sentences: the reference on one workload, how long the fastest and the slowest other subject take of
  /// it, and the flags. The workload is the largest one with several other subjects, if there is any.
  package var text: String {
    let all = CellFigures.all(in: summary, reference: reference)
    guard !all.isEmpty else { return "Nothing was measured." }
    return [main(all), flags(all)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func main(_ all: [CellFigures]) -> String {
    let references = all.filter { $0.cell.subject == reference }
    func others(_ row: CellFigures) -> [CellFigures] {
      all.filter { $0.ratioToReference != nil && $0.cell.with(\.subject, reference) == row.cell }
    }
    let chosen = references.max {
      (min(others($0).count, 2), $0.cell.nodeCount, -$0.cell.threads)
        < (min(others($1).count, 2), $1.cell.nodeCount, -$1.cell.threads)
    }
    guard let chosen else {
      let subjects = all.map(\.cell.subject).firstAppearances()
      return "Measured \(NumberText.counted(all.count, "cell")) of \(subjects.joined(separator: ", "))."
    }
    let sorted = others(chosen).sorted {
      ($0.ratioToReference?.value ?? 1) < ($1.ratioToReference?.value ?? 1)
    }
    let ends = sorted.count > 2 ? [sorted[0], sorted[sorted.count - 1]] : sorted
    let spread = chosen.spreadText.map { $0.hasSuffix("%") ? " (± \($0))" : " (\($0))" } ?? ""
    let threads = NumberText.counted(chosen.cell.threads, "worker")
    let start =
      "\(reference) takes \(NumberText.figure(chosen.wall.median)) ns per element\(spread) on "
      + "\(chosen.cell.workload) with \(threads)"
    let ratios = ends.compactMap { other in
      other.ratioToReference.map { "\(other.cell.subject) \(Self.text($0))" }
    }
    return start + (ratios.isEmpty ? "." : "; \(ratios.joined(separator: ", and ")) as long.")
  }

  /// A ratio with its interval: `134× (132× to 137×)`.
  private static func text(_ ratio: CellRatio) -> String {
    guard let interval = ratio.interval, ratio.spread != nil else { return "takes \(ratio.text)" }
    return "takes \(ratio.text) (\(NumberText.figure(interval.low)) to \(NumberText.figure(interval.high)))"
  }

  private func flags(_ all: [CellFigures]) -> String {
    let flagged = all.count { !$0.wall.flags.isEmpty }
    guard flagged > 0 else { return "" }
    return "\(flagged) of \(NumberText.counted(all.count, "cell")) "
      + "\(flagged == 1 ? "has a flag and is" : "have flags and are") no reference."
  }
}
