import LayoutSpecs

/// Explains the elements of one layout: how each came to its size.
///
/// 1. The tree is laid out again and recorded; see `RecordedLayout`.
/// 2. An element's size is settled by the last question that its parent asked it. A stack asks up to three:
///    for the natural length, in the length that the child flexes to, and to stretch across.
/// 3. The rule follows from the question's range, the style's range, the content's own size and the answer.
public struct LayoutExplainer: Sendable {
  let recorded: RecordedLayout
  let layout: Layout
  let tree: LayoutTree
  /// For each element the nearest around it that has a layout; the root's own.
  private let laidOut: [Int32]

  init(_ layout: Layout) {
    self.layout = layout
    tree = layout.tree
    recorded = RecordedLayout(layout)
    var laidOut = [Int32](repeating: 0, count: layout.tree.elementCount)
    for id in layout.tree.elementIDs.dropFirst() {
      let parent = layout.tree.parent(of: id)
      laidOut[id.index] = layout.frame(of: parent) == nil ? laidOut[parent.index] : Int32(parent.index)
    }
    self.laidOut = laidOut
  }

  /// Why the element is as large as it is, and those around it, up to the root.
  ///
  /// - Precondition: the id belongs to the layout's tree.
  /// - Complexity: linear in the number of levels above the element, and of questions to the elements there.
  public func explanation(of element: ElementID) -> Explanation {
    precondition((0..<tree.elementCount).contains(element.index), "\(element) is not an element of the tree")
    var steps: [Explanation.Step] = []
    var current = element
    while true {
      steps += LayoutAxis.allCases.map { step(of: current, along: $0) }
      if current == tree.root { break }
      current = tree.parent(of: current)
    }
    return Explanation(element: element, steps: steps, tree: tree)
  }

  /// Why the element is as long on one axis as it is.
  ///
  /// - Precondition: the id belongs to the layout's tree.
  public func step(of element: ElementID, along axis: LayoutAxis) -> Explanation.Step {
    let asked = recorded.questions(to: element)
    let last = asked.last { $0.outcome != .leftEmpty }
    guard let frame = layout.frame(of: element) else {
      // An element that was asked has no layout if infinite lengths of user code made its width undefined.
      let around = ElementID(Int(laidOut[element.index]))
      return Explanation.Step(
        element: element, axis: axis, given: last.map { axis.lengths($0.given) }, length: nil,
        rule: last.map { ownFinding($0, .horizontal).rule } ?? .aroundWithoutLayout(around),
        circumstances: [])
    }
    let length = axis.length(frame.size)
    guard let last else {
      return Explanation.Step(
        element: element, axis: axis, given: nil, length: length, rule: whyEmpty(element), circumstances: [])
    }
    let byStack =
      recorded.isAlongStack(element, axis) ? mainAxis(asked, axis) : crossAxis(last, axis)
    let finding = byStack ?? ownFinding(last, axis)
    return Explanation.Step(
      element: element, axis: axis, given: axis.lengths(finding.event.given), length: length,
      rule: finding.rule, circumstances: finding.circumstances + overflow(of: element, frame, axis))
  }

  /// Why the element's layout is empty, though nobody asked for its size.
  private func whyEmpty(_ element: ElementID) -> LayoutRule {
    guard element != tree.root else { return .noContent }
    let parent = tree.parent(of: element)
    return tree.kind(of: parent) == .stack ? .leftEmpty(by: parent) : .notMeasured(by: parent)
  }

  private func overflow(of element: ElementID, _ frame: Rect, _ axis: LayoutAxis) -> [LayoutRule] {
    let parent = tree.parent(of: element)
    guard element != tree.root, let around = layout.frame(of: parent) else { return [] }
    let start = axis.position(frame.origin)
    let excess = larger(start + axis.length(frame.size) - axis.length(around.size), -start)
    return excess > PixelGrid.tolerance ? [.overflow(excess, of: parent)] : []
  }
}

// MARK: - In words

extension LayoutExplainer {
  /// A step as a sentence; see `Explanation.sentence(of:)`.
  public func sentence(of step: Explanation.Step) -> String { LayoutSentences(tree: tree).sentence(of: step) }

  /// A step's rule alone, in the words of its sentence.
  public func reason(of step: Explanation.Step) -> String { LayoutSentences(tree: tree).reason(of: step) }

  /// Writes every element of the tree with its size, and below it why it is so wide and so high; indented by
  /// level, for 50 levels at most.
  ///
  /// - Parameter write: Called with each line, in order and without line ends.
  /// - Complexity: linear in the number of elements.
  public func outline(write: (String) -> Void) {
    var indentations = OutlineIndentation(of: tree)
    for id in tree.elementIDs {
      let indentation = indentations.text(of: id)
      let name = tree.name(of: id).map { " \(quoted($0))" } ?? ""
      let reasons = LayoutAxis.allCases.map { reason(of: step(of: id, along: $0)) }
      let heading = "\(indentation)\(tree.typeName(of: id))\(name)"
      if let size = layout.frame(of: id)?.size {
        write("\(heading) \(size)")
        write("\(indentation)  width: \(reasons[0])")
        write("\(indentation)  height: \(reasons[1])")
      } else {
        write("\(heading) no layout: \(reasons[0])")
      }
    }
  }
}
