import LayoutSpecs

/// How a child of a flex container is said in a stack: what is around its node, and the styles of both.
struct YogaPlacement {
  /// What the stack is asked for: how the child flexes, its space along the axis, its place across.
  var outer = Style()
  /// The sizes that the node asks for.
  var inner = Style()
  /// Around the node; nil where nothing is.
  var insets: PointEdges?
  /// A stack across around the node, in which it may be longer than the container; nil where nothing is.
  var acrossStack: StackParameters?
  /// The room that the node's box has.
  var space: YogaSpace
}
