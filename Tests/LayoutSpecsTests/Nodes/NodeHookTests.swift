import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

/// A node that writes down what it is told, under its name, and shows its subnodes in a column.
private final class TellingNode: DisplayNode, @unchecked Sendable {
  let log: LockedValue<[String]>
  let items: [DisplayNode]
  let finish = LockedValue<(@Sendable (TellingNode) -> Void)?>(nil)

  init(_ name: String, _ log: LockedValue<[String]>, _ items: [DisplayNode]) {
    self.log = log
    self.items = items
    super.init()
    debugName = name
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical, alignItems: .start, children: items)
  }

  override func calculatedLayoutDidChange() {
    super.calculatedLayoutDidChange()
    log.withLock { $0.append("\(debugName ?? "?") changed \(calculatedSize)") }
  }

  override func layoutDidFinish() {
    super.layoutDidFinish()
    log.withLock { $0.append("\(debugName ?? "?") finished \(subnodes.map { "\($0.frame.origin)" })") }
    finish.withLock { $0 }?(self)
  }
}

@Suite("What a node is told of its layouts")
struct NodeHookTests {
  private let log = LockedValue<[String]>([])
  private let texts = (TextNode("one"), TextNode("two"))
  private let cell = SizeRange.upTo(width: 100)

  private func scene() -> (root: TellingNode, first: TellingNode, second: TellingNode) {
    let first = TellingNode("first", log, [texts.0])
    let second = TellingNode("second", log, [texts.1])
    return (TellingNode("root", log, [first, second]), first, second)
  }

  private func told() -> [String] { log.withLock { exchange(&$0, with: []) } }

  @Test func `Measuring changes the calculated layout of the node itself, once`() {
    let (root, _, _) = scene()
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
    let (root, first, second) = scene()
    _ = root.layoutThatFits(cell)
    _ = told()
    let seen = LockedValue<[Rect]>([])
    root.finish.withLock {
      $0 = { [texts] _ in
        seen.withLock { $0 = [first.frame, second.frame, texts.0.frame, texts.1.frame] }
      }
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
    let (root, _, second) = scene()
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
    let (root, _, _) = scene()
    _ = root.layoutThatFits(cell)
    _ = told()
    root.finish.withLock {
      $0 = { [texts] root in
        guard texts.0.text == "one" else { return }
        texts.0.text = "longer"
        root.layoutIfNeeded()
      }
    }
    let result = outcome {
      root.layoutIfNeeded()
      return root.frame.size
    }
    #expect(result == Size(48, 40))
    #expect(root.calculatedSize == Size(48, 40))
    #expect(texts.0.frame.size == Size(48, 20))
  }

  @Test func `A transition tells of the new layout before it animates, and of the old one if it is undone`() {
    final class Undoing: DisplayNode, @unchecked Sendable {
      let log: LockedValue<[String]>
      let text = TextNode("one")
      let isUndone = LockedValue(false)
      init(_ log: LockedValue<[String]>) {
        self.log = log
        super.init()
        automaticallyManagesSubnodes = true
      }
      override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
        WrapperLayoutSpec(text)
      }
      override func calculatedLayoutDidChange() { log.withLock { $0.append("changed \(calculatedSize)") } }
      override func layoutDidFinish() { log.withLock { $0.append("finished \(subnodes.count)") } }
      override func animateLayoutTransition(_ context: any LayoutTransitionContext) {
        log.withLock { $0.append("animates") }
        context.completeTransition(!isUndone.withLock { $0 })
      }
    }
    let node = Undoing(log)
    _ = node.layoutThatFits(cell)
    node.transitionLayout(withAnimation: true)
    #expect(told() == ["changed {24, 20}", "changed {24, 20}", "finished 1", "animates"])

    node.isUndone.withLock { $0 = true }
    node.transitionLayout(with: SizeRange(exactly: Size(90, 30)), animated: true)
    #expect(told() == ["changed {90, 30}", "finished 1", "animates", "changed {24, 20}", "finished 1"])
  }

  @Test func `The cells of a batch are told on its workers`() async throws {
    let cells = (0..<20).map { TellingNode("\($0)", log, [TextNode("x")]) }
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

  /// A root with the text in a node in it, and the number of calls.
  private func scene() -> (root: ListNode, calls: LockedValue<Int>) {
    let root = ListNode([ListNode([text]), TextNode("beside")])
    let calls = LockedValue(0)
    root.onNeedsLayout = { [weak root] node in
      #expect(node === root)
      calls.withLock { $0 += 1 }
    }
    return (root, calls)
  }

  @Test func `It tells once from a valid layout to an invalid one, and again after the next layout`() {
    let (root, calls) = scene()
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
    let (root, calls) = scene()
    _ = root.layoutThatFits(cell)
    text.style.flexGrow = 0
    TextNode("elsewhere").text = "x"
    root.frame.origin = Point(5, 5)
    root.layoutIfNeeded()
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func `A call comes without a lock held, and may lay the node out at once`() {
    let (root, _) = scene()
    root.automaticallyManagesSubnodes = true
    root.layOut(in: cell)
    let calls = LockedValue(0)
    root.onNeedsLayout = { node in
      calls.withLock { $0 += 1 }
      node.layoutIfNeeded()
      _ = (node.style, node.frame, node.subnodes, node.onNeedsLayout == nil)
    }
    let size = outcome { [text] in
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
    let (root, calls) = scene()
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
    let (root, calls) = scene()
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
    let (root, _) = scene()
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
    let (root, calls) = scene()
    _ = root.layoutThatFits(cell)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<200 {
        if thread < 2 { text.text = "\(thread) \(step)" } else { _ = root.layoutThatFits(cell) }
      }
    }
    // What was laid out last is either valid, or somebody was told after it began.
    let before = calls.withLock { $0 }
    let isValid = root.calculatedLayout != nil
    text.text = "the end"
    #expect(calls.withLock { $0 } == (isValid ? before + 1 : before))
    _ = root.layoutThatFits(cell)
    text.text = "again"
    #expect(calls.withLock { $0 } == (isValid ? before + 2 : before + 1))
  }
}
