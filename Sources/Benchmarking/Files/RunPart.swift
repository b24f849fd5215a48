import Foundation

/// One process's part of a run: from its start, or its resumption, to its end.
package struct RunPart: Hashable, Sendable, Codable {
  /// The run that it belonged to before a merge; nil in a run's own description.
  package var runID: String?
  /// The shard of that run.
  package var shard: Shard?
  /// The program's arguments, its own name first.
  package var commandLine: [String]
  package var startedUTC: String
  /// nil while the part goes on, or if it was killed.
  package var endedUTC: String?
  /// nil like `endedUTC`.
  package var ending: RunEnding?
  package var machineAtStart: MachineFacts
  package var machineAtEnd: MachineFacts?
  /// The number of the part's first row, if it has any; its rows end before the next part's first.
  package var firstSequence: Int

  package init(
    commandLine: [String], startedUTC: String, machineAtStart: MachineFacts, firstSequence: Int = 0
  ) {
    self.commandLine = commandLine
    self.startedUTC = startedUTC
    self.machineAtStart = machineAtStart
    self.firstSequence = firstSequence
  }
}

extension RunDescription {
  /// Returns the total duration of the run's parts. A killed part ends with its last sample, or has no
  /// duration if it has none.
  ///
  /// - Parameter samples: all samples of the run.
  package func elapsed(samples: [SampleRecord]) -> TimeSpan {
    let parts = parts ?? []
    let seconds = parts.indices.reduce(0.0) { total, index in
      let first = parts[index].firstSequence
      let next = index + 1 < parts.count ? parts[index + 1].firstSequence : .max
      let last =
        parts[index].endedUTC
        ?? samples.lazy.filter { $0.sequence >= first && $0.sequence < next }.map(\.utc).max()
      guard let start = Self.date(parts[index].startedUTC), let end = last.flatMap(Self.date) else {
        return total
      }
      return total + max(end.timeIntervalSince(start), 0)
    }
    return TimeSpan(nanoseconds: UInt64(min(seconds * 1e9, 1e18)))
  }

  private static func date(_ utc: String) -> Date? {
    try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(utc)
  }
}
