import StrictJSON

/// The colours of a chart, for light or dark pages.
package enum ChartTheme: String, CaseIterable {
  case light
  case dark

  /// Five colours of the palette of Okabe and Ito, "Color Universal Design" (2008), the first lighter on dark,
  /// black or white, and six more that a search found to lie far from these and from each other, from the
  /// background and from lines: by CIEDE2000 any two differ by 19 and more, and by 10 and more for eyes
  /// without red or green cones, as Machado, Oliveira and Fernandes simulate them (2009).
  private var categories: [String] {
    switch self {
    case .light:
      [
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#1f2328", "#9a006d", "#01bae3", "#881f0f",
        "#215a47", "#1c25d2", "#816945",
      ]
    case .dark:
      [
        "#3d9bd9", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#f0f6fc", "#c3f894", "#674ee1", "#c03242",
        "#38cedb", "#feb4aa", "#f6de15",
      ]
    }
  }

  /// The background, texts, quiet texts, lines of the grid and other lines.
  private var shades: [String] {
    switch self {
    case .light: ["#ffffff", "#1f2328", "#59636e", "#e6e9ed", "#818b98"]
    case .dark: ["#0d1117", "#e6edf3", "#9aa4af", "#252b33", "#7d8590"]
    }
  }

  /// Rules of CSS that give drawings in the light theme the colours of the dark one, where a page is dark. A
  /// colour of the light theme has one meaning in it, but for black, which is a text's and a category's.
  package static var darkeningRules: String {
    let colors = zip(light.categories + light.shades, dark.categories + dark.shades)
    let rules = Dictionary(Array(colors)) { $1 }.filter { $0.key != $0.value }
      .sorted { $0.key < $1.key }.flatMap { light, dark in
        ["fill", "stroke"].map { "  .chart svg [\($0)=\"\(light)\"] { \($0): \(dark); }" }
      }
    return "@media screen and (prefers-color-scheme: dark) {\n\(rules.joined(separator: "\n"))\n}"
  }

  /// Vega-Lite's `config`, which holds all that differs between themes: a chart changes its theme by
  /// exchanging it.
  var config: JSONValue {
    // Lines are those of axes, and those that data is compared with.
    let shades = shades.map { JSONValue.string($0) }
    let (background, text, quiet, grid, line) = (shades[0], shades[1], shades[2], shades[3], shades[4])
    return [
      "background": background,
      // Every system has one of these, and they are equally wide.
      "font": "Helvetica, Arial, Liberation Sans, sans-serif",
      "padding": 12,
      "axis": [
        "labelColor": quiet, "titleColor": text, "gridColor": grid, "domainColor": line,
        "tickColor": line, "labelFontSize": 11, "titleFontSize": 12, "titleFontWeight": "normal",
        "titlePadding": 8, "labelLimit": 320, "labelFlush": false,
      ],
      "legend": [
        "labelColor": text, "titleColor": quiet, "labelFontSize": 12, "titleFontSize": 12,
        "titleFontWeight": "normal", "labelLimit": 420, "titleLimit": 420, "symbolSize": 90,
        "symbolOpacity": 1, "symbolStrokeWidth": 0, "rowPadding": 5,
      ],
      "title": [
        "color": text, "subtitleColor": quiet, "anchor": "start", "frame": "group", "fontSize": 16,
        "subtitleFontSize": 11, "subtitleLineHeight": 15, "subtitlePadding": 5, "offset": 16,
      ],
      "header": [
        "labelColor": text, "titleColor": text, "labelFontSize": 12, "labelFontWeight": "bold",
        "labelLimit": 320,
      ],
      "view": ["stroke": nil],
      "mark": ["color": .string(categories[0])],
      "range": ["category": .strings(categories), "symbol": .strings(ChartSeries.shapes)],
      "style": [
        "label": ["color": text, "fontSize": 11],
        "reference": ["color": line],
        "referenceLabel": ["color": quiet, "fontSize": 11],
        "emphasis": ["color": text],
        "emphasisBand": ["color": text, "opacity": 0.25],
        "interval": ["color": text],
      ],
    ]
  }
}
