import Foundation
import StrictJSON

/// An object of a JSON file that people write. It accepts known keys only: if a misspelt key were ignored,
/// the file would say something else than its writer meant.
///
/// Accessors return values of the requested type, or throw an error that names the place, such as
/// `cells[2].wrkload`.
package struct StrictObject {
  private let json: ParsedJSON
  private let file: String
  /// The object itself.
  package let object: JSONValue

  /// Parses a file whose top value is an object with the keys `format` and `version`, and `keys`.
  ///
  /// - Parameters:
  ///   - file: the file's name in errors.
  ///   - version: the only version that is known.
  package init(
    parsing data: Data, file: String, format: String, version: Int, keys: [String]
  ) throws(FileError) {
    let json: ParsedJSON
    do throws(JSONError) {
      json = try ParsedJSON(readingObject: Array(data))
      // First, since a file of another format has other keys.
      try json.requireFormat(format, version: version, meanings: Self.meanings)
    } catch {
      throw FileError(file, error)
    }
    try self.init(json, file: file, json.root, keys: ["format", "version"] + keys)
  }

  /// The kinds of files, by the names of their formats, with the command that reads each.
  private static var meanings: [String: String] {
    [
      "layout-spec": "a layout document, which \(ProgramName.command) layout takes",
      "layout-spec-cases": "conformance cases, which \(ProgramName.command) verify takes",
      "layoutbench-suite": "a suite, which \(ProgramName.command) run --suite takes",
      "layoutbench-script": "a script, which \(ProgramName.command) frames --script takes",
      "layoutbench-budgets": "budgets, which \(ProgramName.command) budgets takes",
    ]
  }

  private init(_ json: ParsedJSON, file: String, _ object: JSONValue, keys: [String]) throws(FileError) {
    (self.json, self.file, self.object) = (json, file, object)
    do throws(JSONError) {
      try json.requireObject(at: object, keys: keys, expected: "an object")
    } catch {
      throw FileError(file, error)
    }
  }

  /// Returns an object within this object.
  package func object(_ value: JSONValue, keys: [String]) throws(FileError) -> StrictObject {
    try StrictObject(json, file: file, value, keys: keys)
  }

  /// The line of the object's start.
  package var line: Int { json.line(of: object.offset) }

  // MARK: Errors

  /// Returns the error that a key's value is not an expected one, or is missing.
  ///
  /// - Parameter found: the words for what was found; nil, the default, for the value itself.
  package func error(_ key: String, _ found: String? = nil, expected: String) -> FileError {
    object[key].map { error(at: $0, found, expected: expected) }
      ?? error(at: object, "no key \"\(key)\"", expected: expected)
  }

  /// Returns the error that a value is not an expected one.
  func error(at value: JSONValue, _ found: String? = nil, expected: String) -> FileError {
    FileError(file, json.failure(at: value, found, expected: expected))
  }

  // MARK: Values

  package func has(_ key: String) -> Bool { object[key] != nil }

  /// Returns a value; `convert` returns nil for one of another type.
  private func value<Value>(
    _ key: String, _ type: String, _ convert: (JSONValue) -> Value?
  ) throws(FileError) -> Value {
    guard let value = object[key].flatMap(convert) else { throw error(key, expected: type) }
    return value
  }

  package func string(_ key: String) throws(FileError) -> String { try value(key, "a string", \.string) }

  package func number(_ key: String) throws(FileError) -> Double { try value(key, "a number", \.number) }

  package func integer(_ key: String) throws(FileError) -> Int { try value(key, "a whole number", integer) }

  /// Returns a string that is not empty.
  package func filledString(_ key: String) throws(FileError) -> String {
    try value(key, "a string with something in it") { value in value.string.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// Reads one of the words of an enumeration.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue
  ) throws(FileError) -> Word {
    do throws(JSONError) {
      return try json.word(at: value, among: Word.allCases.map { ($0.rawValue, $0) })
    } catch {
      throw FileError(file, error)
    }
  }

  /// Reads one of the words of an enumeration, by its key.
  package func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String) throws(FileError) -> Word {
    try word(value(key, "a word") { $0 })
  }

  /// Returns a whole number, also if it is written `2.0`.
  func integer(_ value: JSONValue) -> Int? { value.number.flatMap { Int(exactly: $0) } }

  /// Reads an array of at least one element.
  ///
  /// - Parameter areDistinct: true if no element may equal another one; default false.
  package func array<Element: Equatable>(
    _ key: String, areDistinct: Bool = false, of read: (JSONValue) throws(FileError) -> Element
  ) throws(FileError) -> [Element] {
    var elements: [Element] = []
    for item in try value(key, "an array", \.items) {
      let next = try read(item)
      if areDistinct, let first = elements.firstIndex(of: next) {
        throw error(at: item, "the same as \(key)[\(first)]", expected: "each once")
      }
      elements.append(next)
    }
    guard !elements.isEmpty else { throw error(key, "an empty array", expected: "one element at least") }
    return elements
  }
}

extension FileError {
  /// The error of a JSON text, with its place in the text.
  fileprivate init(_ file: String, _ error: JSONError) {
    let sentence = JSONError.sentence(
      found: error.found, expected: error.expected, suggestion: error.suggestion)
    self.init(
      file: file, line: error.line, message: error.path.isEmpty ? sentence : "\(error.path): \(sentence)")
  }
}
