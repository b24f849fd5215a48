/// How panels are spread over pictures, so that none has more than one can look at.
struct ChartPages {
  /// The names of the panels of each picture.
  let pages: [[String]]
  /// Panels beyond those that are drawn.
  let leftOut: Int

  /// More pictures than anybody looks through.
  private static let mostPages = 10

  /// - Parameters:
  ///   - names: of all panels, none twice.
  ///   - size: how many a picture has room for.
  init(_ names: [String], size: Int) {
    let starts = stride(from: 0, to: names.count, by: size).prefix(ChartPages.mostPages)
    pages = starts.map { Array(names[$0..<min($0 + size, names.count)]) }
    leftOut = names.count - pages.reduce(0) { $0 + $1.count }
  }

  /// The picture's name: numbered where there are several.
  func name(_ name: String, page: Int) -> String {
    pages.count == 1 ? name : "\(name)-\(page + 1)"
  }

  /// What is to be said of panels that are left out, in front of other notes.
  var notes: [String] {
    leftOut == 0 ? [] : ["The first \(pages.count) pictures; \(leftOut) further panels need a filter."]
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, in the order of their first appearance.
  func firstAppearances() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
