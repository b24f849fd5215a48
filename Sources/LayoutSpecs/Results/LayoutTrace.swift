/// What the engine did in order to lay out a tree: each question that an element was asked, and how it was answered.
///
/// ```swift
/// var trace = LayoutTrace()
/// context.layout(tree, in: range, recording: &trace)
/// for event in trace.events where event.outcome == .textWrapped { … }
/// ```
///
/// An event stands for an element that was asked for its size in a constraint, or laid out for another reason. Events are in the order
/// in which they began, and lie within each other as the engine's calls do. Recording changes no frame.
///
/// A trace takes about 200 bytes an event, and there are one to three events an element in ordinary trees.
public struct LayoutTrace: Sendable {
  /// What was done, in the order in which it began.
  public private(set) var events: [Event] = []
  /// When the layout began, by the clock.
  public private(set) var begin: UInt64 = 0
  /// When all sizes were known, and the walk began that places what is not placed yet.
  public private(set) var placingBegin: UInt64 = 0
  /// When the layout was done.
  public private(set) var end: UInt64 = 0
  private let clock: (@Sendable () -> UInt64)?

  /// A trace of nothing yet.
  ///
  /// - Parameter clock: Nanoseconds since some moment; it must not go backwards. It is read twice an event. Default: none, and then
  ///   all times are 0.
  public init(clock: (@Sendable () -> UInt64)? = nil) {
    self.clock = clock
  }

  /// Makes room for so many events, so that none has to be made while a layout is recorded.
  public mutating func reserveCapacity(_ eventCount: Int) { events.reserveCapacity(eventCount) }

  /// How long the layout took, in nanoseconds, with what recording took.
  public var duration: UInt64 { end - begin }

  /// The work that the layout took, counted from the events: what `LayoutContext.counters` came up by.
  ///
  /// - Complexity: linear in the number of events.
  public var counters: LayoutCounters {
    events.reduce(into: LayoutCounters()) { $0 += $1.counters }
  }
}

extension LayoutTrace {
  /// An element that was asked for its size, or laid out.
  public struct Event: Sendable {
    /// The element.
    public let element: ElementID
    fileprivate let container: Int32
    /// Why it was done.
    public let purpose: Purpose
    /// The sizes that the element's parent allowed.
    public let given: SizeRange
    /// What fractions in the element's style counted against, in points; NaN where that was undefined.
    public let parentSize: Size
    /// The sizes that were left when the element's own style had its say.
    public let resolved: SizeRange
    /// What happened.
    public internal(set) var outcome: Outcome
    /// Whether the engine let this go, because the tree is too deep for the thread's stack, and began it again later. Then its
    /// size means nothing.
    public fileprivate(set) var isLetGo: Bool
    /// How large what the element holds is of itself, in points, before the element's range had its say: its children before they
    /// flex, its text, its intrinsic size. NaN where nobody asked.
    public internal(set) var contentSize: Size
    /// The size before it was rounded up to whole pixels; NaN where it was known without.
    public internal(set) var unroundedSize: Size
    /// The size that came out, in points. NaN on an axis that was not asked for.
    public fileprivate(set) var size: Size
    /// When it began, by the trace's clock.
    public let begin: UInt64
    /// When it ended.
    public fileprivate(set) var end: UInt64

    /// The event that this one lies within, by its place in `events`; nil for what lies in none.
    public var parent: Int? { container < 0 ? nil : Int(container) }

    /// How long it took, in nanoseconds, with all that lies within it.
    public var duration: UInt64 { end - begin }

    /// What it counts for.
    public var counters: LayoutCounters {
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

  /// What happened to an element that was asked for its size.
  public enum Outcome: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing as yet.
    case asked
    /// It was laid out: its children were measured and placed, or user code measured it.
    case computed
    /// The answer was remembered.
    case cacheHit
    /// A leaf whose size is a few comparisons.
    case leaf
    /// A text that was broken into lines.
    case textWrapped
    /// A text whose lines were known, because it fits on one line or was wrapped in this width before.
    case textKnown
    /// The range allowed one size, and the element takes that whatever is below it.
    case exactRange
    /// The length along the stack was known beforehand; the rest is asked for later, if at all.
    case putOff
    /// It was left without a layout, 0 × 0 points large.
    case leftEmpty
    /// The tree is too deep for the thread's stack: the answer was found on another way down, or the question was let go.
    case answered
  }

  /// Why an element was asked for its size, or laid out.
  public enum Purpose: Hashable, Sendable {
    /// A spec lays itself out, and needs the size of what it holds; or the layout begins.
    case size
    /// A stack asks all its children for their natural length.
    case firstPass
    /// A stack has shared out what it is short of, or too long.
    case flex(FlexAdjustment)
    /// A stack makes a child as long as its line across.
    case stretch
    /// The second half of a layout: the element was laid out last in another constraint than the one that counts.
    case placing
    /// A stack needs to know the baseline.
    case baseline
    /// A descent along a deep tree is taken up here.
    case deepTree

    /// Whether an element was asked for its size, and not laid out for another reason.
    var isQuestion: Bool {
      switch self {
      case .size, .firstPass, .flex, .stretch: true
      case .placing, .baseline, .deepTree: false
      }
    }
  }
}

/// By how much a child of a stack grew or shrank.
public struct FlexAdjustment: Hashable, Sendable {
  /// Points that the child grew by, above 0, or shrank by, below 0.
  public let by: Double
  /// Points that its line was short of the stack's minimum, above 0, or exceeded its maximum by, below 0.
  public let of: Double
  /// The sum of the factors of all children of the line, `flexGrow` or `flexShrink`.
  public let factorSum: Double
}

// MARK: - Writing

extension LayoutTrace {
  /// Forgets what it holds, and keeps the room for it.
  mutating func restart() {
    events.removeAll(keepingCapacity: true)
    begin = now
    placingBegin = begin
    end = begin
  }

  mutating func append(
    element: ElementID, within container: Int32, _ purpose: Purpose, _ given: SizeRange, _ parentSize: Size,
    _ resolved: SizeRange
  ) {
    events.append(
      Event(
        element: element, container: container, purpose: purpose, given: given, parentSize: parentSize,
        resolved: resolved, outcome: .asked, isLetGo: false, contentSize: .undefined,
        unroundedSize: .undefined, size: .undefined, begin: now, end: 0))
  }

  mutating func end(_ index: Int, _ size: Size, isLetGo: Bool) {
    events[index].size = size
    events[index].isLetGo = isLetGo
    events[index].end = now
  }

  /// Forgets the events from this one on.
  mutating func removeEvents(from index: Int) { events.removeSubrange(index...) }

  mutating func beginPlacing() { placingBegin = now }

  mutating func finish() { end = now }

  subscript(index: Int) -> Event {
    get { events[index] }
    _modify { yield &events[index] }
  }

  private var now: UInt64 { clock?() ?? 0 }
}
