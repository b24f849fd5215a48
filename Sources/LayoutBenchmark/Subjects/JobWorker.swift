import LayoutSpecs
import Measuring

/// A worker of one job. The job's closures capture its state.
final class JobWorker: Worker {
  private let job: () -> Void
  private let checksum: () -> Double

  init(_ job: @escaping () -> Void, checksum: @escaping () -> Double) {
    self.job = job
    self.checksum = checksum
  }

  /// Lays a tree out from scratch.
  convenience init(layingOut tree: LayoutTree, in range: SizeRange) {
    var context = LayoutContext()
    self.init {
      context.layout(tree, in: range)
    } checksum: {
      context.checksum
    }
  }

  func run(job index: Int) { job() }
  func resultChecksum() -> Double { checksum() }
}
