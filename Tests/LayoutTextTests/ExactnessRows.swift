#if Text && canImport(CPango)
import Foundation
import LayoutTestSupport
import Testing

@testable import LayoutSpecs

/// How many cases of a comparison with Pango are equal, by kind of text, and why the others are not: rows of the table of
/// `scripts/check-text`.
struct ExactnessRows {
  private struct Row {
    var cases = 0
    var values = 0
    var causes: [String: Int] = [:]
  }

  /// What is compared.
  let comparison: String
  private var rows: [String: Row] = [:]

  init(_ comparison: String) { self.comparison = comparison }

  /// - Parameters:
  ///   - values: How many values were compared.
  ///   - cause: Why they differ; nil if they are equal.
  mutating func add(kind: String, values: Int, cause: String?) {
    var row = rows[kind] ?? Row()
    row.cases += 1
    row.values += values
    if let cause { row.causes[cause, default: 0] += 1 }
    rows[kind] = row
  }

  /// Appends the rows to the file that the environment names, if it names one.
  func write() throws {
    guard let path = ProcessInfo.processInfo.environment["LAYOUTBENCH_TEXTS_EXACT"] else { return }
    let lines = rows.sorted { $0.key < $1.key }.flatMap { kind, row in
      let equal = row.cases - row.causes.values.reduce(0, +)
      return ["\(comparison),\(kind),\(row.cases),\(row.values),equal,\(equal)"]
        + row.causes.sorted { $0.key < $1.key }.map { cause, count in
          "\(comparison),\(kind),\(row.cases),\(row.values),\(cause),\(count)"
        }
    }
    // Tests run at the same time: each appends its lines at once.
    let file = try #require(fopen(path, "a"))
    defer { fclose(file) }
    fputs(lines.map { $0 + "\n" }.joined(), file)
  }
}

extension PreparedText {
  /// The number of clusters and of segments.
  var valueCount: Int {
    withParts { parts in
      (0..<parts.recordCount).reduce(0) { count, index in
        let record = parts.record(index)
        return record.isControl ? count : count + record.clusterCount + 1
      }
    }
  }
}
#endif
