import Foundation

/// A worker process that is asked by a comparison. One thread uses it.
package protocol WorkerSession: AnyObject {
  /// The process's number, for records.
  var identifier: Int { get }
  /// Whether it gets another cell ready after the first.
  var takesMoreCells: Bool { get }
  /// Gets a cell ready, in place of the one before.
  func load(_ cell: WorkerCell, isChecked: Bool) throws(WorkerError) -> LoadedWorker
  /// Runs a batch.
  func run(iterations: Int, isCounted: Bool) throws(WorkerError) -> WorkerBatch
  /// Ends the process.
  func end()
}

/// Starts worker processes of the arms of a comparison.
package protocol WorkerLauncher {
  /// Starts a process.
  ///
  /// - Parameters:
  ///   - padding: bytes that its environment is made longer by, 0 to 4,095: what lies before a stack can change a program's
  ///     speed, so each process gets another length.
  ///   - isCounting: whether it counts, and nothing that it does is timed.
  func launch(
    _ arm: ComparisonArm, padding: Int, isCounting: Bool
  ) throws(WorkerError) -> any WorkerSession
}

/// Starts `layoutbench worker` of the program that calls it.
package enum OwnWorker {
  /// Starts a process.
  ///
  /// - Parameter limit: seconds that an answer may take.
  package static func start(limit: TimeInterval = BuildLauncher.defaultLimit) throws(WorkerError)
    -> any WorkerSession
  {
    #if os(Linux)
    // The program that runs, even if a build has put another one in its place.
    let program: URL? = URL(fileURLWithPath: "/proc/self/exe")
    #else
    let program = Bundle.main.executableURL
    #endif
    guard let program else { throw WorkerError("could not be started: the program cannot find itself") }
    return try ProcessWorkerSession(executable: program, environment: nil, limit: limit)
  }
}

/// Starts `layoutbench worker` of builds, each process from a copy of its own.
package struct BuildLauncher: WorkerLauncher {
  /// The variable that holds the padding.
  static let paddingVariable = "LAYOUTBENCH_PADDING"

  private let base: BuildCache.Build
  private let candidate: BuildCache.Build
  private let limit: TimeInterval

  /// The seconds that an answer may take: what the environment's `LAYOUTBENCH_WORKER_LIMIT` says, else 120.
  package static var defaultLimit: TimeInterval {
    ProcessInfo.processInfo.environment["LAYOUTBENCH_WORKER_LIMIT"].flatMap(TimeInterval.init) ?? 120
  }

  /// - Parameter limit: seconds that an answer may take.
  package init(
    base: BuildCache.Build, candidate: BuildCache.Build, limit: TimeInterval = BuildLauncher.defaultLimit
  ) {
    self.base = base
    self.candidate = candidate
    self.limit = limit
  }

  package func launch(
    _ arm: ComparisonArm, padding: Int, isCounting: Bool
  ) throws(WorkerError) -> any WorkerSession {
    let executable =
      switch arm {
      case .base: base.executable
      case .null: base.copy
      case .cand: candidate.executable
      }
    var environment = ProcessInfo.processInfo.environment
    environment[Self.paddingVariable] = String(repeating: "x", count: padding)
    // A set or a dictionary is walked in the order of its hashes, whose seed is another one in each process, and what a solver allocates follows
    // that order. Counts of equal programs have to be equal; of times the seed is a part of what scatters, which the intervals have to know.
    if isCounting { environment["SWIFT_DETERMINISTIC_HASHING"] = "1" }
    let copy = try FreshCopy(of: executable)
    defer { copy.remove() }
    return try ProcessWorkerSession(executable: copy.url, environment: environment, limit: limit)
  }
}

/// A worker in a process of its own.
final class ProcessWorkerSession: WorkerSession {
  private let process: LineProcess
  private(set) var takesMoreCells = false

  init(
    executable: URL, arguments: [String] = ["worker"], environment: [String: String]?, limit: TimeInterval,
    patience: TimeInterval = 1
  ) throws(WorkerError) {
    do throws(LineProcess.Failure) {
      process = try LineProcess(
        executable: executable, arguments: arguments, environment: environment, limit: limit,
        patience: patience)
    } catch {
      throw WorkerError(error)
    }
    var request = WorkerProtocol.Request(.hello)
    request.version = WorkerProtocol.version
    let reply: WorkerProtocol.Reply
    do throws(WorkerError) {
      reply = try ask(request)
    } catch {
      throw WorkerError("the worker does not answer: it \(error)")
    }
    guard reply.version == WorkerProtocol.version else {
      throw WorkerError(
        "the worker speaks version \(reply.version.map(String.init) ?? "?") of the protocol, and not \(WorkerProtocol.version)"
      )
    }
    takesMoreCells = reply.takesMoreCells ?? false
  }

  var identifier: Int { process.identifier }

  func load(_ cell: WorkerCell, isChecked: Bool) throws(WorkerError) -> LoadedWorker {
    var request = WorkerProtocol.Request(.load)
    request.cell = cell
    request.isChecked = isChecked
    guard let loaded = try ask(request).loaded else {
      throw WorkerError("the worker did not say what it loaded")
    }
    return loaded
  }

  func run(iterations: Int, isCounted: Bool) throws(WorkerError) -> WorkerBatch {
    var request = WorkerProtocol.Request(.run)
    request.iterations = iterations
    request.isCounted = isCounted
    guard let batch = try ask(request).batch else {
      throw WorkerError("the worker did not say what a batch took")
    }
    return batch
  }

  func end() {
    process.end()
  }

  private func ask(_ request: WorkerProtocol.Request) throws(WorkerError) -> WorkerProtocol.Reply {
    guard let line = try? JSONEncoder().encode(request) else {
      throw WorkerError("a request cannot be put into JSON")
    }
    let answer: Data
    do throws(LineProcess.Failure) {
      answer = try process.ask(line)
    } catch {
      throw WorkerError(error)
    }
    guard let reply = try? JSONDecoder().decode(WorkerProtocol.Reply.self, from: answer) else {
      throw WorkerError("answered nonsense: \(String(decoding: answer.prefix(120), as: UTF8.self))")
    }
    if let error = reply.error { throw WorkerError(error, isRefusal: reply.isRefusal ?? false) }
    return reply
  }
}

extension WorkerError {
  init(_ failure: LineProcess.Failure) {
    switch failure {
    case .notStarted(let reason): self.init("could not be started: \(reason)")
    case .ended(let how): self.init("ended \(how)")
    case .tookTooLong(let seconds): self.init("did not answer within \(seconds) s")
    case .endless: self.init("answered a line that does not end")
    }
  }
}
