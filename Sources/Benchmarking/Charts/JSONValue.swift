import Foundation
import StrictJSON

/// A JSON value: what charts are written in.
enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// JSON has no NaN and no infinities: they are written as null.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  static func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }

  static func numbers(_ values: [Double]) -> JSONValue { .array(values.map { .number($0) }) }

  /// A number to six digits, more than a picture can show; nil is null.
  static func figure(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    guard value != 0 else { return 0 }
    let digits = 5 - Int(log10(abs(value)).rounded(.down))
    guard abs(digits) < 300 else { return .number(value) }
    let power = pow(10, Double(abs(digits)))
    return .number(digits >= 0 ? (value * power).rounded() / power : (value / power).rounded() * power)
  }

  /// A member of an object; nil if there is none, and for other values. Setting nil removes it.
  subscript(key: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members[key]
    }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

// MARK: - Text

extension JSONValue {
  /// Reads a text in UTF-8.
  init(parsing bytes: [UInt8]) throws(JSONError) {
    self.init(try ParsedJSON(parsing: bytes, maximumNesting: 500), at: 0)
  }

  private init(_ json: ParsedJSON, at index: Int) {
    switch json.kind(at: index) {
    case .null: self = .null
    case .false: self = .bool(false)
    case .true: self = .bool(true)
    case .number: self = .number(json.double(at: index))
    case .string: self = .string(json.text(at: index))
    case .array: self = .array(json.items(of: index).map { JSONValue(json, at: $0) })
    case .object:
      let members = json.keys(of: index).map { (json.text(at: $0), JSONValue(json, at: $0 + 1)) }
      self = .object(Dictionary(members) { $1 })
    }
  }

  /// JSON with keys in the order of their UTF-8 bytes, so that equal values make equal files in every locale.
  /// An object or array without others in it is one line, so that data reads as a table. Ends with a line
  /// end.
  var formatted: String {
    var json = JSONWriter()
    write(to: &json)
    return String(decoding: json.takeBytes(), as: UTF8.self)
  }

  private func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.number(nil)
    case .bool(let value): json.boolean(value)
    case .number(let value): json.number(value)
    case .string(let value): json.string(value)
    case .array(let elements):
      json.beginArray(elements.contains(where: \.isContainer) ? .lines : .line)
      for element in elements { element.write(to: &json) }
      json.endArray()
    case .object(let members):
      json.beginObject(members.values.contains(where: \.isContainer) ? .lines : .line)
      for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        json.key(key)
        value.write(to: &json)
      }
      json.endObject()
    }
  }

  private var isContainer: Bool {
    switch self {
    case .array, .object: true
    case .null, .bool, .number, .string: false
    }
  }
}
