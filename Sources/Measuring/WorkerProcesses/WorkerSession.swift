import Foundation

/// A connection to a worker process. One thread uses it.
protocol WorkerSession: AnyObject {
  /// The process identifier, for records.
  var identifier: Int { get }
  /// True if the process can load further cells.
  var takesMoreCells: Bool { get }
  /// Loads a cell into a slot; without a slot, replaces all cells.
  func load(_ cell: Cell, isChecked: Bool, slot: WorkerSlot?) throws(WorkerError) -> LoadedWorker
  /// Unloads the cell in a slot.
  func unload(_ slot: WorkerSlot) throws(WorkerError)
  /// Runs a batch of the cell in a slot; without a slot, of the only cell.
  ///
  /// - Parameter isCounted: true to count allocations, and the peak of memory so far; the batch's times then mean nothing.
  func runBatch(_ iterations: Int, isCounted: Bool, slot: WorkerSlot?) throws(WorkerError) -> WorkerBatch
  /// Ends the process.
  func end()
}

extension WorkerSession {
  func load(_ cell: Cell, isChecked: Bool) throws(WorkerError) -> LoadedWorker {
    try load(cell, isChecked: isChecked, slot: nil)
  }

  func runBatch(_ iterations: Int) throws(WorkerError) -> WorkerBatch {
    try runBatch(iterations, isCounted: false, slot: nil)
  }

  /// Counts a batch. A job's allocations may depend on the tables and buffers left by all jobs before it, so all processes
  /// of a cell run the same batches from their start. Only counted batches distribute their jobs in a fixed way.
  ///
  /// The first batch fills caches and grows buffers, later ones do not. If several threads share a layout, or a job is a
  /// block, Dispatch sometimes allocates instead of reusing memory, depending on the order in which threads finish; the
  /// minimum of many batches excludes that.
  func count(
    _ cell: Cell, iterations: Int, atMost batches: Int = 20, slot: WorkerSlot? = nil
  ) throws(WorkerError) -> WorkerBatch {
    _ = try runBatch(iterations, isCounted: true, slot: slot)
    var least = try runBatch(iterations, isCounted: true, slot: slot)
    guard cell.splitsLayouts || cell.id.pool == .concurrentQueue else { return least }
    for _ in 1..<max(batches, 1) {
      let batch = try runBatch(iterations, isCounted: true, slot: slot)
      if (batch.allocCount ?? 0, batch.allocBytes ?? 0) < (least.allocCount ?? 0, least.allocBytes ?? 0) {
        least = batch
      }
    }
    return least
  }
}

/// Starts worker processes for the arms of a comparison.
protocol WorkerLauncher {
  /// Starts a process.
  ///
  /// - Parameters:
  ///   - placement: the number of the side's program, from 0. Each places its functions differently.
  ///   - padding: bytes by which to lengthen the environment, 0 to 4,095. The memory before the stack can
  ///     change a program's speed, so each process gets another length.
  ///   - isCounting: true if the process counts and is never timed.
  func launch(
    _ arm: ComparisonArm, placement: Int, padding: Int, isCounting: Bool
  ) throws(WorkerError) -> any WorkerSession
}

/// Starts `layoutbench worker` of builds, each process from its own copy.
struct BuildLauncher: WorkerLauncher {
  /// The environment variable that holds the padding.
  static let paddingVariable = "LAYOUTBENCH_PADDING"

  private let base: [URL]
  private let candidate: [URL]

  init(base: BuildCache.Build, candidate: BuildCache.Build) {
    (self.base, self.candidate) = (base.placements, candidate.placements)
  }

  /// The placements that both sides have.
  var placementCount: Int { min(base.count, candidate.count) }

  func launch(
    _ arm: ComparisonArm, placement: Int, padding: Int, isCounting: Bool
  ) throws(WorkerError) -> any WorkerSession {
    var environment = ProcessWorkerSession.environment(isCounting: isCounting)
    environment[Self.paddingVariable] = String(repeating: "x", count: padding)
    let copy = try FreshCopy(of: (arm == .cand ? candidate : base)[placement])
    defer { copy.remove() }
    return try ProcessWorkerSession(executable: copy.url, environment: environment)
  }
}

/// A copy of a program for one process. The file is removed once the process runs.
///
/// The physical pages of a file determine which of them displace each other in the processor's caches, and
/// stay the same while the file is cached. Two files of equal bytes were seen to differ by 4.5% for
/// minutes, in every process. A copy per process redraws the pages for each pair, so the effect becomes
/// scatter, which the intervals account for, instead of a difference.
struct FreshCopy {
  let url: URL

  /// Copies a program's loaded part next to it. All names have one length: a path's length moves the stack.
  ///
  /// The file is mapped: three quarters of its bytes are not read.
  init(of program: URL) throws(WorkerError) {
    let digits = NumberText.padded(UInt64.random(in: .min ... .max), digits: 16, radix: 16)
    url = program.deletingLastPathComponent().appendingPathComponent(BuildCache.copyPrefix + digits)
    do {
      let image = ProgramImage.loadedPart(of: try Data(contentsOf: program, options: .alwaysMapped))
      try LiveProcesses.shared.make(url) { try image.write(to: url, options: .withoutOverwriting) }
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
    } catch {
      remove()
      throw WorkerError("could not be copied to \(url.path): \(error.reason)")
    }
  }

  /// Removes the file. A process that runs it is not affected.
  func remove() {
    LiveProcesses.shared.remove(url)
  }
}
