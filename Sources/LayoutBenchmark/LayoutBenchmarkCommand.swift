import Measuring

#if Jemalloc
import JemallocCounting
#endif

/// A program that measures layouts of your own, with every command of `layoutbench`.
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
/// `run` without `--suite` measures all workloads with the subjects that suit them and the program's own
/// subjects, over one worker and over all processors. `compare main` builds the program's package at `main`
/// and at its present state, and measures both in turns.
///
/// The shipped workloads and subjects are there too, under their names.
public protocol LayoutBenchmarkCommand {
  /// The workloads, in the order of the list. Their names differ, also from shipped workloads. Default: none.
  static var workloads: [BenchmarkWorkload] { get }

  /// Subjects in addition to the shipped ones: every workload that is a layout is measured with them. Each needs a name of
  /// its own. Default: none.
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

  /// Runs the command like `main()`, and counts allocations with the allocator that the program links.
  package static func main(counting allocations: any AllocationCounter) {
    LayoutBench.main(
      counting: allocations,
      printingToStandardError { OwnBenchmarks(workloads: workloads, subjects: subjects) })
  }
}
