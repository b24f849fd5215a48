/// What a node answered that was asked for its size in a range, in points.
struct NodeAnswer: Sendable {
  let range: SizeRange
  let size: Size
}

/// What nodes answered that user code expands, in the ranges whose specs are not part of the tree that a layout keeps.
///
/// With it the tree can be laid out again with the same sizes, and without that code.
struct NodeAnswers: Sendable {
  private var answers: [Int: [NodeAnswer]] = [:]

  /// Notes what the node answered that is this element of the tree.
  mutating func add(_ new: [NodeAnswer], of element: Int) {
    answers[element] = new
  }

  /// The element's size in this range, in points; nil where it is to be laid out to know it.
  func size(of element: Int, in range: SizeRange) -> Size? {
    answers[element]?.first { $0.range == range }?.size
  }

  /// Whether the element is a node that has answered.
  func hasAnswers(of element: Int) -> Bool { answers[element] != nil }
}
