/// A request to stop, made by one thread and read by another between units of work. It is never withdrawn.
package final class Interruption: Sendable {
  private let requested = AtomicNumber()

  package init() {}

  /// Asks the run to stop after the current batch. Call it on any thread, any number of times, but not in a
  /// signal handler: call it from whatever handles the signal afterwards, such as a Dispatch source.
  package func request() {
    requested.value = 1
  }

  package var isRequested: Bool {
    requested.value == 1
  }
}
