// The style sheet and the texts of pictures.

import LayoutSpecs

/// The look of a picture: colours that people with any colour vision tell apart, in light and dark
/// surroundings.
///
/// No two kinds differ by colour alone: specs have dashed lines, nodes solid ones, nodes that hold a spec no
/// filling, texts their words, and what sticks out is hatched. Source of the colours: Okabe and Ito, "Color
/// Universal Design".
enum PictureStyle {
  private static let font =
    "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"

  static let sheet = """
    .paper { fill: #ffffff }
    text { font-family: \(font); white-space: pre }
    .words { fill: #3d444d }
    .attachment { fill: #3d444d; fill-opacity: 0.15; stroke: #3d444d; stroke-width: 1 }
    .head, .key, .label { font-size: \(hundredths(PictureLabels.fontSize))px; fill: #1f2328 }
    .label { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-opacity: 0.7; stroke-linejoin: round }
    .head { font-size: 11px; font-weight: bold }
    .key, .of-spec { fill: #57606a }
    .of-overflow { fill: #a84300; font-weight: bold }
    .spec { fill: none; stroke: #6e7781; stroke-width: 1; stroke-dasharray: 4 3; pointer-events: all }
    .holder { fill: none; stroke: #b3558a; stroke-width: 1.5; pointer-events: all }
    .node { fill: #0072b2; fill-opacity: 0.12; stroke: #0072b2; stroke-width: 1.5 }
    .text { fill: #009e73; fill-opacity: 0.1; stroke: #00805d; stroke-width: 1.5 }
    .overflow { fill: url(#hatch); stroke: #d55e00; stroke-width: 1.5 }
    .hatch { stroke: #d55e00; stroke-width: 1.5 }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #0d1117 }
      .words { fill: #c9d1d9 }
      .attachment { fill: #c9d1d9; stroke: #c9d1d9 }
      .head, .label { fill: #f0f6fc }
      .label { stroke: #0d1117 }
      .key, .of-spec { fill: #9ea7b3 }
      .of-overflow { fill: #ff9a57 }
      .spec { stroke: #8b949e }
      .holder { stroke: #dd9bc3 }
      .node { fill: #56b4e9; stroke: #56b4e9 }
      .text { fill: #2bc49a; stroke: #2bc49a }
      .overflow, .hatch { stroke: #ff7b2e }
    }
    """

  /// The lines of the hatching.
  static let definitions = """
    <defs>
    <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <line class="hatch" x1="0" y1="0" x2="0" y2="6"/>
    </pattern>
    </defs>
    """
}

// MARK: - Texts

/// A text inside an XML element or attribute, on one line. Reserved characters are escaped; a control
/// character becomes its picture, as `␊` for a line break, and others that break lines or that XML does not
/// know become U+FFFD. Those that turn the direction of reading are references, so that they do so in the
/// picture alone.
func xmlText(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\u{0}"..."\u{1F}":
      result.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case "\u{7F}": result += "\u{2421}"
    case "\u{80}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    case "\u{61C}"... where scalar.properties.isBidiControl:
      result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
