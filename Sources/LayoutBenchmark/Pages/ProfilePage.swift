import Foundation
import Measuring
import Reporting

/// The page of a profile: a flame graph of a job, its phases and its functions, and the layout by element.
struct ProfilePage {
  let profile: SubjectProfile
  let title: String
  /// A recorded layout of the same elements, from scratch; nil if the subject's jobs are not layouts of the engine.
  let layout: ProfileRun?

  /// The number of elements on the page: the elements that took the most time themselves.
  private static let mostElements = 50

  func html() throws -> String {
    let functions = profile.functions
    return try Page(
      title: title,
      content: [
        "sentence": functions.sentence().trimmingCharacters(in: .newlines),
        "machine": MachineFacts.current.line(
          with: BuildFacts(allocator: ThisProgram.allocations.allocatorName)),
        "phases": profile.phases.table(total: functions.total).page().values,
        "functions": functions.table(top: .max).page().values,
        "samples": profile.sampled?.table(top: 40).page().values ?? false,
        "flame": profile.flame.values,
        "layout": layout.map { layout -> [String: Any] in
          let boxes = Self.boxes(layout.slices())
          return [
            "elements": layout.table(topElements: Self.mostElements).page.values, "boxes": boxes.list,
            "height": Self.rem(boxes.levels),
          ]
        } ?? false,
      ]
    ).html(.profile)
  }

  /// Returns the boxes of a timeline, each below the box around it; boxes too narrow to be seen are left out.
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

extension FlameGraph {
  /// The values that its template names.
  var values: [String: Any] {
    [
      "title": title ?? "", "isDifference": title != nil, "hasTime": hasTime,
      "data": Page.Markup(text: Page.scriptData(json)),
    ]
  }
}
