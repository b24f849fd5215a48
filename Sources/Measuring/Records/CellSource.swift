/// Where the tree of a cell comes from.
package enum CellSource: Hashable, Sendable {
  /// A generator with its arguments, as `feed(1000)`.
  case workload(String)
  /// A document's path. In a suite: absolute, or relative to the suite's folder, or else to the folder above it.
  case document(String)

  package var workload: String? { if case .workload(let text) = self { text } else { nil } }
  var document: String? { if case .document(let path) = self { path } else { nil } }
  /// The text of the workload, or the path.
  package var name: String {
    switch self {
    case .workload(let text), .document(let text): text
    }
  }
}
