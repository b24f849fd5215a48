import LayoutSpecs

/// A tree's constraints, each written once, and what they depend on: the equations of the last few ranges and text heights, and
/// the heights of texts by width.
///
/// One thread at a time uses it.
final class WrittenConstraints {
  /// A tree's equations, and the steps of each equation.
  struct Equations {
    let unknownCount: Int
    let equations: [LinearEquation]
    let steps: [[SolverProgram.Step]]
  }

  /// The input that a tree's equations depend on.
  private struct Situation: Hashable {
    let range: SizeRange
    let heights: [Double]
  }

  let tree: LayoutTree
  private let texts: [ElementID]
  /// The measured heights of each text by width, in the order of `texts`.
  private var measuredHeights: [[Double: Double]]
  private var translations: [Situation: Equations] = [:]
  /// The number of translations that are kept: enough for several widths, each with texts on one line and wrapped.
  private static let keptTranslationCount = 8
  /// The number of widths that are kept for each text: for one line, and for the ranges.
  private static let keptWidthCount = 8

  init(_ tree: LayoutTree) {
    self.tree = tree
    texts = tree.elementIDs.filter { id in
      switch tree.content(of: id) {
      case .text, .paragraph: true
      default: false
      }
    }
    measuredHeights = [[Double: Double]](repeating: [:], count: texts.count)
  }

  /// The equations for a range and the heights of texts.
  func translation(
    in range: SizeRange, _ heights: [Double]
  ) throws(ConstraintLayoutError) -> Equations {
    let situation = Situation(range: range, heights: heights)
    if let known = translations[situation] { return known }
    if translations.count == Self.keptTranslationCount { translations.removeAll() }
    let translation = try LayoutTranslation(tree, in: range, textHeights: heights)
    let written = Equations(
      unknownCount: translation.unknownCount, equations: translation.equations,
      steps: translation.equations.map(steps))
    translations[situation] = written
    return written
  }

  /// The height of each text in its width; 0 for other elements.
  func textHeights(_ width: (ElementID) -> Double) -> [Double] {
    var heights = [Double](repeating: 0, count: tree.elementCount)
    for (index, id) in texts.enumerated() {
      let width = width(id)
      if let known = measuredHeights[index][width] {
        heights[id.index] = known
      } else {
        heights[id.index] = textHeight(tree, id, width: width)
        if measuredHeights[index].count == Self.keptWidthCount { measuredHeights[index] = [:] }
        measuredHeights[index][width] = heights[id.index]
      }
    }
    return heights
  }

  /// The steps of an equation.
  private func steps(_ equation: LinearEquation) -> [SolverProgram.Step] {
    func constraint(_ relation: Relation, _ strength: Strength) -> SolverProgram.Step {
      .add(LinearConstraint(equation.terms, relation, equation.constant, strength: strength))
    }
    switch equation.role {
    case .rule: return [constraint(.equal, .required)]
    case .content: return [constraint(.lessOrEqual, .weak), constraint(.greaterOrEqual, .strong)]
    case .textHeight, .rootLength:
      return [.edit(equation.terms[0].variable, value: equation.constant, strength: .strong)]
    }
  }
}
