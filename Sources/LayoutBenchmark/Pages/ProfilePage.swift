import Benchmarking
import Foundation
import StrictJSON

/// The page of a profile: a flame graph of a job, its phases and its functions, and the layout by element.
struct ProfilePage {
  let profile: SubjectProfile
  let title: String
  /// A recorded layout of the same elements, from scratch; nil for subjects whose jobs are none of the engine's layouts.
  let layout: ProfileRun?

  /// How many elements the page lists, those that took the most time themselves.
  private static let mostElements = 50

  func html() throws -> String {
    let functions = profile.functions
    return try Page(
      title: title,
      content: [
        "sentence": FunctionTable(functions, top: 0).sentence().trimmingCharacters(in: .newlines),
        "machine": MachineLine.text(
          machine: MachineFacts(of: SystemMachine()),
          build: BuildFacts(allocator: ThisProgram.allocations.allocatorName)),
        "phases": profile.phases.table(total: functions.total).page().values,
        "functions": FunctionTable(functions, top: .max).page.values,
        "samples": profile.sampled?.table(top: 40).page().values ?? false,
        "flame": profile.flame.values,
        "layout": layout.map { layout -> [String: Any] in
          let boxes = Self.boxes(layout.slices().filter { $0.category != "wait" })
          return [
            "elements": layout.table(topElements: Self.mostElements).page.values, "boxes": boxes.list,
            "height": Self.rem(boxes.levels),
          ]
        } ?? false,
      ]
    ).html(.profile)
  }

  /// Returns the boxes of a timeline, each below the one around it; those that are too narrow to be seen are left out.
  private static func boxes(_ slices: [TraceSlice]) -> (list: [[String: String]], levels: Int) {
    let begin = slices.map(\.begin).min() ?? 0
    let whole = Double(max((slices.map { $0.begin + $0.duration }.max() ?? 0) - begin, 1))
    var ends: [UInt64] = []
    var levels = 0
    let list = slices.compactMap { slice -> [String: String]? in
      while let end = ends.last, end <= slice.begin { ends.removeLast() }
      ends.append(slice.begin + slice.duration)
      let width = 100 * Double(slice.duration) / whole
      guard width >= 0.1 else { return nil }
      levels = max(levels, ends.count)
      let details = slice.details.sorted { $0.key < $1.key }.map { ", \($0.key) \($0.value)" }.joined()
      return [
        "name": slice.name, "kind": slice.category, "top": rem(ends.count - 1), "width": "\(width)%",
        "left": "\(100 * Double(slice.begin - begin) / whole)%",
        "text": "\(slice.name): \(NumberText.figure(Double(slice.duration) / 1000)) µs\(details)",
      ]
    }
    return (list, levels)
  }

  private static func rem(_ levels: Int) -> String { "\(1.35 * Double(levels))rem" }
}

/// A flame graph as a part of a page.
struct FlameGraph {
  /// The cell of a comparison that it is of; nil for the job of a page about one.
  var title: String?
  private let hasTime: Bool
  let json: String

  init(_ tree: FlameTree) {
    hasTime = tree.weights.nanoseconds != nil
    var json = JSONWriter(isCompact: true)
    tree.write(to: &json)
    self.json = String(decoding: json.takeBytes(), as: UTF8.self)
  }

  /// The values that its template names.
  var values: [String: Any] {
    [
      "title": title ?? "", "isDifference": title != nil, "hasTime": hasTime,
      "data": Page.Markup(text: Page.scriptData(json)),
    ]
  }
}

// MARK: - The difference of a comparison

extension FlameGraph {
  /// The file in a comparison's folder.
  private static func file(in folder: RunFolder) -> URL { folder.url.appendingPathComponent("why.json") }

  /// Keeps the difference of two jobs with its comparison.
  static func write(_ tree: FlameTree, of cell: CellID, to folder: RunFolder) throws(FileError) {
    var json = JSONWriter(isCompact: true)
    json.beginObject()
    json.member("cell", cell.description)
    json.key("tree")
    tree.write(to: &json)
    json.endObject()
    try Data(json.takeBytes()).writeWhole(to: file(in: folder))
  }

  /// Reads the difference of a comparison; nil if there is none, or the file is damaged.
  init?(of folder: RunFolder) {
    guard let data = try? Data(contentsOf: Self.file(in: folder)),
      let stored = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let cell = stored["cell"] as? String, let tree = stored["tree"] as? [Any],
      let json = try? JSONSerialization.data(withJSONObject: tree, options: .withoutEscapingSlashes)
    else { return nil }
    (title, hasTime, self.json) = (cell, false, String(decoding: json, as: UTF8.self))
  }
}
