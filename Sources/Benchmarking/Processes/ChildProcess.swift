import CSystemCalls
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A program that was started, with pipes to its standard streams.
///
/// `posix_spawn` itself, and not Foundation's `Process`: on Linux that one now and then misses that a child has ended, and then waits for
/// ever. Signals that this program ignores are as usual in the child.
///
/// The child leads a process group of its own. So Ctrl-C, and a scheduler's signal to this program's group, reach this program alone, which then
/// ends the child, and a child that is killed takes the programs with it that it has started.
///
/// One thread at a time may use it. Who lets go of it without waiting leaves a dead child behind until this program ends.
final class ChildProcess {
  /// How a program ended.
  enum Ending: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  let identifier: pid_t
  /// What the program reads; nil where its input is empty.
  let input: FileHandle?
  /// What it writes.
  let output: FileHandle
  let errors: FileHandle
  private var ending: Ending?

  /// - Parameters:
  ///   - command: the program and its arguments. A program without a slash is looked for on the path.
  ///   - environment: nil for this program's own.
  ///   - hasInput: whether something will be written to it.
  /// - Throws: the system's reason.
  init(
    _ command: [String], environment: [String: String]?, hasInput: Bool
  ) throws(ProcessRunnerError) {
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
    let status = actions.spawn(command, environment ?? ProcessInfo.processInfo.environment)
    for pipe in [standardOutput, standardErrors] { close(pipe.writing) }
    if let standardInput { close(standardInput.reading) }
    input = standardInput.map { FileHandle(fileDescriptor: $0.writing, closeOnDealloc: true) }
    output = FileHandle(fileDescriptor: standardOutput.reading, closeOnDealloc: true)
    errors = FileHandle(fileDescriptor: standardErrors.reading, closeOnDealloc: true)
    identifier = actions.identifier
    guard status == 0 else {
      throw ProcessRunnerError(
        "\(command.first ?? "a program") cannot be started: \(String(cString: strerror(status)))")
    }
    LiveProcesses.shared.insert(identifier)
  }

  /// How it ended; nil while it runs.
  func endingIfKnown() -> Ending? { wait(WNOHANG) }

  /// Returns when the program has ended.
  func waitForEnd() -> Ending { wait(0) ?? .exit(0) }

  /// Ends it at once, with what it has started.
  func kill() {
    if ending == nil { _ = systemKill(-identifier, SIGKILL) }
  }

  private func wait(_ options: Int32) -> Ending? {
    if let ending { return ending }
    var status: Int32 = 0
    var result = waitpid(identifier, &status, options)
    while result < 0 && errno == EINTR { result = waitpid(identifier, &status, options) }
    guard result != 0 else { return nil }
    LiveProcesses.shared.remove(identifier)
    // The lower seven bits are the signal's number, 0 for an exit, whose code is above them: see wait(2).
    let signal = status & 0x7F
    let found: Ending = result < 0 ? .exit(0) : signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    ending = found
    return found
  }

  /// Both ends of new pipes, which no other child gets: all of them, or none.
  static func pipes(
    _ count: Int
  ) throws(ProcessRunnerError) -> [(reading: Int32, writing: Int32)] {
    var pipes: [(reading: Int32, writing: Int32)] = []
    for _ in 0..<count {
      var ends: [Int32] = [-1, -1]
      guard systemPipe(&ends) == 0 else {
        let reason = String(cString: strerror(errno))
        for pipe in pipes {
          close(pipe.reading)
          close(pipe.writing)
        }
        throw ProcessRunnerError("a pipe cannot be made: \(reason)")
      }
      pipes.append((ends[0], ends[1]))
    }
    return pipes
  }
}

/// The system's functions whose names the methods above hide.
private func systemKill(_ identifier: pid_t, _ signal: Int32) -> Int32 { kill(identifier, signal) }

/// A pipe that children do not get unless they are told to. It is made so in one step, since another thread may start a child between
/// two; where the system has no such step, `SpawnActions` keeps all descriptors from children.
private func systemPipe(_ ends: inout [Int32]) -> Int32 {
  #if canImport(Darwin)
  let status = pipe(&ends)
  if status == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
  return status
  #else
  return pipe2(&ends, O_CLOEXEC)
  #endif
}

/// What `posix_spawn` is told.
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
    for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&signals, signal) }
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

  /// 0, or the system's error.
  mutating func spawn(_ command: [String], _ environment: [String: String]) -> Int32 {
    guard let program = command.first else { return ENOENT }
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    return posix_spawnp(&identifier, program, &actions, &attributes, &arguments, &variables)
  }

  mutating func destroy() {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
}
