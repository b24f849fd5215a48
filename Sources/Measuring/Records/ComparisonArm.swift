/// The side of a comparison that a sample belongs to. In a plain run all are `base`.
package enum ComparisonArm: String, Hashable, Sendable, Codable, CaseIterable {
  case base
  case cand
  /// A second process of the base, which is counted too, to see if a count repeats.
  case null
}
