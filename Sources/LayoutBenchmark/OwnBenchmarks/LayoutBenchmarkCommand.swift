import Benchmarking
import LayoutWorkloads

#if Jemalloc
import JemallocCounting
#endif

/// A program that measures layouts of one's own, with every command of `layoutbench`.
///
/// ```swift
/// import LayoutBenchmark
/// import LayoutSpecs
///
/// @main
/// struct Benchmarks: LayoutBenchmarkCommand {
///   static var workloads: [BenchmarkWorkload] {
///     [.spec("header") { _, _ in HeaderSpec(title: "Ada Lovelace") }]
///   }
/// }
/// ```
///
/// `run` without `--suite` measures all workloads with the subjects that suit them and the program's own,
/// over one worker and over all processors. `compare main` builds the program's package at `main` and as it is
/// now, and measures both in turns.
///
/// The shipped workloads and subjects are there too, under their names.
public protocol LayoutBenchmarkCommand {
  /// The workloads, in the order of the list. Each name is its own, and no shipped workload's. Default: none.
  static var workloads: [BenchmarkWorkload] { get }

  /// Subjects beside the shipped ones, which every workload that is a layout is measured with. Each name is its own. Default:
  /// none.
  static var subjects: [any BenchmarkSubject] { get }
}

extension LayoutBenchmarkCommand {
  public static var workloads: [BenchmarkWorkload] { [] }
  public static var subjects: [any BenchmarkSubject] { [] }

  /// Runs the command in the program's arguments, and exits. Call it on the main thread, before other threads
  /// exist; `@main` does.
  public static func main() {
    #if Jemalloc
    main(counting: Jemalloc())
    #else
    main(counting: NoAllocationCounter())
    #endif
  }

  /// The same, and counts allocations with the allocator that the program links.
  package static func main(counting allocations: any AllocationCounter) {
    LayoutBench.main(
      counting: allocations,
      printingToStandardError { OwnBenchmarks(workloads: workloads, subjects: subjects) })
  }
}

/// The workloads and subjects that a program adds to the shipped ones.
struct OwnBenchmarks: Sendable {
  let workloads: [BenchmarkWorkload]
  let subjects: [any Subject]

  init(workloads: [BenchmarkWorkload], subjects: [any BenchmarkSubject]) {
    self.workloads = workloads
    self.subjects = subjects.map { OwnSubject(subject: $0) }
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
