import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Points and frames in other nodes")
struct CoordinateTests {
  /// A root with a box, which has a leaf, and a second box.
  private final class Scene {
    let (root, box, leaf, other) = (DisplayNode(), DisplayNode(), DisplayNode(), DisplayNode())

    init() {
      root.addSubnode(box)
      root.addSubnode(other)
      box.addSubnode(leaf)
      root.frame = Rect(x: 1000, y: 2000, width: 300, height: 300)
      box.frame = Rect(x: 10, y: 20, width: 100, height: 100)
      leaf.frame = Rect(x: 3, y: 4, width: 5, height: 6)
      other.frame = Rect(x: 200, y: -50, width: 9, height: 9)
    }
  }

  @Test func `A node's bounds are its size at (0, 0)`() {
    let node = DisplayNode()
    #expect(node.bounds == .zero)
    node.frame = Rect(x: 7, y: 8, width: 30, height: 40)
    #expect(node.bounds == Rect(x: 0, y: 0, width: 30, height: 40))
  }

  @Test func `A point is converted outwards, inwards and across, and back`() {
    let scene = Scene()
    #expect(scene.leaf.convert(Point(1, 1), to: scene.box) == Point(4, 5))
    #expect(scene.leaf.convert(Point(1, 1), to: scene.root) == Point(14, 25))
    #expect(scene.root.convert(Point(14, 25), to: scene.leaf) == Point(1, 1))
    #expect(scene.leaf.convert(Point(1, 1), to: scene.other) == Point(-186, 75))
    #expect(scene.leaf.convert(Point(-186, 75), from: scene.other) == Point(1, 1))
    #expect(scene.root.convert(Point(1, 1), from: scene.leaf) == Point(14, 25))
    #expect(scene.leaf.convert(Point(1, 1), to: scene.leaf) == Point(1, 1))
  }

  @Test("The node at a point is the innermost one, of several the frontmost, within the nodes around it")
  func hits() {
    let scene = Scene()
    #expect(scene.root.hitTest(Point(14, 25)) === scene.leaf)
    #expect(
      scene.root.hitTest(Point(13, 24)) === scene.leaf && scene.root.hitTest(Point(18, 24)) === scene.box)
    #expect(scene.root.hitTest(Point(150, 25)) === scene.root && scene.root.hitTest(Point(300, 25)) == nil)
    // It reaches out of the root, and what is outside of that is not found.
    scene.other.frame = Rect(x: 12, y: -5, width: 4, height: 40)
    #expect(scene.root.hitTest(Point(14, 25)) === scene.other && scene.root.hitTest(Point(14, -2)) == nil)
    scene.other.isHidden = true
    #expect(scene.root.hitTest(Point(14, 25)) === scene.leaf)
    scene.other.isHidden = false
    scene.other.alpha = 0.009
    #expect(scene.root.hitTest(Point(14, 25)) === scene.leaf)
    // With a node all within it is passed over.
    scene.box.isHidden = true
    #expect(scene.root.hitTest(Point(14, 25)) === scene.root)
    for point in [Point(.nan, 25), Point(14, .infinity)] { #expect(scene.root.hitTest(point) == nil) }
    #expect(DisplayNode().hitTest(.zero) == nil)
  }

  @Test func `In a node that scrolls the node at a point is that of the content that is seen there`() {
    let content = Scene()
    let scroll = ScrollNode()
    scroll.addSubnode(content.root)
    scroll.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    content.root.frame.origin = .zero
    #expect(scroll.hitTest(Point(14, 25)) === content.leaf)
    scroll.contentOffset = Point(0, 20)
    // Points are those of its bounds, which begin at the offset.
    #expect(scroll.hitTest(Point(14, 25)) === content.leaf && scroll.hitTest(Point(14, 15)) == nil)
  }

  @Test func `A frame keeps its size`() {
    let scene = Scene()
    #expect(
      scene.leaf.convert(scene.leaf.bounds, to: scene.root) == Rect(x: 13, y: 24, width: 5, height: 6))
    #expect(
      scene.leaf.convert(Rect(x: 13, y: 24, width: 5, height: 6), from: scene.root) == scene.leaf.bounds)
  }

  @Test func `Without another node it is the outermost one, whatever its own place is`() {
    let scene = Scene()
    #expect(scene.leaf.convert(Point.zero, to: nil) == Point(13, 24))
    #expect(scene.leaf.convert(Point(13, 24), from: nil) == .zero)
    #expect(scene.root.convert(Point(5, 5), to: nil) == Point(5, 5))
    #expect(DisplayNode().convert(Point(5, 5), to: nil) == Point(5, 5))
  }

  @Test func `Infinite and undefined coordinates stay so`() {
    let scene = Scene()
    let point = scene.leaf.convert(Point(.infinity, .nan), to: scene.root)
    #expect(point.x == .infinity && point.y.isNaN)
  }

  @Test func `A chain of 10,000 nodes is no limit`() {
    var nodes = [DisplayNode()]
    for _ in 0..<10_000 {
      let node = DisplayNode()
      node.frame.origin = Point(1, 0.5)
      node.addSubnode(nodes[nodes.count - 1])
      nodes.append(node)
    }
    nodes[0].frame.origin = Point(1, 0.5)
    #expect(nodes[0].convert(Point.zero, to: nodes[10_000]) == Point(10_000, 5_000))
    #expect(nodes[10_000].convert(Point.zero, to: nodes[0]) == Point(-10_000, -5_000))
    // Releasing a chain of nodes is a recursion. From the outside in, because each removal invalidates
    // outwards.
    for node in nodes.reversed() { node.removeFromSupernode() }
  }

  @Test func `A node of another hierarchy stops the program`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DisplayNode().named("one").convert(Point.zero, to: DisplayNode().named("other"))
    }
    #expect(result.message.contains("No node contains both DisplayNode (one) and DisplayNode (other)"))
  }
}

@Suite("Points in nodes that other threads move")
struct CoordinateThreadTests {
  @Test func `A conversion beside a layout gives a place from before it or after it`() {
    let (root, box, leaf) = (DisplayNode(), DisplayNode(), DisplayNode())
    root.addSubnode(box)
    box.addSubnode(leaf)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<500 {
        if thread == 0 {
          box.frame.origin = step % 2 == 0 ? Point(10, 10) : .zero
        } else {
          let point = leaf.convert(Point.zero, to: root)
          #expect(point == .zero || point == Point(10, 10))
        }
      }
    }
  }
}
