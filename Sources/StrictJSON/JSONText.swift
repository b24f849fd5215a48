// The texts of JSON's numbers and strings, read and written.

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

/// The shortest digits that read back as the same finite number, without a fraction of zero.
func jsonText(of value: Double) -> String {
  // Most numbers are whole; -0 keeps its sign.
  if let whole = Int32(exactly: value), whole != 0 || value.sign == .plus { return "\(whole)" }
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Appends a string in quotation marks, and escapes only what JSON requires.
func appendJSONString(_ string: String, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "\""))
  // Most strings need no escape.
  let needsEscape = string.utf8.contains { byte in
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
  guard needsEscape else {
    bytes.append(contentsOf: string.utf8)
    return bytes.append(UInt8(ascii: "\""))
  }
  for byte in string.utf8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
    case 0x08: bytes.append(contentsOf: "\\b".utf8)
    case 0x0C: bytes.append(contentsOf: "\\f".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0..<0x20:
      bytes.append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u00".utf8)
      bytes.append(contentsOf: String(byte, radix: 16).utf8)
    default: bytes.append(byte)
    }
  }
  bytes.append(UInt8(ascii: "\""))
}

/// The offset of the first byte that is not part of well-formed UTF-8, or nil if there is none.
///
/// Overlong forms, surrogates and values above U+10FFFF are not well-formed.
///
/// Source: the Unicode Standard, table 3-7.
func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  var position = 0
  while position < bytes.count {
    let lead = bytes[position]
    if lead < 0x80 {
      position += 1
      continue
    }
    // The length of the sequence, and the bounds of its second byte.
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return position
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return position }
    for offset in 2..<max(length, 2) where bytes[position + offset] & 0xC0 != 0x80 { return position }
    position += length
  }
  return nil
}
