import ConstraintLayout

/// A system of constraints in the peers' protocol: the steps of a solver's program, in order.
struct PeerSystem: Encodable {
  /// The first four variables per element are its x, y, width and height.
  let elementCount: Int
  let variableCount: Int
  let steps: [Step]

  /// A constraint if it has a relation. Otherwise a value for a variable, which is edited from then on if it
  /// has a weight.
  struct Step: Encodable {
    private(set) var relation: String?
    /// A coefficient and a variable's number for each term in turn.
    private(set) var terms: [Double]?
    private(set) var constant: Double?
    /// The strength's weight; nil for required constraints, and for a variable that is already being edited.
    private(set) var weight: Double?
    private(set) var variable: Int?
    private(set) var value: Double?

    init(_ step: SolverProgram.Step) {
      switch step {
      case .add(let constraint):
        relation =
          switch constraint.relation {
          case .lessOrEqual: "<="
          case .equal: "="
          case .greaterOrEqual: ">="
          }
        terms = constraint.terms.flatMap { [$0.coefficient, Double($0.variable.index)] }
        constant = constraint.constant
        weight = constraint.strength == .required ? nil : constraint.strength.weight
      case .edit(let variable, let value, let strength):
        (self.variable, self.value, weight) = (variable.index, value, strength.weight)
      case .suggest(let variable, let value):
        (self.variable, self.value) = (variable.index, value)
      }
    }
  }

  init(_ program: SolverProgram, elementCount: Int) {
    self.elementCount = elementCount
    variableCount = program.variableCount
    steps = program.steps.map(Step.init)
  }
}
