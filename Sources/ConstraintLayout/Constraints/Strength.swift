/// How much it matters that a constraint holds.
///
/// What is required holds in every solution. Among all solutions that are left, the solver takes one with the least sum of
/// violations, each times its strength's weight. The weights of neighbouring strengths differ by a factor of a thousand, so that
/// in a layout a stronger constraint outweighs many weaker ones. The paper compares strengths one after the other
/// instead, which no number of weak constraints can outweigh; weights are what solvers in use take, kiwi among them.
///
/// Source: Badros, Borning and Stuckey, "The Cassowary Linear Arithmetic Constraint Solving Algorithm", 2001, section 2.1.
public struct Strength: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// What a point of violation costs; infinite where none is allowed.
  public let weight: Double

  /// Holds in every solution.
  public static let required = Strength(weight: .infinity)
  /// A million. Auto Layout's high priority, 750: what resists compression.
  public static let strong = Strength(weight: 1_000_000)
  /// A thousand.
  public static let medium = Strength(weight: 1_000)
  /// One. Auto Layout's low priority, 250: what hugs its content.
  public static let weak = Strength(weight: 1)

  /// A strength between the others.
  ///
  /// - Precondition: `weight` is above 0.
  public init(weight: Double) {
    precondition(weight > 0, "A strength's weight is above 0")
    self.weight = weight
  }

  public static func < (a: Strength, b: Strength) -> Bool { a.weight < b.weight }

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
