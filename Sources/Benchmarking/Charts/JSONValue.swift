import Foundation

/// A JSON value: what charts are written in.
enum JSONValue: Equatable {
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

extension JSONValue: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }
}

extension JSONValue {
  /// JSON with keys in the order of their UTF-8 bytes, so that equal values make equal files in every locale.
  /// An object or array without others in it is one line, so that data reads as a table. Ends with a line
  /// end.
  var formatted: String { text(indentation: "") + "\n" }

  private func text(indentation: String) -> String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value.description
    case .number(let value):
      guard value.isFinite else { return "null" }
      guard let whole = Int(exactly: value), whole.magnitude < 1 << 53 else { return value.description }
      return whole.description
    case .string(let value): return Self.quoted(value)
    case .array(let elements):
      return Self.list(elements.map { ("", $0) }, between: ("[", "]"), indentation: indentation)
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { (Self.quoted($0.key) + ": ", $0.value) }
      return Self.list(sorted, between: ("{", "}"), indentation: indentation)
    }
  }

  private static func list(
    _ members: [(label: String, value: JSONValue)], between brackets: (String, String), indentation: String
  ) -> String {
    let hasLists = members.contains { member in
      switch member.value {
      case .array, .object: true
      default: false
      }
    }
    let inner = indentation + "  "
    let texts = members.map { $0.label + $0.value.text(indentation: inner) }
    guard hasLists else { return brackets.0 + texts.joined(separator: ", ") + brackets.1 }
    return "\(brackets.0)\n\(inner)" + texts.joined(separator: ",\n" + inner)
      + "\n\(indentation)\(brackets.1)"
  }

  private static func quoted(_ value: String) -> String {
    var text = ""
    quote(value, into: &text)
    return text
  }

  /// Appends a string as JSON writes it.
  static func quote(_ value: String, into text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      // Control characters, and the line ends that JavaScript has and JSON has not.
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
