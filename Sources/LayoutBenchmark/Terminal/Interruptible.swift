import ArgumentParser
import Benchmarking
import Foundation
import Synchronization

/// What Ctrl-C and a scheduler's SIGTERM do: they end the program, unless something is under way that can be interrupted.
///
/// One pair of Dispatch sources serves the program until it ends. On Linux, Dispatch takes a signal over at the first source for it and never
/// again, so `signal(_:_:)` with `SIG_IGN`, as a second source would need it on macOS, would have the signal ignored for good.
enum Signals {
  private static let action = Mutex<(@Sendable () -> Void)?>(nil)

  // SAFETY: made once, and never used again: it is kept because a source that nobody keeps ends.
  nonisolated(unsafe) private static let sources = [SIGINT, SIGTERM].map { number in
    #if canImport(Darwin)
    // A source watches there, and the signal would end the program all the same.
    signal(number, SIG_IGN)
    #endif
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
    source.setEventHandler {
      if let act = action.withLock(\.self) { act() } else { exit(130) }
    }
    source.resume()
    return source
  }

  /// From here on both signals end the program at once, and the programs that it waits for with it.
  static func watch() {
    _ = sources
  }

  /// Has both signals do something else during `work`.
  fileprivate static func whileActing<T>(
    _ act: @escaping @Sendable () -> Void, _ work: () throws -> T
  ) rethrows -> T {
    watch()
    action.withLock { $0 = act }
    defer { action.withLock { $0 = nil } }
    return try work()
  }
}

/// Runs `work`; Ctrl-C or a scheduler's SIGTERM asks it to stop after what is under way, and a second one ends the program.
///
/// - Parameters:
///   - message: said once, at the first signal.
///   - hurry: done at the first signal, after the request. Default: nothing.
func interruptible<T>(
  _ interruption: Interruption, saying message: String, hurry: @escaping @Sendable () -> Void = {},
  _ work: () throws -> T
) rethrows -> T {
  try Signals.whileActing {
    if interruption.isRequested { exit(130) }
    interruption.request()
    hurry()
    // On a terminal the line that says how far it is has no end yet.
    if isatty(STDERR_FILENO) == 1 { StandardError.print("") }
    StandardError.print(message)
  } _: {
    try work()
  }
}
