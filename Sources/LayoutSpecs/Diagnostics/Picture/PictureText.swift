/// A text inside an XML element or attribute: what XML reserves is escaped, and what it does not allow at all
/// is shown as `visibleText` shows it. What turns the direction of reading is a reference, so that it does so
/// in the picture alone.
func xmlText(_ text: String) -> String {
  var result = ""
  for scalar in visibleText(text).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\u{61C}"... where scalar.properties.isBidiControl:
      result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The text on one line, and as long as before: a control character becomes its picture, as `␊` for a line break. Others that
/// break lines or that XML does not know become U+FFFD.
func visibleText(_ text: String) -> String {
  let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
    switch scalar {
    case "\u{0}"..."\u{1F}": Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case "\u{7F}": "\u{2421}"
    case "\u{80}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
    default: scalar
    }
  }
  return String(String.UnicodeScalarView(scalars))
}

/// A number in an SVG file, to a hundredth.
func svgNumber(_ value: Double) -> String {
  shortText((value * 100).rounded() / 100 + 0)
}
