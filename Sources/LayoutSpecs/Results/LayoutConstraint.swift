/// What a tree is laid out in: the sizes that its root may take, and what fractions in the root's style count against.
struct LayoutConstraint: Sendable {
  let range: SizeRange
  let parentSize: Size
}
