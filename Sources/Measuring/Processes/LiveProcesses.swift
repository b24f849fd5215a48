import Foundation

/// The programs that this one started and the files made for them. None of them outlives this program, unless
/// it is killed.
///
/// An idle worker program ends by itself when its input does. Any thread may use this.
package final class LiveProcesses: Sendable {
  /// The registry of the whole program.
  package static let shared = LiveProcesses()

  private struct State {
    var identifiers: Set<pid_t> = []
    var files: Set<String> = []
    var isEnding = false
  }

  private let state = Guarded(State())

  /// The seconds between asking a program to end and killing it.
  static let patience = 0.5

  private init() {
    atexit { LiveProcesses.shared.endAll(within: 1) }
  }

  /// Starts a program and registers it in one step. A signal that ended this program in between would leave it behind.
  ///
  /// - Parameter spawn: returns the identifier; nil if there is no such program.
  func start(_ spawn: () -> pid_t?) {
    change { state in
      if let identifier = spawn() { state.identifiers.insert(identifier) }
    }
  }

  func remove(_ identifier: pid_t) {
    change { $0.identifiers.remove(identifier) }
  }

  /// Makes a file that is removed at the latest when the program ends.
  func make<Failure>(_ file: URL, _ write: () throws(Failure) -> Void) throws(Failure) {
    try change { state throws(Failure) in
      state.files.insert(file.path)
      try write()
    }
  }

  /// Removes a file made by `make`.
  func remove(_ file: URL) {
    change { state in
      unlink(file.path)
      state.files.remove(file.path)
    }
  }

  /// Kills all running children, after asking them to end. Threads that wait for a child or its answer learn that it has
  /// ended.
  func killAll() {
    let identifiers = state.withLock(\.identifiers)
    for identifier in identifiers { kill(-identifier, SIGTERM) }
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while !state.withLock({ $0.identifiers.isDisjoint(with: identifiers) }) && Date() < deadline {
      usleep(1_000)
    }
    for identifier in identifiers { kill(-identifier, SIGKILL) }
  }

  /// Interrupts all running children, as Ctrl-C does. `swift build` then ends its compilers.
  package func interruptAll() {
    for identifier in state.withLock(\.identifiers) { kill(-identifier, SIGINT) }
  }

  /// Runs `body` under the lock; never returns once the program is ending. Another thread kills the children
  /// then, and the caller would believe that its child ended by itself.
  private func change<Failure>(_ body: (inout State) throws(Failure) -> Void) throws(Failure) {
    let isEnding = try state.withLock { state throws(Failure) in
      if !state.isEnding { try body(&state) }
      return state.isEnding
    }
    while isEnding { sleep(1) }
  }

  /// Interrupts the programs, as Ctrl-C does, and kills those still running after so many seconds. `swift build`
  /// starts compilers in their own process groups, which it ends if interrupted and leaves behind if killed; so do workers
  /// with peers. The program may only end after this.
  package func endAll(within seconds: TimeInterval) {
    var left = state.withLock { state in
      state.isEnding = true
      return state
    }
    for identifier in left.identifiers { kill(-identifier, SIGINT) }
    let deadline = Date(timeIntervalSinceNow: seconds)
    while !left.identifiers.isEmpty {
      // Reaps each child: if nothing adopts a program's orphans, zombies would remain.
      left.identifiers = left.identifiers.filter { waitpid($0, nil, WNOHANG) == 0 }
      guard Date() > deadline else {
        usleep(1_000)
        continue
      }
      for identifier in left.identifiers {
        kill(-identifier, SIGKILL)
        waitpid(identifier, nil, 0)
      }
      left.identifiers = []
    }
    for file in left.files { unlink(file) }
  }
}
