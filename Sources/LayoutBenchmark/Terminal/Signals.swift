import Dispatch
import Foundation
import Measuring

/// The handling of Ctrl-C and a scheduler's SIGTERM: they end the program, or interrupt its work.
///
/// One pair of Dispatch sources serves the program until it ends. On Linux, Dispatch installs its handler
/// with the first source for a signal and never again, so `signal(_:_:)` with `SIG_IGN`, which a second
/// source would need on macOS, would make the program ignore the signal for good.
enum Signals {
  private static let action = Guarded<(@Sendable () -> Void)?>(nil)

  // SAFETY: made once and never used again. The sources are kept because releasing a source ends it.
  nonisolated(unsafe) private static let sources = [SIGINT, SIGTERM].map { number in
    #if canImport(Darwin)
    // On Darwin a source only observes, and the signal would still end the program.
    signal(number, SIG_IGN)
    #endif
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
    source.setEventHandler {
      if let act = action.withLock(\.self) { act() } else { exit(130) }
    }
    source.resume()
    return source
  }

  /// Makes both signals end the program and its child processes at once, from here on. They are not for a run
  /// that shares its process with others.
  static func watch() {
    if ProgramRun.current.ownsProcess { _ = sources }
  }

  /// Makes both signals call `act` during `work`, instead of the actions before.
  static func whileActing<T>(
    _ act: @escaping @Sendable () -> Void, _ work: () throws -> T
  ) rethrows -> T {
    guard ProgramRun.current.ownsProcess else { return try work() }
    watch()
    let outer = action.withLock { action in
      defer { action = act }
      return action
    }
    defer { action.withLock { $0 = outer } }
    return try work()
  }
}
