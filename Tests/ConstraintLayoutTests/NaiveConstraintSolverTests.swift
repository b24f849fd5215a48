import ConstraintLayout
import LayoutSpecs
import LayoutWorkloads
import Testing

@Suite("Naive constraint solver")
struct NaiveConstraintSolverTests {
  private func comparison(_ tree: LayoutTree, in range: SizeRange) throws -> FrameComparison {
    var solver = NaiveConstraintSolver()
    let frames = try solver.solve(tree, in: range)
    var context = LayoutContext()
    context.layout(tree, in: range)
    return FrameComparison(frames, with: context)
  }

  @Test(arguments: [JustifyContent.start, .center, .end, .spaceBetween])
  func `Justification and alignment, along and across`(justify: JustifyContent) throws {
    for direction in StackDirection.allCases {
      for align in [AlignItems.start, .center, .end, .stretch] {
        var builder = LayoutTreeBuilder()
        builder.begin(
          .stack(
            StackParameters(direction: direction, spacing: 5, justifyContent: justify, alignItems: align)))
        for side in [20.0, 30, 10] { builder.add(.sizedNode(Size(side, side))) }
        builder.end()
        let tree = builder.finish()
        for range in [SizeRange(exactly: Size(200, 150)), SizeRange(width: 200), SizeRange(width: 40)] {
          // Too narrow a range is clamped by the engine across a vertical stack, and is not written here.
          if range.max.width == 40 && direction == .vertical { continue }
          let comparison = try comparison(tree, in: range)
          #expect(comparison.agrees(), "\(direction) \(align) in \(range): \(comparison)")
        }
      }
    }
  }

  @Test func `A child shrinks in proportion to its length`() throws {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .horizontal)))
    for width in [100.0, 50, 50] {
      builder.add(.sizedNode(Size(width, 10)), style: Style { $0.flexShrink = 1 })
    }
    builder.add(.sizedNode(Size(30, 10)))
    builder.end()
    let comparison = try comparison(builder.finish(), in: SizeRange(width: 130))
    #expect(comparison.agrees(), "\(comparison)")
  }

  @Test func `The only child that grows and shrinks gets nothing where the others leave nothing`() throws {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .horizontal, spacing: 5)))
    builder.add(.sizedNode(Size(35, 10)))
    builder.add(
      .text(TextParameters("ab cd")),
      style: Style {
        $0.flexGrow = 1
        $0.flexShrink = 1
      })
    builder.end()
    let comparison = try comparison(builder.finish(), in: SizeRange(width: 40))
    #expect(comparison.agrees(), "\(comparison)")
  }

  @Test func `A comparison finds the frame that is off, and one that is no number`() throws {
    let workload = try Workload(parsing: "feed(2)")
    let tree = workload.tree()
    var context = LayoutContext()
    context.layout(tree, in: workload.range)
    var frames = tree.elementIDs.compactMap { context.frame(of: $0) }
    #expect(FrameComparison(frames, with: context).largestDifference == 0)
    frames[7].origin.y += 1.5
    let comparison = FrameComparison(frames, with: context)
    #expect(!comparison.agrees())
    #expect(comparison.element == ElementID(7))
    #expect(comparison.largestDifference == 1.5)
    #expect(comparison.agrees(within: 2))
    frames[3].size.width = .nan
    #expect(!FrameComparison(frames, with: context).agrees(within: 1e9))
  }
}

@Suite("What the naive solver refuses")
struct RefusalTests {
  struct Refusal: Sendable {
    let content: ElementContent
    var style = Style()
    let reason: String
  }

  static let refusals: [Refusal] = [
    Refusal(
      content: .stack(StackParameters(direction: .vertical, flexWrap: .wrap)), reason: "a stack that wraps"),
    Refusal(
      content: .stack(StackParameters(direction: .vertical, justifyContent: .spaceAround)),
      reason: "justifyContent spaceAround"),
    Refusal(
      content: .stack(StackParameters(direction: .vertical, alignItems: .baselineLast)),
      reason: "alignment by baselines"),
    Refusal(content: .inset(EdgeInsets(.infinity)), reason: "an infinite inset"),
    Refusal(content: .ratio(1), reason: "the type ratio"),
    Refusal(content: .absolute(.sizeToFit), reason: "an absolute spec that fits its children"),
    Refusal(content: .node, reason: "a node without a size"),
    Refusal(content: .spec, style: Style { $0.minWidth = 1 }, reason: "a minimum or maximum size"),
    Refusal(content: .spec, style: Style { $0.width = "50%" }, reason: "a size as a fraction"),
    Refusal(content: .spec, style: Style { $0.flexBasis = 5 }, reason: "flexBasis"),
    Refusal(content: .spec, style: Style { $0.spacingAfter = 5 }, reason: "spacingBefore or spacingAfter"),
    Refusal(
      content: .text(TextParameters("x")), style: Style { $0.width = 5 },
      reason: "a size of anything but a node"),
    Refusal(
      content: .center(CenterParameters(centering: .xy)),
      reason: "a center or relative spec whose size its range does not give"),
  ]

  @Test("It names the element and what it says", arguments: refusals)
  func refusal(_ refusal: Refusal) {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .horizontal, alignItems: .start)))
    builder.add(.sizedNode(Size(1, 1)))
    builder.begin(refusal.content, style: refusal.style)
    for _ in 0..<(refusal.content.requiredChildCount ?? 0) { builder.add(.spec) }
    builder.end()
    builder.end()
    let tree = builder.finish()
    #expect(throws: ConstraintLayoutError.unsupported(element: ElementID(2), reason: refusal.reason)) {
      var solver = NaiveConstraintSolver()
      _ = try solver.solve(tree, in: SizeRange(width: 100))
    }
  }

  @Test func `Content that the range limits, and a child that has no room`() {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .horizontal)))
    builder.add(.sizedNode(Size(100, 1)))
    builder.add(
      .sizedNode(Size(50, 1)),
      style: Style {
        $0.flexGrow = 1
        $0.flexShrink = 1
      })
    builder.end()
    let tree = builder.finish()
    #expect(
      throws: ConstraintLayoutError.unsupported(
        element: ElementID(0), reason: "content that the size range limits")
    ) {
      var solver = NaiveConstraintSolver()
      _ = try solver.solve(tree, in: SizeRange(width: 0...80, height: 0...(.infinity)))
    }
    #expect(
      throws: ConstraintLayoutError.unsupported(
        element: ElementID(2), reason: "a child that grows and shrinks and has no room")
    ) {
      var solver = NaiveConstraintSolver()
      _ = try solver.solve(tree, in: SizeRange(width: 80))
    }
  }

  @Test func `A tree that is too large for one dense system`() throws {
    let workload = try Workload(parsing: "wide(1000)")
    let error = #expect(throws: ConstraintLayoutError.self) {
      var solver = NaiveConstraintSolver()
      _ = try solver.solve(workload.tree(), in: workload.range)
    }
    #expect(error?.description == "one system would have 4004 unknowns, and a dense one has at most 3000")
  }
}
