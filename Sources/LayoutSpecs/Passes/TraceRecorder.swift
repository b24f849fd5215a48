/// Writes down what a pass does, in the order in which it is begun.
struct TraceRecorder {
  private(set) var trace: LayoutTrace
  /// What is answered from here, and not by laying out.
  let answers: NodeAnswers
  /// Why the next question is asked.
  var purpose = LayoutTrace.Purpose.size
  /// The events that have begun and not ended, innermost last, by their place among the events.
  private var open: [Int32] = []
  /// Whether events are kept once they have ended.
  private let keepsEvents: Bool
  /// What is noted of the answers; nil until a pass meets many questions.
  var book: AnswerBook?
  /// Where the length holds of the child that is put off now.
  var putOffValidity: SizeValidity?

  /// Goes on with a trace's room and clock, and nothing of what it holds.
  init(_ trace: consuming LayoutTrace, answers: NodeAnswers) {
    // Without a second reference, or the room would be made anew.
    self.trace = consume trace
    self.answers = answers
    keepsEvents = true
    self.trace.restart()
  }

  /// A recorder that keeps no trace, for what it notes of the answers.
  init(book: AnswerBook) {
    trace = LayoutTrace()
    answers = NodeAnswers()
    keepsEvents = false
    self.book = book
  }

  /// Begins anew, and notes for which constraints each answer holds.
  mutating func restart(with book: AnswerBook) {
    trace.restart()
    open.removeAll()
    purpose = .size
    putOffValidity = nil
    self.book = book
  }

  /// The innermost event that has begun and not ended.
  var innermost: LayoutTrace.Event? { open.last.map { trace.events[Int($0)] } }

  /// Whether nothing has begun that has not ended.
  var isIdle: Bool { open.isEmpty }

  /// Whether the innermost event is a question to this element that has no answer yet.
  func isAsked(_ id: Int) -> Bool {
    guard let last = open.last else { return false }
    return trace.events[Int(last)].element.index == id && trace.events[Int(last)].outcome == .asked
  }

  /// Begins an event. It lies within the innermost one that has begun.
  mutating func begin(_ id: Int, _ given: SizeRange, _ parentSize: Size, resolved: SizeRange) {
    open.append(Int32(trace.events.count))
    trace.append(
      element: ElementID(id), within: open.count > 1 ? open[open.count - 2] : -1, purpose, given, parentSize,
      resolved)
    purpose = .size
  }

  /// Notes what happened to the innermost event.
  mutating func note(_ outcome: LayoutTrace.Outcome) {
    guard let last = open.last else { return }
    trace[Int(last)].outcome = outcome
  }

  /// The same, with the size before it is rounded up to whole pixels.
  mutating func note(_ outcome: LayoutTrace.Outcome, unrounded: Size) {
    guard let last = open.last else { return }
    trace[Int(last)].outcome = outcome
    trace[Int(last)].unroundedSize = unrounded
  }

  /// Notes the size that the element's content comes to before the range has its say.
  mutating func note(content: Size) {
    guard let last = open.last else { return }
    trace[Int(last)].contentSize = content
  }

  /// Ends the innermost event.
  mutating func end(_ size: Size, isLetGo: Bool) {
    guard let last = open.popLast() else { return }
    trace.end(Int(last), size, isLetGo: isLetGo)
    if !keepsEvents { trace.removeEvents(from: Int(last)) }
  }

  /// Notes that all is measured.
  mutating func beginPlacing() { trace.beginPlacing() }

  /// The trace, complete.
  consuming func finish() -> LayoutTrace {
    trace.finish()
    return trace
  }
}
