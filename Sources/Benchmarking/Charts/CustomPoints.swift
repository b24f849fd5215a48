import Foundation

/// The points of a custom chart: the rows of a file, gathered by x, colour and facet.
struct CustomPoints {
  /// What the column x holds.
  enum Kind {
    case number
    /// ISO 8601.
    case time
    case text
  }

  /// All rows of one x, colour and facet.
  struct Group {
    var facet: String
    var color: String
    var x: String
    var sample: SortedSample
    var isSpread: Bool { sample.values.count > 1 }
  }

  let kind: Kind
  /// In order of x within a line, as far as x has an order.
  let groups: [Group]

  private struct Key: Hashable {
    var facet: String
    var color: String
    var x: String
  }

  init(_ rows: [CSVRecord], chart: CustomChart, file: String, warn: (String) -> Void) throws(FileError) {
    let kind = Self.kind(of: rows.lazy.map { $0.text(chart.x) }.filter { !$0.isEmpty })
    let isShown = { (number: Double) in number.isFinite && (!chart.isLogarithmic || number > 0) }
    var points: [(key: Key, y: Double)] = []
    var leftOut = 0
    for row in rows {
      guard let y: Double = try row.optional(chart.y) else { continue }
      let x = row.text(chart.x)
      guard !x.isEmpty, isShown(y), kind != .number || Double(x).map(isShown) == true else {
        leftOut += 1
        continue
      }
      points.append(
        (Key(facet: chart.facet.map(row.text) ?? "", color: chart.color.map(row.text) ?? "", x: x), y))
    }
    if leftOut > 0 {
      let number = chart.isLogarithmic ? "finite number above 0" : "finite number"
      warn("\(file): \(leftOut) rows have no x or no \(number) and are left out.")
    }
    let values = Dictionary(grouping: points, by: \.key)
    let groups = points.map(\.key).firstAppearances().compactMap { key in
      (try? SortedSample((values[key] ?? []).map(\.y))).map {
        Group(facet: key.facet, color: key.color, x: key.x, sample: $0)
      }
    }
    self.kind = kind
    self.groups =
      switch kind {
      case .number: groups.sorted { (Double($0.x) ?? 0) < (Double($1.x) ?? 0) }
      case .time: groups.sorted { $0.x < $1.x }
      case .text: groups
      }
  }

  private static func kind(of texts: some Sequence<String>) -> Kind {
    if texts.allSatisfy({ Double($0) != nil }) { return .number }
    return texts.allSatisfy { Date(iso8601: $0) != nil } ? .time : .text
  }
}
