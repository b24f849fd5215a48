import LayoutSpecs

/// A layout and how the engine came to it: what each element was asked, and how it answered. Lint and
/// explanations read it.
///
/// An element may be laid out more than once, in constraints that do not count. The computation that counts
/// is the last one that came to its end, and the questions that count are those that it asked its children. A
/// stack asks each child for its natural length first, then in the length that it flexes to, then to stretch
/// across.
struct RecordedLayout: Sendable {
  let layout: Layout
  private let trace: LayoutTrace
  private let questions: EventsByElement
  private let computations: EventsByElement
  /// Whether the elements around an element were laid out. If not, it may have been asked all the same, in a
  /// computation that does not count.
  private let isReached: [Bool]

  var tree: LayoutTree { layout.tree }

  /// Lays a tree out.
  init(of tree: LayoutTree, in range: SizeRange) {
    var context = LayoutContext()
    var trace = LayoutTrace()
    context.layout(tree, in: range, recording: &trace)
    self.init(context.snapshot(of: tree), trace)
  }

  /// Makes a layout once more, without user code that expands nodes.
  init(_ layout: Layout) {
    self.init(layout, layout.trace())
  }

  private init(_ layout: Layout, _ trace: LayoutTrace) {
    self.layout = layout
    self.trace = trace
    let events = trace.events
    let computations = EventsByElement(events, of: layout.tree) { $0.outcome == .computed && !$0.isAbandoned }
    let questions = EventsByElement(events, of: layout.tree) { event in
      guard event.purpose.isQuestion || event.outcome == .leftEmpty else { return false }
      guard let parent = event.parent else {
        // The root's, which is asked again if a deep tree is abandoned on the way.
        return event.purpose == .size && event.element.index == 0 && !event.isAbandoned
      }
      return computations[events[parent].element].last == Int32(parent)
    }
    self.questions = questions
    self.computations = computations
    let tree = layout.tree
    var isReached = [Bool](repeating: true, count: tree.elementCount)
    for id in tree.elementIDs.dropFirst() {
      let parent = tree.parent(of: id)
      let isLaidOut = questions[parent].contains { events[Int($0)].outcome != .leftEmpty }
      isReached[id.index] = isReached[parent.index] && isLaidOut
    }
    self.isReached = isReached
  }

  /// The questions to an element that count, as places among the trace's events.
  private func places(_ id: ElementID) -> ArraySlice<Int32> { isReached[id.index] ? questions[id] : [] }
}

extension RecordedLayout {
  /// The questions to an element that count, in order. None below an element that was left without a layout.
  func questions(to id: ElementID) -> [LayoutTrace.Event] {
    places(id).map { trace.events[Int($0)] }
  }

  /// The last question to an element that counts; nil if its parent left it without one.
  func lastQuestion(to id: ElementID) -> LayoutTrace.Event? {
    places(id).last { trace.events[Int($0)].outcome != .leftEmpty }.map { trace.events[Int($0)] }
  }

  /// The last question but those to stretch across, which leave the length along a stack as it is.
  func lastQuestionBeforeStretching(to id: ElementID) -> LayoutTrace.Event? {
    let last = places(id).last { place in
      let event = trace.events[Int(place)]
      return event.outcome != .leftEmpty && event.purpose != .stretch
    }
    return last.map { trace.events[Int($0)] } ?? lastQuestion(to: id)
  }

  /// The question that settled an element's length on an axis.
  func question(to id: ElementID, settling axis: LayoutAxis) -> LayoutTrace.Event? {
    isAlongStack(id, axis) ? lastQuestionBeforeStretching(to: id) : lastQuestion(to: id)
  }

  /// The question for a child's natural length along its stack, before it flexed; nil if the stack did not
  /// ask.
  func naturalQuestion(to id: ElementID) -> LayoutTrace.Event? {
    let first = places(id).first { place in
      let event = trace.events[Int(place)]
      return event.purpose == .firstPass && event.outcome != .leftEmpty
    }
    return first.map { trace.events[Int($0)] }
  }

  /// Whether its parent left the element without a layout, at least at first.
  func wasLeftEmpty(_ id: ElementID) -> Bool {
    places(id).contains { trace.events[Int($0)].outcome == .leftEmpty }
  }

  /// The points that fractions in the element's style count against; NaN if undefined, nil if nobody asked.
  ///
  /// An inset, overlay or background hands on what it got only if some fraction below counts against it.
  func parentSize(of id: ElementID) -> Size? {
    places(id).last.map { trace.events[Int($0)].parentSize }
  }

  /// The size of an element's content in the range of a question; NaN if nobody asked for it. If the answer
  /// was known, it is what the computation in that range found out.
  func contentSize(_ event: LayoutTrace.Event) -> Size {
    computation(for: event)?.contentSize ?? event.contentSize
  }

  /// The size in a question before it was rounded up to whole pixels; NaN if unknown.
  func unroundedSize(_ event: LayoutTrace.Event) -> Size {
    if let computation = computation(for: event) { return computation.unroundedSize }
    return event.outcome == .exactRange ? event.resolved.min : event.unroundedSize
  }

  private func computation(for event: LayoutTrace.Event) -> LayoutTrace.Event? {
    guard tree.kind(of: event.element).isCached, event.outcome != .computed else { return nil }
    let place = computations[event.element].last { trace.events[Int($0)].resolved == event.resolved }
    return place.map { trace.events[Int($0)] }
  }

  /// The stack whose child the element is; nil if it is none.
  func stack(around id: ElementID) -> StackParameters? {
    id == tree.root ? nil : tree.stackParameters(of: tree.parent(of: id))
  }

  /// Whether the axis is the one along which the element's stack runs.
  func isAlongStack(_ id: ElementID, _ axis: LayoutAxis) -> Bool {
    stack(around: id).map { LayoutAxis($0.direction) == axis } ?? false
  }
}

/// Some of a trace's events by element, in two arrays: an array an element would take an allocation each.
private struct EventsByElement: Sendable {
  /// Where each element's events begin among `places`, and where the last one's end.
  private var starts: [Int32]
  private var places: [Int32]

  /// - Complexity: linear in the number of events and elements.
  init(
    _ events: [LayoutTrace.Event], of tree: LayoutTree, where isWanted: (LayoutTrace.Event) -> Bool
  ) {
    let wanted = events.indices.filter { isWanted(events[$0]) }
    starts = Array(repeating: 0, count: tree.elementCount + 1)
    for place in wanted { starts[events[place].element.index + 1] += 1 }
    for index in 0..<tree.elementCount { starts[index + 1] += starts[index] }
    places = Array(repeating: 0, count: wanted.count)
    var next = starts
    for place in wanted {
      let index = events[place].element.index
      places[Int(next[index])] = Int32(place)
      next[index] += 1
    }
  }

  subscript(id: ElementID) -> ArraySlice<Int32> {
    places[Int(starts[id.index])..<Int(starts[id.index + 1])]
  }
}
