extension ResultsFolder {
  /// Returns the median batch durations, in nanoseconds, of the newest run of a suite, for estimating another
  /// one. nil if no readable run has the same build configuration.
  package func newestTimes(
    ofSuite suite: String, build: BuildFacts
  ) -> (name: String, batches: [CellDescription: Double])? {
    let started = runs().compactMap { run -> (run: RunFolder, utc: String)? in
      guard !run.holdsComparison, let description = try? run.readDescription(), description.suite == suite,
        description.build.configuration == build.configuration
      else { return nil }
      return (run, description.startedUTC)
    }
    for (run, _) in started.sorted(by: { $0.utc > $1.utc }) {
      guard let file = try? run.readSamples() else { continue }
      var walls: [CellDescription: [Double]] = [:]
      for sample in file.samples
      where sample.pass == .time && sample.phase == .measure && sample.status == .ok {
        guard let wall = sample.wallNanoseconds else { continue }
        walls[sample.cell, default: []].append(Double(wall))
      }
      if walls.isEmpty { continue }
      let batches = walls.compactMapValues(\.median)
      return (run.url.lastPathComponent, batches)
    }
    return nil
  }
}
