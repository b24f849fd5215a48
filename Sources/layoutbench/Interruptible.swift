import ArgumentParser
import Foundation
import Measurement

/// Runs `work`; Ctrl-C or a scheduler's SIGTERM asks it to stop after what is under way, and a second one ends the program.
///
/// - Parameter message: said once, at the first signal.
func interruptible<T>(
  _ interruption: Interruption, saying message: String, _ work: () throws -> T
) rethrows -> T {
  let signals = [SIGINT, SIGTERM]
  let sources = signals.map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
    source.setEventHandler {
      if interruption.isRequested { exit(130) }
      interruption.request()
      // On a terminal the line that says how far it is has no end yet.
      if isatty(STDERR_FILENO) == 1 { StandardError.print("") }
      StandardError.print(message)
    }
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
