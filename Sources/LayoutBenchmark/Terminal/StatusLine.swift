import Foundation
import LayoutSpecs

/// A line on the terminal that is overwritten; nothing if standard error is no terminal.
struct StatusLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var lastLength = 0

  mutating func show(_ text: String) {
    guard isTerminal else { return }
    let line = String(oneLine(text).prefix(100))
    let blank = String(repeating: " ", count: max(0, lastLength - line.count))
    StandardError.write("\r\(line)\(blank)")
    lastLength = line.count
  }

  mutating func clear() {
    guard isTerminal && lastLength > 0 else { return }
    StandardError.write("\r\(String(repeating: " ", count: lastLength))\r")
    lastLength = 0
  }
}
