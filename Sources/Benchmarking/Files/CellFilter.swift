/// Which cells, or rows of a file, are wanted, as the options `--filter` and `--exclude` say.
package struct CellFilter: Hashable, Sendable {
  /// Patterns of which a text has to contain one; if there are none, every text does.
  package var wanted: [String]
  /// Patterns of which it may contain none.
  package var excluded: [String]

  package init(_ wanted: [String] = [], excluding excluded: [String] = []) {
    self.wanted = wanted
    self.excluded = excluded
  }

  /// Whether a text is wanted. O(length), times the patterns.
  package func matches(_ text: String) -> Bool {
    (wanted.isEmpty || wanted.contains { Self.contains($0, text) })
      && !excluded.contains { Self.contains($0, text) }
  }

  /// Whether a cell is wanted, by its text as in `spec.cold feed(1000) 2 threads serialQueues`.
  package func matches(_ cell: CellDescription) -> Bool {
    matches(Self.text(subject: cell.subject, workload: cell.workload, threads: cell.threads, pool: cell.pool))
  }

  /// What patterns are looked for in.
  static func text(subject: String, workload: String, threads: Int, pool: String) -> String {
    "\(subject) \(workload) \(threads) threads \(pool)"
  }

  /// Whether the text contains a pattern's parts in their order: an asterisk stands for anything. The first
  /// place of each part is as good as any other.
  private static func contains(_ pattern: String, _ text: String) -> Bool {
    var rest = text[...]
    for part in pattern.split(separator: "*") {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}

extension CellFilter: CustomStringConvertible {
  /// As `"spec.cold" or "manual", without "2 threads"`, to stand behind "matches"; `anything` without
  /// patterns.
  package var description: String {
    func list(_ patterns: [String]) -> String { patterns.map { "\"\($0)\"" }.joined(separator: " or ") }
    let start = wanted.isEmpty ? "anything" : list(wanted)
    return excluded.isEmpty ? start : "\(start), without \(list(excluded))"
  }
}
