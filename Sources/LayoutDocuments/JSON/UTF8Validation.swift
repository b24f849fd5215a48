/// The offset of the first byte that is not part of well-formed UTF-8, or nil where there is none.
///
/// Overlong forms, surrogates and values above U+10FFFF are not well-formed. Time is linear.
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
    // How long the sequence is, and what its second byte may be.
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
