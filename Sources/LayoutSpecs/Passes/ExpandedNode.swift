/// A node that was expanded, by its element in a tree.
struct ExpandedNode: Sendable {
  var element: Int
  /// The range and the inherited traits in which it was expanded.
  let range: SizeRange
  var traits: TraitValues?
}
