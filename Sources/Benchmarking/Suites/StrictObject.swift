import Foundation

/// A JSON object that accepts known keys only. Its accessors return values of the requested type, or throw an
/// error that names the place.
struct StrictObject {
  private let values: [String: Any]
  private let file: String
  private let path: String

  init(_ value: Any, file: String, path: String, keys: [String]) throws(SuiteError) {
    guard let values = value as? [String: Any] else {
      throw SuiteError(
        file: file, path: path, message: "Expected an object, found \(Self.typeName(of: value)).")
    }
    self.values = values
    self.file = file
    self.path = path
    // Sorted by name, so that a file with two errors always reports the same one.
    for key in values.keys.sorted() where !keys.contains(key) {
      let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
      throw error(key, "Is not a known key. Expected one of \(known).")
    }
  }

  func has(_ key: String) -> Bool { values[key] != nil }

  func isString(_ key: String) -> Bool { values[key] is String }

  func error(_ key: String, _ message: String) -> SuiteError {
    let parts = [path, key].filter { !$0.isEmpty }
    return SuiteError(file: file, path: parts.joined(separator: "."), message: message)
  }

  func string(_ key: String) throws(SuiteError) -> String {
    let value = try self.value(key)
    guard let string = value as? String else { throw wrongType(key, "a string", value) }
    return string
  }

  func filledString(_ key: String) throws(SuiteError) -> String {
    let string = try self.string(key)
    guard !string.isEmpty else { throw error(key, "Expected a string with something in it.") }
    return string
  }

  func number(_ key: String) throws(SuiteError) -> Double {
    let value = try self.value(key)
    guard let number = Self.number(value) else { throw wrongType(key, "a number", value) }
    return number.doubleValue
  }

  func integer(_ key: String) throws(SuiteError) -> Int {
    let value = try self.value(key)
    guard let integer = Self.integer(value) else { throw wrongType(key, "a whole number", value) }
    return integer
  }

  func array(_ key: String) throws(SuiteError) -> [Any] {
    let value = try self.value(key)
    guard let array = value as? [Any] else { throw wrongType(key, "an array", value) }
    guard !array.isEmpty else { throw error(key, "Expected one element at least, found none.") }
    return array
  }

  /// Returns an integer, also if it is written `2.0`; nil for everything else.
  static func integer(_ value: Any) -> Int? {
    number(value).flatMap { Int(exactly: $0.doubleValue) }
  }

  private static func number(_ value: Any) -> NSNumber? {
    isBoolean(value) ? nil : value as? NSNumber
  }

  /// Booleans are numbers in Foundation. Their C type, which no JSON number has, tells them apart.
  private static func isBoolean(_ value: Any) -> Bool {
    guard let number = value as? NSNumber else { return false }
    return String(cString: number.objCType) == String(cString: NSNumber(value: true).objCType)
  }

  private func value(_ key: String) throws(SuiteError) -> Any {
    guard let value = values[key] else { throw error(key, "Is missing.") }
    return value
  }

  private func wrongType(_ key: String, _ expected: String, _ value: Any) -> SuiteError {
    error(key, "Expected \(expected), found \(Self.typeName(of: value)).")
  }

  private static func typeName(of value: Any) -> String {
    if isBoolean(value) { return "a boolean" }
    switch value {
    case is String: return "a string"
    case is NSNumber: return "the number \(value)"
    case is [Any]: return "an array"
    case is [String: Any]: return "an object"
    default: return "null"
    }
  }
}
