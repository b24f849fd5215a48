import LayoutSpecs
import LayoutTestSupport
import LayoutWorkloads
import Testing

@testable import ConstraintLayout

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
        let stack = StackParameters(
          direction: direction, spacing: 5, justifyContent: justify, alignItems: align)
        let sides = [20.0, 30, 10]
        let tree = LayoutTree.element(.stack(stack), around: sides.map { .sizedNode(Size($0, $0)) })
        for range in [SizeRange(exactly: Size(200, 150)), SizeRange(width: 200), SizeRange(width: 40)] {
          // Too narrow a range is clamped by the engine across a vertical stack, and is not written here.
          if range.max.width == 40 && direction == .vertical { continue }
          let comparison = try comparison(tree, in: range)
          #expect(comparison.agrees(), "\(direction) \(align) in \(range): \(comparison)")
        }
      }
    }
  }

  @Test func `Children shrink in proportion, and one that grows too gets what the others leave`() throws {
    let shrinking = [100.0, 50, 50].map {
      Branch(.sizedNode(Size($0, 10)), style: Style { $0.flexShrink = 1 })
    }
    let row = Branch(
      .stack(StackParameters(direction: .horizontal)), shrinking + [Branch(.sizedNode(Size(30, 10)))])
    // Here that is nothing.
    let rest = Branch(
      .stack(StackParameters(direction: .horizontal, spacing: 5)),
      [Branch(.sizedNode(Size(35, 10))), Branch(.text(TextParameters("ab cd")), style: .flexible)])
    for (tree, width) in [(row.tree, 130.0), (rest.tree, 40)] {
      let comparison = try comparison(tree, in: SizeRange(width: width))
      #expect(comparison.agrees(), "\(comparison)")
    }
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
  static let refusals: [(content: ElementContent, style: Style, reason: String)] = [
    (.stack(StackParameters(direction: .vertical, flexWrap: .wrap)), .default, "a stack that wraps"),
    (
      .stack(StackParameters(direction: .vertical, justifyContent: .spaceAround)), .default,
      "justifyContent spaceAround"
    ),
    (
      .stack(StackParameters(direction: .vertical, alignItems: .baselineLast)), .default,
      "alignment by baselines"
    ), (.inset(EdgeInsets(.infinity)), .default, "an infinite inset"),
    (.ratio(1), .default, "the type ratio"),
    (.absolute(.sizeToFit), .default, "an absolute spec that fits its children"),
    (.node, .default, "a node without a size"),
    (.spec, Style { $0.minWidth = 1 }, "a minimum or maximum size"),
    (.spec, Style { $0.width = "50%" }, "a size as a fraction"),
    (.spec, Style { $0.flexBasis = "50%" }, "flexBasis as a fraction"),
    (.spec, Style { $0.spacingAfter = 5 }, "spacingBefore or spacingAfter"),
    (.text(TextParameters("x")), Style { $0.width = 5 }, "a size of anything but a node"),
    (
      .center(CenterParameters(centering: .xy)), .default,
      "a center or relative spec whose size its range does not give"
    ),
  ]

  @Test(arguments: refusals.indices)
  func `It names the element and what it says`(index: Int) {
    let refusal = Self.refusals[index]
    let specs = Array(repeating: Branch(.spec), count: refusal.content.kind.requiredChildCount ?? 0)
    let tree = Branch(
      .stack(StackParameters(direction: .horizontal, alignItems: .start)),
      [Branch(.sizedNode(Size(1, 1))), Branch(refusal.content, style: refusal.style, specs)]
    ).tree
    #expect(throws: ConstraintLayoutError.unsupported(element: ElementID(2), reason: refusal.reason)) {
      var solver = NaiveConstraintSolver()
      _ = try solver.solve(tree, in: SizeRange(width: 100))
    }
  }

  @Test func `Where content gives the length it names a child with a flexBasis`() {
    let tree = Branch(
      .stack(StackParameters(direction: .vertical)),
      [Branch(.sizedNode(Size(1, 1))), Branch(.sizedNode(Size(1, 1)), style: Style { $0.flexBasis = 5 })]
    ).tree
    let reason = "flexBasis in a stack that is as long as its content"
    #expect(throws: ConstraintLayoutError.unsupported(element: ElementID(2), reason: reason)) {
      var solver = NaiveConstraintSolver()
      _ = try solver.solve(tree, in: SizeRange(width: 100))
    }
  }

  @Test(arguments: [
    (0.0, 0, "content that the size range limits"),
    (80, 2, "a child that grows and shrinks and has no room"),
  ])
  func `In too little room it names content, or the child that has none`(
    minWidth: Double, element: Int, reason: String
  ) {
    let tree = Branch(
      .stack(StackParameters(direction: .horizontal)),
      [Branch(.sizedNode(Size(100, 1))), Branch(.sizedNode(Size(50, 1)), style: .flexible)]
    ).tree
    #expect(throws: ConstraintLayoutError.unsupported(element: ElementID(element), reason: reason)) {
      var solver = NaiveConstraintSolver()
      _ = try solver.solve(tree, in: SizeRange(width: minWidth...80, height: 0...(.infinity)))
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

@Suite("Frames from constraints")
struct ConstraintFramesTests {
  /// Checks that all solvers' frames of a tree lie within one pixel of the engine's: from scratch, in other ranges, and
  /// from scratch again.
  private func expectFrames(
    of tree: LayoutTree, in range: SizeRange, resizedTo ranges: [SizeRange], _ name: String
  ) throws {
    var context = LayoutContext()
    func expectAgreement(_ frames: [Rect], in range: SizeRange, _ solver: String) {
      context.layout(tree, in: range)
      let comparison = FrameComparison(frames, with: context)
      #expect(comparison.agrees(), "\(solver), \(name) in \(range): \(comparison)")
    }
    var naive = NaiveConstraintSolver()
    for range in [range] + ranges {
      expectAgreement(try naive.solve(tree, in: range), in: range, "Elimination")
    }
    let layout = try CassowaryLayout(tree, in: range)
    try layout.solve()
    expectAgreement(layout.frames, in: range, "Cassowary")
    for range in ranges + [range] {
      try layout.resize(to: range)
      expectAgreement(layout.frames, in: range, "Cassowary resized")
    }
    try layout.solve()
    expectAgreement(layout.frames, in: range, "Cassowary again")
    if let other = ranges.first {
      let unsolved = try CassowaryLayout(tree, in: range)
      try unsolved.resize(to: other)
      expectAgreement(unsolved.frames, in: other, "Cassowary resized before it was solved")
    }
  }

  @Test(arguments: [
    "feed(0)", "feed(1)", "feed(2)", "feed(10)", "feedItem(1)", "feedItem(4)", "wide(0)", "wide(1)",
    "wide(100)", "wideg(1)", "wideg(30)", "nested(0)", "nested(1)", "nested(2)", "deep(1)", "deep(10)",
    "deep(50)", "deepg(10)", "flatAbsolute(20)", "flatRelative(20)", "nestedViews(20)",
    "messageList(0)", "messageList(1)", "messageList(15)",
  ])
  func `Frames lie within one pixel of the engine's: the whole tree in one system`(text: String) throws {
    let workload = try Workload(parsing: text)
    // The engine shares out whole points, and leaves the rest to the first child: ten children of 1,104 points differ by four.
    let resizeRange = workload.family.name == "nested" ? nil : workload.resizeRange
    try expectFrames(
      of: workload.tree(), in: workload.range, resizedTo: [resizeRange].compactMap { $0 }, text)
  }

  /// Too large for the dense system.
  @Test func `The grid of texts from an incremental solver lies within one pixel of the engine's`() throws {
    let workload = try Workload(parsing: "textGrid")
    var context = LayoutContext()
    context.layout(workload.tree(), in: workload.range)
    let layout = try CassowaryLayout(workload.tree(), in: workload.range)
    try layout.solve()
    let comparison = FrameComparison(layout.frames, with: context)
    #expect(comparison.agrees(), "\(comparison)")
  }

  /// Some grow, none has room to grow, some shrink, and nothing is left to share.
  @Test(
    arguments: [
      [(basis: 10, grow: 0, shrink: 0), (basis: 0, grow: 1, shrink: 0), (basis: nil, grow: 1, shrink: 0)],
      [(basis: 10, grow: 0, shrink: 0), (basis: 30, grow: 0, shrink: 0), (basis: nil, grow: 0, shrink: 0)],
      [(basis: 90, grow: 0, shrink: 1), (basis: 60, grow: 0, shrink: 1), (basis: 10, grow: 0, shrink: 0)],
      [(basis: 30, grow: 0, shrink: 0), (basis: 50, grow: 1, shrink: 0), (basis: nil, grow: 0, shrink: 0)],
    ] as [[(basis: Double?, grow: Double, shrink: Double)]])
  func `Along a stack of a given length a flexBasis stands in place of the content's length`(
    children: [(basis: Double?, grow: Double, shrink: Double)]
  ) throws {
    let branches = children.map { child in
      let style = Style {
        $0.flexBasis = child.basis.map { .points($0) } ?? .auto
        $0.flexGrow = child.grow
        $0.flexShrink = child.shrink
      }
      return Branch(.sizedNode(Size(20, 10)), style: style)
    }
    let tree = Branch(.stack(StackParameters(direction: .horizontal)), branches).tree
    try expectFrames(of: tree, in: SizeRange(width: 100), resizedTo: [SizeRange(width: 130)], "\(children)")
  }

  @Test(arguments: ["feed(100)", "feedItem(100)", "settings(100)", "chat(100)"])
  func `The same a system a cell, for a hundred random cells at two widths`(text: String) throws {
    let workload = try Workload(parsing: text)
    let resizeRange = try #require(workload.resizeRange)
    for (number, cell) in try #require(workload.cells(seed: 7)).enumerated() {
      try expectFrames(
        of: cell, in: workload.range, resizedTo: [resizeRange], "cell \(number) of \(text) with seed 7")
    }
  }

  @Test
  func `A solver that one cell after the other reuses gives each its frames, whatever the cell before was`()
    throws
  {
    let workloads = try ["feed(40)", "chat(40)", "feedItem(40)", "settings(40)"].map {
      try Workload(parsing: $0)
    }
    let range = SizeRange(width: 375)
    let cells = try workloads.map { try #require($0.cells(seed: 7)) }
    let reused = try CassowaryLayout(cells[0][0], in: range)
    var context = LayoutContext()
    // Cells of one kind, then of all kinds in turns, and all of it again, when their constraints are written.
    let order = cells.joined() + (0..<40).flatMap { number in cells.map { $0[number] } }
    let layouts = try order.map { (tree: $0, layout: try CassowaryLayout($0, in: range)) }
    for (number, (tree, layout)) in (layouts + layouts).enumerated() {
      try reused.reuse(for: layout)
      context.layout(tree, in: range)
      let comparison = FrameComparison(reused.frames, with: context)
      #expect(comparison.agrees(), "Cell \(number): \(comparison)")
    }
  }

  @Test func `The same with texts in runs, whose sizes are whole points`() throws {
    let workload = try Workload(
      parsing: "feedText(40)", among: [.feedText(in: MonospaceMetrics(advance: 7.3, lineHeight: 18.7))])
    for (number, cell) in try #require(workload.cells(seed: 7)).enumerated() {
      #expect(
        cell.elementIDs.contains { if case .paragraph = cell.content(of: $0) { true } else { false } })
      try expectFrames(
        of: cell, in: workload.range, resizedTo: [SizeRange(width: 414)], "cell \(number) with seed 7")
    }
  }

  @Test func `A program gives another solver the same frames`() throws {
    for cell in try #require(Workload(parsing: "feed(20)").cells()) {
      let layout = try CassowaryLayout(cell, in: SizeRange(width: 375))
      let program = try #require(try layout.program())
      let solver = SimplexSolver()
      try solver.run(program)
      let values = (0..<4 * cell.elementCount).map { solver.value(of: Variable(index: $0)) }
      let frames = layout.frames.flatMap { [$0.origin.x, $0.origin.y, $0.size.width, $0.size.height] }
      #expect(zip(values, frames).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  @Test func `What cannot be written is refused with the element`() {
    let tree = LayoutTree.element(.overlay, around: [.sizedNode(Size(1, 1)), .node])
    #expect(throws: ConstraintLayoutError.unsupported(element: tree.root, reason: "the type overlay")) {
      try CassowaryLayout(tree, in: SizeRange(width: 10))
    }
  }
}

@Suite("Layout translation")
struct LayoutTranslationTests {
  @Test func `What the system knows by numbers is named by element and attribute`() throws {
    let tree = LayoutTree.element(.inset(EdgeInsets(12)), around: [.sizedNode(Size(10, 20))])
    let range = SizeRange(exactly: Size(100, 100))
    let translation = try LayoutTranslation(tree, in: range, textHeights: [0, 0])

    #expect(
      translation.error(.underdetermined(unknown: 6)).description
        == "the equations do not determine the width of element #1")
    let lengths = try #require(translation.equations.firstIndex { $0.terms.count == 2 })
    #expect(
      translation.error(.inconsistent(equation: lengths)).description
        == "the equations contradict each other: "
        + "1 × the width of element #0 - 1 × the width of element #1 = 24")
  }
}
