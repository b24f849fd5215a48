/// An error in a JSON text, with its position.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The text is not JSON, or not UTF-8.
    case syntax
    /// The text is of another format, or of an unknown version.
    case format
    /// A value is JSON, but not an expected value.
    case content
  }

  package let kind: Kind
  /// The position in bytes from the start of the text.
  package let offset: Int
  /// The line, from 1.
  package let line: Int
  /// The column, from 1, in Unicode scalars.
  package let column: Int
  /// The path from the top value; empty at the top.
  package let path: String
  package let found: String
  package let expected: String
  /// The known word nearest to the word that was found; nil if none is near.
  package let suggestion: String?

  /// Creates an error; counts its line and column in time linear in the offset.
  init(
    _ kind: Kind, in bytes: [UInt8], at offset: Int, path: String = "", found: String, expected: String,
    suggestion: String? = nil
  ) {
    self.kind = kind
    self.offset = offset
    (line, column) = lineAndColumn(at: offset, in: bytes)
    self.path = path
    self.found = found
    self.expected = expected
    self.suggestion = suggestion
  }

  /// Position, path, what was found and what was expected, on one line.
  package var description: String {
    "\(line):\(column): " + (path.isEmpty ? "" : "\(path): ")
      + JSONError.sentence(found: found, expected: expected, suggestion: suggestion)
  }

  /// `unknown key "widht"; expected one of width, height (did you mean "width"?)`
  package static func sentence(found: String, expected: String, suggestion: String?) -> String {
    "\(found); expected \(expected)" + (suggestion.map { " (did you mean \"\($0)\"?)" } ?? "")
  }
}

/// The line and the column of an offset, from 1; columns count Unicode scalars.
func lineAndColumn(at offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
  let before = bytes[..<offset]
  let lineStart =
    before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? min(byteOrderMark(of: bytes), offset)
  return (
    line: before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 },
    // A continuation byte is part of the character before it.
    column: before[lineStart...].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  )
}

// MARK: - Texts in messages

/// At most 40 bytes of a text, on one line.
package func shortened(_ text: some Collection<UInt8>) -> String { beginning(of: text).onOneLine }

/// At most 40 bytes of a text, and an ellipsis if there are more.
package func beginning(of text: some Collection<UInt8>) -> String {
  let limit = 40
  guard text.count > limit else { return String(decoding: text, as: UTF8.self) }
  // Cut before a character: its continuation bytes go with its first byte.
  var kept = Array(text.prefix(limit + 1))
  while let last = kept.popLast(), last & 0xC0 == 0x80 {}
  return String(decoding: kept, as: UTF8.self) + "…"
}

extension String {
  /// The text with control characters, line separators and controls of the writing direction escaped.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return unicodeScalars.reduce(into: "") { $0 += $1.isControl ? $1.escaped(asASCII: true) : String($1) }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    let category = properties.generalCategory
    return category == .control || category == .lineSeparator || category == .paragraphSeparator
      || properties.isBidiControl
  }
}

/// The name that `text` most likely means, or nil if none is near.
///
/// A name is near if at most a third of its letters, or one letter, is missing, added, exchanged or swapped
/// with its neighbour. Upper and lower case count as equal.
package func nearestName(to text: some Collection<UInt8>, among names: [String]) -> String? {
  guard text.count <= 40 else { return nil }
  let word = text.map(lowercased)
  var nearest: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(word, name.utf8.map(lowercased))
    if distance <= max(1, name.utf8.count / 3), distance < nearest?.distance ?? .max {
      nearest = (name, distance)
    }
  }
  return nearest?.name
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}

/// The optimal string alignment distance: insertions, deletions, exchanges and swaps of neighbours.
package func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
