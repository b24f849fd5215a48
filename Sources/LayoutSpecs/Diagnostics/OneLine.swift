// Texts of others in what is printed: names, file names, what a text reads.

/// The text on one line, harmless to a terminal: what would break the line, tell the terminal what to do or
/// turn the direction of reading stands as an escape, as `\n`, `\u{1B}` or `\u{202E}`.
package func oneLine(_ text: String) -> String {
  escaped(text) { $0.isControl }
}

/// The text between quotation marks, on one line as `oneLine` says; quotation marks and backslashes in it
/// have a backslash before them.
package func quoted(_ text: String) -> String {
  "\"\(escaped(text) { $0.isControl || $0 == "\"" || $0 == "\\" })\""
}

private func escaped(_ text: String, _ needsEscape: (Unicode.Scalar) -> Bool) -> String {
  guard text.unicodeScalars.contains(where: needsEscape) else { return text }
  return text.unicodeScalars.reduce(into: "") { result, scalar in
    result += needsEscape(scalar) ? scalar.escaped(asASCII: true) : String(scalar)
  }
}

extension Unicode.Scalar {
  /// Whether the character is a control character, a line or paragraph separator, or a control of the
  /// direction of reading.
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
