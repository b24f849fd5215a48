// The texts of JSON's numbers and strings, in and out.

/// The bytes that a string's text stands for.
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

/// The value of a hexadecimal digit, or nil where the byte is none.
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// The powers of ten that a Double holds exactly.
private let exactPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  1e19,
  1e20, 1e21, 1e22,
]

/// The number nearest to a text in JSON's grammar; infinite where it is too large.
///
/// Up to 15 digits and a power of ten that is exact need one rounding, in a multiplication or a division. The others take
/// the standard library's way.
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

/// Writes a string between quotation marks. Only what JSON asks for is escaped; everything else stays as it is.
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
