import Foundation
import LayoutSpecs
import StrictJSON

/// The page that shows a layout, or two that are compared, and the reasons for them.
struct InspectorPage {
  /// The layout, and the one that it is compared with if there is one.
  let layouts: [InspectedLayout]

  /// Returns the page's HTML.
  func html() throws -> String {
    let widths = InspectedLayout.widths
    return try Page(
      title: layouts.map(\.name).joined(separator: " and "),
      content: [
        "layouts": layouts.map { layout in
          [
            "name": layout.name, "elements": counted(layout.elementCount, "element"),
            "findings": counted(layout.findingCount, "finding"),
            "size": "\(number(layout.size.width)) × \(number(layout.size.height)) points",
          ]
        },
        "isCompared": layouts.count > 1,
        "minWidth": widths.lowerBound, "maxWidth": widths.upperBound,
        "data": Page.Markup(Page.scriptData(json)),
      ]
    ).html(.inspector)
  }

  /// The data that the page's script reads.
  private var json: String {
    var json = JSONWriter(isCompact: true)
    json.beginObject()
    json.key("schema")
    json.integer(1)
    json.member(
      "widths", [InspectedLayout.widths.lowerBound, InspectedLayout.widths.upperBound].map(Double.init))
    json.key("layouts")
    json.beginArray()
    for layout in layouts { layout.write(to: &json) }
    json.endArray()
    json.endObject()
    return String(decoding: json.takeBytes(), as: UTF8.self)
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private func number(_ length: Double) -> String {
    length == length.rounded() ? String(format: "%.0f", length) : String(format: "%.2f", length)
  }
}
