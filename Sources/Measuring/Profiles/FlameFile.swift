import Foundation
import StrictJSON

extension RunFolder {
  /// The difference of two jobs in a comparison's folder.
  package var flameFile: URL { url.appendingPathComponent("why.json") }

  /// Keeps the difference of two jobs with their comparison.
  func write(_ tree: FlameTree, of cell: CellID) throws(FileError) {
    var json = JSONWriter(isCompact: true)
    json.beginObject()
    json.member("cell", cell.description)
    json.key("tree")
    tree.write(to: &json)
    json.endObject()
    try Data(json.takeBytes()).writeWhole(to: flameFile)
  }
}
