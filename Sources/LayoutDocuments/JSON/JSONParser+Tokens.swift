// Numbers and strings: checked here, and converted where they are asked for.

extension JSONParser {
  private var isAtDigit: Bool { next >= UInt8(ascii: "0") && next <= UInt8(ascii: "9") }

  private mutating func skipDigits() throws(JSONError) {
    guard isAtDigit else { throw failure(expected: "a digit") }
    while isAtDigit { position += 1 }
  }

  /// Parses a number: digits that are in JSON's grammar and that a Double can hold.
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
