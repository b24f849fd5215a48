import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// A test with several threads, which the library may be built without.
  static var needsThreads: Self {
    .enabled(if: Threads.areThere, "The library is built as for a system with one thread")
  }
}

/// The body's result; nil if the body has not ended after a minute. The body runs on a thread of its own, so
/// that a body that hangs takes no other test with it.
func outcome<Outcome: Sendable>(of body: @escaping @Sendable () -> Outcome) -> Outcome? {
  let isDone = DispatchSemaphore(value: 0)
  let outcome = LockedValue<Outcome?>(nil)
  Thread.detachNewThread {
    let result = body()
    outcome.withLock { $0 = result }
    isDone.signal()
  }
  return isDone.wait(timeout: .now() + 60) == .success ? outcome.withLock { $0 } : nil
}

final class OnRelease: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}

/// A node with code that runs when the last reference to it goes.
final class LeavingNode: DisplayNode, @unchecked Sendable {
  private let end: OnRelease

  init(_ body: @escaping @Sendable () -> Void) { end = OnRelease(body) }
}

/// Monospace metrics that do something else whenever they prepare a text.
struct PreparingMetrics: TextMetrics {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func preparedText(of text: AttributedText) -> PreparedText? {
    body()
    return MonospaceMetrics().preparedText(of: text)
  }

  func size(of text: String, maxWidth: Double) -> Size {
    MonospaceMetrics().size(of: text, maxWidth: maxWidth)
  }
}

extension ExitTest.Result? {
  var message: String { String(decoding: self?.standardErrorContent ?? [], as: UTF8.self) }
}
