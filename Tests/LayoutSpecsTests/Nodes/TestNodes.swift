import Foundation
import LayoutSpecs
import LayoutTestSupport
import Synchronization

/// What the body returns; nil where it has not come to an end after a minute. It runs on a thread of its own,
/// so that one which hangs takes no other test with it.
func outcome<Outcome: Sendable>(of body: @escaping @Sendable () -> Outcome) -> Outcome? {
  let isDone = DispatchSemaphore(value: 0)
  let outcome = LockedValue<Outcome?>(nil)
  Thread.detachNewThread {
    let result = body()
    outcome.withLock { $0 = result }
    isDone.signal()
  }
  return isDone.wait(timeout: .now() + 60) == .success ? outcome.withLock { $0 } : nil
}

/// A node that arranges others in a stack, and counts how often it was asked what it holds.
final class ListNode: DisplayNode, @unchecked Sendable {
  private let asked = Atomic<Int>(0)
  private let state: LockedValue<State>

  struct State {
    var items: [DisplayNode]
    var parameters: StackParameters
    var hidden: Set<ObjectIdentifier> = []
  }

  init(
    _ items: [DisplayNode],
    _ parameters: StackParameters = StackParameters(direction: .vertical, alignItems: .start)
  ) {
    state = LockedValue(State(items: items, parameters: parameters))
  }

  /// How often the node was asked.
  var askedCount: Int { asked.load(ordering: .relaxed) }

  var items: [DisplayNode] { state.withLock { $0.items } }
  var parameters: StackParameters { state.withLock { $0.parameters } }
  var shownItems: [DisplayNode] {
    state.withLock { state in state.items.filter { !state.hidden.contains(ObjectIdentifier($0)) } }
  }

  func edit(_ change: (inout State) -> Void) {
    state.withLock { change(&$0) }
    setNeedsLayout()
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    asked.wrappingAdd(1, ordering: .relaxed)
    return StackLayoutSpec(parameters, children: shownItems)
  }

  /// A node of its own that says the same.
  var copy: ListNode {
    let node = ListNode(shownItems.map(copyOf), parameters)
    node.style = style
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
struct RandomNodes {
  var random: RandomTree
  private(set) var lists: [ListNode] = []
  private(set) var texts: [TextNode] = []
  private(set) var images: [NetworkImageNode] = []

  init(seed: UInt64) {
    random = RandomTree(seed: seed)
  }

  mutating func list(depth: Int) -> ListNode {
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
  mutating func change() {
    switch random.next() % 8 {
    case 0: texts.randomElement(&random)?.text = words()
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
