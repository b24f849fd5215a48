import LayoutSpecs
import LayoutTestSupport
import Testing

/// A clock that is set by hand, with something that is done before an animation starts.
private final class HookedAnimator: Animator {
  let manual = ManualAnimator()
  let hook = LockedValue<(@Sendable () -> Void)?>(nil)

  func start(_ animation: LayoutAnimation) {
    hook.withLock { $0 }?()
    manual.start(animation)
  }
}

@Suite("Animated lists")
struct ListAnimationNodeTests {
  private let animator = ManualAnimator()
  private var linear: ListAnimation { ListAnimation(animator, duration: 1, curve: .linear) }

  /// Cells with their items as names, of 20 points and one more for each unit of the item.
  private func rows(_ items: some Sequence<Int>) -> CountedList {
    CountedList(items, estimate: 20) { 20 + Double($0) }
  }

  private func list(_ items: [Int]) -> LayoutList<Int> { rows(items).list }

  private func look(_ list: LayoutList<Int>) -> String {
    list.visibleNodes.map { node in
      let (name, frame) = (node.debugName ?? "?", node.frame)
      return node.alpha == 1 ? "\(name) \(frame.minY)" : "\(name) \(frame.minY) \(node.alpha)"
    }.joined(separator: ", ")
  }

  private func expect(
    _ list: LayoutList<Int>, after seconds: Double, _ look: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    animator.advance(by: seconds)
    #expect(self.look(list) == look, sourceLocation: location)
  }

  /// A list of three cells of 20 points, of which the second begins to expand by a detail of 40 more, in a
  /// transition of its own timing.
  private func expanding(_ told: LockedValue<Int>) -> (list: LayoutList<Int>, cells: [CardsNode]) {
    let cells = (0..<3).map { _ in CardsNode([DisplayNode().height(20)]) }
    let list = LayoutList<Int>(width: 100) { cells[$0] }
    list.onNeedsLayout = { told.withLock { $0 += 1 } }
    list.setItems([0, 1, 2])
    list.layOut(from: 0, to: 200)
    cells[1].animator = animator
    cells[1].animation = { context in
      var plan = context.plan
      (plan.duration, plan.delay, plan.curve) = (2, 0.5, .easeIn)
      context.animate(plan)
    }
    cells[1].show(cells[1].cards + [DisplayNode().height(40)])
    return (list, cells)
  }

  @Test func `Cells below one that expands in a transition move with it, in its time and curve`() throws {
    let (list, cells) = expanding(LockedValue(0))
    let detail = cells[1].cards[1]
    list.layOut(from: 0, to: 200, animation: linear)
    #expect(cells.map(\.frame.minY) == [0, 20, 40])
    for seconds in [0.25, 0.5, 0.5, 0.5] {
      animator.advance(by: seconds)
      #expect(cells[2].frame.minY == 40 + 40 * detail.alpha)
      #expect(cells[0].frame == Rect(x: 0, y: 0, width: 100, height: 20))
      #expect(cells[1].frame.maxY == cells[2].frame.minY)
    }
    #expect(detail.alpha > 0.1 && detail.alpha < 0.6)
    animator.advance(by: 1)
    #expect(cells[2].frame == list.frame(at: 2) && cells[2].frame.minY == 80)
    #expect(animator.runningCount == 0)
  }

  @Test func `A cell whose transition is taken back has its height of before, until it is invalidated`() {
    let told = LockedValue(0)
    let (list, cells) = expanding(told)
    list.layOut(from: 0, to: 200)
    #expect(list.frame(at: 2).minY == 80 && told.withLock { $0 } == 1)
    cells[1].contexts.last?.completeTransition(false)
    #expect(told.withLock { $0 } == 2)
    list.layOut(from: 0, to: 200)
    #expect(cells.map(\.frame.minY) == [0, 20, 40] && list.contentSize.height == 60)
    #expect(cells[1].subnodes.count == 1 && cells[1].calculatedSize == Size(100, 20))
    cells[1].setNeedsLayout()
    list.layOut(from: 0, to: 200)
    #expect(cells.map(\.frame.minY) == [0, 20, 80] && cells[1].subnodes.count == 2)
  }

  @Test func `Inserted cells fade in, removed ones fade out where they were, and the others move`() {
    let list = list([0, 1, 2, 3])
    list.layOut(from: 0, to: 200)
    #expect(look(list) == "0 0.0, 1 20.0, 2 41.0, 3 63.0")
    let removed = list.cell(at: 1)
    list.setItems([3, 0, 9, 2])
    #expect(list.layOut(from: 0, to: 200, animation: linear) == 0..<4)
    #expect(look(list) == "1 20.0, 3 63.0, 0 0.0, 9 43.0 0.0, 2 41.0")
    expect(list, after: 0.5, "1 20.0 0.5, 3 31.5, 0 11.5, 9 43.0 0.5, 2 56.5")
    expect(list, after: 0.5, "3 0.0, 0 23.0, 9 43.0, 2 72.0")
    #expect(removed.alpha == 1 && animator.runningCount == 0)
    #expect(list.visibleNodes.indices.allSatisfy { list.visibleNodes[$0].frame == list.frame(at: $0) })
  }

  @Test func `A node that an app keeps for an item moves once, if the item is removed and comes back`() {
    let nodes = (0..<3).map { DisplayNode().height(20).named("\($0)") }
    let list = LayoutList<Int>(width: 100) { nodes[$0] }
    list.setItems([0, 1, 2])
    list.layOut(from: 0, to: 200)
    list.remove(at: 0)
    list.append(contentsOf: [0])
    list.layOut(from: 0, to: 200, animation: linear)
    #expect(look(list) == "1 20.0, 2 40.0, 0 0.0")
    expect(list, after: 0.5, "1 10.0, 2 30.0, 0 20.0")
    expect(list, after: 0.5, "1 0.0, 2 20.0, 0 40.0")
  }

  @Test func `Without time cells are at their places at once, as if there were no movement`() {
    let list = list([0, 1, 2])
    list.layOut(from: 0, to: 200)
    list.setItems([5, 2])
    list.layOut(from: 0, to: 200, animation: ListAnimation(ImmediateAnimator()))
    #expect(look(list) == "5 0.0, 2 25.0")
    list.setItems([])
    list.layOut(from: 0, to: 200, animation: ListAnimation(animator, duration: 0))
    #expect(list.visibleNodes.isEmpty && animator.runningCount == 0)
  }

  @Test func `An update that an animation's own call begins takes the place of the first`() {
    let (list, nesting) = (list([0, 10]), HookedAnimator())
    let animation = ListAnimation(nesting, duration: 1, curve: .linear)
    list.layOut(from: 0, to: 200)
    nesting.hook.withLock {
      $0 = { [unowned list, unowned nesting] in
        nesting.hook.withLock { $0 = nil }
        list.setItems([0, 10])
        list.layOut(from: 0, to: 200, animation: animation)
      }
    }
    list.setItems([10, 0])
    list.layOut(from: 0, to: 200, animation: animation)
    nesting.manual.advance(by: 0.5)
    #expect(look(list) == "0 0.0, 10 20.0" && nesting.manual.runningCount == 1)
    nesting.manual.advance(by: 0.5)
    #expect(look(list) == "0 0.0, 10 20.0" && nesting.manual.runningCount == 0)
  }

  @Test func `A cell keeps an alpha of its own, which it has again in the end and after it has faded out`() {
    let list = list([0, 1])
    list.layOut(from: 0, to: 80)
    let cells = list.visibleNodes
    for cell in cells { cell.alpha = 0.5 }
    list.setItems([1])
    list.layOut(from: 0, to: 80, animation: linear)
    animator.advance(by: 0.5)
    #expect(cells.map(\.alpha) == [0.25, 0.5])
    list.setItems([])
    list.layOut(from: 0, to: 80)
    #expect(cells.map(\.alpha) == [0.25, 0.5])
    animator.advance(by: 0.5)
    #expect(cells.map(\.alpha) == [0.5, 0.5] && list.visibleNodes.isEmpty)
  }

  @Test func `Once removed cells have faded out the list tells so, and keeps them no longer`() {
    let list = list([0, 1])
    list.layOut(from: 0, to: 80)
    let told = LockedValue<[[String?]]>([])
    list.onNeedsLayout = { [unowned list] in
      told.withLock { $0.append(list.visibleNodes.map(\.debugName)) }
    }
    weak let removed = list.cell(at: 0)
    list.setItems([1])
    list.layOut(from: 0, to: 80, animation: linear)
    animator.advance(by: 0.5)
    #expect(told.withLock { $0 }.isEmpty && removed != nil)
    animator.advance(by: 0.5)
    #expect(told.withLock { $0 } == [["1"]] && removed == nil)
  }

  @Test func `A list that is released leaves its cells where they are, and nothing runs`() {
    var released: LayoutList<Int>? = list([0, 1])
    released?.layOut(from: 0, to: 80)
    released?.setItems([1])
    released?.layOut(from: 0, to: 80, animation: linear)
    let cells = released?.visibleNodes ?? []
    animator.advance(by: 0.5)
    released = nil
    animator.advance(by: 0.25)
    #expect(cells.map(\.alpha) == [1, 1] && cells.map(\.frame.minY) == [0, 10])
    #expect(animator.runningCount == 0)
  }

  @Test(
    .disabled(if: Sanitizer.isForThreads),
    arguments: 1...40 as ClosedRange<UInt64>)
  func `Whatever is set meanwhile, cells go in a line to their places`(seed: UInt64) throws {
    var random = RandomTree(seed: seed)
    let (starts, startCount) = (HookedAnimator(), LockedValue(0))
    starts.hook.withLock { $0 = { startCount.withLock { $0 += 1 } } }
    let animation = ListAnimation(starts, duration: 1, curve: .linear)
    let items = (0..<40).filter { _ in random.chance(50) }
    // Of two lists one is animated: no cell is measured for that.
    let (rows, still) = (rows(items), rows(items))
    let list = rows.list
    var (top, start) = (0.0, -1.0)
    var lines: [NodeID: (from: NodeAppearance, to: NodeAppearance)] = [:]
    for list in [list, still.list] { list.layOut(from: top, to: top + 200) }
    for step in 0..<25 {
      let items = list.items
      let places = Dictionary(uniqueKeysWithValues: items.indices.map { (items[$0], list.frame(at: $0)) })
      let seen = Dictionary(
        uniqueKeysWithValues: list.visibleNodes.map {
          ($0.id, NodeAppearance(frame: $0.frame, alpha: $0.alpha))
        })
      let anchors = [list, still.list].map {
        $0.anchor(from: top, to: top + 200, sticksToBottom: step % 2 == 0)
      }
      if random.chance(80) {
        var next = items.filter { _ in !random.chance(20) }
        for item in 0..<40 where !items.contains(item) && random.chance(15) {
          next.insert(item, at: Int(random.next() % UInt64(next.count + 1)))
        }
        if random.chance(30) { next.shuffle(using: &random) }
        still.list.setItems(next)
        if random.chance(50) {
          list.setItems(next)
        } else {
          list.edit(to: next, inOneStep: random.chance(50))
        }
      }
      let lowest = list.items.indices.first { list.cell(at: $0) === list.visibleNodes.last }
      if random.chance(50), let lowest {
        let (height, isLaidOut) = (10 + Double(random.next() % 50), random.chance(30))
        for list in [list, still.list] {
          let row = list.cell(at: lowest) as? CountedRowNode
          row?.setHeight(height)
          // It gets the size of its layout, and goes on to look as before.
          if isLaidOut { row?.layoutIfNeeded() }
        }
      }
      let count = startCount.withLock { $0 }
      let isAnimated = random.chance(80)
      _ = still.list.layOut(at: anchors[1])
      let part = list.layOut(at: anchors[0], animation: isAnimated ? animation : nil)
      #expect(rows.measuredCount() == still.measuredCount(), "seed \(seed), step \(step)")
      let distance = isAnimated ? part.top - top : 0
      top = part.top
      let isNew = startCount.withLock { $0 } > count
      if isNew { start = starts.manual.now }
      let last = lines
      lines = [:]
      for node in list.visibleNodes {
        let item = try #require(node.debugName.flatMap { Int($0) })
        let index = list.items.firstIndex(of: item).flatMap { list.cell(at: $0) === node ? $0 : nil }
        let target = index.map { NodeAppearance(frame: list.frame(at: $0)) }
        var from = seen[node.id] ?? places[item].map { NodeAppearance(frame: $0) }
        from?.frame.origin.y += distance
        guard let from = from ?? target.map({ NodeAppearance(frame: $0.frame, alpha: 0) }) else { continue }
        let line = (from: from, to: target ?? NodeAppearance(frame: from.frame, alpha: 0))
        // Without an animation cells go on to their places; all others are there at once.
        let old = last[node.id].flatMap { $0.to == line.to || isAnimated ? $0 : nil }
        lines[node.id] = isNew ? line : old ?? (from: line.to, to: line.to)
        if !isNew { #expect(lines[node.id]?.to == line.to, "seed \(seed), step \(step)") }
      }
      #expect(lines.count == list.visibleNodes.count, "seed \(seed), step \(step)")
      if random.chance(70) { starts.manual.advance(by: Double(random.next() % 110) / 100) }
      let time = min(1, starts.manual.now - start)
      for node in list.visibleNodes {
        guard let (from, to) = lines[node.id] else { continue }
        let seen = [node.frame.minY, node.frame.size.height, node.alpha]
        let first = [from.frame.minY, from.frame.size.height, from.alpha]
        let last = [to.frame.minY, to.frame.size.height, to.alpha]
        for ((first, last), seen) in zip(zip(first, last), seen) {
          #expect(abs(first + (last - first) * time - seen) < 1e-6, "seed \(seed), step \(step)")
        }
      }
      if time == 1 { #expect(list.visibleNodes.count == part.indices.count, "seed \(seed), step \(step)") }
    }
    starts.manual.advance(by: 1)
    let part = list.indices(from: top, to: top + 200)
    #expect(list.visibleNodes.map(\.id) == part.map { list.cell(at: $0).id }, "seed \(seed)")
    #expect(part.allSatisfy { list.cell(at: $0).frame == list.frame(at: $0) }, "seed \(seed)")
    #expect(list.visibleNodes.allSatisfy { $0.alpha == 1 }, "seed \(seed)")
    #expect(starts.manual.runningCount == 0, "seed \(seed)")
  }
}
