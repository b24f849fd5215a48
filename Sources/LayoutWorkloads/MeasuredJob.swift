/// The code of a workload that measures no layout. The workload's tree then has no meaning.
package struct MeasuredJob: Sendable {
  /// The code that one worker runs. `prepare` makes an input for each job; nil if the jobs share one.
  package typealias Loaded = (prepare: ((_ jobs: Int) throws -> Void)?, run: (_ jobs: Int) throws -> Void)

  /// The most inputs that are made together: reading the clock around this many jobs adds a tenth of a nanosecond to each.
  package static let mostFreshInputs = 256

  /// Makes one worker's job from a seed.
  package let load: @Sendable (_ seed: UInt64) throws -> Loaded
  /// True if the code runs on other threads, while the worker's thread waits.
  package let isAsynchronous: Bool
  /// The number of elements that a job goes through, by which times are divided.
  package let elementCount: Int
  /// The number of bytes that a job goes through; nil if unknown.
  package let byteCount: Int?

  package init(
    isAsynchronous: Bool, elementCount: Int, byteCount: Int?,
    load: @escaping @Sendable (_ seed: UInt64) throws -> Loaded
  ) {
    (self.isAsynchronous, self.elementCount, self.byteCount) = (isAsynchronous, elementCount, byteCount)
    self.load = load
  }
}
