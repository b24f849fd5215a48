import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Frames of nodes in layouts")
struct NodeFrameTests {
  private let text = TextNode("hello")

  @Test func `The frame is that which applying the layout gives the node`() throws {
    let root = DisplayNode { [text] _, _ in InsetLayoutSpec(insets: EdgeInsets(0.3), child: text) }
    root.automaticallyManagesSubnodes = true
    let layout = root.layoutThatFits(.unconstrained)
    root.layoutIfNeeded()
    #expect(layout.frame(of: text) == text.frame)
    #expect(text.frame.origin == Point(1, 1))
    #expect(layout.frameInParentElement(of: text)?.origin == Point(0.3, 0.3))
  }

  @Test func `The root has no frame, nor has a node of another layout`() {
    let root = ListNode([text])
    let layout = root.layoutThatFits(.unconstrained)
    #expect(layout.frame(of: root) == nil)
    #expect(layout.frameInParentElement(of: root)?.size == Size(40, 20))
    #expect(layout.frame(of: TextNode("other")) == nil)
    #expect(layout.frameInParentElement(of: TextNode("other")) == nil)
  }

  @Test func `Frames in a root that holds nodes alone are not rounded, and all others are`() {
    let spec = AbsoluteLayoutSpec { text.layoutPosition(0.5, 0.25) }
    #expect(spec.layoutThatFits(.unconstrained).frame(of: text)?.origin == Point(0.5, 0.25))
    let inner = InsetLayoutSpec(insets: .zero, child: text).layoutPosition(0.5, 0.25)
    let nested = AbsoluteLayoutSpec { inner }
    #expect(nested.layoutThatFits(.unconstrained).frame(of: text)?.origin == Point(1, 1))
  }

  @Test("One node's frame is that of all frames, to the last bit", arguments: 0..<60 as Range<UInt64>)
  func oneOfAll(seed: UInt64) throws {
    var source = RandomNodes(seed: 91_000 + seed)
    let list = source.list(depth: 4)
    let range = SizeRange(width: 0...200, height: 0...(.infinity))
    for root in [list, InsetLayoutSpec(insets: EdgeInsets(0.1), child: list)] as [any LayoutElement] {
      let layout = root.layoutThatFits(range, traits: Traits { $0.displayScale = 3 })
      let frames = layout.nodeFrames
      let nodes: [[DisplayNode]] = [source.lists, source.texts, source.images]
      for node in nodes.joined() {
        let element = try #require(layout.element(of: node))
        #expect(layout.frame(of: node) == frames[element.index], "seed \(seed), \(element)")
      }
    }
  }
}
