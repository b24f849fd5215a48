/// A JSON text and the positions of its values: one array of records in the order of the text.
///
/// Foundation's reader gives neither a value's position in the text nor its path, silently keeps one of
/// several equal keys, and limits nesting to a few hundred levels. This one allocates no object for a value
/// and never recurses, so a text of any length or depth costs 16 bytes a value. It converts on demand.
///
/// Values are addressed by their index in `values`; the top value is 0. Typed access throws
/// errors that name the line, the column and the path.
package struct ParsedJSON: Sendable {
  /// The text. All offsets count from its start.
  package let bytes: [UInt8]
  /// All values and keys, in the order of the text. Keys precede their values.
  package let values: [Value]

  package enum Kind: UInt8, Sendable {
    case null, `false`, `true`, number, string, array, object
  }

  /// The record of a value or of a key.
  package struct Value: Sendable {
    package let kind: Kind
    /// True if this is a string with escapes, whose bytes differ from those of the text.
    var hasEscapes = false
    /// The offset of the value's text; for a string, behind the quotation mark.
    let offset: UInt32
    /// The length of a number or a string in the text, without quotation marks.
    var byteCount: UInt32 = 0
    /// The index of the record behind this value and all that it contains: the next sibling, if there is one.
    package var end: UInt32

    /// The offset of the value, including its quotation mark.
    package var position: Int { kind == .string ? Int(offset) - 1 : Int(offset) }

    /// The text of a number, or of a string with its escapes.
    func text(in bytes: [UInt8]) -> ArraySlice<UInt8> {
      bytes[Int(offset)..<Int(offset) + Int(byteCount)]
    }

    /// The string's bytes, without escapes.
    func utf8(in bytes: [UInt8]) -> ArraySlice<UInt8> {
      hasEscapes ? unescapedJSON(text(in: bytes)) : text(in: bytes)
    }
  }
}

// MARK: - Values

extension ParsedJSON {
  @inlinable
  package func kind(at index: Int) -> Kind { values[index].kind }

  /// The index behind a value and all that it contains.
  @inlinable
  package func end(of index: Int) -> Int { Int(values[index].end) }

  /// The string's bytes, without escapes.
  package func utf8(at index: Int) -> ArraySlice<UInt8> { values[index].utf8(in: bytes) }

  /// The string at an index that is known to hold one.
  package func text(at index: Int) -> String { String(decoding: utf8(at: index), as: UTF8.self) }

  /// The number at an index that is known to hold one: the nearest Double, which is finite.
  package func double(at index: Int) -> Double { jsonNumber(values[index].text(in: bytes)) }

  /// The indices of an array's items, in order. Each step takes constant time.
  package func items(of array: Int) -> some Sequence<Int> {
    let end = end(of: array)
    return sequence(first: array + 1) { self.end(of: $0) }.prefix { $0 < end }
  }

  /// The indices of an object's keys, in order; each value follows its key. Each step takes constant time.
  package func keys(of object: Int) -> some Sequence<Int> {
    let end = end(of: object)
    return sequence(first: object + 1) { self.end(of: $0 + 1) }.prefix { $0 < end }
  }

  /// The value in a message.
  package func description(of index: Int) -> String {
    switch values[index].kind {
    case .null: "null"
    case .false: "false"
    case .true: "true"
    case .number: shortened(values[index].text(in: bytes))
    case .string: "\"\(shortened(utf8(at: index)))\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}

// MARK: - Places

extension ParsedJSON {
  /// The line and the column at which a value or a key begins, from 1; columns count Unicode scalars.
  package func place(of index: Int) -> (line: Int, column: Int) {
    StrictJSON.place(at: values[index].position, in: bytes)
  }

  /// The path from the top value to this value, or to this key.
  ///
  /// Parsing keeps nothing for it; it is found in time linear in the number of records.
  package func path(to target: Int) -> JSONPath {
    JSONPath(to: target, in: values) { text(at: $0) }
  }
}

// MARK: - Typed access

extension ParsedJSON {
  /// Parses a text that is expected to hold an object; see `init(parsing:maximumNesting:)`.
  package init(readingObject bytes: [UInt8], maximumNesting: Int) throws(JSONError) {
    guard !bytes.isEmpty else {
      throw JSONError(.syntax, in: bytes, at: 0, found: "an empty file", expected: "a JSON object")
    }
    try self.init(parsing: bytes, maximumNesting: maximumNesting)
  }

  /// The error that a value, or a key, is not what was expected.
  ///
  /// - Parameter found: What was found; nil for the value itself.
  package func failure(
    at index: Int, _ found: String? = nil, expected: String, suggestion: String? = nil,
    kind: JSONError.Kind = .content
  ) -> JSONError {
    JSONError(
      kind, in: bytes, at: values[index].position, path: path(to: index).description,
      found: found ?? description(of: index), expected: expected, suggestion: suggestion)
  }

  /// The error that a string, or a key, is none of the names.
  ///
  /// - Parameter found: What was found; nil for the string itself.
  package func failure(at index: Int, _ found: String? = nil, among names: [String]) -> JSONError {
    let suggestion = kind(at: index) == .string ? nearestName(to: utf8(at: index), among: names) : nil
    return failure(at: index, found, expected: oneOf(names), suggestion: suggestion)
  }
}

/// The names in a message: `one of a, b`.
package func oneOf(_ names: [String]) -> String {
  names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
}

// MARK: - Objects

extension ParsedJSON {
  /// Finds the members of an object, all of whose keys must be known.
  ///
  /// - Parameters:
  ///   - index: The index of the object.
  ///   - members: Takes the result; its storage is reused.
  ///   - expected: What errors say was expected if the value is not an object.
  @inlinable
  package func readMembers<Key>(
    of index: Int, into members: inout Members<Key>, expected: @autoclosure () -> String
  ) throws(JSONError) {
    guard kind(at: index) == .object else { throw failure(at: index, expected: expected()) }
    members.object = index
    members.keys = KeySet()
    let end = end(of: index)
    var key = index + 1
    while key < end {
      guard let known = Key.names.value(named: utf8(at: key)) else {
        throw unknownKey(key, among: Key.names.all)
      }
      members.keys.insert(known)
      members.slots[Int(known.rawValue)] = UInt32(key + 1)
      key = self.end(of: key + 1)
    }
  }

  /// The members of an object; see `readMembers(of:into:expected:)`.
  @inlinable
  package func members<Key>(
    of index: Int, _ keys: Key.Type, expected: @autoclosure () -> String
  ) throws(JSONError) -> Members<Key> {
    var members = Members<Key>()
    try readMembers(of: index, into: &members, expected: expected())
    return members
  }

  @usableFromInline
  func unknownKey(_ key: Int, among names: [String]) -> JSONError {
    failure(at: key, "unknown key \"\(shortened(utf8(at: key)))\"", among: names)
  }

  /// The index of a required key's value.
  @inlinable
  package func require<Key>(
    _ key: Key, in members: Members<Key>, expected: @autoclosure () -> String
  ) throws(JSONError) -> Int {
    guard let index = members[key] else {
      throw failure(at: members.object, "no key \"\(key.name)\"", expected: expected())
    }
    return index
  }

  /// The index of the value of one key of an object, whatever its other keys are; nil if there is none.
  package func value(ofKey name: String, in object: Int) -> Int? {
    keys(of: object).first { utf8(at: $0).elementsEqual(name.utf8) }.map { $0 + 1 }
  }
}

// MARK: - Values

extension ParsedJSON {
  /// A number that fulfils a condition.
  package func number(
    at index: Int, expected: @autoclosure () -> String = "a number",
    where condition: (Double) -> Bool = { _ in true }
  ) throws(JSONError) -> Double {
    guard kind(at: index) == .number else { throw failure(at: index, expected: expected()) }
    let value = double(at: index)
    guard condition(value) else { throw failure(at: index, expected: expected()) }
    return value
  }

  package func string(at index: Int) throws(JSONError) -> String {
    guard kind(at: index) == .string else { throw failure(at: index, expected: "a string") }
    return text(at: index)
  }

  package func boolean(at index: Int) throws(JSONError) -> Bool {
    switch kind(at: index) {
    case .true: return true
    case .false: return false
    default: throw failure(at: index, expected: "true or false")
    }
  }

  /// A case of an enumeration, by its name.
  @inlinable
  package func value<Value: JSONNamed>(at index: Int, as type: Value.Type = Value.self)
    throws(JSONError) -> Value
  {
    guard kind(at: index) == .string, let value = Value.names.value(named: utf8(at: index)) else {
      throw failure(at: index, among: Value.names.all)
    }
    return value
  }

  /// The indices of an array's items.
  package func items(at index: Int, expected: @autoclosure () -> String) throws(JSONError) -> [Int] {
    guard kind(at: index) == .array else { throw failure(at: index, expected: expected()) }
    return Array(items(of: index))
  }

  /// The indices of the items of an array of a given length.
  package func items(
    at index: Int, count: Int, expected: @autoclosure () -> String
  ) throws(JSONError) -> [Int] {
    let items = try items(at: index, expected: expected())
    guard items.count == count else {
      throw failure(at: index, "an array of \(items.count)", expected: expected())
    }
    return items
  }
}

// MARK: - Texts of strings and numbers

/// The bytes of a string without its escapes.
///
/// - Precondition: the parser has checked the escapes.
func unescapedJSON(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var result: [UInt8] = []
  result.reserveCapacity(text.count)
  var position = text.startIndex
  while position < text.endIndex {
    let byte = text[position]
    position += 1
    guard byte == UInt8(ascii: "\\") else {
      result.append(byte)
      continue
    }
    let escape = text[position]
    position += 1
    switch escape {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      var code = hexadecimal(text[position..<position + 4])
      position += 4
      if code >= 0xD800 && code < 0xDC00 {
        let low = hexadecimal(text[position + 2..<position + 6])
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        position += 6
      }
      if let scalar = Unicode.Scalar(code) { result.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
    default: result.append(escape)
    }
  }
  return result[...]
}

/// The value of hexadecimal digits.
private func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt32 {
  digits.reduce(0) { $0 << 4 + UInt32(hexadecimalDigit($1) ?? 0) }
}

/// The value of a hexadecimal digit; nil for any other byte.
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Powers of ten, which a Double holds exactly up to 1e22.
private let exactPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]

/// The Double nearest to a text in JSON's grammar; infinite if it is too large.
///
/// Up to 15 digits and an exact power of ten need one rounding; the standard library parses the others.
func jsonNumber(_ text: ArraySlice<UInt8>) -> Double {
  var digits: UInt64 = 0
  var digitCount = 0
  var fractionLength = 0
  var isInFraction = false
  for byte in text.drop(while: { $0 == UInt8(ascii: "-") }) {
    if byte == UInt8(ascii: ".") {
      isInFraction = true
    } else if byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") && digitCount < 15 {
      digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
      digitCount += 1
      if isInFraction { fractionLength += 1 }
    } else {
      return Double(String(decoding: text, as: UTF8.self)) ?? .infinity
    }
  }
  let magnitude = Double(digits) / exactPowersOfTen[fractionLength]
  return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
}
