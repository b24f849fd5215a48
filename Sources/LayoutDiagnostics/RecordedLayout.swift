import LayoutSpecs

/// A layout with the engine's questions to each element and their answers. Lint and explanations read it.
///
/// An element may be laid out more than once, in constraints that do not count. The computation that counts
/// is the last one that came to its end, and the questions that it asked the children count too. A stack asks
/// each child for its natural length first, then in the length that it flexes to, then to stretch across.
struct RecordedLayout: Sendable {
  let layout: Layout
  private let events: [LayoutTrace.Event]
  private let questions: IndicesByElement
  private let computations: IndicesByElement
  /// For each element, whether its ancestors were laid out. If not, the element may still have been asked, in
  /// a computation that does not count.
  private let isReached: [Bool]

  var tree: LayoutTree { layout.tree }

  /// Lays a tree out.
  init(of tree: LayoutTree, in range: SizeRange) {
    var context = LayoutContext()
    var trace = LayoutTrace()
    context.layout(tree, in: range, recording: &trace)
    self.init(context.snapshot(of: tree), trace)
  }

  /// Reads a layout from its trace.
  ///
  /// - Parameter trace: Default: nil, to lay the tree out once more, without user code that expands nodes.
  init(_ layout: Layout, _ trace: LayoutTrace? = nil) {
    let (tree, events) = (layout.tree, (trace ?? layout.trace()).events)
    let computed = events.indices.filter { events[$0].outcome == .computed && !events[$0].isAbandoned }
    let computations = IndicesByElement(computed, of: tree) { events[$0].element }
    let counted = events.indices.filter { index in
      let event = events[index]
      guard event.purpose.isQuestion || event.outcome == .leftEmpty else { return false }
      guard let parent = event.parent else {
        // The question to the root, which is asked again if a deep tree is abandoned on the way.
        return event.purpose == .size && event.element.index == 0 && !event.isAbandoned
      }
      return computations[events[parent].element].last == Int32(parent)
    }
    let questions = IndicesByElement(counted, of: tree) { events[$0].element }
    self.layout = layout
    self.events = events
    self.questions = questions
    self.computations = computations
    isReached = tree.inheriting { _, above in
      guard let (parent, isReached) = above else { return true }
      return isReached && questions[parent].contains { events[Int($0)].outcome != .leftEmpty }
    }
  }
}

extension RecordedLayout {
  /// The questions to an element that count, in order. There are none below an element that was left without a layout.
  func questions(to id: ElementID) -> some BidirectionalCollection<LayoutTrace.Event> {
    (isReached[id.index] ? questions[id] : []).lazy.map { events[Int($0)] }
  }

  /// The last question to an element that counts; nil if its parent asked none.
  func lastQuestion(to id: ElementID) -> LayoutTrace.Event? {
    questions(to: id).last { $0.outcome != .leftEmpty }
  }

  /// The last question before stretching across, which leaves the length along a stack as it is.
  func lastQuestionBeforeStretching(to id: ElementID) -> LayoutTrace.Event? {
    questions(to: id).last { $0.outcome != .leftEmpty && $0.purpose != .stretch } ?? lastQuestion(to: id)
  }

  /// The question that settled an element's length on an axis.
  func question(to id: ElementID, settling axis: LayoutAxis) -> LayoutTrace.Event? {
    isAlongStack(id, axis) ? lastQuestionBeforeStretching(to: id) : lastQuestion(to: id)
  }

  /// The question for a child's natural length along its stack, before it flexed; nil if the stack did not
  /// ask.
  func naturalQuestion(to id: ElementID) -> LayoutTrace.Event? {
    questions(to: id).first { $0.purpose == .firstPass && $0.outcome != .leftEmpty }
  }

  /// The lines of a stack that wraps, as the engine broke them.
  ///
  /// - Complexity: linear in the number of children.
  func lines(of children: some Sequence<ElementID>, in stack: StackParameters, maxLength: Double)
    -> [StackedLine]
  {
    let axis = LayoutAxis(stack.direction)
    var lines: [StackedLine] = []
    for child in children {
      let (style, natural) = (tree.styleValues(of: child), naturalQuestion(to: child))
      let length = natural.map { axis.length($0.size) } ?? 0
      let rounding = natural.map { length - unroundedLength($0, axis) } ?? 0
      let whole = style.spacingBefore + length + style.spacingAfter
      if let last = lines.indices.last {
        let withChild = lines[last].length + stack.spacing + whole
        if withChild <= maxLength {
          lines[last].children.append(child)
          lines[last].length += stack.spacing + whole
          lines[last].rounding += rounding
          continue
        }
        lines[last].lengthWithNext = withChild
      }
      lines.append(StackedLine(children: [child], length: whole, rounding: rounding, firstRounding: rounding))
    }
    return lines
  }

  /// Returns true if its parent left the element without a layout, at least at first.
  func wasLeftEmpty(_ id: ElementID) -> Bool { questions(to: id).contains { $0.outcome == .leftEmpty } }

  /// The size that fractions in the element's style count against; NaN if undefined, nil if the element was not asked.
  ///
  /// An inset, overlay or background hands on the size that it got only if a fraction below counts against that size.
  func parentSize(of id: ElementID) -> Size? { questions(to: id).last?.parentSize }

  /// The size of an element's content in the range of a question; NaN if the content was not measured. If the
  /// answer was already known, the content's size in the computation in that range.
  func contentSize(_ event: LayoutTrace.Event) -> Size { (computation(for: event) ?? event).contentSize }

  /// The size in a question before rounding up to whole pixels; NaN if unknown.
  func unroundedSize(_ event: LayoutTrace.Event) -> Size {
    if let computation = computation(for: event) { return computation.unroundedSize }
    return event.outcome == .exactRange ? event.resolved.min : event.unroundedSize
  }

  /// The length in a question before rounding up to whole pixels; the rounded length if that is not known.
  func unroundedLength(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> Double {
    let (length, resolved) = (axis.length(event.size), axis.lengths(event.resolved))
    if resolved.isExact, tree.pixelGrid.ceil(resolved.exact) == length { return resolved.exact }
    let unrounded = axis.length(unroundedSize(event))
    return unrounded < length ? unrounded : length
  }

  private func computation(for event: LayoutTrace.Event) -> LayoutTrace.Event? {
    guard tree.kind(of: event.element).isCached, event.outcome != .computed else { return nil }
    let index = computations[event.element].last { events[Int($0)].resolved == event.resolved }
    return index.map { events[Int($0)] }
  }

  /// The element's parent; nil for the root.
  func parent(of id: ElementID) -> ElementID? { id == tree.root ? nil : tree.parent(of: id) }

  /// The element's parent if it is a stack; otherwise nil.
  func stack(around id: ElementID) -> StackParameters? {
    parent(of: id).flatMap { tree.stackParameters(of: $0) }
  }

  /// Returns true if the axis is the one along which the element's stack runs.
  func isAlongStack(_ id: ElementID, _ axis: LayoutAxis) -> Bool {
    stack(around: id).map { LayoutAxis($0.direction) == axis } ?? false
  }
}

extension LayoutTrace.Purpose {
  /// The points by which a stack grew (above 0) or shrank (below 0) the child; nil if it did neither.
  var flexedPoints: Double? {
    if case .flex(let points, _, _) = self, points != 0 { points } else { nil }
  }
}

/// A line of a stack that wraps, before its children flex.
struct StackedLine {
  var children: [ElementID]
  /// The length of the children and the spacing; `rounding` is the part that rounding up to whole pixels added.
  var length: Double
  var rounding: Double
  /// The part of the first child's length that rounding up added.
  var firstRounding: Double
  /// The length that the line would have with the first child of the next line; 0 if there is no next line.
  var lengthWithNext = 0.0
}

extension LayoutTree {
  /// A value for each element in pre-order, made from its parent and the parent's value; `above` is nil for the root.
  func inheriting<Value>(
    _ value: (_ id: ElementID, _ above: (parent: ElementID, value: Value)?) -> Value
  ) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(elementCount)
    for id in elementIDs {
      let parent = parent(of: id)
      values.append(value(id, id == root ? nil : (parent, values[parent.index])))
    }
    return values
  }
}

/// Indices into some array by element, in two arrays: with an array for each element there would be as many allocations.
struct IndicesByElement: Sendable {
  /// For each element, the place of its first index in `all`; then the end of `all`.
  private var starts: [Int32]
  /// The indices by element in pre-order; the indices of one element are in their own order.
  private(set) var all: [Int32]

  /// - Complexity: linear in the number of indices and elements.
  init(_ indices: some Collection<Int>, of tree: LayoutTree, element: (Int) -> ElementID) {
    starts = Array(repeating: 0, count: tree.elementCount + 1)
    for index in indices { starts[element(index).index + 1] += 1 }
    for id in tree.elementIDs { starts[id.index + 1] += starts[id.index] }
    all = Array(repeating: 0, count: indices.count)
    var next = starts
    for index in indices {
      let id = element(index)
      all[Int(next[id.index])] = Int32(index)
      next[id.index] += 1
    }
  }

  subscript(id: ElementID) -> ArraySlice<Int32> { all[Int(starts[id.index])..<Int(starts[id.index + 1])] }
}
