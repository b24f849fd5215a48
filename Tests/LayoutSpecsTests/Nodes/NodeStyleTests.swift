import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Changes of a node's style")
struct NodeStyleTests {
  private let cell = SizeRange.upTo(width: 300)

  @Test func `What changes a style may use the node, which is as it was before`() {
    let seen = outcome { [cell] in
      let node = TextNode("hello")
      let list = ListNode([node])
      _ = list.layoutThatFits(cell)
      _ = node.layoutThatFits(cell)
      var seen: [Double] = []
      _ = node.styled { style in
        style.flexGrow = 3
        seen = [node.style.flexGrow, node.calculatedSize.width, list.calculatedSize.height]
        node.debugName = "changed"
        node.text = "hello again"
        list.layoutIfNeeded()
        seen.append(list.layoutThatFits(cell).size.width)
        style.width = .points(2 * seen[3])
      }
      return seen + [node.style.flexGrow, list.layoutThatFits(cell).size.width]
    }
    #expect(seen == [0, 40, 20, 88, 3, 176])
  }

  @Test func `A change within a change is kept; of one property the change that ends last counts`() {
    let style = outcome {
      let node = DisplayNode()
      node.styled { style in
        style.flexGrow = 1
        node.styled { $0.flexShrink = node.style.flexShrink + 2 }.style.height = 5
        node.style.flexGrow = 7
      }.style.maxWidth = 9
      return node.style
    }
    #expect(
      style
        == Style {
          $0.flexGrow = 1
          $0.flexShrink = 2
          $0.height = 5
          $0.maxWidth = 9
        })
  }

  private struct Failure: Error {}

  @Test func `What a change did before it throws is kept, and the node goes on`() {
    @Sendable func fail(_ style: inout Style, in node: DisplayNode) throws {
      style.width = 30
      node.style.height = 40
      throw Failure()
    }
    let style = outcome { [cell] in
      let node = DisplayNode()
      _ = node.layoutThatFits(cell)
      do { try fail(&node.style, in: node) } catch {}
      return node.layoutThatFits(cell).size == Size(30, 40) ? node.style : nil
    }
    #expect(
      style
        == Style {
          $0.width = 30
          $0.height = 40
        })
  }

  @Test func `A style may be changed while the node is asked, and by what it shows in transitions`() {
    /// Changes its own style, and its text's, in all that is called.
    final class Restless: DisplayNode, @unchecked Sendable {
      let text = TextNode("hello")
      let calls = LockedValue<[String]>([])

      func note(_ call: String) {
        styled { style in
          style.flexGrow = self.style.flexShrink + 1
          text.styled { $0.flexShrink = style.flexGrow }.style.flexGrow = text.style.flexShrink
        }.style.flexShrink = 0
        calls.withLock { if !$0.contains(call) { $0.append(call) } }
      }

      override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
        note("spec")
        return WrapperLayoutSpec(text)
      }

      override func animateLayoutTransition(_ context: any LayoutTransitionContext) {
        note("animate")
        context.animate(context.plan) { finished in
          self.note("animated")
          context.completeTransition(finished)
        }
      }

      override func didCompleteLayoutTransition(_ context: any LayoutTransitionContext) {
        note("completed")
        super.didCompleteLayoutTransition(context)
      }
    }
    let calls = outcome { [cell] in
      let node = Restless().managingSubnodes()
      _ = ListNode([node]).layoutThatFits(cell)
      node.transitionLayout(with: cell, animated: true) { node.note("measured") }
      return node.calls.withLock { $0 }
    }
    #expect(calls == ["spec", "measured", "animate", "animated", "completed"])
  }

  /// No larger than a reference to a node is.
  private struct SmallLeaf: LeafElement, LeafMeasurement {
    var style = Style()
    var debugName: String? {
      get { nil }
      set {}
    }
    var measurement: any LeafMeasurement { self }
    func calculateSizeThatFits(_ constrainedSize: Size) -> Size { .zero }
  }

  @Test func `Chained setters change a node itself, and copies of everything else`() {
    let node = DisplayNode()
    let element: any LayoutElement = node
    #expect(element.flexGrow(2).width(3).style == node.style)
    let (leaf, spec) = (SmallLeaf(), LayoutSpec())
    #expect(leaf.flexGrow(2).width(3).style == node.style && spec.flexGrow(2).width(3).style == node.style)
    #expect(leaf.style == Style() && spec.style == Style() && node.style.flexGrow == 2)
    let list = ListNode([node])
    _ = list.layoutThatFits(cell)
    _ = element.flexGrow(2)
    #expect(list.calculatedLayout != nil)
    _ = element.flexGrow(1)
    #expect(list.calculatedLayout == nil)
  }

  private static let changes: [@Sendable (inout Style) -> Void] = [
    { $0.width = 1 }, { $0.height = 2 }, { $0.minWidth = 3 }, { $0.maxWidth = 4 }, { $0.minHeight = 5 },
    { $0.maxHeight = 6 }, { $0.spacingBefore = 7 }, { $0.spacingAfter = 8 }, { $0.flexGrow = 9 },
    { $0.flexShrink = 10 }, { $0.flexBasis = 11 }, { $0.alignSelf = .end }, { $0.ascender = 12 },
    { $0.descender = 13 }, { $0.layoutPosition = Point(14, 15) },
  ]

  @Test func `Every property keeps what was changed while another one was`() throws {
    let all = Style { style in for change in NodeStyleTests.changes { change(&style) } }
    let styles = outcome {
      NodeStyleTests.changes.map { own in
        let node = DisplayNode()
        return node.styled { style in
          for change in NodeStyleTests.changes { change(&node.style) }
          own(&style)
        }.style
      }
    }
    #expect(styles == NodeStyleTests.changes.map { _ in all })
    // Nothing is left out above: every value that a style holds differs from the default.
    func values(_ style: Style) throws -> [String] {
      let box = try #require(Mirror(reflecting: style).children.first?.value as Any?)
      let object = try #require(Mirror(reflecting: box).children.first?.value)
      let values = try #require(Mirror(reflecting: object).children.first?.value)
      return Mirror(reflecting: values).children.map { "\($0.value)" }
    }
    let (changed, plain) = (try values(all), try values(Style { $0.width = .auto }))
    #expect(changed.count == NodeStyleTests.changes.count)
    #expect(!zip(changed, plain).contains { $0 == $1 })
  }

  @Test func `Of two threads that change different properties neither undoes what the other changed`() {
    let node = DisplayNode()
    let list = ListNode([node])
    let lost = LockedValue(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for round in 1...3000 {
        if thread == 0 {
          node.style.flexGrow = Double(round)
          if node.style.flexGrow != Double(round) { lost.withLock { $0 += 1 } }
        } else {
          _ = node.styled { $0.flexShrink = Double(round) }
          if node.style.flexShrink != Double(round) { lost.withLock { $0 += 1 } }
          if round % 100 == 0 { _ = list.layoutThatFits(cell) }
        }
      }
    }
    #expect(lost.withLock { $0 } == 0)
    #expect(list.layoutThatFits(cell).tree.style(of: ElementID(2)).flexGrow == 3000)
  }

  /// Metrics, an animator and what a block holds, with code that runs when they go.
  private final class Leaving: TextMetrics, Animator {
    let end: OnRelease

    init(_ owner: DisplayNode) {
      end = OnRelease {
        owner.setNeedsLayout()
        owner.style.flexGrow += 1
      }
    }

    func size(of text: String, maxWidth: Double) -> Size { .zero }
    func start(_ animation: LayoutAnimation) {}
  }

  @Test(arguments: ["block", "metrics", "animator", "title", "image"])
  func `What a property held may use the node when it goes`(property: String) {
    let flexGrow = outcome {
      let (button, text) = (ButtonNode(), TextNode("x"))
      var node: DisplayNode = button
      switch property {
      case "block":
        button.layoutSpecBlock = { [leaving = Leaving(button)] _, _ in
          withExtendedLifetime(leaving) { LayoutSpec() }
        }
        button.layoutSpecBlock = nil
      case "metrics":
        node = text
        text.metrics = Leaving(text)
        text.metrics = MonospaceMetrics()
      case "animator":
        button.animator = Leaving(button)
        button.animator = ImmediateAnimator()
      case "title":
        button.titleNode = TextNode("x", metrics: Leaving(button))
        button.titleNode = nil
      default:
        button.imageNode = ImageNode()
        button.imageNode?.animator = Leaving(button)
        button.imageNode = nil
      }
      return node.style.flexGrow
    }
    #expect(flexGrow == 1)
  }
}

@Suite("Lengths that are given to nodes and texts")
struct NodeLengthTests {
  private static let image = "An image's size is finite and not negative, and not "
  private static let frame = "A node's frame is finite, and its size not negative: not "
  private static let stops: [(parts: [String], set: @Sendable () -> Void)] = [
    ([image + "{nan, 10}"], { ButtonNode().setImageSize(Size(.nan, 10)) }),
    ([image + "{inf, 10}"], { ButtonNode().setImageSize(Size(.infinity, 10), for: .selected) }),
    ([image + "{-1, 10}"], { ImageNode().imageSize = Size(-1, 10) }),
    ([image + "{1, 10000000}"], { _ = ButtonNode(imageSize: Size(1, 10_000_000)) }),
    (
      ["A button's contentSpacing lies between -10,000,000 and 10,000,000 points, and is not nan"],
      { ButtonNode().contentSpacing = .nan }
    ),
    (
      ["An inset lies between -10,000,000 and 10,000,000 points"],
      { ButtonNode().contentEdgeInsets.leading = .nan }
    ),
    ([frame + "{{0, 0}, {-1, 2}}"], { DisplayNode().frame.size = Size(-1, 2) }),
    ([frame + "{{nan, 0}, {0, 0}}"], { DisplayNode().frame.origin.x = .nan }),
    ([frame + "{{0, 0}, {0, inf}}"], { DisplayNode().frame.size.height = .infinity }),
    (["TextFont.size", "not nan"], { setRun { $0.font.size = .nan } }),
    (["TextFont.size", "not inf"], { setRun { $0.font.size = .infinity } }),
    (["TextFont.size", "not -1.0"], { _ = TextFont(size: -1) }),
    (["TextFont.weight", "not 0"], { setRun { $0.font.weight = 0 } }),
    (["TextRun.letterSpacing", "not nan"], { setRun { $0.letterSpacing = .nan } }),
    (["TextRun.letterSpacing", "not -inf"], { _ = TextRun("words", letterSpacing: -.infinity) }),
    (["TextRun.attachment", "not {inf, 1}"], { setRun { $0.attachment = Size(.infinity, 1) } }),
    (["ParagraphStyle.lineSpacing", "not nan"], { TextNode("words").paragraphStyle.lineSpacing = .nan }),
    (["ParagraphStyle.lineSpacing", "not 1e+308"], { TextNode("words").paragraphStyle.lineSpacing = 1e308 }),
    (["ParagraphStyle.maximumLineCount", "not -1"], { TextNode("words").maximumLineCount = -1 }),
  ]

  private static func setRun(_ change: (inout TextRun) -> Void) {
    var run = TextRun("words")
    change(&run)
  }

  @Test(arguments: stops.indices)
  func `A length that no layout could use is stopped by its property, by name`(index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
      NodeLengthTests.stops[index].set()
    }
    #expect(Self.stops[index].parts.allSatisfy { result.message.contains($0) }, "\(result.message)")
  }

  @Test func `Lengths at the ends of what is allowed are taken`() {
    let button = ButtonNode(title: "x", imageSize: Size(9_999_999, 0))
    button.contentSpacing = -9_999_999
    button.contentEdgeInsets = EdgeInsets(top: .infinity, left: -5)
    #expect(button.layoutThatFits(.unconstrained).size.width.isFinite)
    button.frame = Rect(x: -1e12, y: 1e12, width: 20_000_000, height: 0)
    #expect(button.frame.minX == -1e12 && button.frame.size == Size(20_000_000, 0))
  }

  @Test func `The lengths at the ends of what a text may have are lengths of a text`() {
    var run = TextRun("ab", font: TextFont(size: 9_999), letterSpacing: 0)
    (run.letterSpacing, run.font.size, run.font.weight) = (9_999_999, .leastNonzeroMagnitude, 1000)
    #expect(Paragraph(AttributedText([run])).extent(maxWidth: .infinity).size.width > 1_000_000)
    run.attachment = Size(9_999_999, 9_999_999)
    #expect(Paragraph(AttributedText([run])).extent(maxWidth: 1).lineCount == 1)
    run.attachment = nil
    run.letterSpacing = -9_999_999
    let style = ParagraphStyle(lineSpacing: 9_999_999)
    #expect(Paragraph(AttributedText([run]), style: style).extent(maxWidth: 100).size.width == 0)
  }
}
