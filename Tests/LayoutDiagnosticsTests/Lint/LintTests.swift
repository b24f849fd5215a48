import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

@testable import LayoutDiagnostics

@Suite("Lint")
struct LintTests {
  @Test func `Each mistake is found by its rule, at its element, and by no other; all are tried`() {
    var rules: Set<LintRuleName> = [.elementTwice]
    let text = LintCase.all.map { lintCase in
      let findings = lintCase.element().lint(in: lintCase.range)
      rules.formUnion(findings.map(\.rule))
      return "# \(lintCase)\n" + findings.map { "\($0.rule.rawValue): \($0.reason)\n\($0.fix)\n" }.joined()
    }.joined(separator: "\n")
    expectRecorded([Snapshot(name: "lint.txt", text: text)])
    #expect(rules == Set(LintRuleName.allCases))
  }

  @Test func `A node in two places is found, and both are named`() throws {
    let icon = ImageNode(imageSize: Size(40, 40)).named("icon")
    let cell = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(4), child: icon).named("margins") }
    cell.automaticallyManagesSubnodes = true
    let spec = StackLayoutSpec(direction: .vertical) {
      icon
      cell
    }.named("column")
    let finding = try #require(spec.lint(in: .screen).first)
    #expect(finding.rule == .elementTwice)
    #expect(finding.element == ElementID(4) && finding.otherElements == [ElementID(1)])
    #expect(
      finding.reason
        == #"The ImageNode "icon" is one node in two places, as #1 in the StackLayoutSpec "column" and as #4 in the InsetLayoutSpec "margins"; a node has one frame."#
    )
    #expect(spec.lint(in: .screen).count == 1)
  }

  @Test func `A finding is one line, whatever the names`() throws {
    let spec = InsetLayoutSpec(insets: .zero, child: TextNode("x").flexGrow().named("a\nb\u{2028}"))
    let finding = try #require(spec.lint(in: .screen).first)
    #expect(
      finding.description.hasPrefix(#"flex-outside-stack (#1): The TextNode "a\nb\u{2028}" has flexGrow 1"#))
    #expect(!finding.description.contains { $0.isNewline })
  }

  @Test func `However many children of a stack are wrong, the stack is looked at once`() throws {
    let column = Branch(
      .stack(StackParameters(direction: .vertical)), style: Style { $0.flexBasis = 10 }, [Branch(.node)])
    let columns = Array(repeating: column, count: 2_000)
    let tree = Branch(.stack(StackParameters(direction: .horizontal)), columns).tree
    let linter = Linter(RecordedLayout(of: tree, in: .screen))
    #expect(linter.findings().count >= 2_000)
    #expect(linter.stackChildCount <= 4_000)
  }

  @Test func `Findings of trees of thousands of levels are those of a few`() {
    func findings(levels: Int) -> [LintFinding] {
      var builder = LayoutTreeBuilder()
      // Nothing has room; percentages have no whole; a text in every overlay is too wide.
      for _ in 0..<levels {
        builder.begin(.inset(EdgeInsets(left: 320)))
        builder.begin(.background)
        builder.begin(.overlay)
        builder.begin(.stack(StackParameters(direction: .horizontal)))
        builder.add(.node, style: Style { $0.height = "50%" })
      }
      builder.add(.text(TextParameters("words that are long")))
      for _ in 0..<levels {
        builder.end()
        builder.begin(.stack(StackParameters(direction: .horizontal)))
        builder.add(.text(TextParameters("words that are long")))
        builder.end()
        builder.end()
        builder.add(.node, style: Style { $0.width = "50%" })
        builder.end()
        builder.end()
      }
      return builder.finish().lint(in: .screen)
    }
    let (few, some, many) = (findings(levels: 10), findings(levels: 20), findings(levels: 2_000))
    #expect(some.count > few.count)
    #expect(many.count == few.count + (some.count - few.count) * 199)
  }

  @Test(arguments: LintCase.quiet)
  func `A lint is silent where it cannot know, and where all is well`(_ quietCase: LintCase) {
    let findings = quietCase.element().lint(in: quietCase.range)
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test func `Random trees are looked at without a trap or a change, with equal findings each time`() {
    var ruleCounts: [LintRuleName: Int] = [:]
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomTree(seed: seed)
      let tree = random.tree(depth: 6)
      let range = random.range()
      let checksum = tree.layoutThatFits(range).checksum
      let findings = tree.lint(in: range)
      #expect(tree.lint(in: range) == findings, "seed \(seed)")
      let after = tree.layoutThatFits(range).checksum
      #expect(after == checksum || (after.isNaN && checksum.isNaN), "seed \(seed)")
      for finding in findings {
        ruleCounts[finding.rule, default: 0] += 1
        #expect(finding.element.index < tree.elementCount, "seed \(seed)")
        #expect(finding.reason.hasSuffix(".") && finding.fix.hasSuffix("."), "seed \(seed): \(finding)")
      }
    }
    // All but the two that need nodes.
    #expect(ruleCounts.count == LintRuleName.allCases.count - 2, "\(ruleCounts)")
  }

  @Test func `Children of the user's own specs are judged by what these asked them`() throws {
    let spec = LayeredSpec(children: [TextNode("x").named("text")])
    let finding = try #require(spec.lint(in: SizeRange(width: 0...0, height: 0...100)).first)
    #expect(finding.reason.hasSuffix(": the range that the tree is laid out in allows no width."))
  }

  @Test func `A stack that wraps is judged by how it flexed, also if it was stretched afterwards`() {
    let spec = StackLayoutSpec {
      StackLayoutSpec(direction: .vertical, flexWrap: .wrap) {
        ImageNode(imageSize: Size(10, 10))
        ImageNode(imageSize: Size(10, 10))
      }.flexGrow().named("tags")
      ImageNode(imageSize: Size(40, 40))
    }
    let findings = spec.lint(in: .screen)
    #expect(findings.map(\.rule) == [.wrapInUnboundedMainAxis], "\(findings)")
  }

  @Test func `A child that its stack did not measure is not said to have been measured`() throws {
    let spec = StackLayoutSpec {
      ImageNode(imageSize: Size(400, 40))
      InsetLayoutSpec(insets: .zero, child: TextNode("x").named("text")).flexGrow().flexShrink()
        .named("margins")
    }.named("row")
    let finding = try #require(spec.lint(in: .screen).first { $0.rule == .zeroSize })
    #expect(
      finding.reason == #"""
        The TextNode "text" is 0 × 40 points: the StackLayoutSpec "row" leaves the InsetLayoutSpec "margins" no width.
        """#)
  }

  @Test func `Texts of an absolute spec cover each other as a look at all pairs says`() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomTree(seed: seed)
      func tens(_ range: ClosedRange<Int>) -> Double { Double(10 * Int.random(in: range, using: &random)) }
      let texts = (0..<Int.random(in: 2...12, using: &random)).map { _ in
        TextNode("a").preferredSize(Size(tens(1...4), tens(1...4))).layoutPosition(tens(0...12), tens(0...12))
      }
      let spec = AbsoluteLayoutSpec(children: texts).preferredSize(Size(300, 300))
      let frames = spec.layoutThatFits(.screen).sublayouts.map { Rect(origin: $0.position, size: $0.size) }
      func cover(_ a: Rect, _ b: Rect) -> Bool {
        let width = min(a.maxX, b.maxX) - max(a.minX, b.minX)
        let height = min(a.maxY, b.maxY) - max(a.minY, b.minY)
        return width > 0 && height > 0
      }
      let isCovered = frames.indices.contains { a in frames[..<a].contains { cover($0, frames[a]) } }
      let findings = spec.lint(in: .screen).filter { $0.rule == .textsCoverEachOther }
      #expect(findings.count == (isCovered ? 1 : 0), "seed \(seed): \(frames)")
    }
  }

  @Test func `A tree of 50,000 levels is looked at`() {
    var builder = LayoutTreeBuilder()
    for level in 0..<50_000 {
      switch level % 3 {
      case 0: builder.begin(.stack(StackParameters(direction: .vertical)))
      case 1: builder.begin(.inset(EdgeInsets(top: 0, left: 0, bottom: 1, right: 0)))
      default: builder.begin(.overlay)
      }
    }
    builder.add(.text(TextParameters("x")), style: Style { $0.flexGrow = 1 })
    for level in (0..<50_000).reversed() {
      if level % 3 == 2 { builder.add(.node) }
      builder.end()
    }
    let findings = builder.finish().lint(in: .screen)
    #expect(findings.map(\.rule) == [.flexOutsideStack])
  }
}

/// A spec of the user's own.
struct LayeredSpec: CustomLayoutSpec {
  var style = Style()
  var debugName: String?
  let children: [any LayoutElement]
  var algorithm: any LayoutAlgorithm { Layered() }

  struct Layered: LayoutAlgorithm {
    func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
      var size = constrainedSize.min
      for child in 0..<children.count {
        size = children.measure(child, in: constrainedSize)
        children.place(child, at: .zero)
      }
      return size
    }
  }
}
