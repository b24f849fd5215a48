import Foundation
import Synchronization

/// The programs that this one started and the files that it made for them, so that none outlives it, however it ends short of being killed.
///
/// A worker program that is not busy ends by itself when its input does. Any thread may use this.
final class LiveProcesses: Sendable {
  /// The program's.
  static let shared = LiveProcesses()

  private struct State {
    var identifiers: Set<pid_t> = []
    var files: Set<String> = []
    var isEnding = false
  }

  private let state = Mutex(State())

  private init() {
    atexit { LiveProcesses.shared.endProgram() }
  }

  func insert(_ identifier: pid_t) {
    change { $0.identifiers.insert(identifier) }
  }

  func remove(_ identifier: pid_t) {
    change { $0.identifiers.remove(identifier) }
  }

  /// Makes a file that is removed with the program at the latest.
  func make<Failure>(_ file: URL, _ write: () throws(Failure) -> Void) throws(Failure) {
    try change { state throws(Failure) in
      state.files.insert(file.path)
      try write()
    }
  }

  /// Removes such a file.
  func remove(_ file: URL) {
    change { state in
      unlink(file.path)
      state.files.remove(file.path)
    }
  }

  /// Kills what runs. Whoever waits for one of the programs learns that it has ended.
  func killAll() {
    for identifier in state.withLock(\.identifiers) { kill(-identifier, SIGKILL) }
  }

  /// Does something under the lock; never returns once the program ends. The thread that ends it is another one then, and this one would take
  /// the end of a child for that child's own.
  private func change<Failure>(_ body: (inout State) throws(Failure) -> Void) throws(Failure) {
    let isEnding = try state.withLock { state throws(Failure) in
      if !state.isEnding { try body(&state) }
      return state.isEnding
    }
    while isEnding { sleep(1) }
  }

  /// Asks the programs to end, as Ctrl-C does, and kills those that have not after a second. `swift build` starts compilers in process groups of
  /// their own, which it ends if it is asked, and leaves behind if it is killed.
  private func endProgram() {
    var left = state.withLock { state in
      state.isEnding = true
      return state
    }
    for identifier in left.identifiers { kill(-identifier, SIGINT) }
    let deadline = Date(timeIntervalSinceNow: 1)
    while !left.identifiers.isEmpty {
      // Where nobody takes over a program's children a dead one would stay.
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
