import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Nodes whose specs get another structure")
struct NodeStructureTests {
  private let cell = SizeRange(width: 320)

  /// A post whose badge lies in the row of its title, or below it: the elements are the same in pre-order.
  private final class Post: DisplayNode, @unchecked Sendable {
    let title = TextNode("title"), badge = TextNode("new")
    private let inRow: NodeState<Bool>

    init(isInRow: Bool) { inRow = NodeState(isInRow) }

    var isInRow: Bool {
      get { self[inRow] }
      set { self[inRow] = newValue }
    }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      let boxed = InsetLayoutSpec(insets: EdgeInsets(4), child: badge)
      return StackLayoutSpec(direction: .vertical, alignItems: .start) {
        if isInRow {
          StackLayoutSpec {
            title
            boxed
          }
        } else {
          StackLayoutSpec { title }
          boxed
        }
      }
    }
  }

  @Test func `A spec that moves into the one before it, or out of it, is laid out where it is`() {
    let below = Rect(origin: Point(4, 24), size: Size(24, 20))
    let inRow = Rect(origin: Point(44, 4), size: Size(24, 20))
    let post = Post(isInRow: false)
    for isInRow in [false, true, false, true] {
      post.isInRow = isInRow
      #expect(post.layoutThatFits(cell).frame(of: post.badge) == (isInRow ? inRow : below))
    }
    // The first layouts of other posts are compared with the layouts of posts before them.
    for isInRow in [false, false, true, false, true] {
      let other = Post(isInRow: isInRow)
      #expect(other.layoutThatFits(cell).frame(of: other.badge) == (isInRow ? inRow : below))
    }
  }

  /// A node that sets the styles of images below it while it is asked for its spec.
  private final class Album: DisplayNode, @unchecked Sendable {
    let images: [ImageNode]
    private let isLarge = NodeState(false)

    init(count: Int) { images = (0..<count).map { _ in ImageNode(imageSize: Size(20, 20)) } }

    func enlarge() { self[isLarge] = true }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      for image in images { image.style.preferredSize = self[isLarge] ? Size(200, 100) : Size(20, 20) }
      return StackLayoutSpec(direction: .vertical, alignItems: .start, children: images)
    }
  }

  @Test(arguments: [1, 2, 3])
  func `Styles that a node sets while it is asked reach the layouts around it, whoever asked it`(count: Int) {
    for way in 0..<3 {
      let album = Album(count: count)
      let screen = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(4), child: album) }
      _ = screen.layoutThatFits(cell)
      screen.layoutIfNeeded()
      album.enlarge()
      if way == 1 { _ = album.layoutThatFits(SizeRange(width: 300)) }
      if way == 2 { album.transitionLayout(withAnimation: false) }
      let layout = screen.layoutThatFits(cell)
      for image in album.images { #expect(layout.frame(of: image)?.size == Size(200, 100), "way \(way)") }
      #expect(layout.size.height == 100 * Double(count) + 8, "way \(way)")
    }
  }

  /// A node that sets the style of an image below it by the range in which it is asked.
  private final class Photo: DisplayNode, @unchecked Sendable {
    let image = ImageNode(imageSize: Size(10, 10))

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      let height = constrainedSize.max.height
      image.style.height = .points(height < .infinity ? height / 2 : 200)
      return StackLayoutSpec(direction: .vertical) { image }
    }
  }

  @Test
  func `A style that follows from the range is that of the range, whatever the node was asked for meanwhile`()
  {
    let (photo, text) = (Photo(), TextNode("a"))
    let screen = DisplayNode { _, _ in
      StackLayoutSpec(direction: .vertical, alignItems: .stretch) {
        photo.flexShrink()
        text
      }
    }
    // The stack asks for the photo's natural height, and then for what the text leaves.
    for (height, string, expected) in [
      (120.0, "a", 50.0), (180, "b", 80), (90, "c", 35), (300, "d", 200), (100, "e", 40),
    ] {
      text.text = string
      let layout = screen.layoutThatFits(SizeRange(exactly: Size(40, height)))
      #expect(layout.frame(of: photo.image)?.size.height == expected, "in \(height)")
    }
  }

  @Test func `Names that Swift calls equal, and have other scalars, are other names`() {
    let name = LockedValue("e\u{301}")
    let node = DisplayNode { _, _ in
      var spec = LayoutSpec()
      spec.debugName = name.withLock { $0 }
      return spec
    }
    for string in ["e\u{301}", "\u{e9}", "e\u{301}"] {
      name.withLock { $0 = string }
      node.setNeedsLayout()
      let kept = node.layoutThatFits(cell).sublayouts[0].debugName
      #expect(kept.map { Array($0.utf8) } == Array(string.utf8))
    }
  }

  /// The oracle lays out new nodes, and compares them with nothing: a first layout that took a wrong shape over would be wrong
  /// in the same way.
  @Test func `Whatever changes, kept, first and applied layouts are those of new nodes alone`() {
    let seeds = SlowTests.areOn ? 40_000 : Sanitizer.isForThreads ? 8 : 400
    let counts = LockedValue((pairs: 0, made: 0, shared: 0))
    concurrently(seeds) { seed in
      let result = compareScenes(seed: UInt64(seed), steps: 25)
      if let failure = result.failure { Issue.record("seed \(seed), \(failure)") }
      counts.withLock { $0 = ($0.pairs + result.pairs, $0.made + result.made, $0.shared + result.shared) }
    }
    let (pairs, made, shared) = counts.withLock { $0 }
    #expect(pairs == seeds * 25)
    // Without them nothing is compared.
    #expect(
      made * 10 > pairs && shared * 20 > pairs, "\(made) were made again and \(shared) shared of \(pairs)")
  }

  /// Lays out the nodes of a scene, changes them, and so on.
  ///
  /// - Returns: The number of pairs of consecutive scenes, the layouts among them that were made of the last one by comparing,
  ///   the first layouts that share the elements of another node, and the first failure.
  private func compareScenes(
    seed: UInt64, steps: Int
  ) -> (pairs: Int, made: Int, shared: Int, failure: String?) {
    var source = RandomScene(seed: 77_000 + seed)
    let nodes = SceneNodes(source.scene)
    var range = source.range()
    var (made, shared) = (0, 0)
    var hasAppliedAlone = false
    for step in 1...steps {
      let before = source.scene
      source.change()
      if source.random.chance(15) { source.change() }
      nodes.update(to: source.scene)
      if source.random.chance(10) { range = source.range() }
      if source.random.chance(15) {
        // A part by itself, as an app asks for its size, or applies it.
        let part = source.random.pick(source.scene.parts + [source.scene.root])
        _ = nodes[part]?.layoutThatFits(source.range())
        if source.random.chance(20) {
          nodes[part]?.layoutIfNeeded()
          hasAppliedAlone = hasAppliedAlone || part != source.scene.root
        }
      }
      func failure(_ what: String, _ difference: String) -> (Int, Int, Int, String?) {
        (step, made, shared, "step \(step), \(source.lastDifference), \(what): \(difference)")
      }
      let layout = nodes.root.layoutThatFits(range)
      if isMadeAgain(nodes.root) { made += 1 }
      DisplayNode.forgetShapes()
      let fresh = SceneNodes(source.scene)
      let alone = fresh.root.layoutThatFits(range)
      if let difference = difference(layout, alone) { return failure("kept", difference) }
      // The first one after `fresh` becomes the shape of the class, with which the next one is compared.
      _ = SceneNodes(before).root.layoutThatFits(range)
      let second = SceneNodes(source.scene)
      let first = second.root.layoutThatFits(range)
      if first.tree.isSharing { shared += 1 }
      if let difference = difference(first, alone) { return failure("first", difference) }
      if source.random.chance(20) {
        let third = SceneNodes(source.scene).root.layoutThatFits(range)
        if third.tree.isSharing { shared += 1 }
        if let difference = difference(third, alone) { return failure("shared", difference) }
        nodes.root.layoutIfNeeded()
        fresh.root.layoutIfNeeded()
        second.root.layoutIfNeeded()
        if !hasAppliedAlone, let difference = difference(nodes.root, fresh.root) {
          return failure("applied", difference)
        }
        if let difference = difference(second.root, fresh.root) {
          return failure("first applied", difference)
        }
      }
      // Nothing changes: so the next layout is compared with this one, too.
      nodes.root.setNeedsLayout()
      if let difference = difference(nodes.root.layoutThatFits(range), alone) {
        return failure("again", difference)
      }
    }
    return (steps, made, shared, nil)
  }

  private func isMadeAgain(_ node: DisplayNode) -> Bool {
    node.lock.withLock { node.cache.calculated?.isMadeAgain ?? false }
  }
}
