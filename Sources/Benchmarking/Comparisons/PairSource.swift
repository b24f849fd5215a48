/// Where the pairs of a comparison come from: processes, or what processes gave before.
protocol PairSource {
  /// Gets a cell ready and says so to its entry.
  func prepare(_ index: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void) throws
  /// Adds one pair to the cell's entry.
  func measure(
    _ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void) throws
  /// Ends the processes that were kept for more cells.
  func endProcesses()
}
