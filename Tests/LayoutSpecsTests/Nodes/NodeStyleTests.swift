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
    let calls = outcome { [cell] in
      let text = TextNode("hello")
      let (node, calls) = (CardsNode([text]), LockedValue<[String]>([]))
      /// Changes the node's style, and its text's.
      @Sendable func note(_ call: String) {
        node.styled { style in
          style.flexGrow = node.style.flexShrink + 1
          text.styled { $0.flexShrink = style.flexGrow }.style.flexGrow = text.style.flexShrink
        }.style.flexShrink = 0
        calls.withLock { if !$0.contains(call) { $0.append(call) } }
      }
      node.pause = { note("spec") }
      node.animation = { context in
        note("animate")
        context.animate(context.plan) { finished in
          note("animated")
          context.completeTransition(finished)
        }
      }
      node.completion = { note("completed") }
      _ = ListNode([node]).layoutThatFits(cell)
      node.transitionLayout(with: cell, animated: true) { note("measured") }
      return calls.withLock { $0 }
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
    // Nothing is left out above: every value that a style holds differs from the default, but for the one that belongs
    // to a node's class.
    func values(_ style: Style) throws -> [String] {
      let box = try #require(Mirror(reflecting: style).children.first?.value as Any?)
      let object = try #require(Mirror(reflecting: box).children.first?.value)
      let values = try #require(Mirror(reflecting: object).children.first?.value)
      return Mirror(reflecting: values).children.filter { $0.label != "takesParentSize" }.map {
        "\($0.value)"
      }
    }
    let (changed, plain) = (try values(all), try values(Style { $0.width = .auto }))
    #expect(changed.count == NodeStyleTests.changes.count)
    #expect(!zip(changed, plain).contains { $0 == $1 })
  }

  @Test func `Of two threads that change different properties neither undoes what the other changed`() {
    let node = DisplayNode()
    let list = ListNode([node])
    let lost = LockedValue(0)
    onThreads(2, steps: 3000) { thread, step, _ in
      let round = step + 1
      if thread == 0 {
        node.style.flexGrow = Double(round)
        if node.style.flexGrow != Double(round) { lost.withLock { $0 += 1 } }
      } else {
        _ = node.styled { $0.flexShrink = Double(round) }
        if node.style.flexShrink != Double(round) { lost.withLock { $0 += 1 } }
        if round % 100 == 0 { _ = list.layoutThatFits(cell) }
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

  @Test(arguments: ["block", "metrics", "animator", "title", "image", "state"])
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
      case "state":
        let state = NodeState<Leaving?>(nil)
        button[state] = Leaving(button)
        button[state] = nil
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
