import LayoutSpecs

extension CassowaryLayout {
  /// What the solver is asked to solve the layout from scratch. Nil where texts that wrap make other rules apply, so that constraints
  /// have to be exchanged.
  public func program() throws(ConstraintLayoutError) -> SolverProgram? {
    heights = textHeights { _ in .infinity }
    let first = try translation(in: range)
    try solve()
    let second = try translation(in: range)
    guard first.equations.count == second.equations.count, first.unknownCount == second.unknownCount else {
      return nil
    }
    var steps = first.steps.flatMap { $0 }
    for (old, new) in zip(first.equations, second.equations) where old.constant != new.constant {
      guard new.role == .textHeight || new.role == .rootLength else { return nil }
      steps.append(.suggest(Variable(index: new.terms[0].unknown), value: new.constant))
    }
    guard zip(first.equations, second.equations).allSatisfy({ $0.hasSameTerms(as: $1) }) else { return nil }
    return SolverProgram(variableCount: first.unknownCount, steps: steps)
  }

  /// What an equation asks of a solver.
  func steps(_ equation: LinearEquation) -> [SolverProgram.Step] {
    func constraint(_ relation: Relation, _ strength: Strength) -> SolverProgram.Step {
      .add(
        LinearConstraint(
          equation.terms.map { LinearConstraint.Term($0.coefficient, Variable(index: $0.unknown)) }, relation,
          equation.constant, strength: strength))
    }
    switch equation.role {
    case .rule: return [constraint(.equal, .required)]
    case .content: return [constraint(.lessOrEqual, .weak), constraint(.greaterOrEqual, .strong)]
    case .textHeight, .rootLength:
      return [
        .edit(Variable(index: equation.terms[0].unknown), value: equation.constant, strength: .strong)
      ]
    }
  }
}
