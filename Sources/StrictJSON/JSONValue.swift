/// A JSON value: read from a text, with its position, or made to be written.
package struct JSONValue: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    /// JSON has no NaN and no infinities: they are written as null.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])
  }

  /// A member of an object.
  package struct Member: Sendable {
    package let key: String
    /// The offset of the key's quotation mark.
    package let offset: Int
    package let value: JSONValue
  }

  package private(set) var content: Content
  /// The offset of the first byte from the start of the text; 0 if the value was not read.
  package let offset: Int

  init(_ content: Content, at offset: Int = 0) {
    self.content = content
    self.offset = offset
  }
}

// MARK: - Contents

extension JSONValue {
  package var isNull: Bool { if case .null = content { true } else { false } }
  var bool: Bool? { if case .bool(let value) = content { value } else { nil } }
  package var number: Double? { if case .number(let value) = content { value } else { nil } }
  package var string: String? { if case .string(let value) = content { value } else { nil } }
  package var items: [JSONValue]? { if case .array(let items) = content { items } else { nil } }
  package var members: [Member]? { if case .object(let members) = content { members } else { nil } }

  /// A member of an object; nil if there is none, and for other values. Setting nil removes the member.
  package subscript(key: String) -> JSONValue? {
    get { members?.first { $0.key == key }?.value }
    set {
      guard let members else { return }
      let others = members.filter { $0.key != key }
      content = .object(others + (newValue.map { [Member(key: key, offset: 0, value: $0)] } ?? []))
    }
  }
}

extension JSONValue: Equatable {
  /// Neither positions nor the order of members count. Recurses: for values of a few levels.
  package static func == (first: JSONValue, second: JSONValue) -> Bool {
    switch (first.content, second.content) {
    case (.null, .null): true
    case (.bool(let first), .bool(let second)): first == second
    case (.number(let first), .number(let second)): first == second
    case (.string(let first), .string(let second)): first == second
    case (.array(let first), .array(let second)): first == second
    case (.object(let members), .object(let others)):
      members.count == others.count && members.allSatisfy { second[$0.key] == $0.value }
    default: false
    }
  }
}

// MARK: - Values to write

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
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
    self = JSONValue(.object(elements.map { Member(key: $0.0, offset: 0, value: $0.1) }))
  }

  package static var null: JSONValue { JSONValue(.null) }
  package static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }
  package static func number(_ value: Double) -> JSONValue { JSONValue(.number(value)) }
  package static func string(_ value: String) -> JSONValue { JSONValue(.string(value)) }
  package static func array(_ items: [JSONValue]) -> JSONValue { JSONValue(.array(items)) }
  package static func numbers(_ values: [Double]) -> JSONValue { .array(values.map(JSONValue.number)) }
  package static func object(_ members: [String: JSONValue]) -> JSONValue {
    JSONValue(.object(members.map { Member(key: $0.key, offset: 0, value: $0.value) }))
  }
}
