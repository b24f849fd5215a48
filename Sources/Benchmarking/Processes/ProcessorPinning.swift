import CSystemCalls

/// Which processors the calling thread runs on, and with it the processes that it starts.
package protocol ProcessorPinning: Sendable {
  /// The numbers of the processors that the calling thread may run on, ascending; empty where the system does not tell.
  func processors() -> [Int]
  /// Keeps the calling thread on these processors; what it starts from now on inherits it. False where the system does not do that.
  func pin(to processors: [Int]) -> Bool
}

extension ProcessorPinning {
  /// Does something on one processor, chosen among those that the calling thread may run on, and then lets the thread go where it could go before.
  ///
  /// Where there is no choice, it is simply done.
  ///
  /// - Parameter choice: any number; the same one means the same processor.
  func onOneProcessor<Result>(_ choice: UInt64, _ work: () throws -> Result) rethrows -> Result {
    let before = processors()
    guard before.count > 1, pin(to: [before[Int(choice % UInt64(before.count))]]) else { return try work() }
    defer { _ = pin(to: before) }
    return try work()
  }
}

/// The system's own: Linux binds threads to processors, macOS does not.
package struct SystemProcessorPinning: ProcessorPinning {
  /// Room for 8,192 processors, which is as many as a Linux kernel can be built for.
  private static let byteCount = 1_024

  package init() {}

  package func processors() -> [Int] {
    #if os(Linux)
    var mask = [UInt8](repeating: 0, count: Self.byteCount)
    guard sched_getaffinity(0, mask.count, &mask) == 0 else { return [] }
    return mask.indices.flatMap { byte in (0..<8).filter { mask[byte] >> $0 & 1 == 1 }.map { byte * 8 + $0 } }
    #else
    return []
    #endif
  }

  package func pin(to processors: [Int]) -> Bool {
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
