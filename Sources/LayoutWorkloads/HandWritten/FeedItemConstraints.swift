import ConstraintLayout
import LayoutSpecs

/// The feed item as constraints written by hand, as LinkedIn's LayoutKit benchmark has it for Auto Layout: a
/// view for each node, and none for specs.
///
/// The five parts are stacked and pinned to both sides. Images hug and resist compression at required
/// priority, labels hug weakly and resist strongly. A bottom edge is below the content, and as near as
/// possible. Distances are as in the item's specs, so that the frames are the engine's.
///
/// Source: LayoutKit, "LayoutKitSampleApp/Benchmarks", FeedItemAutoLayoutView; its structure, not its code.
public struct FeedItemConstraints {
  /// The nodes that are views, by their element in the item's tree; the first is the item itself.
  public let views: [ElementID]
  private let tree: LayoutTree
  private let width: Double
  private var steps: [SolverProgram.Step] = []

  /// Auto Layout's priority 749: just below the resistance to compression.
  private static let almostStrong = Strength(weight: Strength.strong.weight / 1_000)

  /// - Parameters:
  ///   - tree: One item: a cell of `feedItem(N)`.
  ///   - width: The width of the item, in points.
  public init(_ tree: LayoutTree, width: Double) {
    precondition(tree.elementCount == 29, "A feed item has 29 elements")
    self.tree = tree
    self.width = width
    views = tree.elementIDs.filter { $0.index == 0 || tree.isNode($0) }
    writeItem()
    writeTopBar()
    writeProfile()
    writeContent()
    writeSocialActions()
    writeComment()
  }

  /// The solver's steps. The heights of labels that wrap come last, from the widths of a first solution.
  public func program() throws(SimplexError) -> SolverProgram {
    let solver = SimplexSolver()
    let first = SolverProgram(variableCount: 4 * views.count, steps: steps)
    try solver.run(first)
    let heights = views.compactMap { id -> SolverProgram.Step? in
      guard case .text(let text) = tree.content(of: id) else { return nil }
      let height = textHeight(tree, id, width: solver.value(of: view(id.index).width))
      return height == text.lineHeight ? nil : .suggest(view(id.index).height, value: height)
    }
    return SolverProgram(variableCount: first.variableCount, steps: steps + heights)
  }

  /// A view's variables: its frame in the view around it.
  private struct View {
    let index: Int
    var x: Variable { Variable(index: 4 * index) }
    var y: Variable { Variable(index: 4 * index + 1) }
    var width: Variable { Variable(index: 4 * index + 2) }
    var height: Variable { Variable(index: 4 * index + 3) }
  }

  private func view(_ element: Int) -> View {
    View(index: views.firstIndex { $0.index == element } ?? 0)
  }
}

// MARK: - Constraints of views

extension FeedItemConstraints {
  private mutating func add(
    _ terms: [Term], _ relation: Relation, _ constant: Double, _ strength: Strength = .required
  ) {
    steps.append(.add(LinearConstraint(terms, relation, constant, strength: strength)))
  }

  /// The variables are 0.
  private mutating func zero(_ variables: Variable...) {
    for variable in variables { add([(1, variable)], .equal, 0) }
  }

  /// The sum of the terms is at least `least`, and as near to `least` as possible.
  private mutating func bound(_ terms: [Term], _ least: Double = 0) {
    add(terms, .greaterOrEqual, least)
    add(terms, .equal, least, Self.almostStrong)
  }

  /// `b` begins `distance` after the end of `a`.
  private mutating func place(
    _ b: Variable, after a: (position: Variable, length: Variable), _ distance: Double,
    _ relation: Relation = .equal
  ) {
    add([(1, b), (-1, a.position), (-1, a.length)], relation, distance)
  }

  /// An image has its size.
  private mutating func image(_ element: Int, width: Double? = nil) {
    guard case .sizedNode(let size) = tree.content(of: ElementID(element)) else { return }
    let view = view(element)
    if width == nil { add([(1, view.width)], .equal, size.width) }
    add([(1, view.height)], .equal, size.height)
  }

  /// A label's width hugs its text and resists compression; its height is edited.
  private mutating func label(_ element: Int, wraps: Bool = false) {
    guard case .text(let text) = tree.content(of: ElementID(element)) else { return }
    let view = view(element)
    let length = Double(text.string.unicodeScalars.count) * text.advance
    add([(1, view.width)], .lessOrEqual, length, .weak)
    if !wraps { add([(1, view.width)], .greaterOrEqual, length, .strong) }
    steps.append(.edit(view.height, value: text.lineHeight, strength: .strong))
  }

  /// Views below each other, as wide as the view around them.
  private mutating func stack(_ elements: [Int], in part: View, spacing: Double) {
    for (index, element) in elements.enumerated() {
      let view = view(element)
      zero(view.x)
      add([(1, view.width), (-1, part.width)], .equal, 0)
      if index == 0 {
        zero(view.y)
      } else {
        let above = self.view(elements[index - 1])
        place(view.y, after: (above.y, above.height), spacing)
      }
    }
  }

  /// A part's bottom edge is below a view, and as near as possible.
  private mutating func closeBottom(_ part: Int, below element: Int) {
    let (part, view) = (view(part), view(element))
    bound([(1, part.height), (-1, view.y), (-1, view.height)])
  }

  /// Two views have the same vertical center.
  private mutating func center(_ element: Int, beside other: Int) {
    let (view, other) = (view(element), view(other))
    add([(2, view.y), (1, view.height), (-2, other.y), (-1, other.height)], .equal, 0)
  }
}

// MARK: - The parts

extension FeedItemConstraints {
  private mutating func writeItem() {
    let item = view(0)
    zero(item.x, item.y)
    add([(1, item.width)], .equal, width)
    stack([1, 5, 15, 20, 25], in: item, spacing: 4)
    let last = view(25)
    add([(1, item.height), (-1, last.y), (-1, last.height)], .equal, 0)
  }

  /// Both labels on the top edge, the options at the right edge as far as the action leaves room.
  private mutating func writeTopBar() {
    let (bar, action, options) = (view(1), view(3), view(4))
    label(3)
    label(4)
    add([(1, options.width)], .equal, 24)
    zero(action.y, options.y, action.x)
    place(options.x, after: (action.x, action.width), 0)
    bound([(1, options.x), (1, options.width), (-1, bar.width)])
    closeBottom(1, below: 3)
  }

  /// The image at the left, in the middle of a column of three labels; a comment below at the full width.
  private mutating func writeProfile() {
    let (part, image, comment) = (view(5), view(9), view(14))
    let column = [view(11), view(12), view(13)]
    self.image(9)
    zero(image.x)
    bound([(1, column[0].y)])
    for (index, label) in column.enumerated() {
      self.label(11 + index)
      place(label.x, after: (image.x, image.width), 4)
      bound([(1, label.x), (1, label.width), (-1, part.width)], -4)
      if index > 0 {
        place(label.y, after: (column[index - 1].y, column[index - 1].height), 2)
        add([(1, label.width), (-1, column[0].width)], .equal, 0)
      }
    }
    center(9, beside: 12)
    label(14, wraps: true)
    zero(comment.x)
    add([(1, comment.width), (-1, part.width)], .equal, -4)
    place(comment.y, after: (column[2].y, column[2].height), 3)
    place(comment.y, after: (image.y, image.height), 3, .greaterOrEqual)
    closeBottom(5, below: 14)
  }

  /// Image, title and domain below each other, at the full width.
  private mutating func writeContent() {
    let part = view(15)
    image(17, width: width)
    label(18, wraps: true)
    label(19, wraps: true)
    stack([17, 18, 19], in: part, spacing: 0)
    closeBottom(15, below: 19)
  }

  /// Three labels with equal distances, the outer ones at the edges.
  private mutating func writeSocialActions() {
    let (part, like, comment, share) = (view(20), view(22), view(23), view(24))
    for (element, view) in [(22, like), (23, comment), (24, share)] {
      label(element)
      zero(view.y)
    }
    zero(like.x)
    add([(1, share.x), (1, share.width), (-1, part.width)], .equal, 0)
    let before: [Term] = [(1, comment.x), (-1, like.x), (-1, like.width)]
    let after: [Term] = [(-1, share.x), (1, comment.x), (1, comment.width)]
    add(before + after, .equal, 0)
    closeBottom(20, below: 22)
  }

  /// Image and label side by side, the bottom edge below the image.
  private mutating func writeComment() {
    let (part, image, label) = (view(25), view(27), view(28))
    self.image(27)
    self.label(28)
    zero(image.x)
    bound([(1, image.y)])
    add([(1, label.y)], .greaterOrEqual, 0)
    place(label.x, after: (image.x, image.width), 4)
    bound([(1, label.x), (1, label.width), (-1, part.width)])
    center(28, beside: 27)
    closeBottom(25, below: 27)
  }
}
