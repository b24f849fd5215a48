/// A line of a stack: the children in `first..<end`, which follow each other.
struct StackLine {
  var first: Int
  var end: Int
  var count: Int
  /// The line's length on the cross axis, and the distance of its baseline from its start.
  var crossSize = 0.0
  var baseline = 0.0
  /// The length of the line's children and the spacing between them, along the stack.
  var mainSize = 0.0
}
