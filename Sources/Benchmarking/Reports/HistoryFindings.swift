extension RevisionHistory {
  /// A finding: one change, of all cells that changed alike at the same place.
  struct Finding: Hashable {
    var tone: ComparisonFindings.Finding.Tone
    var text: String
    /// The commits at which it is seen.
    var commits: Set<Commit> = []

    var ink: TerminalStyle.Ink? {
      switch tone {
      case .worse: .red
      case .better: .green
      case .unsure: .yellow
      case .plain: nil
      }
    }
  }

  /// The changes of times, then those of allocations, each in the order of the commits; or that there was none.
  var findings: [Finding] {
    guard holdsMeasurements else {
      return [Finding(tone: .unsure, text: "Nothing was measured after the first commit.")]
    }
    let found = [ComparedMetric.wallNanoseconds, .allocCount].flatMap { metric in
      let steps = steps(of: metric)
      return steps.map(Place.init).firstAppearances().map { place in
        finding(place, steps.filter { Place($0) == place })
      }
    }
    guard found.isEmpty else { return found }
    let count = commits.filter { commit in points.contains { $0.commit == commit && $0.ratio != nil } }.count
    let (first, last) = (commits.first?.name ?? "", commits.last?.name ?? "")
    return [
      Finding(
        tone: .plain,
        text: "No change of time or allocations seen from \(first) to \(last), in "
          + "\(NumberText.counted(cells.count, "cell")) at \(NumberText.counted(count, "commit")).")
    ]
  }

  /// Where steps are told together.
  private struct Place: Hashable {
    let before: Commit
    let after: Commit
    let isMore: Bool

    init(_ step: HistoryStep) {
      (before, after, isMore) = (step.before.commit, step.after.commit, step.isMore)
    }
  }

  private func finding(_ place: Place, _ steps: [HistoryStep]) -> Finding {
    let names = steps.map { CellNames(cells).cellWithSubjectFirst($0.cell) }
    let largest = steps.max { $0.size < $1.size } ?? steps[0]
    var text = names.count > 2 ? "\(names.count) cells" : names.joined(separator: " and ")
    text += " \(largest.words(isOneOfSeveral: steps.count > 1)) \(location(largest))"
    if names.count > 2 { text += " (\(names.joined(separator: ", ")))" }
    return Finding(
      tone: place.isMore ? .worse : .better, text: text.onOneLine, commits: [place.after])
  }

  /// Returns where a change lies, and how to find the commit if several may have made it.
  private func location(_ step: HistoryStep) -> String {
    let (before, after) = (step.before.commit, step.after.commit)
    if step.isExact { return "at \(after.name): \(after.title)." }
    let count = NumberText.counted(step.candidateCount, "commit")
    let filter = "--filter '\(step.cell.subject) \(step.cell.workloadText)'"
    let command =
      step.isMore
      ? "bisect \(before.name) \(after.name) \(filter)"
      : "history \(before.name)..\(after.name) --every 1 \(filter)"
    return "after \(before.name), in the \(count) up to \(after.name). To find it: layoutbench \(command)"
  }
}

extension HistoryStep {
  /// How large the change is, for choosing the largest.
  fileprivate var size: Double {
    guard let ratio = estimate?.ratio, ratio > 0, ratio.isFinite else { return .infinity }
    return ratio > 1 ? ratio : 1 / ratio
  }

  /// Returns the change as `became 7.0% slower (6.1% to 8.0%)` or `allocates 3 more a tree (0 -> 3)`.
  fileprivate func words(isOneOfSeveral: Bool) -> String {
    let most = isOneOfSeveral ? "up to " : ""
    guard metric.kind == .timed, let estimate else {
      let (from, to) = (before.value ?? .nan, after.value ?? .nan)
      let amount = NumberText.count(abs(to - from))
      let values = isOneOfSeveral ? "" : " (\(NumberText.count(from)) -> \(NumberText.count(to)))"
      return "made \(most)\(amount) \(metric.word(isMore: isMore)) \(to == 1 ? "allocation" : "allocations")"
        + " a tree\(values)"
    }
    let change = NumberText.change(abs(estimate.ratio - 1))
    return
      "became \(most)\(change) \(metric.word(isMore: isMore))\(isOneOfSeveral ? "" : " (\(estimate.size))")"
  }
}

extension CellNames {
  /// The cell as filters find it: subject, then workload.
  func cellWithSubjectFirst(_ cell: CellDescription) -> String { "\(series(cell)) \(workload(cell))" }
}
