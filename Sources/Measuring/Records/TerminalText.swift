extension Unicode.Scalar {
  /// Roughly the blocks of Unicode's EastAsianWidth.txt whose characters are W or F, without emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]

  fileprivate var isWide: Bool {
    properties.isEmojiPresentation || value == 0xFE0F || Self.wide.contains { $0.contains(value) }
  }
}

extension String {
  /// Returns the text with spaces behind it, so that it takes at least this many columns of a terminal.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - terminalWidth))
  }

  /// The columns that a terminal takes for the text: two for a character that is wide in East Asia, or an emoji.
  package var terminalWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + ($1.unicodeScalars.contains(where: \.isWide) ? 2 : 1) }
  }

  /// The text without the spaces at its end.
  package var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }

  /// Returns the text in lines broken between words, without the spaces at the breaks. A longer word has a line of
  /// its own. Spaces at the text's beginning are put before each line.
  ///
  /// - Parameters:
  ///   - width: the characters that a line has room for; nil for one line.
  ///   - indent: further spaces before each line but the first.
  package func wrapped(width: Int?, indent: Int = 0) -> [String] {
    guard let width, count > width else { return [self] }
    let start = String(prefix { $0 == " " })
    let next = start + String(repeating: " ", count: indent)
    var lines: [String] = []
    for word in dropFirst(start.count).split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else if lines.isEmpty || !word.isEmpty {
        lines.append((lines.isEmpty ? start : next) + word)
      }
    }
    return lines
  }

  /// Breaks each line of a text whose lines have line ends.
  package func wrappingLines(width: Int?, indent: Int = 0) -> String {
    guard width != nil else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).wrapped(width: width, indent: indent).joined(separator: "\n") }
      .joined(separator: "\n")
  }

  /// The text as one word of a shell, in quotes if it needs them.
  package var shellWord: String {
    let isPlain = !isEmpty && allSatisfy { $0.isPortable || "/,~=".contains($0) }
    return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
  }

  /// The text with a capital first letter, as in titles.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
