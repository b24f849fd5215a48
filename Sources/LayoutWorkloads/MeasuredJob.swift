/// Code that is no layout, of a workload: its tree then stands for nothing.
package struct MeasuredJob: Sendable {
  /// What one worker runs. `prepare` makes an input for each job; nil if they share one.
  package typealias Loaded = (prepare: ((_ jobs: Int) throws -> Void)?, run: (_ jobs: Int) throws -> Void)

  /// The most inputs that are made together: reading the clock around their jobs is then a tenth of a nanosecond of each.
  package static let mostFreshInputs = 256

  /// Makes one worker's job from a seed.
  package let load: @Sendable (_ seed: UInt64) throws -> Loaded
  /// True if it runs on other threads, while the worker's waits.
  package let isAsynchronous: Bool
  /// The elements that a job goes through, which times are divided by.
  package let elementCount: Int
  /// The bytes that a job goes through; nil if it does not say.
  package let byteCount: Int?

  package init(
    isAsynchronous: Bool, elementCount: Int, byteCount: Int?,
    load: @escaping @Sendable (_ seed: UInt64) throws -> Loaded
  ) {
    (self.isAsynchronous, self.elementCount, self.byteCount) = (isAsynchronous, elementCount, byteCount)
    self.load = load
  }
}
