import Foundation
import JemallocCounting
import LayoutBenchmark

/// Code under test as somebody else writes it, beside some that behaves.
@main
struct MisbehavingBenchmarks: LayoutBenchmarkCommand {
  static var workloads: [BenchmarkWorkload] {
    print("printed while the workloads are made")
    return [
      .measure("good") { size in (0..<1_000).reduce(size, ^) },
      .measure("fine") { size in (0..<2_000).reduce(size, ^) },
      .measure("prints") { _ in
        print("printed by the code under test")
        usleep(1_000)
      },
      .measure("exits") { _ in exit(0) },
      .measure("crashes") { size in
        if size > 0 { fatalError("crashes on purpose") }
      },
      .measure("hangs") { _ in while true { sleep(1) } },
      .measure("mends") { size in
        if getenv("MENDED") == nil { fatalError("not mended yet") }
        return (0..<1_000).reduce(size, ^)
      },
      .measure("threads") { _ in
        // 500 bytes from another thread, which goes on living.
        Helper.shared.allocate()
      },
    ]
  }

  static func main() { main(counting: Jemalloc()) }
}

// SAFETY: only the helper's thread has it. A compiler may leave out memory that no other code can see.
nonisolated(unsafe) private var kept: UnsafeMutableRawPointer?

/// A thread that allocates when it is asked to.
private final class Helper: Sendable {
  static let shared = Helper()

  private let asked = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  private init() {
    Thread.detachNewThread { [asked, done] in
      while true {
        asked.wait()
        free(kept)
        kept = malloc(500)
        done.signal()
      }
    }
  }

  func allocate() {
    asked.signal()
    done.wait()
  }
}
