public import Dispatch

/// A place where work is done later: a dispatch queue, or an app's own run loop.
///
/// `LayoutHost` measures on one and applies layouts on another. Dispatch queues conform.
public protocol LayoutQueue: Sendable {
  /// Adds work, and returns without waiting for it.
  ///
  /// A queue MUST run all work that it gets, each once, and MAY do so on any thread. It MUST NOT run it
  /// before this returns, or hold a lock meanwhile that this method takes. Any thread MAY call it.
  func enqueue(_ work: @escaping @Sendable () -> Void)
}

extension DispatchQueue: LayoutQueue {
  /// Adds work as `async(execute:)` does.
  public func enqueue(_ work: @escaping @Sendable () -> Void) { async(execute: work) }
}
