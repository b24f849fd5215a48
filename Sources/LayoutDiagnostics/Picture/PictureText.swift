// Texts in pictures.

import LayoutSpecs

/// A text inside an XML element or attribute. Reserved characters are escaped, and those that XML does not
/// allow are shown as by `visibleText`. Those that turn the direction of reading are references, so that they
/// do so in the picture alone.
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

/// A text on one line, and as long as before: a control character becomes its picture, as `␊` for a line
/// break. Others that break lines or that XML does not know become U+FFFD.
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

/// The lines of a text as it was wrapped, by the rules of `TextParameters`.
struct TextLines {
  let lines: [String]

  /// The text in lines of at most `width` points.
  init(_ text: TextParameters, width: Double) {
    let words = text.string.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    let characters = width / text.advance
    let limit = characters >= 1 ? Int(min(characters, Double(Int32.max))) : 1
    var lines: [String.UnicodeScalarView] = []
    var line = String.UnicodeScalarView()
    var count = 0
    var isEmpty = true
    for word in words {
      let length = word.count
      if !isEmpty && count + 1 + length <= limit {
        line.append(" ")
        line.append(contentsOf: word)
        count += 1 + length
        continue
      }
      if !isEmpty { lines.append(line) }
      isEmpty = false
      // A word longer than a line begins one of its own and is cut; its rest is the current line. The count
      // of the rest is carried along, because counting takes linear time.
      var rest = word[...]
      count = length
      while count > limit {
        let cut = rest.index(rest.startIndex, offsetBy: limit)
        lines.append(String.UnicodeScalarView(rest[..<cut]))
        rest = rest[cut...]
        count -= limit
      }
      line = String.UnicodeScalarView(rest)
    }
    lines.append(line)
    self.lines = lines.map { String($0) }
  }
}
