/// The strength of a constraint.
///
/// Required constraints hold in every solution. Among the remaining solutions the solver takes one with the
/// least sum of violations, weighted by strength. Neighbouring strengths differ by a factor of a thousand, so
/// that in a layout a stronger constraint outweighs many weaker ones. The paper compares strengths
/// lexicographically instead; solvers in use, such as kiwi, use weights.
///
/// Source: the paper that `SimplexSolver` names, section 2.1.
public struct Strength: Hashable, Sendable, CustomStringConvertible {
  /// The cost of a point of violation; infinite for required constraints.
  public let weight: Double

  /// Holds in every solution.
  public static let required = Strength(weight: .infinity)
  /// A million. Auto Layout's high priority, 750: resistance to compression.
  public static let strong = Strength(weight: 1_000_000)
  /// A thousand.
  public static let medium = Strength(weight: 1_000)
  /// One. Auto Layout's low priority, 250: content hugging.
  public static let weak = Strength(weight: 1)

  /// A strength between the others.
  ///
  /// - Precondition: `weight` is above 0.
  public init(weight: Double) {
    precondition(weight > 0, "A strength's weight is above 0")
    self.weight = weight
  }

  public var description: String {
    switch self {
    case .required: "required"
    case .strong: "strong"
    case .medium: "medium"
    case .weak: "weak"
    default: "weight \(weight)"
    }
  }
}
