import LayoutWorkloads

/// The inputs of one worker's jobs: one input for all jobs, or a fresh one for each job.
///
/// SAFETY of `@unchecked Sendable`: one thread uses it at a time. A worker waits while a task works with it.
@usableFromInline
final class JobInputs<Input>: @unchecked Sendable {
  // A pointer, because each access to a class's property is checked for other accesses at the same time, and the check
  // takes twenty times as long as the loop of jobs.
  @usableFromInline let first: UnsafeMutablePointer<Input>
  private let make: () throws -> Input
  private var count = 0

  /// Makes the first input right away, if all jobs share it. All inputs are made from the same random numbers.
  @usableFromInline
  init(
    areFresh: Bool, size: Int, seed: UInt64, setUp: @escaping (Int, inout BenchmarkRandom) throws -> Input
  ) throws {
    make = {
      var random = BenchmarkRandom(seed: seed)
      return try setUp(size, &random)
    }
    first = .allocate(capacity: areFresh ? MeasuredJob.mostFreshInputs : 1)
    if !areFresh { try prepare(1) }
  }

  /// Makes the inputs of so many jobs, at most `MeasuredJob.mostFreshInputs`, and frees the inputs before.
  @usableFromInline
  func prepare(_ jobs: Int) throws {
    first.deinitialize(count: count)
    count = 0
    while count < jobs {
      (first + count).initialize(to: try make())
      count += 1
    }
  }

  deinit {
    first.deinitialize(count: count)
    first.deallocate()
  }
}
