import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("A layout that is applied to nodes")
struct LayoutApplicationNodeTests {
  private let cell = SizeRange.upTo(width: 100)

  /// A cell with a picture behind a text, and a byline of two texts below: a node with a spec of its own.
  private final class Post: DisplayNode, @unchecked Sendable {
    let picture = ImageNode(imageSize: Size(30, 10))
    let title = TextNode("one")
    let byline = ListNode([TextNode("a"), TextNode("b")])

    override init() {
      super.init()
      automaticallyManagesSubnodes = true
      byline.automaticallyManagesSubnodes = true
    }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      StackLayoutSpec(direction: .vertical) {
        BackgroundLayoutSpec(child: title, background: picture)
        byline
      }
    }
  }

  /// The oracle is the layout: its frames are computed by another road.
  @Test func `Each node has the frame that the layout has for it, and lies in drawing order`() {
    let seeds = Sanitizer.isForThreads ? 8 : 600
    var (nodes, mirrored, removed) = (0, 0, 0)
    for seed in 0..<UInt64(seeds) {
      var source = RandomScene(seed: 99_000 + seed)
      let scene = SceneNodes(source.scene)
      for step in 0..<6 {
        let range = source.range()
        let layout = scene.root.layoutThatFits(range)
        // Read before nodes leave others, which then need layout.
        let inLayout = scene.root.nodesOfCalculatedLayout
        scene.root.layoutIfNeeded()
        // A node that the scene's own code has changed meanwhile does not keep the layout.
        if inLayout.isEmpty { continue }
        if !layout.mirroring.isEmpty { mirrored += 1 }
        var subnodes: [ObjectIdentifier: [DisplayNode]] = [:]
        let byElement = Dictionary(
          uniqueKeysWithValues: inLayout.compactMap { node in
            layout.element(of: node).map { ($0, node) }
          })
        // A node without a layout keeps the subnodes that it had, and so do the nodes below it.
        var placed: Set<NodeID> = [scene.root.id]
        for (element, frame) in layout.flattenedNodes {
          guard let node = byElement[element], let supernode = node.supernode, placed.contains(supernode.id)
          else {
            continue
          }
          nodes += 1
          placed.insert(node.id)
          #expect(node.frame == frame, "seed \(seed), step \(step), \(node)")
          let isValid = node.calculatedLayout == nil || node.calculatedSize == frame.size
          #expect(isValid, "seed \(seed), step \(step), \(node)")
          subnodes[ObjectIdentifier(supernode), default: []].append(node)
        }
        for node in [scene.root] + byElement.values
        where node.automaticallyManagesSubnodes && placed.contains(node.id) {
          let expected = subnodes[ObjectIdentifier(node)] ?? []
          #expect(node.subnodes.map(\.id) == expected.map(\.id), "seed \(seed), step \(step), \(node)")
          if expected.isEmpty { removed += 1 }
        }
        source.change()
        scene.update(to: source.scene)
      }
    }
    // Otherwise the generator is too kind. A few seeds say nothing of it.
    if Sanitizer.isForThreads { return }
    #expect(
      nodes > seeds * 6 && mirrored > seeds / 8 && removed > seeds / 8, "\(nodes), \(mirrored), \(removed)")
  }

  @Test func `A leaf's calculated layout is its part of the layout around it, in exactly its size`() {
    let post = Post()
    _ = post.layoutThatFits(cell)
    #expect(post.title.calculatedLayout == nil && post.title.nextConstraint == nil)
    post.layoutIfNeeded()
    let own = post.title.calculatedLayout
    #expect(
      own?.size == Size(24, 20) && own?.debugName == nil
        && own?.tree.elementCount == post.calculatedLayout?.tree.elementCount)
    #expect(post.title.constrainedSizeForCalculatedLayout == SizeRange(exactly: Size(24, 20)))
    #expect(post.title.nodesOfCalculatedLayout.map(\.id) == [post.title.id])
    #expect(post.title.nextConstraint?.range == SizeRange(exactly: Size(24, 20)))
    // A layout of its own takes over, and gives way when the next layout around is applied.
    #expect(post.title.layoutThatFits(cell).size == Size(24, 20))
    #expect(post.title.constrainedSizeForCalculatedLayout == cell)
    post.byline.setNeedsLayout()
    post.layoutIfNeeded()
    #expect(post.title.constrainedSizeForCalculatedLayout == SizeRange(exactly: Size(24, 20)))
    post.title.text = "another"
    #expect(post.title.calculatedLayout == nil)
    #expect(post.title.nextConstraint?.range == SizeRange(exactly: Size(24, 20)))
  }

  @Test func `A leaf's own layout that is applied after its part stays the calculated one`() {
    let post = Post()
    _ = post.layoutThatFits(cell)
    post.layoutIfNeeded()
    post.title.frame = Rect(x: 0, y: 0, width: 60, height: 40)
    post.title.layoutIfNeeded()
    #expect(post.title.calculatedSize == Size(60, 40) && post.title.frame.size == Size(60, 40))
    #expect(post.title.constrainedSizeForCalculatedLayout == SizeRange(exactly: Size(60, 40)))
    post.byline.setNeedsLayout()
    post.layoutIfNeeded()
    #expect(
      post.title.calculatedSize == Size(24, 20) && post.title.frame == Rect(x: 0, y: 0, width: 24, height: 20)
    )
  }

  @Test func `A leaf that only measured itself before keeps that layout for its constraint`() {
    let post = Post()
    let own = post.title.layoutThatFits(cell)
    _ = post.layoutThatFits(cell)
    post.layoutIfNeeded()
    let again = LayoutWork { _ = post.title.layoutThatFits(cell) }
    #expect(again.counters == LayoutCounters())
    #expect(own.size == post.title.calculatedSize)
  }

  @Test func `A leaf outlives its cell with its layout, and nothing keeps the cell`() {
    var post: Post? = Post()
    weak let cellNode = post
    let title = post!.title
    _ = post!.layoutThatFits(cell)
    post!.layoutIfNeeded()
    post = nil
    #expect(cellNode == nil)
    #expect(
      title.supernode == nil && title.calculatedSize == Size(24, 20) && title.frame.size == Size(24, 20))
  }

  /// A node has one reference to the handle of its cell, until it is invalidated.
  @Test(arguments: [false, true])
  func `A leaf that was changed, or lies in another cell by now, outlives its cell`(moves: Bool) {
    var post: Post? = Post()
    weak let (cellNode, handle) = (post, post!.handle)
    var title: TextNode? = post!.title
    _ = post!.layoutThatFits(cell)
    post!.layoutIfNeeded()
    let next = ListNode([])
    if moves { next.addSubnode(title!) } else { title!.text = "another" }
    post = nil
    #expect(cellNode == nil && title!.supernode === (moves ? next : nil))
    title!.text = "a third one"
    title!.removeFromSupernode()
    title = nil
    #expect(handle == nil)
  }

  @Test func `Leaves and nodes with specs are freed with their cell`() {
    weak var (title, byline, text): (DisplayNode?, DisplayNode?, DisplayNode?)
    do {
      let post = Post()
      (title, byline, text) = (post.title, post.byline, post.byline.subnodes.first)
      _ = post.layoutThatFits(cell)
      post.layoutIfNeeded()
      text = post.byline.subnodes.first
      #expect(text != nil)
    }
    #expect(title == nil && byline == nil && text == nil)
  }

  @Test func `A leaf that manages its subnodes loses the nodes that were added to it`() {
    let post = Post()
    post.picture.addSubnode(TextNode("badge"))
    _ = post.layoutThatFits(cell)
    post.layoutIfNeeded()
    #expect(post.picture.subnodes.count == 1)
    post.picture.automaticallyManagesSubnodes = true
    _ = post.layoutThatFits(cell)
    post.layoutIfNeeded()
    #expect(post.picture.subnodes.isEmpty && post.picture.frame.size == Size(24, 20))
  }

  /// A node around another one, in which that node gets the range that it has in a `Post`.
  private func makeOther(around node: DisplayNode) -> ListNode {
    let other = ListNode([node], StackParameters(direction: .vertical))
    other.automaticallyManagesSubnodes = true
    return other
  }

  @Test(arguments: [false, true])
  func
    `A node whose subnodes are all that it shows keeps no layout of its own until another layout copies it`(
      changesLeaf: Bool
    )
  {
    let range = SizeRange.tableCell(width: 100)
    let post = Post()
    _ = post.layoutThatFits(range)
    post.layoutIfNeeded()
    let (byline, text) = (post.byline, post.byline.items[0])
    var isOwn: Bool { byline.lock.withLock { byline.cache.hasCalculated } }
    #expect(!isOwn && byline.calculatedSize == Size(100, 40))
    #expect(byline.nextConstraint?.range == byline.constrainedSizeForCalculatedLayout)
    #expect(byline.constrainedSizeForCalculatedLayout?.min.width == 100)
    if changesLeaf {
      text.frame = Rect(x: 0, y: 0, width: 60, height: 40)
      text.layoutIfNeeded()
      #expect(text.calculatedSize == Size(60, 40))
    }
    let (other, asked) = (makeOther(around: byline), byline.askedCount)
    #expect(other.layoutThatFits(range).size == Size(100, 40))
    #expect(byline.askedCount == asked && isOwn)
    #expect(byline.nodesOfCalculatedLayout.map(\.id) == ([byline] + byline.items).map(\.id))
    other.layoutIfNeeded()
    #expect(byline.supernode === other && !isOwn && byline.calculatedSize == Size(100, 40))
    #expect(text.frame.size == Size(8, 20) && text.calculatedSize == Size(8, 20))
  }

  @Test func `A layout of nodes of which one has left since is not copied`() {
    let range = SizeRange.tableCell(width: 100)
    let post = Post()
    _ = post.layoutThatFits(range)
    post.layoutIfNeeded()
    let byline = post.byline
    byline.items[0].removeFromSupernode()
    let layout = byline.appliedNodeLayout()
    #expect(layout?.nodes.map(\.node.id) == [byline.items[1].id] && layout?.contentRange == nil)
    #expect(byline.calculatedLayout == nil)
  }

  @Test func `A node that another layout has keeps its place in the layout of the node that lost it`() {
    let post = Post()
    _ = post.layoutThatFits(cell)
    post.layoutIfNeeded()
    let (byline, other) = (post.byline, makeOther(around: post.byline.items[0]))
    _ = other.layoutThatFits(cell)
    other.layoutIfNeeded()
    #expect(byline.subnodes.map(\.id) == [byline.items[1].id] && byline.calculatedLayout == nil)
    post.layoutIfNeeded()
    #expect(byline.subnodes.map(\.id) == [byline.items[1].id])
    #expect(byline.nodesOfCalculatedLayout.map(\.id) == ([byline] + byline.items).map(\.id))
  }

  @Test func `Nodes that lie elsewhere come over, and the ones around them are told`() {
    let (old, post) = (ListNode([TextNode("x")]), Post())
    old.addSubnode(post.title)
    _ = old.layoutThatFits(cell)
    _ = post.layoutThatFits(cell)
    post.layoutIfNeeded()
    #expect(old.subnodes.isEmpty && old.calculatedLayout == nil)
    #expect(post.subnodes.map(\.id) == [post.picture.id, post.title.id, post.byline.id])
    #expect(post.title.frame == Rect(x: 0, y: 0, width: 24, height: 20))
  }

  @Test func `A worker of a batch that applies ahead has applied what it measured, once`() async throws {
    let cells = (0..<20).map { CardsNode([TextNode("x")]).named("\($0)") }
    let log = LockedValue<[String]>([])
    for node in cells {
      node.log = log
      node.automaticallyManagesSubnodes = true
    }
    let batch = LayoutBatch(cells, in: cell, workerCount: 3, appliesAhead: true)
    _ = try await batch.finish()
    #expect(
      Set(log.withLock { $0 })
        == Set((0..<20).flatMap { ["\($0) changed {8, 20}", "\($0) finished [\"{0, 0}\"]"] }))
    #expect(cells.allSatisfy { $0.subnodes.count == 1 && $0.frame.size == Size(8, 20) })
    #expect(batch.apply().isEmpty)
    for node in cells { node.layoutIfNeeded() }
    #expect(log.withLock { $0.count } == 40)
  }

  @Test(.needsThreads) func `A node to which another thread applies a layout is placed once that is done`() {
    let post = Post()
    _ = post.layoutThatFits(cell)
    let isDone = DispatchSemaphore(value: 0)
    post.byline.application.lock()
    Thread.detachNewThread {
      post.layoutIfNeeded()
      isDone.signal()
    }
    while post.byline.supernode == nil { sched_yield() }
    #expect(isDone.wait(timeout: .now()) == .timedOut && post.byline.calculatedLayout == nil)
    post.byline.application.unlock()
    #expect(isDone.wait(timeout: .now() + 60) == .success)
    #expect(post.byline.calculatedSize == Size(24, 40) && post.byline.subnodes.count == 2)
    #expect(post.byline.items[1].frame == Rect(x: 0, y: 20, width: 8, height: 20))
  }

  @Test func `Layouts of one shape are applied in one order, which is made once`() {
    let posts = (0..<4).map { _ in Post() }
    DisplayNode.forgetShapes()
    for post in posts {
      _ = post.layoutThatFits(.tableCell(width: 100))
      post.layoutIfNeeded()
    }
    let orders = posts.map { post in
      post.appliedNodeLayout().map { ObjectIdentifier($0.order) }
    }
    #expect(orders[1] != nil && orders[2] == orders[1] && orders[3] == orders[1])
  }
}
