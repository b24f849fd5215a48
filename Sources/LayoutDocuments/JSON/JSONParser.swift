import LayoutSpecs

/// A strict parser of JSON (RFC 8259), which never recurses.
///
/// It refuses what other parsers let pass: text that is not UTF-8, a byte order mark, comments, trailing commas, leading
/// zeros, `NaN` and `Infinity`, numbers that a Double cannot hold, lone surrogates, control characters in strings, equal
/// keys in one object, anything after the value, and nesting beyond a limit. Time is linear in the length of the text.
struct JSONParser {
  let bytes: [UInt8]
  private let maximumNesting: Int
  var position = 0
  private var values: [JSONDocument.JSONValue] = []
  /// The numbers of the arrays and objects that are not closed yet, from the outside in.
  private var open: [Int] = []
  /// Whether a key of the innermost object still lacks its value.
  private var hasPendingKey = false

  private init(_ bytes: [UInt8], maximumNesting: Int) {
    self.bytes = bytes
    self.maximumNesting = maximumNesting
  }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - maximumNesting: How many arrays and objects may be open at once.
  static func parse(_ bytes: [UInt8], maximumNesting: Int) throws(JSONError) -> JSONDocument {
    guard bytes.count < Int(UInt32.max) else {
      throw JSONError(offset: 0, found: "\(bytes.count) bytes", expected: "less than 4 GiB")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONError(offset: 0, found: "a byte order mark", expected: "UTF-8 without one")
    }
    if let offset = firstInvalidUTF8(in: bytes) {
      let byte = "0x" + String(bytes[offset], radix: 16, uppercase: true)
      throw JSONError(offset: offset, found: "the byte \(byte) at offset \(offset)", expected: "UTF-8")
    }
    var parser = JSONParser(bytes, maximumNesting: maximumNesting)
    return try parser.parse()
  }

  private mutating func parse() throws(JSONError) -> JSONDocument {
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
    return JSONDocument(bytes: bytes, values: values)
  }
}

/// Where a text is not JSON, and why.
struct JSONError: Error {
  /// Where, in bytes from the start.
  let offset: Int
  let found: String
  let expected: String
  /// The way from the top value to what was being parsed.
  var path = ""
}

// MARK: - Values

extension JSONParser {
  /// The byte that is next; 0, which is never right, at the end.
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
      default: return
      }
    }
  }

  /// Parses a value. Of an array or object it parses the bracket only, and leaves it open.
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

  /// Adds the record of a value whose text ends at the current position.
  mutating func append(_ kind: JSONKind, from start: Int, hasEscapes: Bool = false) {
    values.append(
      JSONDocument.JSONValue(
        kind: kind, hasEscapes: hasEscapes, offset: UInt32(start), byteCount: UInt32(position - start),
        end: UInt32(values.count + 1)))
  }

  private mutating func beginContainer(_ kind: JSONKind) throws(JSONError) {
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

  private mutating func parseWord(_ word: String, _ kind: JSONKind) throws(JSONError) {
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

// MARK: - Equal keys

extension JSONParser {
  /// Few keys are compared with each other, many go through a set, so that an object of any length takes linear time.
  private mutating func refuseEqualKeys(in object: Int) throws(JSONError) {
    var seen: Set<ArraySlice<UInt8>> = []
    var count = 0
    var key = object + 1
    while key < values.count {
      if count < 16 {
        var earlier = object + 1
        while earlier < key {
          if areEqualKeys(earlier, key) { throw repeated(key) }
          earlier = Int(values[earlier + 1].end)
        }
      } else {
        if count == 16 { seen = Set(keys(from: object + 1, to: key)) }
        if !seen.insert(values[key].utf8(in: bytes)).inserted { throw repeated(key) }
      }
      count += 1
      key = Int(values[key + 1].end)
    }
  }

  private func keys(from first: Int, to end: Int) -> [ArraySlice<UInt8>] {
    var keys: [ArraySlice<UInt8>] = []
    var key = first
    while key < end {
      keys.append(values[key].utf8(in: bytes))
      key = Int(values[key + 1].end)
    }
    return keys
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
  /// The error that the text stops being JSON at the current position.
  mutating func failure(found: String? = nil, expected: String) -> JSONError {
    JSONError(
      offset: position, found: found ?? foundHere, expected: expected, path: currentPath.description)
  }

  /// What stands at the current position: a word, a character, or the end.
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
    return "\"" + oneLine(String(scalar)) + "\""
  }

  /// The way from the top value to what is being parsed: everything that is open is closed around a stand-in for it.
  private var currentPath: PathText {
    guard let container = open.last else { return PathText() }
    var records = values
    var target = container
    if hasPendingKey || records[container].kind == .array {
      target = records.count
      records.append(JSONDocument.JSONValue(kind: .null, offset: 0, end: UInt32(target + 1)))
    }
    for index in open { records[index].end = UInt32(records.count) }
    return jsonPath(to: target, in: records) { String(decoding: records[$0].utf8(in: bytes), as: UTF8.self) }
  }
}
