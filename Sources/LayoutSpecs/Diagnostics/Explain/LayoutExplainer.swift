/// Explains the elements of one layout: how each came to its size.
///
/// 1. The tree is laid out again, and what is done is recorded.
/// 2. Of an element's computations the last one that came to its end is the one whose frames count. What it asked its children settles
///    their sizes: its last question to each, and with stacks also the ones before it: the natural length, what flexing made
///    of it, and what stretching made of it across.
/// 3. Of each question the range, the style's own range, the content's own size and the size that came out are known. The rule follows
///    from these.
public struct LayoutExplainer: Sendable {
  let layout: Layout
  let tree: LayoutTree
  let trace: LayoutTrace
  /// The questions that count, by element: those of the computation of its parent that counts, as places among the trace's
  /// events, in order.
  private let questions: [[Int32]]
  /// The computations of each element that came to their end, likewise.
  private let computations: [[Int32]]
  /// Of each element the nearest around it that has a layout; the root's own.
  private let laidOut: [Int32]

  init(_ layout: Layout) {
    self.layout = layout
    tree = layout.tree
    trace = layout.trace()
    computations = LayoutExplainer.computations(in: trace, elementCount: layout.tree.elementCount)
    questions = LayoutExplainer.questions(in: trace, computations)
    var laidOut = [Int32](repeating: 0, count: layout.tree.elementCount)
    for id in layout.tree.elementIDs.dropFirst() {
      let parent = layout.tree.parent(of: id)
      laidOut[id.index] = layout.frame(of: parent) == nil ? laidOut[parent.index] : Int32(parent.index)
    }
    self.laidOut = laidOut
  }

  private static func computations(in trace: LayoutTrace, elementCount: Int) -> [[Int32]] {
    var computations = [[Int32]](repeating: [], count: elementCount)
    for (index, event) in trace.events.enumerated() where event.outcome == .computed && !event.isLetGo {
      computations[event.element.index].append(Int32(index))
    }
    return computations
  }

  private static func questions(in trace: LayoutTrace, _ computations: [[Int32]]) -> [[Int32]] {
    var questions = [[Int32]](repeating: [], count: computations.count)
    for (index, event) in trace.events.enumerated() {
      let isCounting: Bool
      if let parent = event.parent {
        isCounting = computations[trace.events[parent].element.index].last == Int32(parent)
      } else {
        // The root, whose question is asked again where a deep tree was let go.
        isCounting = event.purpose == .size && event.element.index == 0 && !event.isLetGo
      }
      let isQuestion = event.purpose.isQuestion || event.outcome == .leftEmpty
      if isCounting && isQuestion { questions[event.element.index].append(Int32(index)) }
    }
    return questions
  }

  /// Why the element is as large as it is, and those around it, up to the root.
  ///
  /// - Precondition: the id belongs to the layout's tree.
  /// - Complexity: linear in the number of levels above the element, and of what is asked of the children there.
  public func explanation(of element: ElementID) -> Explanation {
    precondition((0..<tree.elementCount).contains(element.index), "\(element) is not an element of the tree")
    var steps: [Explanation.Step] = []
    var current = element
    while true {
      steps += LayoutAxis.allCases.map { step(of: current, along: $0) }
      if current == tree.root { break }
      current = parent(of: current)
    }
    return Explanation(element: element, steps: steps, tree: tree)
  }

  /// Why the element is as long on one axis as it is.
  ///
  /// - Precondition: the id belongs to the layout's tree.
  public func step(of element: ElementID, along axis: LayoutAxis) -> Explanation.Step {
    let asked = questions[element.index].map { trace.events[Int($0)] }
    let last = asked.last { $0.outcome != .leftEmpty }
    guard let frame = layout.frame(of: element) else {
      // What was asked and has no layout has a width that is not a number, which only user code can answer.
      let rule = last.map { ownFinding($0, .horizontal).rule } ?? whyWithoutLayout(element)
      return Explanation.Step(
        element: element, axis: axis, given: last.map { axis.lengths($0.given) }, length: nil, rule: rule,
        circumstances: [])
    }
    let length = axis.length(frame.size)
    guard let last else {
      return Explanation.Step(
        element: element, axis: axis, given: nil, length: length, rule: whyEmpty(element), circumstances: [])
    }
    let byStack = isAlongStack(element, axis) ? mainAxis(asked, axis) : crossAxis(asked, axis)
    let finding = byStack ?? ownFinding(last, axis)
    return Explanation.Step(
      element: element, axis: axis, given: axis.lengths(finding.event.given), length: length,
      rule: finding.rule, circumstances: finding.circumstances + overflow(of: element, frame, axis))
  }

  // MARK: - Sizes

  /// How large the element's content is of itself in the range of this question; NaN where nobody asked. Where the answer was known,
  /// it is what was found out when it was laid out in that range.
  func contentSize(_ event: LayoutTrace.Event) -> Size {
    computation(for: event)?.contentSize ?? event.contentSize
  }

  /// The size in this question before it was rounded up to whole pixels; NaN where that is not known.
  func unroundedSize(_ event: LayoutTrace.Event) -> Size {
    if let computation = computation(for: event) { return computation.unroundedSize }
    return event.outcome == .exactRange ? event.resolved.min : event.unroundedSize
  }

  private func computation(for event: LayoutTrace.Event) -> LayoutTrace.Event? {
    guard kind(of: event.element).isCached, event.outcome != .computed else { return nil }
    let places = computations[event.element.index]
    return places.last { trace.events[Int($0)].resolved == event.resolved }.map { trace.events[Int($0)] }
  }

  // MARK: - The tree

  func parent(of element: ElementID) -> ElementID { tree.parent(of: element) }

  func kind(of element: ElementID) -> ElementKind { tree.tables.elements[element.index].kind }

  func style(of element: ElementID) -> StyleValues {
    tree.tables.styles[Int(tree.tables.elements[element.index].style)].style
  }

  /// The stack around the element; nil where there is none.
  func stack(around element: ElementID) -> StackRecord? {
    guard element != tree.root, kind(of: parent(of: element)) == .stack else { return nil }
    return tree.tables.stacks[Int(tree.tables.elements[parent(of: element).index].payload)]
  }

  private func isAlongStack(_ element: ElementID, _ axis: LayoutAxis) -> Bool {
    guard let stack = stack(around: element) else { return false }
    return (stack.parameters.direction == .horizontal) == (axis == .horizontal)
  }

  // MARK: - Without a layout

  /// Why nobody asked the element for its size: the one around it that was left empty, or not asked itself.
  private func whyWithoutLayout(_ element: ElementID) -> LayoutRule {
    .aroundWithoutLayout(ElementID(Int(laidOut[element.index])))
  }

  /// Why the element's layout is empty, though nobody asked for its size.
  private func whyEmpty(_ element: ElementID) -> LayoutRule {
    guard element != tree.root else { return .noContent }
    let parent = parent(of: element)
    return kind(of: parent) == .stack ? .leftEmpty(by: parent) : .notMeasured(by: parent)
  }

  // MARK: - Overflow

  private func overflow(of element: ElementID, _ frame: Rect, _ axis: LayoutAxis) -> [LayoutRule] {
    guard element != tree.root, let around = layout.frame(of: parent(of: element)) else { return [] }
    let start = axis.position(frame.origin)
    let excess = larger(start + axis.length(frame.size) - axis.length(around.size), -start)
    return excess > PixelGrid.tolerance ? [.overflow(excess, of: parent(of: element))] : []
  }
}
