/// The colours of a chart, for light or dark pages.
package enum ChartTheme: String, CaseIterable {
  case light
  case dark

  /// Five colours of the palette of Okabe and Ito, "Color Universal Design" (2008), the first lighter on dark,
  /// black or white, and six more that a search found to lie far from these and from each other, from the
  /// background and from lines: by CIEDE2000 any two differ by 19 and more, and by 10 and more for eyes
  /// without red or green cones, as Machado, Oliveira and Fernandes simulate them (2009).
  private var categories: [JSONValue] {
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

  /// Vega-Lite's `config`, which holds all that differs between themes: a chart changes its theme by
  /// exchanging it.
  var config: JSONValue {
    // Lines are those of axes, and those that data is compared with.
    let (background, text, quiet, grid, line): (JSONValue, JSONValue, JSONValue, JSONValue, JSONValue) =
      switch self {
      case .light: ("#ffffff", "#1f2328", "#59636e", "#e6e9ed", "#818b98")
      case .dark: ("#0d1117", "#e6edf3", "#9aa4af", "#252b33", "#7d8590")
      }
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
      "mark": ["color": categories[0]],
      "range": ["category": .array(categories), "symbol": .strings(ChartSeries.shapes)],
      "style": [
        "label": ["color": text, "fontSize": 11],
        "reference": ["color": line],
        "referenceLabel": ["color": quiet, "fontSize": 11],
        "emphasis": ["color": text],
        "emphasisBand": ["color": text, "opacity": 0.25],
        "interval": ["color": text],
        "null": ["color": line],
      ],
    ]
  }
}
