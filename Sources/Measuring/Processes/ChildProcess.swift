import CSystemCalls
import Foundation

/// A running program with pipes to its standard streams.
///
/// Uses `posix_spawn` instead of Foundation's `Process`, which on Linux occasionally misses that a child has
/// ended and then waits forever. Signals that this program ignores have their default action in the child.
/// If this program ignores SIGCHLD, the system forgets how children end, and their ending is `unknown`.
///
/// The child leads its own process group. So Ctrl-C, or a scheduler's signal to this program's group, reaches
/// this program only, which then ends the child. Killing a child also kills the programs that it started, unless they lead
/// groups of their own: a worker, which is asked first, kills its peers.
///
/// One thread at a time may use a child. A child released without waiting stays a zombie.
final class ChildProcess {
  /// The way in which a program ended.
  enum Ending: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// The system does not say, which counts as a failure.
    case unknown
  }

  let identifier: pid_t
  /// The program's standard input; nil if it is empty.
  let input: FileHandle?
  /// The program's standard output.
  let output: FileHandle
  let errors: FileHandle
  private var ending: Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments. A name without a slash is searched on the path.
  ///   - environment: nil for this program's own.
  ///   - hasInput: true if something will be written to the program.
  /// - Throws: the system's reason.
  init(
    _ command: [String], environment: [String: String]?, hasInput: Bool
  ) throws(WorkerError) {
    let pipes = try Self.pipes(hasInput ? 3 : 2)
    let (standardOutput, standardErrors) = (pipes[0], pipes[1])
    let standardInput = hasInput ? pipes[2] : nil
    var actions = SpawnActions()
    defer { actions.destroy() }
    if let standardInput {
      actions.duplicate(standardInput.reading, as: STDIN_FILENO)
    } else {
      actions.openNothing(as: STDIN_FILENO)
    }
    actions.duplicate(standardOutput.writing, as: STDOUT_FILENO)
    actions.duplicate(standardErrors.writing, as: STDERR_FILENO)
    var status: Int32 = 0
    LiveProcesses.shared.start {
      status = actions.spawn(command, environment ?? ProcessInfo.processInfo.environment)
      return status == 0 ? actions.identifier : nil
    }
    for pipe in [standardOutput, standardErrors] { close(pipe.writing) }
    if let standardInput { close(standardInput.reading) }
    input = standardInput.map { FileHandle(fileDescriptor: $0.writing, closeOnDealloc: true) }
    output = FileHandle(fileDescriptor: standardOutput.reading, closeOnDealloc: true)
    errors = FileHandle(fileDescriptor: standardErrors.reading, closeOnDealloc: true)
    identifier = actions.identifier
    guard status == 0 else {
      throw WorkerError(
        "could not be started: \(command.first ?? "no name"): \(String(cString: strerror(status)))",
        isLost: true)
    }
  }

  /// Returns how the program ended; nil while it runs.
  func endingIfKnown() -> Ending? { wait(WNOHANG) }

  /// Waits until the program ends.
  func waitForEnd() -> Ending { wait(0) ?? .unknown }

  /// Kills the program and all programs that it started, after asking it to end.
  func kill() {
    guard ending == nil else { return }
    _ = systemKill(-identifier, SIGTERM)
    let deadline = Date(timeIntervalSinceNow: LiveProcesses.patience)
    while endingIfKnown() == nil && Date() < deadline { usleep(1_000) }
    _ = systemKill(-identifier, SIGKILL)
  }

  private func wait(_ options: Int32) -> Ending? {
    if let ending { return ending }
    var status: Int32 = 0
    var result = waitpid(identifier, &status, options)
    while result < 0 && errno == EINTR { result = waitpid(identifier, &status, options) }
    guard result != 0 else { return nil }
    LiveProcesses.shared.remove(identifier)
    // See wait(2): the low seven bits are the signal's number, or 0 for an exit, with its code above them.
    let signal = status & 0x7F
    let found: Ending = result < 0 ? .unknown : signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    ending = found
    return found
  }

  /// Returns both ends of `count` new pipes, which no other child inherits. Throws without leaving any open.
  static func pipes(
    _ count: Int
  ) throws(WorkerError) -> [(reading: Int32, writing: Int32)] {
    var pipes: [(reading: Int32, writing: Int32)] = []
    for _ in 0..<count {
      var ends: [Int32] = [-1, -1]
      guard systemPipe(&ends) == 0 else {
        let reason = String(cString: strerror(errno))
        for pipe in pipes {
          close(pipe.reading)
          close(pipe.writing)
        }
        throw WorkerError("could not be started: a pipe cannot be made: \(reason)", isLost: true)
      }
      pipes.append((ends[0], ends[1]))
    }
    return pipes
  }
}

/// Calls the system function that the method's name hides.
private func systemKill(_ identifier: pid_t, _ signal: Int32) -> Int32 { kill(identifier, signal) }

/// Makes a pipe that children do not inherit by default. The flag is set in the same step, since another
/// thread may start a child between two. Darwin lacks that step; there `SpawnActions` closes all other files.
private func systemPipe(_ ends: inout [Int32]) -> Int32 {
  #if canImport(Darwin)
  let status = pipe(&ends)
  if status == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
  return status
  #else
  return pipe2(&ends, O_CLOEXEC)
  #endif
}

/// The file actions and attributes for `posix_spawn`.
private struct SpawnActions {
  #if canImport(Darwin)
  private var actions: posix_spawn_file_actions_t?
  private var attributes: posix_spawnattr_t?
  #else
  private var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()
  #endif
  private(set) var identifier: pid_t = 0

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGPIPE, SIGCHLD] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    #if canImport(Darwin)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  mutating func duplicate(_ descriptor: Int32, as target: Int32) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, target)
  }

  mutating func openNothing(as target: Int32) {
    posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDONLY, 0)
  }

  /// Starts a program. Returns 0 or the system's error.
  mutating func spawn(_ command: [String], _ environment: [String: String]) -> Int32 {
    guard let program = command.first else { return ENOENT }
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    // A program that was just written is busy while another thread's new child has the file open. The child closes the
    // file when it becomes its own program.
    var status = ETXTBSY
    for wait in [0, 1, 10, 100, 1_000] where status == ETXTBSY {
      usleep(useconds_t(wait * 1_000))
      status = posix_spawnp(&identifier, program, &actions, &attributes, &arguments, &variables)
    }
    return status
  }

  mutating func destroy() {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
}
