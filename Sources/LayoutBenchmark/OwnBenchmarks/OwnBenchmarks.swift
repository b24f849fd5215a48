import LayoutWorkloads
import Measuring

/// The workloads and subjects that a program adds to the shipped ones.
struct OwnBenchmarks: Sendable {
  // SAFETY: written once, by `LayoutBench.main(counting:)`, before any other thread exists.
  /// The workloads and subjects of this program; nil for `layoutbench`.
  nonisolated(unsafe) static var current: OwnBenchmarks?

  let workloads: [BenchmarkWorkload]
  let subjects: [any Subject]

  init(workloads: [BenchmarkWorkload], subjects: [any BenchmarkSubject]) {
    self.workloads = workloads
    self.subjects = subjects.map { JobSubject($0) }
  }

  /// A sentence about the first definition that cannot be measured; nil if all can.
  var mistake: String? {
    var names = Set(WorkloadFamily.all.map(\.name))
    for workload in workloads {
      let name = workload.family.name
      guard Self.isName(name) else {
        return "a workload is named \"\(name)\"; \(Self.nameRule)"
      }
      guard names.insert(name).inserted else {
        return "the workload \"\(name)\" has the name of another one, or of a shipped one"
      }
      if let size = workload.sizes.first(where: { !BenchmarkWorkload.allowedSizes.contains($0) }) {
        return "the workload \"\(name)\" has the size \(size); sizes are 0 to a million"
      }
      guard Set(workload.sizes).count == workload.sizes.count else {
        return "the workload \"\(name)\" has a size twice"
      }
    }
    names = Set(shippedSubjects.map(\.name))
    for name in subjects.map(\.name) {
      guard Self.isName(name) else {
        return "a subject is named \"\(name)\"; \(Self.nameRule)"
      }
      guard names.insert(name).inserted else {
        return "the subject \"\(name)\" has the name of another one, or of a shipped one"
      }
    }
    return nil
  }

  private static let nameRule =
    "a name has letters a to z and A to Z, digits, '.', '-' and '_', and does not begin with '-'"

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.first != "-" && name.allSatisfy(\.isPortable)
  }

  /// The suite of all workloads with the subjects that suit them.
  ///
  /// - Parameter threads: the numbers of workers.
  func suite(threads: ThreadList) -> BenchmarkSuite {
    BenchmarkSuite(
      name: "own", description: "the workloads of this program", threads: threads,
      workloads: workloads.flatMap { workload in
        let own = workload.family.job == nil ? subjects.map(\.name) : []
        return workload.examples.map { ($0, workload.subjects + own) }
      })
  }
}
