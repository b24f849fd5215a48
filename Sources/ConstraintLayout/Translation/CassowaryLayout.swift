import LayoutSpecs

/// Lays a tree out with Cassowary, as Auto Layout does: one constraint after the other is added to a solver that is kept.
///
/// The constraints are the equations of `LayoutTranslation`, written as somebody would who lays out by constraints:
///
///  1. What follows from the rules is required: leading and trailing edges, spacing, alignment, equal lengths.
///  2. A leaf hugs its content weakly, and resists compression strongly: two inequalities on each axis.
///  3. A text's height is edited: it is known after the widths are. First every text has one line; then the widths that came out
///     give the heights, and what they change is exchanged.
///  4. The root's width is edited too, where it is given, so that another one can be suggested.
///
/// A layout belongs to one thread at a time. It keeps its solver's memory, and the equations of the last few ranges and text
/// heights, and how high texts are in the widths that came up: what solving again takes is the solver's time alone, as for an app
/// whose constraints are written.
public final class CassowaryLayout {
  private let tree: LayoutTree
  let range: SizeRange
  private let texts: [ElementID]
  private let solver = SimplexSolver()
  /// How many variables the solver has: the unknowns of the equations, with the same numbers.
  private var variableCount = 0
  /// The equations that the solver holds, with the constraints that say the same.
  private var held: [HeldEquation] = []
  /// How high texts are in the widths that were solved last, by element.
  var heights: [Double] = []

  /// The heights of each text by the widths that it was measured in, in the order of `texts`.
  private var measuredHeights: [[Double: Double]]
  /// Equations that were written, by what they depend on.
  private var translations: [Situation: WrittenEquations] = [:]
  /// So many translations are kept: enough for two widths, each with texts on one line and wrapped.
  private static let keptTranslationCount = 8

  /// A tree's equations, and what each asks of the solver.
  struct WrittenEquations {
    let unknownCount: Int
    let equations: [LinearEquation]
    let steps: [[SolverProgram.Step]]
  }

  /// So many widths are kept of each text: one line, and that of each range.
  private static let keptWidthCount = 8

  /// What a tree's equations depend on.
  private struct Situation: Hashable {
    let range: SizeRange
    let heights: [Double]
  }

  private struct HeldEquation {
    var equation: LinearEquation
    /// Two for a content; none for what is edited.
    var constraints: [ConstraintID]
  }

  /// A layout of a tree in a range; nothing is solved yet.
  ///
  /// - Throws: `unsupported` for what cannot be written as equations.
  public init(_ tree: LayoutTree, in range: SizeRange) throws(ConstraintLayoutError) {
    try requireSupported(tree)
    self.tree = tree
    self.range = range
    texts = tree.elementIDs.filter { if case .text = tree.content(of: $0) { true } else { false } }
    measuredHeights = [[Double: Double]](repeating: [:], count: texts.count)
  }

  /// How many constraints the solver holds, edits among them.
  public var constraintCount: Int { solver.constraintCount }

  /// Each element's frame relative to its parent element, in pre-order, as they were solved last. They are not rounded.
  public var frames: [Rect] {
    (0..<tree.elementCount).map { element in
      Rect(
        x: value(ConstraintAxis.horizontal.position(element)),
        y: value(ConstraintAxis.vertical.position(element)),
        width: value(ConstraintAxis.horizontal.length(element)),
        height: value(ConstraintAxis.vertical.length(element)))
    }
  }

  private func value(_ unknown: Int) -> Double { solver.value(of: Variable(index: unknown)) }
}

// MARK: - From scratch

extension CassowaryLayout {
  /// Empties the solver, writes all constraints and solves.
  public func solve() throws(ConstraintLayoutError) {
    solver.removeAll()
    variableCount = 0
    held.removeAll(keepingCapacity: true)
    heights = textHeights { _ in .infinity }
    let translation = try translation(in: range)
    makeVariables(translation.unknownCount)
    held.reserveCapacity(translation.equations.count)
    for (equation, steps) in zip(translation.equations, translation.steps) {
      try hold(equation, steps, at: held.count)
    }
    solver.resolve()
    try wrapTexts(in: range)
  }

  /// Brings the heights of texts to what the widths that were solved give.
  private func wrapTexts(in range: SizeRange) throws(ConstraintLayoutError) {
    let wrapped = textHeights { value(ConstraintAxis.horizontal.length($0.index)) }
    guard wrapped != heights else { return }
    heights = wrapped
    try exchange(in: range)
  }

  /// The equations for this range and the heights of texts.
  func translation(in range: SizeRange) throws(ConstraintLayoutError) -> WrittenEquations {
    let situation = Situation(range: range, heights: heights)
    if let known = translations[situation] { return known }
    if translations.count == CassowaryLayout.keptTranslationCount { translations.removeAll() }
    let translation = try LayoutTranslation(tree, in: range, textHeights: heights)
    let written = WrittenEquations(
      unknownCount: translation.unknownCount, equations: translation.equations,
      steps: translation.equations.map(steps))
    translations[situation] = written
    return written
  }

  private func makeVariables(_ count: Int) {
    while variableCount < count {
      _ = solver.makeVariable()
      variableCount += 1
    }
  }

  /// How high each text is in its width; 0 for everything else.
  func textHeights(_ width: (ElementID) -> Double) -> [Double] {
    var heights = [Double](repeating: 0, count: tree.elementCount)
    for (index, id) in texts.enumerated() {
      let width = width(id)
      if let known = measuredHeights[index][width] {
        heights[id.index] = known
      } else {
        heights[id.index] = textHeight(tree, id, width: width)
        if measuredHeights[index].count == CassowaryLayout.keptWidthCount { measuredHeights[index] = [:] }
        measuredHeights[index][width] = heights[id.index]
      }
    }
    return heights
  }

  /// Adds the constraints that say what an equation says.
  private func hold(
    _ equation: LinearEquation, _ steps: [SolverProgram.Step], at index: Int
  ) throws(ConstraintLayoutError) {
    var constraints: [ConstraintID] = []
    do throws(SimplexError) {
      for step in steps {
        switch step {
        case .add(let constraint): constraints.append(try solver.add(constraint))
        case .edit(let variable, let value, let strength):
          try solver.addEditVariable(variable, strength: strength)
          try solver.suggest(value, for: variable)
          solver.resolve()
        case .suggest: preconditionFailure("An equation that is new is added or edited")
        }
      }
    } catch {
      throw .inconsistent(equation: "\(error)")
    }
    held.insert(HeldEquation(equation: equation, constraints: constraints), at: index)
  }

  private func release(at index: Int) throws(ConstraintLayoutError) {
    let old = held.remove(at: index)
    do throws(SimplexError) {
      for id in old.constraints { try solver.remove(id) }
      if old.constraints.isEmpty {
        try solver.removeEditVariable(Variable(index: old.equation.terms[0].unknown))
      }
    } catch {
      throw .inconsistent(equation: "\(error)")
    }
  }
}

// MARK: - Another height, another width

extension CassowaryLayout {
  /// Solves for another range from the solution there is: suggests the root's lengths, then the heights of texts.
  public func resize(to range: SizeRange) throws(ConstraintLayoutError) {
    try exchange(in: range)
    try wrapTexts(in: range)
  }

  /// Brings the solver from the equations that it holds to those of other text heights, or of another range: suggests what
  /// is edited, and exchanges the constraints of rules that do not apply any more.
  private func exchange(in range: SizeRange) throws(ConstraintLayoutError) {
    let translation = try translation(in: range)
    makeVariables(translation.unknownCount)
    var index = 0
    var added: [(LinearEquation, [SolverProgram.Step], Int)] = []
    for (equation, steps) in zip(translation.equations, translation.steps) {
      while index < held.count && held[index].equation.place.isBefore(equation.place) {
        try release(at: index)
      }
      if index < held.count && held[index].equation.place == equation.place {
        if held[index].equation.hasSameTerms(as: equation) && suggest(equation, at: index) {
          index += 1
          continue
        }
        try release(at: index)
      }
      added.append((equation, steps, index + added.count))
    }
    while index < held.count { try release(at: index) }
    for (equation, steps, index) in added { try hold(equation, steps, at: index) }
    solver.resolve()
  }

  /// Suggests an equation's constant where it is edited. False where it is another constant and is not edited.
  private func suggest(_ equation: LinearEquation, at index: Int) -> Bool {
    if held[index].equation.constant == equation.constant { return true }
    guard held[index].constraints.isEmpty else { return false }
    let isSuggested: Void? = try? solver.suggest(
      equation.constant, for: Variable(index: equation.terms[0].unknown))
    held[index].equation = equation
    return isSuggested != nil
  }
}
