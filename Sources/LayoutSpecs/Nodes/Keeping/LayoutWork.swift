/// The work of layouts of nodes and specs, in counts that do not depend on the machine, nor on other threads.
package struct LayoutWork: Hashable, Sendable {
  /// The work of the engine.
  package var counters = LayoutCounters()
  /// The number of times that the own code of a node was asked for its spec.
  package var questionCount = 0

  init() {}

  /// Runs a body, and counts the work of all layouts of nodes and specs that it makes on this thread, and of those that
  /// they begin.
  ///
  /// A layout that is kept is none. Compiled trees, which a `LayoutContext` lays out, are not counted.
  package init(of body: () -> Void) {
    let thread = ThreadState.current.takeUnretainedValue()
    let outer = thread.work
    thread.work = LayoutWork()
    body()
    self = thread.work ?? LayoutWork()
    thread.work = outer
    thread.work? += self
  }

  static func += (a: inout LayoutWork, b: LayoutWork) {
    a.counters += b.counters
    a.questionCount &+= b.questionCount
  }
}

extension LayoutSession {
  /// The work since it was reset: a session is used again.
  var work: LayoutWork {
    var work = LayoutWork()
    for level in levels { work.counters += level.context.counters }
    work.questionCount = questionCount
    return work
  }

  func resetWork() {
    for level in levels { level.context.counters = LayoutCounters() }
    questionCount = 0
  }
}
