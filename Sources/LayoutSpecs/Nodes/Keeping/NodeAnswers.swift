/// The size that a node answered in a range, in points.
struct NodeAnswer: Sendable {
  let range: SizeRange
  let size: Size
}

/// The answers of nodes that user code expands, in ranges whose specs are not part of a layout's tree.
///
/// With them the tree can be laid out again with the same sizes, without that code.
struct NodeAnswers: Sendable {
  private var answers: [Int: [NodeAnswer]] = [:]

  /// Records the answers of the node that is this element of the tree.
  mutating func add(_ new: [NodeAnswer], of element: Int) {
    answers[element] = new
  }

  /// Returns the element's size in this range, in points; nil if it must be laid out to know it.
  func size(of element: Int, in range: SizeRange) -> Size? {
    answers[element]?.first { $0.range == range }?.size
  }

  /// Returns true if the element is a node with answers.
  func hasAnswers(of element: Int) -> Bool { answers[element] != nil }
}
