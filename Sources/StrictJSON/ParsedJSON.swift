/// A JSON text and its value. Typed access throws errors that name the line, the column and the path.
///
/// Foundation's reader gives neither a value's position in the text nor its path, and silently keeps one of
/// several equal keys.
package struct ParsedJSON: Sendable {
  /// The text. All offsets count from its start.
  let bytes: [UInt8]
  /// The value of the whole text.
  package let root: JSONValue

  /// Parses a text that is expected to hold an object; see `init(parsing:whenTooDeep:)`.
  package init(readingObject bytes: [UInt8], whenTooDeep advice: String = "") throws(JSONError) {
    guard !bytes.isEmpty else {
      throw JSONError(.syntax, in: bytes, at: 0, found: "an empty file", expected: "a JSON object")
    }
    try self.init(parsing: bytes, whenTooDeep: advice)
  }

  /// The words for a value in a message.
  package func description(of value: JSONValue) -> String {
    switch value.content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number: shortened(bytes[value.offset...].prefix { "+-.0123456789Ee".utf8.contains($0) })
    case .string(let text): "\"\(shortened(text.utf8))\""
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The line of an offset, from 1.
  package func line(of offset: Int) -> Int { lineAndColumn(at: offset, in: bytes).line }

  /// The path from the top to the value, or the key, at an offset.
  package func path(to offset: Int) -> JSONPath {
    var path = JSONPath()
    var value = root
    while value.offset < offset {
      if let member = value.members?.last(where: { $0.offset <= offset }) {
        path.append(key: member.key)
        value = member.value
      } else if let items = value.items, let index = items.lastIndex(where: { $0.offset <= offset }) {
        path.append(index: index)
        value = items[index]
      } else {
        break
      }
    }
    return path
  }
}

// MARK: - Errors

extension ParsedJSON {
  /// Returns the error that the value or key at an offset is not an expected one.
  func failure(
    at offset: Int, found: String, expected: String, suggestion: String? = nil,
    kind: JSONError.Kind = .content
  ) -> JSONError {
    JSONError(
      kind, in: bytes, at: offset, path: path(to: offset).description, found: found, expected: expected,
      suggestion: suggestion)
  }

  /// Returns the error that a value is not an expected one.
  ///
  /// - Parameter found: The words for the value that was found; nil for `description(of:)`.
  package func failure(
    at value: JSONValue, _ found: String? = nil, expected: String, kind: JSONError.Kind = .content
  ) -> JSONError {
    failure(at: value.offset, found: found ?? description(of: value), expected: expected, kind: kind)
  }

  /// Returns the error that a word, which is a key or a string, is none of the names.
  package func failure(at offset: Int, found: String, word: String?, among names: [String]) -> JSONError {
    failure(
      at: offset, found: found, expected: oneOf(names),
      suggestion: word.flatMap { nearestName(to: $0.utf8, among: names) })
  }
}

/// The names in a message: `one of a, b`.
package func oneOf(_ names: [String]) -> String {
  names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
}

// MARK: - Objects

extension ParsedJSON {
  /// Checks the keys `format` and `version` of the top object, on which the meaning of all other keys depends.
  ///
  /// - Parameters:
  ///   - newest: The only version that is known.
  ///   - meanings: What files of a known format are, by the format's name, for the words of an error.
  package func requireFormat(
    _ expected: String, version newest: Int, meanings: [String: String]
  ) throws(JSONError) {
    func value(_ key: String, expected: String) throws(JSONError) -> JSONValue {
      guard root.members != nil else { throw failure(at: root, expected: "a JSON object", kind: .format) }
      if let value = root[key] { return value }
      throw failure(at: root, "no key \"\(key)\"", expected: expected, kind: .format)
    }
    func meaning(_ format: String?) -> String { format.flatMap { meanings[$0] }.map { ", \($0)" } ?? "" }
    let format = try value("format", expected: "\"\(expected)\"")
    guard format.string == expected else {
      throw failure(
        at: format, description(of: format) + meaning(format.string),
        expected: "\"\(expected)\"" + meaning(expected), kind: .format)
    }
    let version = try value("version", expected: "\(newest)")
    let number = version.number ?? .nan
    guard number == Double(newest) else {
      throw failure(
        at: version,
        expected: "\(newest)" + (number > Double(newest) ? ", the newest version that is known here" : ""),
        kind: .format)
    }
  }

  /// Throws an error if a value is no object, or has a key that is none of these.
  ///
  /// - Parameter expected: The expectation that the error names if the value is not an object.
  package func requireObject(
    at value: JSONValue, keys: [String], expected: @autoclosure () -> String
  ) throws(JSONError) {
    guard let members = value.members else { throw failure(at: value, expected: expected()) }
    if let unknown = members.first(where: { !keys.contains($0.key) }) {
      throw failure(
        at: unknown.offset, found: "unknown key \"\(shortened(unknown.key.utf8))\"", word: unknown.key,
        among: keys)
    }
  }

  /// The value of a required key.
  package func require(
    _ key: String, in object: JSONValue, expected: @autoclosure () -> String
  ) throws(JSONError) -> JSONValue {
    guard let value = object[key] else {
      throw failure(at: object, "no key \"\(key)\"", expected: expected())
    }
    return value
  }
}

// MARK: - Values

extension ParsedJSON {
  /// A number that fulfils a condition.
  package func number(
    at value: JSONValue, expected: @autoclosure () -> String = "a number",
    where condition: (Double) -> Bool = { _ in true }
  ) throws(JSONError) -> Double {
    guard let number = value.number, condition(number) else { throw failure(at: value, expected: expected()) }
    return number
  }

  package func string(at value: JSONValue) throws(JSONError) -> String {
    guard let string = value.string else { throw failure(at: value, expected: "a string") }
    return string
  }

  package func boolean(at value: JSONValue) throws(JSONError) -> Bool {
    guard let bool = value.bool else { throw failure(at: value, expected: "true or false") }
    return bool
  }

  /// One of these values, by its name.
  package func word<Word>(
    at value: JSONValue, among words: [(name: String, value: Word)]
  ) throws(JSONError) -> Word {
    if let word = words.first(where: { $0.name == value.string }) { return word.value }
    throw failure(
      at: value.offset, found: description(of: value), word: value.string, among: words.map(\.name))
  }

  package func items(at value: JSONValue, expected: @autoclosure () -> String) throws(JSONError)
    -> [JSONValue]
  {
    guard let items = value.items else { throw failure(at: value, expected: expected()) }
    return items
  }

  /// The items of an array of a given length.
  package func items(
    at value: JSONValue, count: Int, expected: @autoclosure () -> String
  ) throws(JSONError) -> [JSONValue] {
    let items = try items(at: value, expected: expected())
    guard items.count == count else {
      throw failure(at: value, "an array of \(items.count)", expected: expected())
    }
    return items
  }
}
