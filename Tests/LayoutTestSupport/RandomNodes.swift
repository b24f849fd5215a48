package import LayoutSpecs

/// A node that arranges others in a stack, and counts how often it was asked for its spec.
package final class ListNode: DisplayNode, @unchecked Sendable {
  private let asked = RelaxedNumber()
  private let state: LockedValue<State>

  package struct State {
    package var items: [DisplayNode]
    package var parameters: StackParameters
    package var hidden: Set<ObjectIdentifier> = []
    /// The gap of a shelf; nil for a stack.
    package var shelfGap: Double?
  }

  package init(
    _ items: [DisplayNode],
    _ parameters: StackParameters = StackParameters(direction: .vertical, alignItems: .start)
  ) {
    state = LockedValue(State(items: items, parameters: parameters))
  }

  /// How often the node was asked.
  package var askedCount: Int { asked.value }

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
    asked.add(1)
    if let gap = state.withLock({ $0.shelfGap }) { return Shelf(children: shownItems, gap: gap) }
    return StackLayoutSpec(parameters, children: shownItems)
  }

  /// A node of its own that says the same.
  package var copy: ListNode {
    let node = ListNode(shownItems.map(copyOf), parameters)
    let gap = state.withLock { $0.shelfGap }
    node.edit { $0.shelfGap = gap }
    node.style = style
    node.traitOverrides = traitOverrides
    node.debugName = debugName
    return node
  }
}

/// A user's spec: elements beside each other, the later ones in the room that the earlier ones leave.
package struct Shelf: CustomLayoutSpec {
  package var style = Style()
  package var debugName: String?
  package let children: [any LayoutElement]
  private let gap: Double

  package init(children: [any LayoutElement], gap: Double) { (self.children, self.gap) = (children, gap) }

  package var algorithm: any LayoutAlgorithm { Algorithm(gap: gap) }

  private struct Algorithm: LayoutAlgorithm, Equatable {
    let gap: Double

    func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
      var size = Size.zero
      for child in 0..<children.count {
        let whole = children.measure(child, in: .unconstrained)
        let room = max(0, min(constrainedSize.max.width, 400) - size.width)
        let own =
          whole.width <= room
          ? whole : children.measure(child, in: SizeRange(max: Size(room, .infinity)))
        children.place(child, at: Point(size.width, 0))
        size = Size(size.width + own.width + gap, max(size.height, own.height))
      }
      let (low, high) = (constrainedSize.min, constrainedSize.max)
      return Size(min(max(size.width, low.width), high.width), min(max(size.height, low.height), high.height))
    }
  }
}

/// A user's leaf, which is as high as its area asks for.
package final class AreaNode: DisplayNode, @unchecked Sendable {
  private let state: NodeState<Double>

  package init(area: Double) { state = NodeState(area) }

  package var area: Double {
    get { self[state] }
    set { self[state] = newValue }
  }

  package override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    let width = min(constrainedSize.width, 90)
    return Size(width, width > 0 ? area / width : 0)
  }
}

/// A node that scrolls a list, whose nodes are its subnodes.
package final class ScrollingNode: ScrollNode, @unchecked Sendable {
  package let content: ListNode

  package init(_ content: ListNode) {
    self.content = content
    super.init()
    automaticallyManagesSubnodes = true
  }

  package override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? { content }
}

private func copyOf(_ node: DisplayNode) -> DisplayNode {
  let copy: DisplayNode
  switch node {
  case let list as ListNode: return list.copy
  case let scroll as ScrollingNode:
    let other = ScrollingNode(scroll.content.copy)
    other.scrollableDirections = scroll.scrollableDirections
    copy = other
  case let text as TextNode: copy = TextNode(text.text, metrics: text.metrics)
  case let late as NetworkImageNode:
    let other = NetworkImageNode()
    other.setContentSize(late.contentSize)
    copy = other
  case let image as ImageNode: copy = ImageNode(imageSize: image.imageSize)
  case let area as AreaNode: copy = AreaNode(area: area.area)
  default: copy = DisplayNode()
  }
  copy.style = node.style
  copy.debugName = node.debugName
  return copy
}

/// Random trees of nodes, and random changes to them. Lengths are thirds of points.
package struct RandomNodes {
  package var random: RandomTree
  package private(set) var lists: [ListNode] = []
  package private(set) var texts: [TextNode] = []
  package private(set) var images: [NetworkImageNode] = []
  package private(set) var areas: [AreaNode] = []
  package private(set) var scrolls: [ScrollingNode] = []

  package init(seed: UInt64) { self.init(RandomTree(seed: seed)) }

  package init(_ random: RandomTree) { self.random = random }

  package mutating func list(depth: Int) -> ListNode {
    let count = Int(random.next() % 5)
    let items = (0..<count).map { _ in anyNode(depth: depth - 1) }
    let node = ListNode(items, stack())
    lists.append(node)
    return node
  }

  private mutating func anyNode(depth: Int) -> DisplayNode {
    let node: DisplayNode
    switch random.next() % (depth > 0 ? 10 : 5) {
    case 0, 1:
      let text = TextNode(words())
      texts.append(text)
      node = text
    case 2, 3:
      let image = NetworkImageNode()
      images.append(image)
      node = image
    case 4:
      let area = AreaNode(area: thirds(9000))
      areas.append(area)
      node = area
    case 5:
      let scroll = ScrollingNode(list(depth: depth))
      scrolls.append(scroll)
      node = scroll
    default: node = list(depth: depth)
    }
    if random.next() % 3 == 0 { node.style = anyStyle() }
    return node
  }

  /// Changes something somewhere, through the nodes' own properties.
  package mutating func change() {
    switch random.next() % 15 {
    case 0: texts.randomElement(&random)?.text = words()
    case 10, 11:
      // A text that often is as large as before.
      guard let text = texts.randomElement(&random) else { return }
      var words = text.text.split(separator: " ", omittingEmptySubsequences: false)
      switch random.next() % 3 {
      case 0: words.append("y")
      case 1: words.reverse()
      default: words = words.map { Substring(String(repeating: "z", count: $0.count)) }
      }
      text.text = words.joined(separator: " ")
    case 12: areas.randomElement(&random)?.area = thirds(9000)
    case 13:
      let gap = random.next() % 2 == 0 ? nil : thirds(9)
      lists.randomElement(&random)?.edit { $0.shelfGap = gap }
    case 8:
      // Nothing changes.
      lists.randomElement(&random)?.setNeedsLayout()
    case 14:
      let directions = ScrollDirections(rawValue: UInt8(random.next() % 4))
      scrolls.randomElement(&random)?.scrollableDirections = directions
    case 9:
      let direction: Traits.LayoutDirection = random.next() % 2 == 0 ? .leftToRight : .rightToLeft
      guard random.next() % 4 == 0, let list = lists.randomElement(&random) else { return }
      if random.next() % 2 == 0 {
        list.traitOverrides.layoutDirection = direction
      } else {
        list.traitOverrides.displayScale = [1, 2, 3][Int(random.next() % 3)]
      }
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
      // The closure that changes the style also uses the node, and changes the node's style itself.
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

  package mutating func words() -> String {
    (0..<random.next() % 6).map { _ in String(repeating: "x", count: Int(random.next() % 7)) }
      .joined(separator: " ")
  }
}

extension Array {
  fileprivate func randomElement(_ random: inout RandomTree) -> Element? {
    isEmpty ? nil : self[Int(random.next() % UInt64(count))]
  }
}

/// The measurement of a leaf that answers any number: the same in each constraint, or all that it may have.
package struct LooseMeasurement: LeafMeasurement {
  /// The answer. An infinite length stands for the whole constrained length, which may be infinite.
  let answer: Size

  package func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    Size(
      answer.width == .infinity ? constrainedSize.width : answer.width,
      answer.height == .infinity ? constrainedSize.height : answer.height)
  }
}

/// A column whose numbers may be any: its answer, the step from child to child, and the ranges of its children.
package struct LooseAlgorithm: LayoutAlgorithm {
  let answer: Size
  let step: Double

  package func calculateLayoutThatFits(
    _ constrainedSize: SizeRange, children: borrowing ChildLayouts
  ) -> Size {
    var position = 0.0
    var childRange = SizeRange(max: constrainedSize.max.height > 0 ? Size(.infinity, .infinity) : .zero)
    childRange.min.width = step
    for child in 0..<children.count {
      let size = children.measure(
        child, in: child.isMultiple(of: 2) ? constrainedSize : childRange, parentSize: constrainedSize.max)
      children.place(child, at: Point(step, position))
      position += size.height + step
    }
    return answer
  }
}

extension SizeRange {
  /// Any width up to this one, and any height: content shows how large it is by itself.
  package static func upTo(width: Double) -> SizeRange { SizeRange(max: Size(width, .infinity)) }
}
