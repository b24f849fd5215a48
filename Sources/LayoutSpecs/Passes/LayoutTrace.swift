/// The engine's steps in a layout: each measurement of an element, and its outcome.
///
/// ```swift
/// var trace = LayoutTrace()
/// context.layout(tree, in: range, recording: &trace)
/// print(trace.counters.textMeasurements, trace.duration)
/// ```
///
/// The module `LayoutDiagnostics` reads the steps, which are events here: see `LayoutProfile`. Events are
/// nested as the engine's calls are. Recording changes no frame. A trace takes about 200 bytes per event, and
/// ordinary trees have one to three events per element.
public struct LayoutTrace: Sendable {
  /// The events, in the order in which they began.
  package internal(set) var events: [Event] = []
  /// The time at which the layout began, by the clock.
  package internal(set) var begin: UInt64 = 0
  /// The time at which all sizes were known, and the walk that places the remaining elements began.
  package internal(set) var placingBegin: UInt64 = 0
  /// The time at which the layout ended.
  package internal(set) var end: UInt64 = 0
  private let clock: (@Sendable () -> UInt64)?
  /// While a layout is recorded: the purpose of the next event, the indices of the open events, innermost last, and the
  /// answers to use in place of a layout.
  var purpose = Purpose.size
  var open: [Int32] = []
  var answers = NodeAnswers()

  var now: UInt64 { clock?() ?? 0 }

  /// Creates an empty trace.
  ///
  /// - Parameter clock: Returns nanoseconds since some moment; it must not go backwards. It is read twice per
  ///   event. Default: none, and then all times are 0.
  public init(clock: (@Sendable () -> UInt64)? = nil) {
    self.clock = clock
  }

  /// Reserves memory for this number of events, so that recording a layout allocates none.
  package mutating func reserveCapacity(_ eventCount: Int) { events.reserveCapacity(eventCount) }

  /// The duration of the layout in nanoseconds, including the recording.
  public var duration: UInt64 { end - begin }

  /// The work of the layout, counted from the events: the increase of `LayoutContext.counters`.
  ///
  /// - Complexity: linear in the number of events.
  public var counters: LayoutCounters {
    events.reduce(into: LayoutCounters()) { $0 += $1.counters }
  }
}

extension LayoutTrace {
  /// A measurement of an element in a constraint, or its layout for another reason.
  package struct Event: Sendable {
    /// The element that was measured or laid out.
    package let element: ElementID
    let container: Int32
    /// The reason for the event.
    package let purpose: Purpose
    /// The sizes that the element's parent allowed.
    package let given: SizeRange
    /// The size that fractions in the element's style refer to, in points; NaN if it was undefined.
    package let parentSize: Size
    /// The sizes that were allowed by the parent and the element's own style.
    package let resolved: SizeRange
    /// The way in which the size was found.
    package internal(set) var outcome = Outcome.asked
    /// True if the engine abandoned this event, because the tree is too deep for the thread's stack, and
    /// began it again later; its size is meaningless.
    package internal(set) var isAbandoned = false
    /// The size of the element's content, in points, before the element's range limits it: its children
    /// before they flex, its text, its intrinsic size. NaN if it was not needed.
    package internal(set) var contentSize = Size.undefined
    /// The size before it was rounded up to whole pixels; NaN if only the rounded size is known.
    package internal(set) var unroundedSize = Size.undefined
    /// The resulting size, in points. NaN on an axis that was not measured.
    package internal(set) var size = Size.undefined
    /// The time of the beginning, by the trace's clock.
    package let begin: UInt64
    /// The time of the end.
    package internal(set) var end: UInt64 = 0

    /// The index in `events` of the event around this one; nil if there is none.
    package var parent: Int? { container < 0 ? nil : Int(container) }

    /// The duration in nanoseconds, including nested events.
    package var duration: UInt64 { end - begin }

    /// The work of the event alone.
    package var counters: LayoutCounters {
      var counters = LayoutCounters()
      switch outcome {
      case .asked, .putOff, .leftEmpty: return counters
      case .computed: counters.computations = 1
      case .cacheHit: counters.cacheHits = 1
      case .textWrapped: counters.textMeasurements = 1
      case .leaf, .textKnown, .exactRange, .answered: break
      }
      if purpose.isQuestion { counters.measurements = 1 }
      return counters
    }
  }

  /// The way in which an event's size was found.
  package enum Outcome: UInt8, Hashable, Sendable, CaseIterable {
    /// None yet.
    case asked
    /// The element was laid out: its children were measured and placed, or user code measured it.
    case computed
    /// The size was in the cache.
    case cacheHit
    /// A leaf whose size takes a few comparisons.
    case leaf
    /// A text that was broken into lines.
    case textWrapped
    /// A text with known lines, because it fits on one line or was wrapped in this width before.
    case textKnown
    /// The range allowed one size, and the element has that size whatever is below it.
    case exactRange
    /// The length along the stack was known beforehand; the rest is measured later, if at all.
    case putOff
    /// The element was left without a layout, with 0 × 0 points.
    case leftEmpty
    /// The tree is too deep for the thread's stack: the size comes from another descent, or this descent was abandoned.
    case answered
  }

  /// The reason why an element was measured or laid out.
  package enum Purpose: Hashable, Sendable {
    /// A spec needs the size of its child, or the layout begins.
    case size
    /// A stack measures all its children in their natural length.
    case firstPass
    /// A stack has distributed the points that it lacks or has in excess.
    ///
    /// - Parameters:
    ///   - by: The points by which the child grew (above 0) or shrank (below 0).
    ///   - of: The points by which its line was below the stack's minimum (above 0) or above its maximum (below 0).
    ///   - factorSum: The sum of the factors of all children of the line, `flexGrow` or `flexShrink`.
    case flex(by: Double, of: Double, factorSum: Double)
    /// A stack makes a child as long as its line across.
    case stretch
    /// The second half of a layout: the element's last layout was in another constraint than the final one.
    case placing
    /// A stack needs to know the baseline.
    case baseline
    /// A descent along a deep tree resumes here.
    case deepTree

    /// True if the element was measured, and not laid out for another reason.
    package var isQuestion: Bool {
      switch self {
      case .size, .firstPass, .flex, .stretch: true
      case .placing, .baseline, .deepTree: false
      }
    }
  }
}

// MARK: - Recording, in the order in which events begin; see `LayoutPass+Recording.swift`

extension LayoutTrace {
  /// Forgets the layout that was recorded last, and keeps the memory.
  mutating func start(_ answers: NodeAnswers) {
    self.answers = answers
    events.removeAll(keepingCapacity: true)
    begin = now
    placingBegin = begin
    end = begin
  }

  /// Returns true if the innermost event is for this element and has no outcome yet.
  func isAsked(_ id: Int) -> Bool {
    guard let last = open.last else { return false }
    return events[Int(last)].element.index == id && events[Int(last)].outcome == .asked
  }

  mutating func begin(_ id: Int, _ given: SizeRange, _ parentSize: Size, resolved: SizeRange) {
    let container = open.last ?? -1
    open.append(Int32(events.count))
    events.append(
      Event(
        element: ElementID(id), container: container, purpose: purpose, given: given, parentSize: parentSize,
        resolved: resolved, begin: now))
    purpose = .size
  }

  /// Records the outcome of the innermost event, and its size before it is rounded up to whole pixels.
  mutating func note(_ outcome: Outcome, unrounded: Size? = nil) {
    guard let last = open.last else { return }
    events[Int(last)].outcome = outcome
    if let unrounded { events[Int(last)].unroundedSize = unrounded }
  }

  /// Records the size of the element's content before the range limits it, and the size before it is rounded up.
  mutating func note(content: Size, unrounded: Size? = nil) {
    guard let last = open.last else { return }
    events[Int(last)].contentSize = content
    if let unrounded { events[Int(last)].unroundedSize = unrounded }
  }

  mutating func end(_ size: Size, isAbandoned: Bool) {
    guard let last = open.popLast() else { return }
    events[Int(last)].size = size
    events[Int(last)].isAbandoned = isAbandoned
    events[Int(last)].end = now
  }
}

/// The size that a node answered in a range, in points.
struct NodeAnswer: Sendable {
  let range: SizeRange
  let size: Size
}

/// The answers of nodes that user code expands, in ranges whose specs are not part of a layout's tree.
///
/// With these answers the tree can be laid out again with the same sizes, without calling that code.
struct NodeAnswers: Sendable {
  private var answers = [Int: [NodeAnswer]]()

  mutating func add(_ new: [NodeAnswer], of element: Int) { answers[element] = new }

  /// Adds the answers in a part of another tree.
  mutating func add(_ other: NodeAnswers, of elements: Range<Int>, movedBy shift: Int) {
    for (element, new) in other.answers where elements.contains(element) { add(new, of: element + shift) }
  }

  func size(of element: Int, in range: SizeRange) -> Size? {
    answers[element]?.first { $0.range == range }?.size
  }

  var isEmpty: Bool { answers.isEmpty }

  func hasAnswers(of element: Int) -> Bool { answers[element] != nil }
}

// MARK: - Recorded layouts

extension LayoutContext {
  /// Lays out a tree from scratch as `layout(_:in:)` does, on this thread, and records it.
  ///
  /// Frames and counters are the same as without recording. But in trees deeper than about a hundred levels,
  /// parts may be computed once more, because a level takes more of the thread's stack while it is recorded.
  ///
  /// A trace has about as many events as the layout has measurements and computations. For an untrusted tree
  /// these may be millions: lay it out with a `computationLimit` first, and look at `counters`.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - range: The sizes that the root may have.
  ///   - trace: The trace to overwrite. Its clock is read.
  /// - Complexity: that of the layout; with a clock, mostly the cost of reading the clock.
  @discardableResult
  public mutating func layout(
    _ tree: LayoutTree, in range: SizeRange, recording trace: inout LayoutTrace
  ) -> Size {
    let constraint = LayoutConstraint(range, pixelGrid: tree.pixelGrid)
    return layout(tree, in: constraint, answers: NodeAnswers(), recording: &trace)
  }

  /// `layout(_:in:recording:)` with the answers of nodes that user code expanded.
  mutating func layout(
    _ tree: LayoutTree, in constraint: LayoutConstraint, answers: NodeAnswers,
    recording trace: inout LayoutTrace
  ) -> Size {
    trace.start(answers)
    prepare(for: tree)
    let scratch = scratch
    // A level takes more of the stack while it is recorded.
    let deepestDescent = deepestDescent
    self.deepestDescent = max(2, deepestDescent * 5 / 8)
    let size = withUnsafeMutablePointer(to: &trace) { trace in
      scratch.pointee.recorder = trace
      defer { scratch.pointee.recorder = nil }
      return run(tree, in: constraint.range, parentSize: constraint.parentSize)
    }
    self.deepestDescent = deepestDescent
    trace.end = trace.now
    return size
  }

  /// Returns the outermost of the elements with the most constraints.
  package func mostAskedElement(of tree: LayoutTree) -> ElementID {
    var (most, outermost) = (UInt8(0), 0)
    for (index, element) in tree.tables.elements.entries.enumerated() where element.kind.isCached {
      let used = states[Int(element.cache)].used
      if used > most { (most, outermost) = (used, index) }
    }
    return ElementID(outermost)
  }
}
