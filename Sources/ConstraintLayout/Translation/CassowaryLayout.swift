import LayoutSpecs

/// Lays a tree out with Cassowary, as Auto Layout does: adds constraints one by one to a solver that it
/// keeps.
///
/// The constraints are the equations of `LayoutTranslation`:
///
///  1. Equations that follow from the rules are required: edges, spacing, alignment, equal lengths.
///  2. A leaf hugs its content weakly and resists compression strongly: two inequalities on each axis.
///  3. A text's height is edited, since it depends on the width. First every text has one line; then the
///     resulting widths give the heights, and the constraints that they change are exchanged.
///  4. The root's length is edited too, if its range gives the length, so that another length can be suggested.
///
/// A layout belongs to one thread at a time. It keeps its solver's memory, the equations of the last few
/// ranges and text heights, and the heights of texts by width, so that solving again takes only the solver's
/// time, as for an app that has written its constraints.
public final class CassowaryLayout {
  private var written: WrittenConstraints
  private let range: SizeRange
  private let solver = SimplexSolver()
  /// The number of variables, which are the unknowns of the equations.
  private var variableCount = 0
  /// The equations in the solver, with their constraints.
  private var held: [HeldEquation] = []
  /// The heights of texts in the widths that were solved last, by element.
  private var heights: [Double] = []

  private struct HeldEquation {
    var equation: LinearEquation
    /// Two constraints for a content; none for an edited variable.
    var constraints: [ConstraintID]
  }

  /// Creates a layout of a tree in a range, to be solved.
  ///
  /// - Throws: `unsupported` for elements that cannot be translated.
  public init(_ tree: LayoutTree, in range: SizeRange) throws(ConstraintLayoutError) {
    try requireSupported(tree)
    self.range = range
    written = WrittenConstraints(tree)
  }

  /// Each element's last solved frame relative to its parent element, in pre-order and not rounded.
  public var frames: [Rect] {
    (0..<written.tree.elementCount).map { ConstraintAxis.frame(of: $0, solver.value) }
  }
}

// MARK: - From scratch

extension CassowaryLayout {
  /// Empties the solver, adds all constraints and solves.
  public func solve() throws(ConstraintLayoutError) {
    solver.removeAll()
    variableCount = 0
    held.removeAll(keepingCapacity: true)
    heights = written.textHeights { _ in .infinity }
    let translation = try written.translation(in: range, heights)
    makeVariables(translation.unknownCount)
    held.reserveCapacity(translation.equations.count)
    for (equation, steps) in zip(translation.equations, translation.steps) {
      try hold(equation, steps, at: held.count)
    }
    solver.resolve()
    try wrapTexts(in: range)
  }

  /// Updates the heights of texts for the solved widths.
  private func wrapTexts(in range: SizeRange) throws(ConstraintLayoutError) {
    let wrapped = written.textHeights { solver.value(of: ConstraintAxis.horizontal.length($0.index)) }
    guard wrapped != heights else { return }
    heights = wrapped
    try exchange(in: range)
  }

  private func makeVariables(_ count: Int) {
    while variableCount < count {
      _ = solver.makeVariable()
      variableCount += 1
    }
  }

  /// Adds the constraints of an equation.
  private func hold(
    _ equation: LinearEquation, _ steps: [SolverProgram.Step], at index: Int
  ) throws(ConstraintLayoutError) {
    var constraints: [ConstraintID] = []
    do throws(SimplexError) {
      for step in steps {
        if let id = try solver.perform(step) { constraints.append(id) }
      }
    } catch {
      throw .inconsistent(equation: "\(error)")
    }
    held.insert(HeldEquation(equation: equation, constraints: constraints), at: index)
  }

  /// Removes the constraints of an equation.
  private func release(at index: Int) {
    let old = held.remove(at: index)
    for id in old.constraints { solver.remove(id) }
    if old.constraints.isEmpty { solver.removeEditVariable(old.equation.terms[0].variable) }
  }
}

// MARK: - Another height, another width, another item

extension CassowaryLayout {
  /// Solves the tree of another layout from the current solution, as a cell that is reused for another item: exchanges the
  /// constraints that differ. The other layout's constraints count as written once it was solved, or reused.
  public func reuse(for other: CassowaryLayout) throws(ConstraintLayoutError) {
    written = other.written
    heights = written.textHeights { _ in .infinity }
    try resize(to: other.range)
  }

  /// Solves for another range from the current solution: suggests the root's lengths, then texts' heights. Without a solution
  /// it solves from scratch.
  public func resize(to range: SizeRange) throws(ConstraintLayoutError) {
    if heights.isEmpty { heights = written.textHeights { _ in .infinity } }
    try exchange(in: range)
    try wrapTexts(in: range)
  }

  /// Changes the solver's equations to the equations for a range and the current text heights: suggests
  /// edited values, and exchanges the constraints of rules that no longer apply.
  private func exchange(in range: SizeRange) throws(ConstraintLayoutError) {
    let translation = try written.translation(in: range, heights)
    makeVariables(translation.unknownCount)
    var index = 0
    var added: [(LinearEquation, [SolverProgram.Step], Int)] = []
    for (equation, steps) in zip(translation.equations, translation.steps) {
      while index < held.count && held[index].equation.place.isBefore(equation.place) {
        release(at: index)
      }
      if index < held.count && held[index].equation.place == equation.place {
        if held[index].equation.hasSameTerms(as: equation) && suggest(equation, at: index) {
          index += 1
          continue
        }
        release(at: index)
      }
      added.append((equation, steps, index + added.count))
    }
    while index < held.count { release(at: index) }
    for (equation, steps, index) in added { try hold(equation, steps, at: index) }
    solver.resolve()
  }

  /// Suggests an edited equation's constant. Returns false if the constant differs and the equation is not edited.
  private func suggest(_ equation: LinearEquation, at index: Int) -> Bool {
    if held[index].equation.constant == equation.constant { return true }
    guard held[index].constraints.isEmpty else { return false }
    solver.suggest(equation.constant, for: equation.terms[0].variable)
    held[index].equation = equation
    return true
  }
}

// MARK: - For other solvers

extension CassowaryLayout {
  /// The steps to solve the layout from scratch; nil if texts that wrap make other rules apply, so that
  /// constraints have to be exchanged.
  public func program() throws(ConstraintLayoutError) -> SolverProgram? {
    heights = written.textHeights { _ in .infinity }
    let first = try written.translation(in: range, heights)
    try solve()
    let second = try written.translation(in: range, heights)
    guard first.equations.count == second.equations.count, first.unknownCount == second.unknownCount else {
      return nil
    }
    var steps = first.steps.flatMap { $0 }
    for (old, new) in zip(first.equations, second.equations) where old.constant != new.constant {
      guard new.role == .textHeight || new.role == .rootLength else { return nil }
      steps.append(.suggest(new.terms[0].variable, value: new.constant))
    }
    guard zip(first.equations, second.equations).allSatisfy({ $0.hasSameTerms(as: $1) }) else { return nil }
    return SolverProgram(variableCount: first.unknownCount, steps: steps)
  }
}
