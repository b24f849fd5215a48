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
      json = try ParsedJSON(parsing: Array(data))
    } catch {
      throw FileError(
        file: file, line: error.line,
        message: "is not JSON: found \(error.found), expected \(error.expected)")
    }
    // First, since a file of another format has other keys.
    try Self.requireFormat(format, of: json, file: file)
    try self.init(json, file: file, json.root, keys: ["format", "version"] + keys)
    _ = try string("format")
    let found = try integer("version")
    guard found == version else {
      throw error("version", "expected \(version), the one version known, found \(found)")
    }
  }

  /// Throws an error if the file states another format. If the format is one of this package's, the error names
  /// the command that reads it.
  private static func requireFormat(
    _ format: String, of json: ParsedJSON, file: String
  ) throws(FileError) {
    guard let value = json.root["format"], let found = value.string, found != format else { return }
    let takers = [
      "layout-spec": "a layout document, which \(ProgramName.command) layout takes",
      "layout-spec-cases": "conformance cases, which \(ProgramName.command) verify takes",
      "layoutbench-suite": "a suite, which \(ProgramName.command) run --suite takes",
      "layoutbench-script": "a script, which \(ProgramName.command) frames --script takes",
      "layoutbench-budgets": "budgets, which \(ProgramName.command) budgets takes",
    ]
    throw FileError(
      file: file, line: json.line(of: value.offset),
      message: "format: Expected \"\(format)\", found \"\(found)\"\(takers[found].map { ": \($0)" } ?? "").")
  }

  private init(_ json: ParsedJSON, file: String, _ object: JSONValue, keys: [String]) throws(FileError) {
    self.json = json
    self.file = file
    self.object = object
    guard let members = object.members else { throw wrongType(object, "an object") }
    if let member = members.first(where: { !keys.contains($0.key) }) {
      let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
      throw error(at: member.offset, "is not a known key; expected one of \(known)")
    }
  }

  /// Returns an object within this object.
  package func object(_ value: JSONValue, keys: [String]) throws(FileError) -> StrictObject {
    try StrictObject(json, file: file, value, keys: keys)
  }

  /// The line of the object's start.
  package var line: Int { json.line(of: object.offset) }

  // MARK: Errors

  /// Returns an error at a key's value, or at the object if the key is missing.
  package func error(_ key: String, _ message: String) -> FileError {
    object[key].map { error(at: $0.offset, message) } ?? error(at: object.offset, missing: key, message)
  }

  func error(at value: JSONValue, _ message: String) -> FileError { error(at: value.offset, message) }

  private func error(at offset: Int, missing key: String? = nil, _ message: String) -> FileError {
    var path = json.path(to: offset)
    if let key { path.append(key: key) }
    let place = path.description.isEmpty ? "" : "\(path): "
    return FileError(file: file, line: json.line(of: offset), message: place + message)
  }

  private func wrongType(_ value: JSONValue, _ expected: String) -> FileError {
    let found =
      switch value.content {
      case .bool: "a boolean"
      case .string: "a string"
      case .number: "the number \(json.description(of: value))"
      case .null, .array, .object: json.description(of: value)
      }
    return error(at: value, "expected \(expected), found \(found)")
  }

  // MARK: Values

  package func has(_ key: String) -> Bool { object[key] != nil }

  /// Returns a value; `convert` returns nil for one of another type.
  private func value<Value>(
    _ key: String, _ type: String, _ convert: (JSONValue) -> Value?
  ) throws(FileError) -> Value {
    guard let value = object[key] else { throw error(key, "is missing") }
    guard let converted = convert(value) else { throw wrongType(value, type) }
    return converted
  }

  package func string(_ key: String) throws(FileError) -> String { try value(key, "a string", \.string) }

  package func number(_ key: String) throws(FileError) -> Double { try value(key, "a number", \.number) }

  package func integer(_ key: String) throws(FileError) -> Int { try value(key, "a whole number", integer) }

  /// Returns a string that is not empty.
  package func filledString(_ key: String) throws(FileError) -> String {
    let string = try string(key)
    guard !string.isEmpty else { throw error(key, "expected a string with something in it") }
    return string
  }

  /// Reads one of the words of an enumeration.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue
  ) throws(FileError) -> Word {
    guard let word = value.string.flatMap({ Word(rawValue: $0) }) else {
      let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw error(at: value, "expected one of \(words)\(value.string.map { ", found \"\($0)\"" } ?? "")")
    }
    return word
  }

  /// Reads one of the words of an enumeration, by its key.
  package func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String) throws(FileError) -> Word {
    try word(value(key, "a string") { $0 })
  }

  /// Returns a whole number, also if it is written `2.0`.
  func integer(_ value: JSONValue) -> Int? { value.number.flatMap { Int(exactly: $0) } }

  /// Reads an array of at least one element.
  ///
  /// - Parameter message: the error if an element equals an earlier one; nil, the default, allows equal ones.
  package func array<Element: Equatable>(
    _ key: String, of read: (JSONValue) throws(FileError) -> Element,
    repeated message: ((Element, _ first: Int) -> String)? = nil
  ) throws(FileError) -> [Element] {
    var elements: [Element] = []
    for item in try value(key, "an array", \.items) {
      let next = try read(item)
      if let message, let first = elements.firstIndex(of: next) {
        throw error(at: item, message(next, first))
      }
      elements.append(next)
    }
    guard !elements.isEmpty else { throw error(key, "expected one element at least, found none") }
    return elements
  }
}
