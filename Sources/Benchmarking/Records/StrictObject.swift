import Foundation
import StrictJSON

/// An object of a JSON file that people write. It accepts known keys only: if a misspelt key were ignored,
/// the file would say something else than its writer meant.
///
/// Accessors return values of the requested type, or throw an error that names the place, such as
/// `cells[2].wrkload`.
struct StrictObject {
  private let json: ParsedJSON
  private let file: String
  /// The index of the object itself.
  let index: Int
  /// The indices of the values.
  private var members: [String: Int] = [:]

  /// Parses a file whose top value is an object with the keys `format` and `version`, and further ones.
  ///
  /// - Parameters:
  ///   - file: the file's name in errors.
  ///   - version: the only version that is known.
  init(
    parsing data: Data, file: String, format: String, version: Int, keys: [String]
  ) throws(FileError) {
    let json: ParsedJSON
    do throws(JSONError) {
      json = try ParsedJSON(parsing: Array(data), maximumNesting: 100)
    } catch {
      throw FileError(
        file: file, line: error.line,
        message: "Is not JSON: found \(error.found), expected \(error.expected).")
    }
    // First, since a file of another format has other keys.
    try Self.requireFormat(format, of: json, file: file)
    try self.init(json, file: file, at: 0, keys: ["format", "version"] + keys)
    _ = try string("format")
    let found = try integer("version")
    guard found == version else {
      throw error("version", "Expected \(version), the one version known, found \(found).")
    }
  }

  /// Throws an error if the file says that it has another format. If it is one of this package's, the error says
  /// which command takes it.
  private static func requireFormat(
    _ format: String, of json: ParsedJSON, file: String
  ) throws(FileError) {
    guard json.kind(at: 0) == .object,
      let key = json.keys(of: 0).first(where: { json.text(at: $0) == "format" }),
      json.kind(at: key + 1) == .string
    else { return }
    let found = json.text(at: key + 1)
    guard found != format else { return }
    let takers = [
      "layout-spec": "a layout document, which layoutbench layout takes",
      "layout-spec-cases": "conformance cases, which layoutbench verify takes",
      BenchmarkSuite.format: "a suite, which layoutbench run --suite takes",
      InstructionBudgets.format: "budgets, which layoutbench budgets takes",
    ]
    throw FileError(
      file: file, line: json.place(of: key + 1).line,
      message: "format: Expected \"\(format)\", found \"\(found)\"\(takers[found].map { ": \($0)" } ?? "").")
  }

  private init(_ json: ParsedJSON, file: String, at index: Int, keys: [String]) throws(FileError) {
    self.json = json
    self.file = file
    self.index = index
    guard json.kind(at: index) == .object else { throw wrongType(index, "an object") }
    for key in json.keys(of: index) {
      guard keys.contains(json.text(at: key)) else {
        let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
        throw error(at: key, "Is not a known key. Expected one of \(known).")
      }
      members[json.text(at: key)] = key + 1
    }
  }

  /// Returns an object within this one.
  func object(at index: Int, keys: [String]) throws(FileError) -> StrictObject {
    try StrictObject(json, file: file, at: index, keys: keys)
  }

  /// The line of the object's start.
  var line: Int { json.place(of: index).line }

  // MARK: Errors

  /// Returns an error at a value, or at a key that is missing.
  func error(_ key: String, _ message: String) -> FileError {
    members[key].map { error(at: $0, message) } ?? error(at: index, missing: key, message)
  }

  func error(at index: Int, missing key: String? = nil, _ message: String) -> FileError {
    var path = json.path(to: index)
    if let key { path.append(key: key) }
    let place = path.description.isEmpty ? "" : "\(path): "
    return FileError(file: file, line: json.place(of: index).line, message: place + message)
  }

  private func wrongType(_ index: Int, _ expected: String) -> FileError {
    let found =
      switch json.kind(at: index) {
      case .true, .false: "a boolean"
      case .string: "a string"
      case .number: "the number \(json.description(of: index))"
      case .null, .array, .object: json.description(of: index)
      }
    return error(at: index, "Expected \(expected), found \(found).")
  }

  // MARK: Values

  func has(_ key: String) -> Bool { members[key] != nil }

  /// Returns a value; `convert` returns nil for one of another type.
  private func value<Value>(
    _ key: String, _ type: String, _ convert: (_ index: Int) -> Value?
  ) throws(FileError) -> Value {
    guard let index = members[key] else { throw error(key, "Is missing.") }
    guard let value = convert(index) else { throw wrongType(index, type) }
    return value
  }

  func string(_ key: String) throws(FileError) -> String { try value(key, "a string", text(at:)) }

  func number(_ key: String) throws(FileError) -> Double { try value(key, "a number", number(at:)) }

  func integer(_ key: String) throws(FileError) -> Int { try value(key, "a whole number", integer(at:)) }

  /// Returns a string that is not empty.
  func filledString(_ key: String) throws(FileError) -> String {
    let string = try string(key)
    guard !string.isEmpty else { throw error(key, "Expected a string with something in it.") }
    return string
  }

  /// Returns a value if it is a string.
  func text(_ key: String) -> String? { members[key].flatMap(text(at:)) }

  func text(at index: Int) -> String? {
    json.kind(at: index) == .string ? json.text(at: index) : nil
  }

  private func number(at index: Int) -> Double? {
    json.kind(at: index) == .number ? json.double(at: index) : nil
  }

  /// Returns a whole number, also if it is written `2.0`.
  func integer(at index: Int) -> Int? { number(at: index).flatMap { Int(exactly: $0) } }

  /// Reads an array of one element at least, each of which must differ from the others.
  func array<Element: Equatable>(
    _ key: String, of read: (_ index: Int) throws(FileError) -> Element,
    repeated message: (Element, _ first: Int) -> String
  ) throws(FileError) -> [Element] {
    let index = try value(key, "an array") { json.kind(at: $0) == .array ? $0 : nil }
    var elements: [Element] = []
    for index in json.items(of: index) {
      let next = try read(index)
      if let first = elements.firstIndex(of: next) { throw error(at: index, message(next, first)) }
      elements.append(next)
    }
    guard !elements.isEmpty else { throw error(at: index, "Expected one element at least, found none.") }
    return elements
  }
}
