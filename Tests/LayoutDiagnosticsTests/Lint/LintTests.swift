import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

@testable import LayoutDiagnostics

@Suite("Lint")
struct LintTests {
  @Test func `Each mistake is found by its rule, at its element, and by no other; all are tried`() {
    var rules: Set<LintRuleName> = []
    let text = LintCase.all.map { lintCase in
      let findings = lintCase.findings(in: lintCase.element)
      rules.formUnion(findings.map(\.rule))
      return "# \(lintCase)\n" + findings.map { "\($0.rule.rawValue): \($0.reason)\n\($0.fix)\n" }.joined()
    }.joined(separator: "\n")
    expectRecorded([Snapshot(name: "lint.txt", text: text)])
    #expect(rules == Set(LintRuleName.allCases))
  }

  @Test(arguments: LintCase.all.filter { $0.cured != nil })
  func `Whoever follows the advice is rid of the finding`(_ lintCase: LintCase) throws {
    let cured = try #require(lintCase.cured)
    let left = lintCase.findings(in: cured)
    #expect(left.isEmpty, "\(left.map(\.description).joined(separator: "\n"))")
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
    // Four elements a level, one in another.
    let (few, some, many) = (findings(levels: 10), findings(levels: 20), findings(levels: 10_000))
    #expect(some.count > few.count)
    #expect(many.count == few.count + (some.count - few.count) * 999)
  }

  @Test(arguments: LintCase.quiet)
  func `A lint is silent where it cannot know, and where all is well`(_ quietCase: LintCase) {
    let findings = quietCase.findings(in: quietCase.element)
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

  @Test func `Texts of an absolute spec cover each other as a look at all pairs says`() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomTree(seed: seed)
      func tens(_ range: ClosedRange<Int>) -> Double { Double(10 * Int.random(in: range, using: &random)) }
      let texts = (0..<Int.random(in: 2...12, using: &random)).map { _ in
        TextNode("a").preferredSize(Size(tens(1...4), tens(1...4))).layoutPosition(tens(0...12), tens(0...12))
      }
      // An image below them is none of them.
      let image = ImageNode(imageSize: Size(300, 300))
      let spec = AbsoluteLayoutSpec(children: [image] + texts).preferredSize(Size(300, 300))
      let frames = spec.layoutThatFits(.screen).sublayouts.dropFirst().map {
        Rect(origin: $0.position, size: $0.size)
      }
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
