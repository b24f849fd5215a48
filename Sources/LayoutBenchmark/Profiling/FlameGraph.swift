import Benchmarking
import Foundation
import StrictJSON

/// A flame graph as a part of a page.
struct FlameGraph {
  /// The cell of a comparison that it is of; nil for the job of a page about one.
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
