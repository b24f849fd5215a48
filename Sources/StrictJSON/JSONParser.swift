/// A strict parser of JSON (RFC 8259) that never recurses.
///
/// It refuses what other parsers accept: text that is not UTF-8, comments, trailing
/// commas, leading zeros, `NaN` and `Infinity`, numbers that a Double cannot hold, lone surrogates, control
/// characters in strings, equal keys in one object, text after the value, and nesting beyond a limit. A byte
/// order mark at the beginning, which some editors write, is ignored. Time is linear in the length of the text.
struct JSONParser {
  let bytes: [UInt8]
  private let maximumNesting: Int
  var position = 0
  private var values: [ParsedJSON.Value] = []
  /// The indices of the arrays and objects that are not closed yet, from the outside in.
  private var open: [Int] = []
  /// The keys of the object that was closed last; its storage is reused.
  private var keys: [Int] = []
  /// True if a key of the innermost object lacks its value.
  private var hasPendingKey = false

  fileprivate init(_ bytes: [UInt8], maximumNesting: Int) {
    self.bytes = bytes
    self.maximumNesting = maximumNesting
    position = byteOrderMark(of: bytes)
  }

  fileprivate mutating func parse() throws(JSONError) -> [ParsedJSON.Value] {
    // Every container has at least two bytes; most values have some eight.
    values.reserveCapacity(bytes.count / 8 + 1)
    skipSpace()
    try parseValue()
    while let container = open.last {
      skipSpace()
      if values[container].kind == .array {
        try continueArray(container)
      } else {
        try continueObject(container)
      }
    }
    skipSpace()
    guard position == bytes.count else { throw failure(expected: "nothing after the value") }
    return values
  }
}

extension ParsedJSON {
  /// Parses a text.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - maximumNesting: The number of arrays and objects that may be open at once.
  package init(parsing bytes: [UInt8], maximumNesting: Int) throws(JSONError) {
    func failure(at offset: Int, _ found: String, _ expected: String) -> JSONError {
      JSONError(.syntax, in: bytes, at: offset, found: found, expected: expected)
    }
    guard bytes.count < Int(UInt32.max) else {
      throw failure(at: 0, "\(bytes.count) bytes", "less than 4 GiB")
    }
    if let offset = firstInvalidUTF8(in: bytes) {
      let byte = "0x" + String(bytes[offset], radix: 16, uppercase: true)
      throw failure(at: offset, "the byte \(byte) at offset \(offset)", "UTF-8")
    }
    var parser = JSONParser(bytes, maximumNesting: maximumNesting)
    values = try parser.parse()
    self.bytes = bytes
  }
}

// MARK: - Values

extension JSONParser {
  /// The next byte; at the end 0, which is never valid.
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
      default: return
      }
    }
  }

  /// Parses a value; of an array or object the bracket only, and leaves it open.
  private mutating func parseValue() throws(JSONError) {
    switch next {
    case UInt8(ascii: "{"): try beginContainer(.object)
    case UInt8(ascii: "["): try beginContainer(.array)
    case UInt8(ascii: "\""): try parseString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber()
    case UInt8(ascii: "n"): try parseWord("null", .null)
    case UInt8(ascii: "t"): try parseWord("true", .true)
    case UInt8(ascii: "f"): try parseWord("false", .false)
    default: throw failure(expected: "a JSON value")
    }
    hasPendingKey = false
  }

  /// Appends the record of a value whose text ends at the current position.
  mutating func append(_ kind: ParsedJSON.Kind, from start: Int, hasEscapes: Bool = false) {
    values.append(
      ParsedJSON.Value(
        kind: kind, hasEscapes: hasEscapes, offset: UInt32(start), byteCount: UInt32(position - start),
        end: UInt32(values.count + 1)))
  }

  private mutating func beginContainer(_ kind: ParsedJSON.Kind) throws(JSONError) {
    guard open.count < maximumNesting else {
      throw failure(
        found: "more than \(maximumNesting) arrays and objects inside each other", expected: "fewer")
    }
    open.append(values.count)
    append(kind, from: position)
    position += 1
  }

  private mutating func endContainer(_ container: Int) {
    position += 1
    values[container].end = UInt32(values.count)
    open.removeLast()
  }

  private mutating func continueArray(_ container: Int) throws(JSONError) {
    if next == UInt8(ascii: "]") { return endContainer(container) }
    if values.count > container + 1 {
      guard next == UInt8(ascii: ",") else { throw failure(expected: "\",\" or \"]\"") }
      position += 1
      skipSpace()
    }
    try parseValue()
  }

  private mutating func continueObject(_ container: Int) throws(JSONError) {
    if next == UInt8(ascii: "}") {
      try refuseEqualKeys(in: container)
      return endContainer(container)
    }
    if values.count > container + 1 {
      guard next == UInt8(ascii: ",") else { throw failure(expected: "\",\" or \"}\"") }
      position += 1
      skipSpace()
    }
    guard next == UInt8(ascii: "\"") else { throw failure(expected: "a key between quotation marks") }
    try parseString()
    hasPendingKey = true
    skipSpace()
    guard next == UInt8(ascii: ":") else { throw failure(expected: "\":\"") }
    position += 1
    skipSpace()
    try parseValue()
  }

  private mutating func parseWord(_ word: String, _ kind: ParsedJSON.Kind) throws(JSONError) {
    let start = position
    for byte in word.utf8 {
      guard next == byte else {
        position = start
        throw failure(expected: "a JSON value")
      }
      position += 1
    }
    append(kind, from: start)
  }
}

// MARK: - Numbers and strings, checked here and converted on demand

extension JSONParser {
  private var isAtDigit: Bool { next >= UInt8(ascii: "0") && next <= UInt8(ascii: "9") }

  private mutating func skipDigits() throws(JSONError) {
    guard isAtDigit else { throw failure(expected: "a digit") }
    while isAtDigit { position += 1 }
  }

  /// Parses a number in JSON's grammar that a Double can hold.
  mutating func parseNumber() throws(JSONError) {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let isLeadingZero = next == UInt8(ascii: "0")
    let firstDigit = position
    try skipDigits()
    if isLeadingZero && position > firstDigit + 1 {
      position = start
      throw failure(found: "a number with a leading zero", expected: "a number without one")
    }
    var mayOverflow = position - start > 300
    if next == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try skipDigits()
      mayOverflow = true
    }
    if mayOverflow && jsonNumber(bytes[start..<position]).isInfinite {
      let text = shortened(bytes[start..<position])
      position = start
      throw failure(found: "the number \(text)", expected: "one below 1.8e308 in magnitude")
    }
    append(.number, from: start)
  }

  /// Parses a string or a key.
  mutating func parseString() throws(JSONError) {
    position += 1
    let start = position
    var hasEscapes = false
    while true {
      let byte = next
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try skipEscape()
      } else if byte < 0x20 {
        if position < bytes.count {
          throw failure(expected: "an escape such as \\n: a string has no control characters")
        }
        throw failure(expected: "the quotation mark that ends the string")
      } else {
        position += 1
      }
    }
    append(.string, from: start, hasEscapes: hasEscapes)
    position += 1
  }

  private mutating func skipEscape() throws(JSONError) {
    let start = position
    position += 1
    switch next {
    case UInt8(ascii: "u"):
      let code = try skipCodeUnit()
      guard code >= 0xD800 && code < 0xE000 else { return }
      let isFollowed =
        code < 0xDC00 && next == UInt8(ascii: "\\") && position + 1 < bytes.count
        && bytes[position + 1] == UInt8(ascii: "u")
      if isFollowed {
        position += 1
        let low = try skipCodeUnit()
        if low >= 0xDC00 && low < 0xE000 { return }
      }
      position = start
      throw failure(found: "half of a surrogate pair", expected: "both halves")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    default: throw failure(expected: "one of \" \\ / b f n r t u after the backslash")
    }
  }

  /// Skips the `u` of an escape and its four digits, and returns their value.
  private mutating func skipCodeUnit() throws(JSONError) -> UInt32 {
    position += 1
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexadecimalDigit(next) else { throw failure(expected: "a hexadecimal digit") }
      code = code << 4 + UInt32(digit)
      position += 1
    }
    return code
  }
}

// MARK: - Equal keys

extension JSONParser {
  /// Compares few keys with each other and puts many into a set, so that time is linear in any case.
  private mutating func refuseEqualKeys(in object: Int) throws(JSONError) {
    keys.removeAll(keepingCapacity: true)
    var next = object + 1
    while next < values.count {
      keys.append(next)
      next = Int(values[next + 1].end)
    }
    guard keys.count > 16 else {
      for (count, key) in keys.enumerated() {
        for earlier in keys[..<count] where areEqualKeys(earlier, key) { throw repeated(key) }
      }
      return
    }
    var seen: Set<ArraySlice<UInt8>> = []
    for key in keys where !seen.insert(values[key].utf8(in: bytes)).inserted { throw repeated(key) }
  }

  private func areEqualKeys(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (values[a], values[b])
    if !first.hasEscapes && !second.hasEscapes && first.byteCount != second.byteCount { return false }
    return first.utf8(in: bytes) == second.utf8(in: bytes)
  }

  private mutating func repeated(_ key: Int) -> JSONError {
    let text = shortened(values[key].utf8(in: bytes))
    position = values[key].position
    hasPendingKey = false
    return failure(found: "the key \"\(text)\" a second time", expected: "each key once")
  }
}

// MARK: - Failing

extension JSONParser {
  /// The error that the text is not JSON at the current position.
  mutating func failure(found: String? = nil, expected: String) -> JSONError {
    JSONError(
      .syntax, in: bytes, at: position, path: currentPath.description, found: found ?? foundHere,
      expected: expected)
  }

  /// The word or character at the current position, or the end.
  private var foundHere: String {
    guard position < bytes.count else { return "the end of the text" }
    let word = bytes[position...].prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    if !word.isEmpty { return shortened(word) }
    if bytes[position] == UInt8(ascii: "\"") { return "a quotation mark" }
    let character = bytes[position...].prefix(4)
    guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first else {
      return "nothing"
    }
    return "\"\(String(scalar).onOneLine)\""
  }

  /// The path to what is being parsed: closes all that is open around a stand-in for it.
  private var currentPath: JSONPath {
    guard let container = open.last else { return JSONPath() }
    var records = values
    var target = container
    if hasPendingKey || records[container].kind == .array {
      target = records.count
      records.append(ParsedJSON.Value(kind: .null, offset: 0, end: UInt32(target + 1)))
    }
    for index in open { records[index].end = UInt32(records.count) }
    return JSONPath(to: target, in: records) { String(decoding: records[$0].utf8(in: bytes), as: UTF8.self) }
  }
}

// MARK: - UTF-8

/// The length of the byte order mark at the beginning; 0 without one.
func byteOrderMark(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

/// The offset of the first byte that is not part of well-formed UTF-8, or nil if there is none.
private func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  // Many times as fast as going from scalar to scalar, which only finds the place.
  if String(validating: bytes, as: UTF8.self) != nil { return nil }
  var parser = UTF8.ForwardParser()
  var rest = bytes.makeIterator()
  var offset = 0
  while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
  return offset
}
