/// A source of the pairs of a comparison: processes, or pairs that were collected before.
protocol PairSource {
  /// Prepares a cell and reports the result to its entry.
  func prepare(_ index: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void) throws
  /// Adds one pair to the cell's entry.
  func measure(
    _ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void) throws
  /// Ends the processes that wait for more cells.
  func endProcesses()
}
