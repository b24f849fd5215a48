extension RevisionHistory {
  /// The table as a page shows it, with a column for each cell: changes of level have a tone.
  package var page: PageTable {
    let steps = steps(of: .wallNanoseconds)
    let names = CellNames(cells)
    return table(cells).page { commit, title in
      if title == "allocations" { return allocationTone(at: commit) }
      let step = steps.first { $0.after.commit == commit && names.cell($0.cell) == title }
      return step.map { $0.isMore ? .worse : .better }
    }
  }

  private func allocationTone(at commit: Commit) -> PageTable.Tone? {
    let steps = steps(of: .allocCount).filter { $0.after.commit == commit }
    return steps.isEmpty ? nil : steps.contains(where: \.isMore) ? .worse : .better
  }

  /// The first finding, and the others with their tones.
  package var pageFindings: (headline: String, sentences: [(tone: PageTable.Tone?, text: String)]) {
    let findings = findings
    let sentences = findings.dropFirst().map { finding -> (tone: PageTable.Tone?, text: String) in
      switch finding.tone {
      case .worse: (.worse, finding.text)
      case .better: (.better, finding.text)
      case .unsure: (.unsure, finding.text)
      case .plain: (nil, finding.text)
      }
    }
    return (findings[0].text, sentences + gaps.map { (.unsure, $0) })
  }
}
