/// The identity of a cell in a run's grid: a subject on a workload with a number of threads.
///
/// Cells with equal descriptions are the same cell. Results of different runs are joined by the description.
package struct CellID: Hashable, Sendable, Codable {
  /// The name of the code that does the work, such as `spec` or `naive`.
  package var subject: String
  /// The name of the layout that the subject works on, such as `feed(1000)` or a document's path.
  package var workload: String
  /// The number of elements in one job, the only divisor of "per element" figures: a rounded mean if the jobs
  /// of a cell differ in size. 0 = unknown, and there are no such figures.
  package var nodeCount: Int
  /// The number of levels of the deepest tree, 1 for a lone root; 0 = unknown.
  package var depth: Int
  /// The seed that the workload was generated from; 0 for documents.
  package var seed: UInt64
  /// Whatever else distinguishes this cell from its neighbours, such as `width=375`, or empty.
  var params: String
  /// The number of workers that share the jobs, at least 1.
  package var threads: Int
  /// How Dispatch runs the workers, default `serialQueues`.
  package var pool: DispatchMode

  package init(
    subject: String, workload: String, nodeCount: Int = 0, depth: Int = 0, seed: UInt64, params: String = "",
    threads: Int, pool: DispatchMode = .serialQueues
  ) {
    self.subject = subject
    self.workload = workload
    self.nodeCount = nodeCount
    self.depth = depth
    self.seed = seed
    self.params = params
    self.threads = threads
    self.pool = pool
  }

  /// Returns a workload's name without its arguments: `feed` for `feed(100)`.
  package static func family(of workload: String) -> Substring { workload.prefix { $0 != "(" } }
}

extension CellID: CustomStringConvertible {
  /// Returns the cell with another value of one property.
  package func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> CellID {
    var cell = self
    cell[keyPath: property] = value
    return cell
  }

  /// The cell without its size: only a process that has the tree knows the size.
  package var withoutSize: CellID { with(\.nodeCount, 0).with(\.depth, 0) }

  /// True if the job is a user's code, and no layout.
  var isCode: Bool { subject == "closure" }

  /// Returns a line that explains cells of code, after an empty line; empty if there are none.
  package static func noteOnCode(in cells: [CellID]) -> String {
    guard cells.contains(where: \.isCode) else { return "" }
    return "\nclosure is code of one's own: a job counts as a tree, of as many elements as it says, or one.\n"
  }

  /// The workload with its parameters.
  package var workloadText: String { params.isEmpty ? workload : "\(workload) \(params)" }

  /// One line for people, such as `spec feed(1000) × 2 threads`. A mode other than the default is appended.
  package var description: String {
    let mode = pool == .serialQueues ? "" : ", \(pool.rawValue)"
    return "\(subject) \(workloadText) × \(NumberText.counted(threads, "thread"))\(mode)"
  }
}
