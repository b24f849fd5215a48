import LayoutSpecs

/// Explains the elements of one layout.
///
/// 1. The tree is laid out again and recorded; see `RecordedLayout`.
/// 2. An element's size is settled by the last question that its parent asked it. A stack asks up to three:
///    for the natural length, in the length that the child flexes to, and to stretch across.
/// 3. The rule follows from the question's range, the style's range, the content's own size and the answer.
public struct LayoutExplainer: Sendable {
  let recorded: RecordedLayout
  /// For each element, its nearest ancestor that has a layout; for the root, the root itself.
  private let laidOut: [ElementID]
  /// For each child on the second or a later line of a stack that wraps: why the child stands there.
  private let lines: [ElementID: LayoutRule]

  var layout: Layout { recorded.layout }
  var tree: LayoutTree { recorded.tree }

  init(_ layout: Layout) {
    recorded = RecordedLayout(layout)
    lines = recorded.laterLines()
    laidOut = layout.tree.inheriting { id, above in
      above.map { layout.frame(of: $0.parent) == nil ? $0.value : $0.parent } ?? id
    }
  }

  /// Explains the sizes of the element and of its ancestors, up to the root.
  ///
  /// - Precondition: the id belongs to the layout's tree.
  /// - Complexity: linear in the number of levels above the element, and of questions to the elements there.
  public func explanation(of element: ElementID) -> Explanation {
    precondition((0..<tree.elementCount).contains(element.index), "\(element) is not an element of the tree")
    let chain = sequence(first: element) { recorded.parent(of: $0) }
    let steps = chain.flatMap { id in LayoutAxis.allCases.map { step(of: id, along: $0) } }
    return Explanation(element: element, steps: steps, text: text(of: element), tree: tree)
  }

  /// Explains the element's length on one axis.
  ///
  /// - Precondition: the id belongs to the layout's tree.
  public func step(of element: ElementID, along axis: LayoutAxis) -> Explanation.Step {
    let last = recorded.lastQuestion(to: element)
    guard let frame = layout.frame(of: element) else {
      // An element that was asked may lie below an element that was left without a layout afterwards.
      return Explanation.Step(
        element: element, axis: axis, given: last.map { axis.lengths($0.given) }, length: nil,
        rule: last.map { ownFinding($0, .horizontal).rule } ?? .aroundWithoutLayout(laidOut[element.index]),
        circumstances: [])
    }
    let length = axis.length(frame.size)
    guard let last else {
      return Explanation.Step(
        element: element, axis: axis, given: nil, length: length, rule: whyEmpty(element), circumstances: [])
    }
    let byStack =
      recorded.isAlongStack(element, axis) ? mainAxisFinding(element, axis) : crossAxisFinding(last, axis)
    let finding = byStack ?? ownFinding(last, axis)
    return Explanation.Step(
      element: element, axis: axis, given: axis.lengths(finding.event.given), length: length,
      rule: finding.rule,
      circumstances: finding.circumstances + overflow(of: element, frame, axis)
        + (recorded.isAlongStack(element, axis) ? [lines[element]].compactMap { $0 } : []))
  }

  /// The reason why the element has an empty layout, though its parent never asked for its size.
  private func whyEmpty(_ element: ElementID) -> LayoutRule {
    guard let parent = recorded.parent(of: element) else { return .noContent }
    return tree.kind(of: parent) == .stack ? .leftEmpty(by: parent) : .notMeasured(by: parent)
  }

  private func overflow(of element: ElementID, _ frame: Rect, _ axis: LayoutAxis) -> [LayoutRule] {
    guard let parent = recorded.parent(of: element), let around = layout.frame(of: parent) else { return [] }
    let start = axis.position(frame.origin)
    let excess = larger(start + axis.length(frame.size) - axis.length(around.size), -start)
    return excess > PixelGrid.tolerance ? [.overflow(excess, of: parent)] : []
  }
}

extension RecordedLayout {
  /// For each child on the second or a later line of a stack that wraps: why the child stands there.
  ///
  /// - Complexity: linear in the number of elements.
  fileprivate func laterLines() -> [ElementID: LayoutRule] {
    var rules: [ElementID: LayoutRule] = [:]
    for id in tree.elementIDs {
      guard let stack = tree.stackParameters(of: id), stack.flexWrap == .wrap,
        let range = lastQuestion(to: id)?.resolved
      else { continue }
      let most = LayoutAxis(stack.direction).length(range.max)
      let lines = lines(of: tree.children(of: id), in: stack, maxLength: most)
      for (number, (before, line)) in zip(lines, lines.dropFirst()).enumerated() {
        let rule = LayoutRule.onLine(
          number + 2, first: line.children[0], length: before.lengthWithNext,
          unrounded: before.lengthWithNext - before.rounding - line.firstRounding, of: most)
        for child in line.children { rules[child] = rule }
      }
    }
    return rules
  }
}

// MARK: - In words

extension LayoutExplainer {
  /// A step as a sentence; see `Explanation.sentence(of:)`.
  public func sentence(of step: Explanation.Step) -> String { StepSentence(step: step, tree: tree).text }

  /// Writes every element of the tree with its size, and below it the reasons for its width and its height, and the
  /// lines of a text that has more than one line; indented by level, for 50 levels at most.
  ///
  /// - Parameter write: Called with each line, in order and without line ends.
  /// - Complexity: linear in the number of elements.
  public func outline(write: (String) -> Void) {
    var indentations = OutlineIndentation(of: tree)
    for id in tree.elementIDs {
      let indentation = indentations.text(of: id)
      let name = tree.name(of: id).map { " \(quoted($0))" } ?? ""
      let heading = "\(indentation)\(tree.typeName(of: id))\(name)"
      let reasons = LayoutAxis.allCases.map { StepSentence(step: step(of: id, along: $0), tree: tree).reason }
      if let size = layout.frame(of: id)?.size {
        write("\(heading) \(size)")
        write("\(indentation)  width: \(reasons[0])")
        write("\(indentation)  height: \(reasons[1])")
        if let text = text(of: id), text.isBroken { write("\(indentation)  lines: \(text.summary)") }
      } else {
        write("\(heading) no layout: \(reasons[0])")
      }
    }
  }
}
