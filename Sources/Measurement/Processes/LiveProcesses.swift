import Foundation
import Synchronization

/// The worker programs that run, so that none outlives this one, however it ends short of being killed.
///
/// A worker program that is not busy ends by itself when its input does. Any thread may use this.
final class LiveProcesses: Sendable {
  /// The program's.
  static let shared = LiveProcesses()

  private let identifiers = Mutex<Set<pid_t>>([])

  private init() {
    atexit { LiveProcesses.shared.endAll() }
  }

  func insert(_ identifier: pid_t) {
    identifiers.withLock { _ = $0.insert(identifier) }
  }

  func remove(_ identifier: pid_t) {
    identifiers.withLock { _ = $0.remove(identifier) }
  }

  private func endAll() {
    for identifier in identifiers.withLock({ $0 }) {
      kill(identifier, SIGKILL)
      // Where nobody takes over a program's children a dead one would stay.
      waitpid(identifier, nil, 0)
    }
  }
}
