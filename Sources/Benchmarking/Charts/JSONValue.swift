import Foundation

/// A value of JSON: what a chart's specification is written in.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// JSON has no NaN and no infinities: they are written as null.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// A number to six digits, more than a picture can show; nil is null.
  static func figure(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    guard value != 0 else { return 0 }
    let digits = 5 - Int(log10(abs(value)).rounded(.down))
    guard abs(digits) < 300 else { return .number(value) }
    let power = pow(10, Double(abs(digits)))
    return .number(digits >= 0 ? (value * power).rounded() / power : (value / power).rounded() * power)
  }

  /// What an object has under a key, nil for none and for other values. Setting nil removes it.
  package subscript(key: String) -> JSONValue? {
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

  /// The elements of an array; none for other values.
  package var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The text of a string; nil for other values.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}

extension JSONValue {
  /// JSON with keys in order of their UTF-8 bytes, so that equal values are equal files in every locale. What holds no other
  /// object or array stands on one line, so that data reads as a table. A line end at the end.
  package var formatted: String {
    var text = ""
    write(into: &text, indentation: 0)
    return text + "\n"
  }

  private var isFlat: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.isPlain)
    case .object(let members): members.values.allSatisfy(\.isPlain)
    default: true
    }
  }

  private var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private func write(into text: inout String, indentation: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += JSONValue.number(value)
    case .string(let value): JSONValue.quote(value, into: &text)
    case .array(let elements):
      JSONValue.write(elements, "[", "]", isFlat, indentation, into: &text) { element, text in
        element.write(into: &text, indentation: indentation + 2)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      JSONValue.write(sorted, "{", "}", isFlat, indentation, into: &text) { member, text in
        JSONValue.quote(member.key, into: &text)
        text += ": "
        member.value.write(into: &text, indentation: indentation + 2)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, _ isFlat: Bool, _ indentation: Int,
    into text: inout String, each: (Element, inout String) -> Void
  ) {
    let lineEnd = isFlat ? "" : "\n" + String(repeating: " ", count: indentation)
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += isFlat ? ", " : "," }
      if !isFlat { text += lineEnd + "  " }
      each(element, &text)
    }
    if !elements.isEmpty { text += lineEnd }
    text += close
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    return Int(exactly: value).map { $0.magnitude < 1 << 53 ? String($0) : value.description }
      ?? value.description
  }

  static func quote(_ value: String, into text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      // Control characters, and the line ends that JavaScript knows and JSON does not.
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue: Decodable {
  package init(from decoder: any Decoder) throws {
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

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
