extension ParsedJSON {
  /// The number of arrays and objects that may be open at once.
  package static let maximumNesting = 512

  /// Parses a text strictly (RFC 8259).
  ///
  /// This parser refuses input that others accept: text that is not UTF-8, comments, trailing commas, leading
  /// zeros, `NaN` and `Infinity`, numbers that a Double cannot hold, lone surrogates, control characters in
  /// strings, equal keys in one object, text after the value, and nesting beyond 512 levels. A byte order mark
  /// at the beginning, which some editors write, is ignored.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - advice: Words to add to an error about too many levels.
  /// - Complexity: linear in the length of the text.
  package init(parsing bytes: [UInt8], whenTooDeep advice: String = "") throws(JSONError) {
    if let offset = firstInvalidUTF8(in: bytes) {
      let byte = "0x" + String(bytes[offset], radix: 16, uppercase: true)
      throw JSONError(
        .syntax, in: bytes, at: offset, found: "the byte \(byte) at offset \(offset)", expected: "UTF-8")
    }
    var parser = JSONParser(bytes: bytes, advice: advice, position: byteOrderMark(of: bytes))
    root = try parser.parse()
    self.bytes = bytes
  }
}

/// The length of the byte order mark at the beginning; 0 without one.
func byteOrderMark(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

/// The offset of the first byte that is not part of well-formed UTF-8, or nil if there is none.
private func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  // This is many times as fast as the loop over scalars below, which is only needed to find the offset.
  if String(validating: bytes, as: UTF8.self) != nil { return nil }
  var parser = UTF8.ForwardParser()
  var rest = bytes.makeIterator()
  var offset = 0
  while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
  return offset
}

/// The state of parsing. Nothing recurses, so the thread's stack may be small.
private struct JSONParser {
  let bytes: [UInt8]
  let advice: String
  var position: Int
  /// The arrays and objects that are not closed yet, from the outside in.
  var open: [Container] = []
  /// The members so far of all open containers, the outermost container's first. The items of arrays have empty keys.
  var members: [JSONValue.Member] = []

  struct Container {
    let isArray: Bool
    /// The offset of its bracket.
    let offset: Int
    /// The index of its first member.
    let start: Int
    /// The key whose value is next, and its offset.
    var key: (text: String, offset: Int)?
  }

  /// The next byte; at the end 0, which is never valid.
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipSpace() {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r")
      || next == UInt8(ascii: "\t")
    { position += 1 }
  }

  mutating func parse() throws(JSONError) -> JSONValue {
    skipSpace()
    var value = try parseValue()
    while let container = open.last {
      if let value {
        let key = container.key ?? ("", 0)
        members.append(JSONValue.Member(key: key.text, offset: key.offset, value: value))
        open[open.count - 1].key = nil
      }
      skipSpace()
      let closing = UInt8(ascii: container.isArray ? "]" : "}")
      if next == closing {
        value = try endContainer(container)
        continue
      }
      if members.count > container.start {
        guard next == UInt8(ascii: ",") else {
          throw failure(expected: container.isArray ? "\",\" or \"]\"" : "\",\" or \"}\"")
        }
        position += 1
        skipSpace()
      }
      if !container.isArray { try parseKey() }
      value = try parseValue()
    }
    skipSpace()
    guard position == bytes.count, let value else { throw failure(expected: "nothing after the value") }
    return value
  }

  /// Parses a value. For an array or object, parses only the opening bracket and returns nil.
  mutating func parseValue() throws(JSONError) -> JSONValue? {
    let start = position
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < ParsedJSON.maximumNesting else {
        throw failure(
          found: "more than \(ParsedJSON.maximumNesting) arrays and objects inside each other",
          expected: "fewer" + advice)
      }
      open.append(Container(isArray: next == UInt8(ascii: "["), offset: position, start: members.count))
      position += 1
      return nil
    case UInt8(ascii: "\""): return JSONValue(.string(try parseString()), at: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONValue(.number(try parseNumber()), at: start)
    default:
      for (word, content) in [("null", .null), ("true", .bool(true)), ("false", .bool(false))]
        as [(String, JSONValue.Content)] where bytes[position...].starts(with: word.utf8)
      {
        position += word.utf8.count
        return JSONValue(content, at: start)
      }
      throw failure(expected: "a JSON value")
    }
  }

  mutating func endContainer(_ container: Container) throws(JSONError) -> JSONValue {
    if !container.isArray { try refuseEqualKeys(from: container.start) }
    // No variable holds a slice: otherwise removing would copy the remaining members.
    let content: JSONValue.Content =
      container.isArray
      ? .array(members[container.start...].map(\.value)) : .object(Array(members[container.start...]))
    members.removeSubrange(container.start...)
    open.removeLast()
    position += 1
    return JSONValue(content, at: container.offset)
  }
}

// MARK: - Keys

extension JSONParser {
  mutating func parseKey() throws(JSONError) {
    let start = position
    guard next == UInt8(ascii: "\"") else { throw failure(expected: "a key between quotation marks") }
    let text = try parseString()
    open[open.count - 1].key = (text, start)
    skipSpace()
    guard next == UInt8(ascii: ":") else { throw failure(expected: "\":\"") }
    position += 1
    skipSpace()
  }

  /// Compares few keys with each other and puts many into a set, so that the time is linear. Keys are compared
  /// by bytes: Swift's `==` also holds for strings that are only canonically equivalent.
  mutating func refuseEqualKeys(from start: Int) throws(JSONError) {
    var seen: Set<[UInt8]> = []
    for index in start..<members.count {
      let key = members[index].key
      let isRepeated =
        members.count > start + 16
        ? !seen.insert(Array(key.utf8)).inserted
        : members[start..<index].contains { $0.key == key && $0.key.utf8.elementsEqual(key.utf8) }
      guard isRepeated else { continue }
      position = members[index].offset
      throw failure(found: "the key \"\(shortened(key.utf8))\" a second time", expected: "each key once")
    }
  }
}

// MARK: - Numbers and strings

extension JSONParser {
  mutating func skipDigits() throws(JSONError) {
    func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    guard isDigit(next) else { throw failure(expected: "a digit") }
    while isDigit(next) { position += 1 }
  }

  mutating func parseNumber() throws(JSONError) -> Double {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let first = position
    try skipDigits()
    if bytes[first] == UInt8(ascii: "0") && position > first + 1 {
      position = start
      throw failure(found: "a number with a leading zero", expected: "a number without one")
    }
    if next == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try skipDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      position = start
      throw failure(found: "the number \(shortened(text.utf8))", expected: "one below 1.8e308 in magnitude")
    }
    return value
  }

  mutating func parseString() throws(JSONError) -> String {
    position += 1
    var start = position
    // The text up to the last escape.
    var beginning = ""
    while true {
      switch next {
      case UInt8(ascii: "\""):
        defer { position += 1 }
        let end = String(decoding: bytes[start..<position], as: UTF8.self)
        return beginning.isEmpty ? end : beginning + end
      case UInt8(ascii: "\\"):
        beginning += String(decoding: bytes[start..<position], as: UTF8.self)
        beginning.unicodeScalars.append(try parseEscape())
        start = position
      case 0..<0x20:
        throw failure(
          expected: position < bytes.count
            ? "an escape such as \\n: a string has no control characters"
            : "the quotation mark that ends the string")
      default: position += 1
      }
    }
  }

  mutating func parseEscape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 1
    if next == UInt8(ascii: "u") {
      let first = try parseCodeUnit()
      if let scalar = Unicode.Scalar(first) { return scalar }
      if UTF16.isLeadSurrogate(first), bytes[position...].starts(with: "\\u".utf8) {
        position += 1
        let second = try parseCodeUnit()
        if UTF16.isTrailSurrogate(second) { return UTF16.decode(UTF16.EncodedScalar([first, second])) }
      }
      position = start
      throw failure(found: "half of a surrogate pair", expected: "both halves")
    }
    let escapes: KeyValuePairs<Unicode.Scalar, Unicode.Scalar> = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]
    guard let escape = escapes.first(where: { $0.key == Unicode.Scalar(next) }) else {
      throw failure(expected: "one of \" \\ / b f n r t u after the backslash")
    }
    position += 1
    return escape.value
  }

  /// Parses the `u` of an escape and its four digits.
  mutating func parseCodeUnit() throws(JSONError) -> UInt16 {
    position += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
        throw failure(expected: "a hexadecimal digit")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}

// MARK: - Errors

extension JSONParser {
  /// The error that the text is not JSON at the current position.
  func failure(found: String? = nil, expected: String) -> JSONError {
    var path = JSONPath()
    for (index, container) in open.enumerated() {
      let end = index + 1 < open.count ? open[index + 1].start : members.count
      if container.isArray {
        path.append(index: end - container.start)
      } else if let key = container.key {
        path.append(key: key.text)
      }
    }
    return JSONError(
      .syntax, in: bytes, at: position, path: path.description, found: found ?? foundHere, expected: expected)
  }

  /// The word or character at the current position, or the end.
  private var foundHere: String {
    guard position < bytes.count else { return "the end of the text" }
    let rest = bytes[position...]
    let word = rest.prefix { byte in
      let character = Character(Unicode.Scalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber)
    }
    if !word.isEmpty { return shortened(word) }
    if next == UInt8(ascii: "\"") { return "a quotation mark" }
    let character = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.prefix(1)
    return "\"\(String(character).onOneLine)\""
  }
}
