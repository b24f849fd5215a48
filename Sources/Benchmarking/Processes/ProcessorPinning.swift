import CSystemCalls

/// Binds the calling thread, and the processes that it starts, to processors.
protocol ProcessorPinning: Sendable {
  /// Returns the processors that the calling thread may run on, ascending; empty if unsupported.
  func processors() -> [Int]
  /// Binds the calling thread, and what it starts from then on, to processors. Returns false if unsupported.
  func pin(to processors: [Int]) -> Bool
}

extension ProcessorPinning {
  /// Runs `work` on one of the processors that the calling thread may use, and then restores the thread's
  /// choice. Without a choice of processors, just runs `work`.
  ///
  /// - Parameter choice: any number; equal ones select the same processor.
  func onOneProcessor<Result>(_ choice: UInt64, _ work: () throws -> Result) rethrows -> Result {
    let before = processors()
    guard before.count > 1, pin(to: [before[Int(choice % UInt64(before.count))]]) else { return try work() }
    defer { _ = pin(to: before) }
    return try work()
  }
}

/// Pins threads by the system's means: Linux supports it, macOS does not.
struct SystemProcessorPinning: ProcessorPinning {
  /// Room for 8,192 processors, the most that a Linux kernel can be built for.
  private static let byteCount = 1_024

  func processors() -> [Int] {
    #if os(Linux)
    var mask = [UInt8](repeating: 0, count: Self.byteCount)
    guard sched_getaffinity(0, mask.count, &mask) == 0 else { return [] }
    return mask.indices.flatMap { byte in (0..<8).filter { mask[byte] >> $0 & 1 == 1 }.map { byte * 8 + $0 } }
    #else
    return []
    #endif
  }

  func pin(to processors: [Int]) -> Bool {
    #if os(Linux)
    var mask = [UInt8](repeating: 0, count: Self.byteCount)
    for processor in processors where processor >= 0 && processor < mask.count * 8 {
      mask[processor / 8] |= 1 << UInt8(processor % 8)
    }
    return sched_setaffinity(0, mask.count, mask) == 0
    #else
    return false
    #endif
  }
}
