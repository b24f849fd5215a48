/// Sentences about what is uncertain, and what to do about it.
extension ComparisonFindings {
  /// One sentence per change that a first set of pairs showed and no second set has confirmed.
  var unconfirmed: [Finding] {
    rows.filter { $0.verdict?.isUnconfirmed == true }.map { row in
      let word = row.verdict == .slowerUnconfirmed ? "Slower" : "Faster"
      return Finding(
        tone: .unsure,
        text: "\(word), not confirmed: the \(row.metric.title) of \(name(row)): \(evidence(row)).\(note(row))"
      )
    }
  }

  /// Sentences about rows in which a copy of the base differs from the base.
  var unfit: [Finding] {
    let rows = rows.filter { $0.verdict == .unfit }
    guard !rows.isEmpty else { return [] }
    let most = rows.compactMap { $0.null.map { abs($0.ratio - 1) } }.max()
    let size = most.map { ", by up to \(ChangeText.percentage($0))" } ?? ""
    let together = "A second copy of the base differs from the base in \(counted(rows))\(size)."
    return sentences(of: rows, together: together) { row in
      guard let null = row.null else { return "a second copy of the base differs from the base" }
      let size = ChangeText.percentage(abs(null.ratio - 1))
      let word = row.metric.word(isMore: null.ratio > 1)
      return "a second copy of the base is \(size) \(word) than the base (\(ChangeText.size(of: null)))"
    } + [
      Finding(
        tone: .unsure,
        text:
          "Nothing is claimed where the machine tells a program from its copy. \(wording.command("layoutbench doctor")) says what "
          + "disturbs this machine; compare again when it is quiet.")
    ]
  }

  /// Sentences about times for which all pairs were not enough, and about counts that do not repeat. Cells
  /// that the budget left undecided have another sentence.
  var unresolved: [Finding] {
    let rows = rows.filter { $0.verdict == .unresolved && !isUndecided($0) }
    let times = rows.filter { $0.metric.kind == .timed }
    let counts = rows.filter { $0.metric.kind != .timed }
    let least = ChangeText.percentage(comparison.minimumEffect)
    let advice = Finding(
      tone: .unsure, text: "A quieter machine may tell: see \(wording.command("layoutbench doctor")).")
    return sentences(
      of: times,
      together: "Changes of time in \(counted(times)) may be none, or more than the \(least) that counts.",
      singly: evidence) + (times.isEmpty ? [] : [advice])
      + sentences(
        of: counts, together: "Counts in \(counted(counts)) do not repeat, and say nothing.", singly: evidence
      )
  }

  private func evidence(_ row: MetricComparison) -> String {
    guard row.metric.kind == .timed else {
      return "\(ChangeText.count(row.baseValue)) -> \(ChangeText.count(row.candidateValue))"
    }
    let change = row.hasInterval ? ChangeText.interval(row.candidate) : ChangeText.signed(row.candidate.ratio)
    var text =
      "the change is \(change) after \(row.pairCount) pair\(row.pairCount == 1 ? "" : "s") of processes"
    if let null = row.null {
      let interval = row.hasInterval ? " (\(ChangeText.interval(null)))" : ""
      text += "; a second copy of the base came to \(ChangeText.signed(null.ratio))\(interval)"
    }
    return text
  }

  private func note(_ row: MetricComparison) -> String { row.note.map { " \(wording.prose($0))" } ?? "" }

  private func counted(_ rows: [MetricComparison]) -> String { counted(Set(rows.map(\.cell)).count) }

  /// Returns one sentence per row, or one for all if there are many.
  private func sentences(
    of rows: [MetricComparison], together: String, singly: (MetricComparison) -> String
  ) -> [Finding] {
    guard !rows.isEmpty else { return [] }
    let texts =
      rows.count <= Self.mostToldSingly
      ? rows.map { "Cannot tell the \($0.metric.title) of \(name($0)): \(singly($0)).\(note($0))" }
      : [together]
    return texts.map { Finding(tone: .unsure, text: $0) }
  }
}
