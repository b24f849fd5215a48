import Measurement

/// Sentences about what cannot be told, and what to do about it.
extension ComparisonFindings {
  /// Where a copy of the base differs from the base.
  var unfit: [Finding] {
    let rows = judged.filter { $0.verdict == .unfit }.map(\.row)
    return sentences(
      of: rows,
      singly: { row in
        guard let null = row.null else { return "a second copy of the base differs from the base" }
        let size = ChangeText.percentage(abs(null.ratio - 1))
        let word = row.metric.word(isMore: null.ratio > 1)
        return "a second copy of the base is \(size) \(word) than the base (\(ChangeText.size(of: null)))"
      },
      together: {
        let most = rows.compactMap { $0.null.map { abs($0.ratio - 1) } }.max()
        let size = most.map { ", by up to \(ChangeText.percentage($0))" } ?? ""
        return "a second copy of the base differs from the base\(size)"
      },
      advice:
        "Nothing is claimed where the machine tells a program from its copy. \(wording.command("layoutbench doctor")) says what "
        + "disturbs this machine; compare again when it is quiet.")
  }

  /// Where all pairs did not suffice, or a second set of them did not agree.
  var unresolved: [Finding] {
    let rows = judged.filter { $0.verdict == .unresolved }.map(\.row)
    return sentences(
      of: rows, singly: unresolvedReason,
      together: {
        "changes may be none, or more than the \(ChangeText.percentage(comparison.minimumEffect)) that counts"
      },
      advice: "More pairs or a quieter machine may tell: see \(wording.command("layoutbench doctor")).")
  }

  private func unresolvedReason(_ row: MetricComparison) -> String {
    guard row.metric.kind == .timed else {
      return "\(ChangeText.count(row.baseValue)) -> \(ChangeText.count(row.candidateValue))"
    }
    var text = "the change is \(ChangeText.interval(row.candidate))"
    text += " after \(row.pairCount) pair\(row.pairCount == 1 ? "" : "s") of processes"
    if row.isConfirmed == false && row.note == nil {
      text += ", which do not confirm an earlier set of pairs"
    }
    if let null = row.null {
      text +=
        "; a second copy of the base came to \(ChangeText.signed(null.ratio)) (\(ChangeText.interval(null)))"
    }
    return text
  }

  /// A sentence a row, or one for all where there are many, and what to do at the end.
  private func sentences(
    of rows: [MetricComparison], singly: (MetricComparison) -> String, together: () -> String, advice: String
  ) -> [Finding] {
    guard !rows.isEmpty else { return [] }
    let texts =
      rows.count <= Self.mostToldSingly
      ? rows.map { row in
        let note = row.note.map { " \(wording.prose($0))" } ?? ""
        return "Cannot tell the \(row.metric.title) of \(name(row)): \(singly(row)).\(note)"
      } : ["Cannot tell in \(counted(Set(rows.map(\.cell)).count, of: cells.count)): \(together())."]
    return (texts + [advice]).map { Finding(tone: .unsure, text: $0) }
  }
}
