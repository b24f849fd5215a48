import Benchmarking
import Foundation
import LayoutSpecs
import StrictJSON

/// The page that shows a layout, or two that are compared, and the reasons for them.
struct InspectorPage {
  /// A layout as the page's script reads it.
  struct Part {
    let name: String
    let elementCount: Int
    let findingCount: Int
    /// In the document's own range.
    let size: Size
    let json: String
  }

  /// The layout, and the one that it is compared with if there is one.
  let layouts: [Part]

  /// Returns the page's HTML.
  func html() throws -> String {
    let widths = InspectedLayout.widths
    return try Page(
      title: layouts.map(\.name).joined(separator: " and "),
      content: [
        "layouts": layouts.map { layout in
          [
            "name": layout.name, "elements": NumberText.counted(layout.elementCount, "element"),
            "findings": NumberText.counted(layout.findingCount, "finding"),
            "size": "\(number(layout.size.width)) × \(number(layout.size.height)) points",
          ]
        },
        "isCompared": layouts.count > 1,
        "minWidth": widths.lowerBound, "maxWidth": widths.upperBound,
        "data": Page.Markup(Page.scriptData(data)),
      ]
    ).html(.inspector)
  }

  /// The version of the data. Programs of different revisions read each other's.
  private static let schema = 1

  /// The data that the page's script reads.
  var data: String {
    let widths = InspectedLayout.widths
    let layouts = layouts.map(\.json).joined(separator: ",")
    return
      #"{"schema":\#(Self.schema),"widths":[\#(widths.lowerBound),\#(widths.upperBound)],"layouts":[\#(layouts)]}"#
  }

  private func number(_ length: Double) -> String {
    length == length.rounded() ? String(format: "%.0f", length) : String(format: "%.2f", length)
  }
}

extension InspectorPage.Part {
  init(_ layout: InspectedLayout) {
    var json = JSONWriter(isCompact: true)
    layout.write(to: &json)
    self.init(
      name: layout.name, elementCount: layout.elementCount, findingCount: layout.findingCount,
      size: layout.size, json: String(decoding: json.takeBytes(), as: UTF8.self))
  }

  /// Reads what another program has written: the only layout in the data of its page. nil if it is none.
  ///
  /// - Parameter revision: Stands behind the layout's name.
  init?(readingData text: String, by revision: String) {
    guard let data = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      data["schema"] as? Int == 1, var layout = (data["layouts"] as? [[String: Any]])?.first,
      let name = layout["name"] as? String, let elements = layout["elements"] as? [[String: Any]]
    else { return nil }
    layout["name"] = "\(name) by \(revision)"
    guard let json = try? JSONSerialization.data(withJSONObject: layout, options: .withoutEscapingSlashes)
    else {
      return nil
    }
    let frame = elements.first?["own"] as? [Double] ?? []
    self.init(
      name: "\(name) by \(revision)", elementCount: elements.count,
      findingCount: elements.reduce(0) { $0 + (($1["findings"] as? [Any])?.count ?? 0) },
      size: frame.count == 4 ? Size(frame[2], frame[3]) : .zero, json: String(decoding: json, as: UTF8.self))
  }
}
