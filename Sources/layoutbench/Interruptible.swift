import ArgumentParser
import Foundation
import Measurement

/// Runs `work`; Ctrl-C or a scheduler's SIGTERM asks it to stop after what is under way, and a second one ends the program.
///
/// - Parameter message: said once, at the first signal.
func interruptible<T>(
  _ interruption: Interruption, saying message: String, _ work: () throws -> T
) rethrows -> T {
  try onSignal {
    if interruption.isRequested { exit(130) }
    interruption.request()
    // On a terminal the line that says how far it is has no end yet.
    if isatty(STDERR_FILENO) == 1 { StandardError.print("") }
    StandardError.print(message)
  } during: {
    try work()
  }
}

/// Runs `work`, which Ctrl-C or a scheduler's SIGTERM ends at once. The programs that it waits for are ended too, wherever the signal came
/// from: one that is sent to this process alone does not reach them.
func endable<T>(_ work: () throws -> T) rethrows -> T {
  try onSignal {
    exit(130)
  } during: {
    try work()
  }
}

private func onSignal<T>(_ act: @escaping @Sendable () -> Void, during work: () throws -> T) rethrows -> T {
  let signals = [SIGINT, SIGTERM]
  let sources = signals.map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
    source.setEventHandler(handler: act)
    source.resume()
    return source
  }
  defer {
    for (number, source) in zip(signals, sources) {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }
  return try work()
}
