/// The constraint of a tree: the root's possible sizes, and the size that the root's fractions refer to.
struct LayoutConstraint: Sendable {
  let range: SizeRange
  let parentSize: Size
}
