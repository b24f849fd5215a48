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
    self = LayoutSession.work(of: body)
  }

  static func += (a: inout LayoutWork, b: LayoutWork) {
    a.counters += b.counters
    a.questionCount &+= b.questionCount
  }
}

extension LayoutSession {
  /// The body's layouts are begun within a layout of nothing, which takes none of the stack's room.
  fileprivate static func work(of body: () -> Void) -> LayoutWork {
    let around = LayoutSession()
    around.room += DeepDescent.levelsPerNode
    around.onThread(body)
    return around.work
  }

  /// The work of this layout, and of those that were begun in it.
  var work: LayoutWork {
    var work = innerWork
    for level in levels { work.counters += level.context.counters }
    work.questionCount &+= questionCount
    return work
  }

  /// Forgets the work of earlier layouts: a session is used again.
  func resetWork() {
    innerWork = LayoutWork()
    for level in levels { level.context.counters = LayoutCounters() }
    questionCount = 0
  }
}
