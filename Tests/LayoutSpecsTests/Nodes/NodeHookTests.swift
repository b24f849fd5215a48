import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("What a node is told of its layouts")
struct NodeHookTests {
  private let log = LockedValue<[String]>([])
  private let texts = (TextNode("one"), TextNode("two"))
  private let cell = SizeRange.upTo(width: 100)

  private let first: CardsNode
  private let second: CardsNode
  private let root: CardsNode

  init() {
    first = CardsNode([texts.0]).named("first")
    second = CardsNode([texts.1]).named("second")
    root = CardsNode([first, second]).named("root")
    for node in [root, first, second] { node.log = log }
  }

  private func told() -> [String] { log.withLock { exchange(&$0, with: []) } }

  @Test func `Measuring changes the calculated layout of the node itself, once`() {
    _ = root.layoutThatFits(cell)
    #expect(told() == ["root changed {24, 40}"])
    _ = root.layoutThatFits(cell)
    #expect(told() == [])
    _ = root.layoutThatFits(SizeRange(exactly: Size(50, 60)))
    #expect(told() == ["root changed {50, 60}"])
    // A kept layout, but not the calculated one.
    _ = root.layoutThatFits(cell)
    #expect(told() == ["root changed {24, 40}"])
    root.setNeedsLayout()
    #expect(told() == [])
    _ = root.layoutThatFits(cell)
    #expect(told() == ["root changed {24, 40}"])
  }

  @Test func `Applying tells each node before its subnodes, once all frames are set`() {
    _ = root.layoutThatFits(cell)
    _ = told()
    let seen = LockedValue<[Rect]>([])
    root.finish = { [texts, first, second] in
      seen.withLock { $0 = [first.frame, second.frame, texts.0.frame, texts.1.frame] }
    }
    root.layoutIfNeeded()
    let calls = told()
    #expect(calls.first == "root finished [\"{0, 0}\", \"{0, 20}\"]")
    #expect(
      calls.sorted()
        == [
          "first changed {24, 20}", "first finished [\"{0, 0}\"]", "root finished [\"{0, 0}\", \"{0, 20}\"]",
          "second changed {24, 20}", "second finished [\"{0, 0}\"]",
        ])
    #expect(
      seen.withLock { $0 } == [
        Rect(x: 0, y: 0, width: 24, height: 20), Rect(x: 0, y: 20, width: 24, height: 20),
        Rect(x: 0, y: 0, width: 24, height: 20), Rect(x: 0, y: 0, width: 24, height: 20),
      ])
    root.layoutIfNeeded()
    #expect(told() == [])
  }

  @Test func `A node that did not change is not told, even if it moves`() {
    root.layOut(in: cell)
    _ = told()
    texts.0.text = "one and a second line"
    root.layoutIfNeeded()
    #expect(second.frame.minY == 40)
    #expect(
      told() == [
        "root changed {88, 60}", "root finished [\"{0, 0}\", \"{0, 40}\"]", "first changed {88, 40}",
        "first finished [\"{0, 0}\"]",
      ])
  }

  @Test func `A node MAY change itself when its layout has finished; the next layout comes after it`() {
    _ = root.layoutThatFits(cell)
    _ = told()
    root.finish = { [texts, unowned root] in
      guard texts.0.text == "one" else { return }
      texts.0.text = "longer"
      root.layoutIfNeeded()
    }
    let result = outcome { [root] in
      root.layoutIfNeeded()
      return root.frame.size
    }
    #expect(result == Size(48, 40))
    #expect(root.calculatedSize == Size(48, 40))
    #expect(texts.0.frame.size == Size(48, 20))
  }

  @Test func `A transition tells of the new layout before it animates, and of the old one if it is undone`() {
    let node = CardsNode([texts.0]).named("root")
    node.log = log
    let isUndone = LockedValue(false)
    node.animation = { [log] context in
      log.withLock { $0.append("animates") }
      context.completeTransition(!isUndone.withLock { $0 })
    }
    _ = node.layoutThatFits(cell)
    node.transitionLayout(withAnimation: true)
    let (changed, finished) = ("root changed {24, 20}", "root finished [\"{0, 0}\"]")
    #expect(told() == [changed, changed, finished, "animates"])
    isUndone.withLock { $0 = true }
    node.transitionLayout(with: SizeRange(exactly: Size(90, 30)), animated: true)
    #expect(told() == ["root changed {90, 30}", finished, "animates", changed, finished])
  }

  @Test func `The cells of a batch are told on its workers`() async throws {
    let cells = (0..<20).map { CardsNode([TextNode("x")]).named("\($0)") }
    for cell in cells { cell.log = log }
    let batch = LayoutBatch(cells, in: cell, workerCount: 3)
    _ = try await batch.finish()
    #expect(Set(told()) == Set((0..<20).map { "\($0) changed {8, 20}" }))
    batch.apply()
    #expect(told() == (0..<20).map { "\($0) finished [\"{0, 0}\"]" })
    batch.apply()
    #expect(told() == [])
  }
}

@Suite("A root that tells that it needs layout")
struct NodeNeedsLayoutTests {
  private let cell = SizeRange.upTo(width: 100)
  private let text = TextNode("one")

  /// A root with the text in a node in it, and the number of its calls.
  private let root: ListNode
  private let calls = LockedValue(0)

  init() {
    root = ListNode([ListNode([text]), TextNode("beside")])
    root.onNeedsLayout = { [weak root, calls] node in
      #expect(node === root)
      calls.withLock { $0 += 1 }
    }
  }

  @Test func `It tells once from a valid layout to an invalid one, and again after the next layout`() {
    text.text = "before the first layout"
    root.setNeedsLayout()
    #expect(calls.withLock { $0 } == 0)
    for round in 1...3 {
      _ = root.layoutThatFits(cell)
      #expect(calls.withLock { $0 } == round - 1)
      text.text = "round \(round)"
      text.style.flexGrow = Double(round)
      root.setNeedsLayout()
      #expect(calls.withLock { $0 } == round)
    }
  }

  @Test func `A change that changes nothing tells nothing, nor does a change beside the tree`() {
    _ = root.layoutThatFits(cell)
    text.style.flexGrow = 0
    TextNode("elsewhere").text = "x"
    root.frame.origin = Point(5, 5)
    root.layoutIfNeeded()
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func `A call comes without a lock held, and may lay the node out at once`() {
    root.automaticallyManagesSubnodes = true
    root.layOut(in: cell)
    let calls = LockedValue(0)
    root.onNeedsLayout = { node in
      calls.withLock { $0 += 1 }
      node.layoutIfNeeded()
      _ = (node.style, node.frame, node.subnodes, node.onNeedsLayout == nil)
    }
    let size = outcome { [text, root] in
      text.text = "longer"
      text.text = "longer still"
      return root.frame.size
    }
    #expect(size == Size(96, 40))
    #expect(calls.withLock { $0 } == 2)
  }

  @Test func `A change during a layout is told, though that layout is not kept`() {
    let calls = LockedValue(0)
    let isFirst = LockedValue(true)
    let root = DisplayNode { [text] node, _ in
      if isFirst.withLock({ exchange(&$0, with: false) }) { node.setNeedsLayout() }
      return WrapperLayoutSpec(text)
    }
    root.addSubnode(text)
    root.onNeedsLayout = { _ in calls.withLock { $0 += 1 } }
    #expect(root.layoutThatFits(cell).size == Size(24, 20))
    #expect(root.calculatedLayout == nil)
    #expect(calls.withLock { $0 } == 1)
    _ = root.layoutThatFits(cell)
    #expect(root.calculatedLayout != nil)
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func `Each root around a changed node tells`() {
    let other = LockedValue(0)
    let second = ListNode([text])
    second.onNeedsLayout = { _ in other.withLock { $0 += 1 } }
    _ = root.layoutThatFits(cell)
    _ = second.layoutThatFits(cell)
    text.text = "two"
    #expect(calls.withLock { $0 } == 1 && other.withLock { $0 } == 1)
  }

  @Test func `Nobody is told once it is set to nil, and the closure is released`() {
    final class Host: Sendable {}
    weak var host: Host?
    do {
      let own = Host()
      host = own
      root.onNeedsLayout = { _ in withExtendedLifetime(own) {} }
    }
    #expect(host != nil)
    _ = root.layoutThatFits(cell)
    root.onNeedsLayout = nil
    #expect(host == nil && root.onNeedsLayout == nil)
    text.text = "two"
    #expect(calls.withLock { $0 } == 0)
  }

  @Test(arguments: [true, false])
  func `A transition tells once its layout is in place`(isAsync: Bool) async {
    root.automaticallyManagesSubnodes = true
    root.layOut(in: cell)
    let seen = LockedValue<[Size]>([])
    await withCheckedContinuation { continuation in
      root.onNeedsLayout = { node in
        let isFirst = seen.withLock { seen in
          seen.append(node.calculatedSize)
          return seen.count == 1
        }
        if isFirst { continuation.resume() }
      }
      root.transitionLayout(withAnimation: true, shouldMeasureAsync: isAsync)
    }
    #expect(seen.withLock { $0 } == [Size(48, 40)])
  }

  @Test func `Threads that change a node that others lay out lose no call`() {
    _ = root.layoutThatFits(cell)
    onThreads(steps: 200) { thread, step, _ in
      if thread < 2 { text.text = "\(thread) \(step)" } else { _ = root.layoutThatFits(cell) }
    }
    // The last layout is either valid, or the hook was called after that layout began.
    let before = calls.withLock { $0 }
    let isValid = root.calculatedLayout != nil
    text.text = "the end"
    #expect(calls.withLock { $0 } == (isValid ? before + 1 : before))
    _ = root.layoutThatFits(cell)
    text.text = "again"
    #expect(calls.withLock { $0 } == (isValid ? before + 2 : before + 1))
  }
}
