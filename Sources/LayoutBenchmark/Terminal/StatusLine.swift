import Foundation
import LayoutSpecs
import Measuring

/// A line on the terminal that is overwritten; a line every ten seconds if standard error is a pipe or a file.
struct StatusLine {
  private let isTerminal = isatty(ProgramRun.current.error) == 1
  private var lastLength = 0
  private var lastTime = ContinuousClock.now

  mutating func show(_ text: String) {
    guard isTerminal else {
      guard lastTime.duration(to: .now) >= .seconds(10) else { return }
      lastTime = .now
      StandardError.print(text)
      return
    }
    // A line that fills the terminal would be broken, and its first half would stay.
    let width = TerminalWidth.ofStandardError ?? 80
    let line = String(oneLine(text).prefix(max(width - 1, 1)))
    StandardError.write("\r\(line.padded(to: lastLength))")
    lastLength = line.count
  }

  mutating func clear() {
    guard isTerminal && lastLength > 0 else { return }
    StandardError.write("\r\("".padded(to: lastLength))\r")
    lastLength = 0
  }
}
