/// The columns of `samples.csv`.
package enum SampleColumns {
  /// The names in order. New ones are added only at the end.
  package static let names = [
    "schema", "run_id", "shard", "seq", "utc", "pass", "arm", "revision", "subject", "build_id", "workload",
    "node_count", "depth", "seed", "params", "threads", "pool", "pair", "pid", "round", "order", "phase",
    "iterations", "wall_ns", "cpu_ns", "queue_wait_ns", "alloc_count", "alloc_bytes", "peak_rss_bytes",
    "instruction_count", "ctx_switch_invol", "steal_ticks", "checksum", "status", "busy_ns",
  ]

  /// The names that every row must have.
  static let required = [
    "schema", "run_id", "seq", "utc", "pass", "arm", "subject", "workload", "node_count", "depth", "seed",
    "params", "threads", "pool", "pid", "round", "order", "phase", "iterations", "checksum", "status",
  ]

  /// Returns a sample's fields in the columns' order.
  package static func fields(of sample: SampleRecord) -> [String] {
    let cell = sample.cell
    return [
      String(SampleRecord.schema), sample.runID, CSVText.number(sample.shard), String(sample.sequence),
      sample.utc, sample.pass.rawValue, sample.arm.rawValue, sample.revision ?? "", cell.subject,
      sample.buildID ?? "", cell.workload, String(cell.nodeCount), String(cell.depth), String(cell.seed),
      cell.params, String(cell.threads), cell.pool, CSVText.number(sample.pair), String(sample.pid),
      String(sample.round), String(sample.order), sample.phase.rawValue, String(sample.iterations),
      CSVText.number(sample.wallNanoseconds), CSVText.number(sample.cpuNanoseconds),
      CSVText.number(sample.queueWaitNanoseconds), CSVText.number(sample.allocCount),
      CSVText.number(sample.allocBytes), CSVText.number(sample.peakResidentBytes),
      CSVText.number(sample.instructionCount), CSVText.number(sample.involuntaryContextSwitches),
      CSVText.number(sample.stealTicks), CSVText.number(sample.checksum), sample.status.rawValue,
      CSVText.number(sample.busyNanoseconds),
    ]
  }
}

/// Writes `samples.csv`, a row at a time. A file has one writer at a time.
package final class SampleWriter {
  private let writer: CSVWriter

  /// Creates the file; it must not exist.
  package init(creating path: String) throws(FileError) {
    writer = try CSVWriter(creating: path, columns: SampleColumns.names)
  }

  /// Continues the file of an interrupted run, even if it was not created yet.
  package init(appendingTo path: String) throws(FileError) {
    writer = try CSVWriter(appendingTo: path, columns: SampleColumns.names)
  }

  /// Appends a row, which is in the file when this returns.
  package func append(_ sample: SampleRecord) throws(FileError) {
    try writer.append(SampleColumns.fields(of: sample))
  }
}
