#if canImport(Dispatch) && !LAYOUTSPECS_FAKE_PLATFORM
public import Dispatch
#endif

/// A place where work is done later: a dispatch queue, or an app's own run loop.
///
/// `LayoutHost` measures on one and applies layouts on another. Dispatch queues conform. On a system without Dispatch,
/// such as WASI, `.main` and `.global()` are an ``ImmediateQueue``.
public protocol LayoutQueue: Sendable {
  /// Adds work, and returns without waiting for it.
  ///
  /// A queue MUST run all work that it gets, each once, and MAY do so on any thread. It MUST NOT hold a lock meanwhile that
  /// this method takes, and, but for an ``ImmediateQueue``, it MUST NOT run the work before this method returns. Any
  /// thread MAY call it.
  func enqueue(_ work: @escaping @Sendable () -> Void)
}

/// A queue for a system with one thread: it runs work at once, on the thread that adds it, and returns afterwards. Work
/// that is added meanwhile, by that work or by another thread, comes after it, and is not waited for.
///
/// So what takes a queue is done when its call returns: a batch is laid out when it is started, a host has applied its
/// layout when the node was changed, and a list that prepares cells has done so at the end of its layout.
public final class ImmediateQueue: LayoutQueue, @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  private var lock: NodeLock { NodeLock(of: self) }
  // Guarded by `lock`.
  private var isRunning = false
  /// The work that was added since the queue runs, the last one first.
  private var rest: [@Sendable () -> Void] = []

  /// Creates a queue without work.
  public init() {}

  /// Runs work, and all that is added meanwhile; see ``ImmediateQueue``.
  public func enqueue(_ work: @escaping @Sendable () -> Void) {
    let isFirst = lock.withLock {
      if isRunning { rest.insert(work, at: 0) }
      return !exchange(&isRunning, with: true)
    }
    guard isFirst else { return }
    var next: (@Sendable () -> Void)? = work
    while let work = next {
      work()
      next = lock.withLock {
        isRunning = !rest.isEmpty
        return rest.popLast()
      }
    }
  }
}

#if canImport(Dispatch) && !LAYOUTSPECS_FAKE_PLATFORM

extension DispatchQueue: LayoutQueue {
  /// Adds work as `async(execute:)` does.
  public func enqueue(_ work: @escaping @Sendable () -> Void) { async(execute: work) }
}

extension LayoutQueue where Self == DispatchQueue {
  /// The main queue.
  public static var main: DispatchQueue { DispatchQueue.main }

  /// The global queue of a quality of service. Default: the default quality of service.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue {
    DispatchQueue.global(qos: qos)
  }

  /// The global queue for work that a person waits for.
  public static var userInitiated: DispatchQueue { DispatchQueue.global(qos: .userInitiated) }
}

/// The loop for stacks that are `isConcurrent`: on Dispatch's threads, and on the caller's where there is no Dispatch.
func performConcurrently(iterations: Int, _ body: @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: iterations, execute: body)
}

#else

private let onlyQueue = ImmediateQueue()

extension LayoutQueue where Self == ImmediateQueue {
  /// The only queue.
  public static var main: ImmediateQueue { onlyQueue }

  /// The only queue.
  public static func global() -> ImmediateQueue { onlyQueue }

  /// The only queue.
  public static var userInitiated: ImmediateQueue { onlyQueue }
}

func performConcurrently(iterations: Int, _ body: @Sendable (Int) -> Void) {
  for index in 0..<iterations { body(index) }
}

#endif
