import LayoutSpecs

/// The stacks of calls of layouts with their times, for flame graphs.
///
/// A stack's first frame is `measure` or `place`, the half of the layout. The others are elements, by type
/// and name. Elements of one type and name at the same place of a stack are one frame.
public struct TraceStacks: Sendable {
  /// One stack.
  public struct Stack: Hashable, Sendable {
    /// The frames, outermost first.
    public let frames: [String]
    /// Nanoseconds without the stacks above it.
    public let selfNanoseconds: UInt64
    /// The number of events: questions, and computations without one. 0 for the halves themselves.
    public let count: Int
  }

  /// A frame by its label and the frame that it lies in; -1 for none.
  private struct Key: Hashable {
    let label: String
    let parent: Int
  }

  private struct Frame {
    let key: Key
    var selfNanoseconds: UInt64 = 0
    var count = 0
  }

  /// Each element's label.
  private let labels: [String]
  private var frames: [Frame] = []
  private var frameNumbers: [Key: Int] = [:]

  /// Creates an empty collection of stacks.
  ///
  /// - Complexity: linear in the number of elements.
  public init(of tree: LayoutTree) { labels = tree.elementIDs.map { tree.label(of: $0) } }

  /// Adds a layout of the tree.
  ///
  /// - Precondition: the trace is of this tree.
  /// - Complexity: linear in the number of events.
  public mutating func add(_ trace: LayoutTrace) {
    let measure = frame("measure", in: -1)
    let place = frame("place", in: -1)
    frames[measure].selfNanoseconds += trace.placingBegin - trace.begin
    frames[place].selfNanoseconds += trace.end - trace.placingBegin
    var frameOfEvent: [Int] = []
    frameOfEvent.reserveCapacity(trace.events.count)
    for event in trace.events {
      let parent =
        event.parent.map { frameOfEvent[$0] } ?? (event.purpose == .placing ? place : measure)
      let own = frame(labels[event.element.index], in: parent)
      frames[own].selfNanoseconds += event.duration
      frames[own].count += 1
      // The parent's time was added before.
      frames[parent].selfNanoseconds -= event.duration
      frameOfEvent.append(own)
    }
  }

  /// All stacks, those that begin alike together, in the order of their first events.
  public var stacks: [Stack] {
    var paths: [[String]] = []
    return frames.map { frame in
      let path = (frame.key.parent < 0 ? [] : paths[frame.key.parent]) + [frame.key.label]
      paths.append(path)
      return Stack(frames: path, selfNanoseconds: frame.selfNanoseconds, count: frame.count)
    }
  }

  private mutating func frame(_ label: String, in parent: Int) -> Int {
    let key = Key(label: label, parent: parent)
    if let known = frameNumbers[key] { return known }
    frames.append(Frame(key: key))
    frameNumbers[key] = frames.count - 1
    return frames.count - 1
  }
}
