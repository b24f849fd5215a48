import Synchronization

/// A wish to stop, made by one thread and looked at by another between units of work. It is not taken back.
package final class Interruption: Sendable {
  private let requested = Atomic<Bool>(false)

  package init() {}

  /// Asks the run to stop after the batch it is in. Any thread, any number of times. Not for a signal
  /// handler, but for what handles the signal afterwards, such as a Dispatch source.
  package func request() {
    requested.store(true, ordering: .releasing)
  }

  package var isRequested: Bool {
    requested.load(ordering: .acquiring)
  }
}
