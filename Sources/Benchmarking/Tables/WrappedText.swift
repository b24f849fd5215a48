extension String {
  /// Returns the text with spaces behind it, so that it has this many characters at least.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// Returns the text in lines broken between words, without the spaces at the breaks. A longer word has a line of
  /// its own. The spaces that the text begins with are before each line.
  ///
  /// - Parameters:
  ///   - width: the characters that a line has room for; nil for one line.
  ///   - indent: further spaces before each line but the first.
  func wrapped(width: Int?, indent: Int = 0) -> [String] {
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

  /// Returns a text of lines with line ends, with each of them broken.
  package func wrappingLines(width: Int?, indent: Int = 0) -> String {
    guard width != nil else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).wrapped(width: width, indent: indent).joined(separator: "\n") }
      .joined(separator: "\n")
  }
}
