/// The form of names and other people's text in the sentences of a comparison: unchanged, or as Markdown.
struct ComparisonWording {
  /// A name: a cell's, a branch's, a command's.
  var name: (String) -> String
  /// A sentence that was made elsewhere.
  var prose: (String) -> String
  /// A command to type.
  var command: (String) -> String

  static var plain: ComparisonWording {
    ComparisonWording(name: VisibleText.escaped, prose: VisibleText.escaped, command: { "`\($0)`" })
  }

  /// Names and commands as code, in which GitHub sees no markup, no mention and no link.
  static var markdown: ComparisonWording {
    ComparisonWording(
      name: { MarkdownText.code($0) }, prose: MarkdownText.prose, command: { MarkdownText.code($0) })
  }

  /// Returns a side of the comparison: `main, 0123456789 with changes: The title`.
  func side(_ side: Comparison.Side) -> String {
    var text = name(side.name)
    if let revision = side.revision, revision != side.name {
      text += ", \(name(String(revision.prefix(10))))"
    }
    if side.isDirty { text += " with changes" }
    if let title = side.title { text += ": \(name(title))" }
    return text
  }

  /// Returns a cell, with its threads if `hasThreads` is set.
  func cell(_ cell: CellDescription, hasThreads: Bool) -> String {
    let parameters = cell.params.isEmpty ? "" : " \(cell.params)"
    let text = name("\(cell.subject) \(cell.workload)\(parameters)")
    return hasThreads ? "\(text) on \(cell.threads) thread\(cell.threads == 1 ? "" : "s")" : text
  }

  /// Returns the effort: `40 pairs of processes a cell, 2 min 3 s`; empty if unknown.
  static func effort(of comparison: Comparison) -> String {
    var parts: [String] = []
    let pairs = comparison.rows.filter { $0.metric.kind == .timed && $0.verdict != .different }.map(
      \.pairCount)
    if comparison.isInterleaved, let least = pairs.min(), let most = pairs.max() {
      let range = least == most ? "\(least)" : "\(least) to \(most)"
      parts.append("\(range) pair\(most == 1 ? "" : "s") of processes a cell")
    }
    if comparison.elapsedNanoseconds > 0 {
      let seconds = Int((Double(comparison.elapsedNanoseconds) / 1e9).rounded())
      parts.append(seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s")
    }
    return parts.joined(separator: ", ")
  }
}
