package import LayoutSpecs
internal import Synchronization

/// A node that arranges others in a stack, and counts how often it was asked what it holds.
package final class ListNode: DisplayNode, @unchecked Sendable {
  private let asked = Atomic<Int>(0)
  private let state: LockedValue<State>

  package struct State {
    package var items: [DisplayNode]
    package var parameters: StackParameters
    package var hidden: Set<ObjectIdentifier> = []
  }

  package init(
    _ items: [DisplayNode],
    _ parameters: StackParameters = StackParameters(direction: .vertical, alignItems: .start)
  ) {
    state = LockedValue(State(items: items, parameters: parameters))
  }

  /// How often the node was asked.
  package var askedCount: Int { asked.load(ordering: .relaxed) }

  package var items: [DisplayNode] { state.withLock { $0.items } }
  package var parameters: StackParameters { state.withLock { $0.parameters } }
  package var shownItems: [DisplayNode] {
    state.withLock { state in state.items.filter { !state.hidden.contains(ObjectIdentifier($0)) } }
  }

  package func edit(_ change: (inout State) -> Void) {
    state.withLock { change(&$0) }
    setNeedsLayout()
  }

  package override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    asked.wrappingAdd(1, ordering: .relaxed)
    return StackLayoutSpec(parameters, children: shownItems)
  }

  /// A node of its own that says the same.
  package var copy: ListNode {
    let node = ListNode(shownItems.map(copyOf), parameters)
    node.style = style
    node.traitOverrides = traitOverrides
    return node
  }
}

private func copyOf(_ node: DisplayNode) -> DisplayNode {
  let copy: DisplayNode
  switch node {
  case let list as ListNode: return list.copy
  case let text as TextNode: copy = TextNode(text.text)
  case let late as NetworkImageNode:
    let other = NetworkImageNode()
    other.setContentSize(late.contentSize)
    copy = other
  default: copy = DisplayNode()
  }
  copy.style = node.style
  return copy
}

/// Random trees of nodes, and random changes to them. Lengths are thirds of points.
package struct RandomNodes {
  package var random: RandomTree
  package private(set) var lists: [ListNode] = []
  package private(set) var texts: [TextNode] = []
  package private(set) var images: [NetworkImageNode] = []

  package init(seed: UInt64) {
    self.init(RandomTree(seed: seed))
  }

  package init(_ random: RandomTree) {
    self.random = random
  }

  package mutating func list(depth: Int) -> ListNode {
    let count = Int(random.next() % 5)
    let items = (0..<count).map { _ in anyNode(depth: depth - 1) }
    let node = ListNode(items, stack())
    lists.append(node)
    return node
  }

  private mutating func anyNode(depth: Int) -> DisplayNode {
    let node: DisplayNode
    switch random.next() % (depth > 0 ? 4 : 2) {
    case 0:
      let text = TextNode(words())
      texts.append(text)
      node = text
    case 1:
      let image = NetworkImageNode()
      images.append(image)
      node = image
    default: node = list(depth: depth)
    }
    if random.next() % 3 == 0 { node.style = anyStyle() }
    return node
  }

  /// Changes something somewhere, through the nodes' own properties.
  package mutating func change() {
    switch random.next() % 10 {
    case 0: texts.randomElement(&random)?.text = words()
    case 8:
      // Nothing changes.
      lists.randomElement(&random)?.setNeedsLayout()
    case 9:
      let direction: LayoutDirection = random.next() % 2 == 0 ? .leftToRight : .rightToLeft
      guard random.next() % 4 == 0 else { return }
      lists.randomElement(&random)?.traitOverrides.layoutDirection = direction
    case 1:
      let size = Size(thirds(180), thirds(120))
      images.randomElement(&random)?.setContentSize(random.next() % 4 == 0 ? nil : size)
    case 2:
      let style = anyStyle()
      lists.randomElement(&random)?.style = style
    case 3:
      let style = anyStyle()
      texts.randomElement(&random)?.style.flexShrink = style.flexShrink
    case 4:
      // What changes the style uses the node, and changes the style.
      let (grow, height) = (anyStyle().flexGrow, thirds(120))
      guard let list = lists.randomElement(&random) else { return }
      _ = list.styled { style in
        list.style.minHeight = .points(height)
        style.flexGrow = list.calculatedSize.width > 50 ? grow : list.style.flexGrow
      }
    case 5:
      // The size that it has, which says nothing new. The outermost one is left alone: it lies in no other
      // that would take it back.
      guard let list = Array(lists.dropLast()).randomElement(&random) else { return }
      list.frame = Rect(origin: Point(1, 2), size: list.calculatedSize)
      if random.next() % 2 == 0 { list.layoutIfNeeded() }
    case 6:
      let parameters = stack()
      lists.randomElement(&random)?.edit { $0.parameters = parameters }
    default:
      let pick = random.next()
      lists.randomElement(&random)?.edit { state in
        guard !state.items.isEmpty else { return }
        let item = ObjectIdentifier(state.items[Int(pick % UInt64(state.items.count))])
        if state.hidden.remove(item) == nil { state.hidden.insert(item) }
        if pick % 3 == 0 { state.items.reverse() }
      }
    }
  }

  private mutating func stack() -> StackParameters {
    StackParameters(
      direction: random.next() % 2 == 0 ? .horizontal : .vertical, spacing: thirds(27),
      alignItems: AlignItems.allCases[Int(random.next() % UInt64(AlignItems.allCases.count))])
  }

  private mutating func anyStyle() -> Style {
    Style {
      $0.flexShrink = Double(random.next() % 2)
      $0.flexGrow = Double(random.next() % 2)
      if random.next() % 2 == 0 { $0.width = .points(thirds(360)) }
    }
  }

  /// A length of less than so many thirds of a point.
  private mutating func thirds(_ count: UInt64) -> Double { Double(random.next() % count) / 3 }

  private mutating func words() -> String {
    (0..<random.next() % 6).map { _ in String(repeating: "x", count: Int(random.next() % 7)) }
      .joined(separator: " ")
  }
}

extension Array {
  fileprivate func randomElement(_ random: inout RandomTree) -> Element? {
    isEmpty ? nil : self[Int(random.next() % UInt64(count))]
  }
}
