import Foundation
import Measuring
import StrictJSON

/// A flame graph as a part of a page.
struct FlameGraph {
  /// The cell of the graph, in a comparison; nil if the whole page is about one job.
  var title: String?
  let hasTime: Bool
  let json: String

  init(_ tree: FlameTree) {
    hasTime = tree.weights.nanoseconds != nil
    var json = JSONWriter(isCompact: true)
    tree.write(to: &json)
    self.json = String(decoding: json.takeBytes(), as: UTF8.self)
  }
}

extension FlameGraph {
  /// Reads the difference of a comparison; nil if there is none, or the file is damaged.
  init?(of folder: RunFolder) {
    guard let data = try? Data(contentsOf: folder.flameFile),
      let stored = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let cell = stored["cell"] as? String, let tree = stored["tree"] as? [Any],
      let json = try? JSONSerialization.data(withJSONObject: tree, options: .withoutEscapingSlashes)
    else { return nil }
    (title, hasTime, self.json) = (cell, false, String(decoding: json, as: UTF8.self))
  }
}
