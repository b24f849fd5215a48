import Foundation

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
