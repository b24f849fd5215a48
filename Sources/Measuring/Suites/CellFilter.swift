/// The cells, or rows of a file, that the options `--filter` and `--exclude` select.
package struct CellFilter: Hashable, Sendable {
  /// The patterns of which a text must contain at least one; if there are no patterns, every text matches.
  var wanted: [String]
  /// The patterns of which a matching text contains none.
  var excluded: [String]

  package init(_ wanted: [String] = [], excluding excluded: [String] = []) {
    self.wanted = wanted
    self.excluded = excluded
  }

  /// Returns true if the filter selects a text. O(length), times the patterns.
  func matches(_ text: String) -> Bool {
    (wanted.isEmpty || wanted.contains { Self.contains($0, text) })
      && !excluded.contains { Self.contains($0, text) }
  }

  /// Returns true if the filter selects a cell, by its text: `spec.cold feed(1000) 2 threads serialQueues`.
  package func matches(_ cell: CellID) -> Bool {
    matches(Self.text(subject: cell.subject, workload: cell.workload, threads: cell.threads, pool: cell.pool))
  }

  /// Returns the text of a cell in which patterns are searched.
  static func text(subject: String, workload: String, threads: Int, pool: DispatchMode) -> String {
    "\(subject) \(workload) \(threads) threads \(pool.rawValue)"
  }

  /// Returns true if the text contains a pattern's parts in their order; an asterisk stands for anything.
  /// Taking the first match of each part is enough.
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
  /// The filter after "matches": `"spec.cold" or "manual", without "2 threads"`; `anything` without patterns.
  package var description: String {
    func list(_ patterns: [String]) -> String { patterns.map { "\"\($0)\"" }.joined(separator: " or ") }
    let start = wanted.isEmpty ? "anything" : list(wanted)
    return excluded.isEmpty ? start : "\(start), without \(list(excluded))"
  }
}
