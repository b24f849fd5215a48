/// The state of a node in the moment before it is expanded.
struct ExpandableNode {
  /// A layout of the node, the content of which is the one in the range; nil if there is none.
  let layout: NodeLayout?
  /// The answer of the node's own code in the range that the node kept: a spec or a size; both nil if it is to be asked.
  let spec: (any LayoutElement)?
  let size: Size?
  let version: UInt64
  let overrides: TraitValues?
  let owner: SpecOwner
  /// See `DisplayNode.specThatFits(_:blockRuns:)`.
  let blockRuns: UInt64?
}

/// An answer of a node's own code in a range, which the node keeps if no kept layout has it.
final class KeptContent: Sendable {
  let range: SizeRange
  /// The traits of the node around.
  let traits: TraitValues?
  /// The spec; nil if the node has none and measures itself.
  let spec: (any LayoutElement)?
  let size: Size

  init(range: SizeRange, traits: TraitValues?, spec: (any LayoutElement)?, size: Size) {
    (self.range, self.traits, self.spec, self.size) = (range, traits, spec, size)
  }
}

/// A node and its element in a tree, or in the tables of a level.
struct NodeElement: Sendable {
  var element: Int
  let node: DisplayNode
  let id: NodeID
  /// The node's version when it was written into the tree.
  var version: UInt64
}

/// A node that was expanded, by its element in a tree.
struct ExpandedNode: Sendable {
  var element: Int
  /// The range and the inherited traits in which it was expanded.
  let range: SizeRange
  let traits: TraitValues?
}
