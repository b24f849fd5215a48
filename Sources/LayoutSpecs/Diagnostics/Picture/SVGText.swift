/// A text inside an XML element or attribute: what XML reserves is escaped, and what it does not allow at all is shown as a picture
/// of itself.
///
/// A control character becomes its picture, as `␊` for a line break, so that a text stays on one line and keeps its length in
/// characters. Others that XML does not know become U+FFFD.
func xmlText(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\u{0}"..."\u{1F}": result.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case "\u{7F}": result += "\u{2421}"
    case "\u{80}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A number in an SVG file, to a hundredth.
func svgNumber(_ value: Double) -> String {
  shortText((value * 100).rounded() / 100 + 0)
}
