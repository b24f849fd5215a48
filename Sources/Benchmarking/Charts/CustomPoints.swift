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
  }

  let kind: Kind
  /// In order of x within a line, as far as x has an order.
  private(set) var groups: [Group] = []

  private struct Key: Hashable {
    var facet: String
    var color: String
    var x: String
  }

  init(_ rows: [CSVRecord], chart: CustomChart, file: String, warn: (String) -> Void) throws(FileError) {
    let isLogarithmic = chart.isLogarithmic
    kind = Self.kind(of: rows.lazy.map { $0.text(chart.x) }.filter { !$0.isEmpty })
    var values: [Key: [Double]] = [:]
    var order: [Key] = []
    var leftOut = 0
    for row in rows {
      guard let y: Double = try row.optional(chart.y) else { continue }
      let x = row.text(chart.x)
      guard !x.isEmpty, y.isFinite, !isLogarithmic || y > 0,
        kind != .number || Self.isFit(x, isLogarithmic: isLogarithmic)
      else {
        leftOut += 1
        continue
      }
      let key = Key(facet: chart.facet.map(row.text) ?? "", color: chart.color.map(row.text) ?? "", x: x)
      if values[key] == nil { order.append(key) }
      values[key, default: []].append(y)
    }
    if leftOut > 0 {
      let reason = isLogarithmic ? "have no x or no finite number above 0" : "have no x or no finite number"
      warn("\(file): \(leftOut) rows \(reason) and are left out.")
    }
    for key in order {
      guard let sample = try? SortedSample(values[key] ?? []) else { continue }
      groups.append(Group(facet: key.facet, color: key.color, x: key.x, sample: sample))
    }
    if kind == .number { groups.sort { (Double($0.x) ?? 0) < (Double($1.x) ?? 0) } }
    if kind == .time { groups.sort { $0.x < $1.x } }
  }

  private static func isFit(_ x: String, isLogarithmic: Bool) -> Bool {
    Double(x).map { $0.isFinite && (!isLogarithmic || $0 > 0) } ?? false
  }

  private static func kind(of texts: some Sequence<String>) -> Kind {
    if texts.allSatisfy({ Double($0) != nil }) { return .number }
    return texts.allSatisfy { ISO8601Time.seconds($0) != nil } ? .time : .text
  }
}
