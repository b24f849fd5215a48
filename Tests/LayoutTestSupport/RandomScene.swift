package import LayoutSpecs

/// Random scenes of nodes, and random differences between two of them: of structure, of kinds and of properties.
///
/// Most differences leave the elements as they are and move them: that is what comparing elements one by one may miss.
package struct RandomScene {
  package var random: RandomTree
  package private(set) var scene = NodeScene(nodes: [:])
  /// True if no element is measured or laid out by user code: then first layouts of a class are compared, too.
  private let isWithoutUserCode: Bool
  /// The kind of the last difference, for messages.
  package private(set) var lastDifference = ""

  package init(seed: UInt64) { self.init(RandomTree(seed: seed)) }

  package init(_ random: RandomTree) {
    self.random = random
    isWithoutUserCode = self.random.chance(60)
    let number = add(NodeScene.Node(kind: .part(self.random.pick([.first, .second]), nil)))
    fill(number, depth: self.random.pick([1, 2, 2]))
  }

  private mutating func add(_ node: NodeScene.Node) -> Int {
    let number = scene.nodes.count
    scene.nodes[number] = node
    return number
  }

  private mutating func fill(_ part: Int, depth: Int) {
    scene.setSpec(container(levels: random.pick([2, 3, 3, 4]), depth: depth), of: part)
  }

  // MARK: Elements

  private mutating func element(levels: Int, depth: Int) -> SpecModel {
    if levels > 0, random.chance(45) { return container(levels: levels, depth: depth) }
    switch random.number(below: 20) {
    case 0, 1: return SpecModel(.spec, style: anyStyle(), name: anyName())
    case 2: return SpecModel(.newText(words()), style: anyStyle(), name: anyName())
    case 3 where !isWithoutUserCode: return SpecModel(.leaf(leaf()), style: anyStyle(), name: anyName())
    case 4..<8 where depth > 0:
      let kind = random.chance(70) ? .first : random.pick(NodeScene.PartClass.allCases)
      let number = add(node(.part(isWithoutUserCode && kind == .scroll ? .block : kind, nil)))
      fill(number, depth: depth - 1)
      return SpecModel(.node(number))
    default: return SpecModel(.node(add(node(anyLeaf()))))
    }
  }

  private mutating func container(levels: Int, depth: Int) -> SpecModel {
    var model = SpecModel(anyContainer(), style: anyStyle(), name: anyName())
    let count = model.requiredChildCount ?? random.pick([0, 1, 2, 2, 3, 3, 4])
    for _ in 0..<count { model.children.append(element(levels: levels - 1, depth: depth)) }
    return model
  }

  private mutating func anyContainer() -> SpecModel.Kind {
    switch random.number(below: 22) {
    case 0: .inset(random.insets())
    case 1: .overlay
    case 2: .background
    case 3:
      .center(
        CenterParameters(
          centering: random.pick(Centering.allCases), sizing: random.pick(CenterSizing.allCases)))
    case 4:
      .relative(
        RelativeParameters(
          horizontalPosition: random.pick(RelativePosition.allCases),
          verticalPosition: random.pick(RelativePosition.allCases),
          sizing: random.pick(RelativeSizing.allCases)))
    case 5: .ratio(random.pick([0.5, 1, 1.5]))
    case 6: .absolute(random.pick(AbsoluteSizing.allCases))
    case 7:
      .corner(
        CornerParameters(
          location: random.pick(CornerLocation.allCases), offset: Point(random.pick([0, 3, -4.5]), 2),
          wrapsCorner: random.chance(50)))
    case 8: .wrapper
    case 9, 10:
      isWithoutUserCode
        ? .wrapper
        : .custom(
          UserSpecModel(
            gap: random.pick([0, 3]), isOfSecondType: random.chance(50),
            kind: random.pick(UserSpecModel.Algorithm.allCases)))
    // Plain ones, which nothing but their place tells apart.
    case 11..<18: .stack(StackParameters(direction: random.pick(StackDirection.allCases)))
    default: .stack(random.stack())
    }
  }

  private mutating func leaf() -> UserLeafModel {
    UserLeafModel(
      size: Size(random.pick([10, 40.5]), random.pick([5, 20])), isOfSecondType: random.chance(50),
      isEquatable: random.chance(70))
  }

  private mutating func node(_ kind: NodeScene.Kind) -> NodeScene.Node {
    var node = NodeScene.Node(kind: kind, style: anyStyle(), name: anyName())
    if case .part = kind, random.chance(5) { node.hasLargeTexts = random.chance(50) }
    if random.chance(5) { node.direction = random.pick([.leftToRight, .rightToLeft]) }
    if case .part = kind, random.chance(4) { node.scale = random.pick([1, 2, 3]) }
    if random.chance(15) {
      (node.styleWhileAsked, node.isStyledByRange) = (random.style(), random.chance(30))
    }
    if case .text(_, let text) = kind, text != .attributed, random.chance(8) { node.textWhileAsked = words() }
    return node
  }

  private mutating func anyLeaf() -> NodeScene.Kind {
    switch random.number(below: 16) {
    case 0: .plain
    case 1, 2: .image(random.pick([nil, Size(20, 10), Size(33.3, 48)]))
    case 3, 4: .lateImage(random.pick([nil, Size(20, 10), Size(64, 7)]))
    case 5 where !isWithoutUserCode: .area(random.pick([900, 2000]))
    case 6: .button(words())
    case 7..<10:
      .text(
        words(),
        random.pick(
          isWithoutUserCode ? [.plain, .limited, .attributed, .prepared] : NodeScene.TextKind.allCases))
    default: .text(words(), .plain)
    }
  }

  private mutating func anyStyle() -> Style { random.chance(60) ? Style() : random.style() }

  /// Two of the names are equal, and not the same.
  private mutating func anyName() -> Scalars? {
    random.chance(80) ? nil : random.pick(["a", "b", "e\u{301}", "\u{e9}"])
  }

  private mutating func words() -> Scalars {
    random.pick(["one", "two", "one two", "e\u{301} b", "\u{e9} b", "", "some longer words that wrap"])
  }

  // MARK: Differences

  /// Makes the scene another one: usually of one difference.
  package mutating func change() {
    lastDifference = ""
    // Some differences find no place.
    for _ in 0..<30 where lastDifference.isEmpty { changeOnce() }
  }

  private mutating func changeOnce() {
    let parts = scene.parts
    guard !parts.isEmpty else { return fill(scene.root, depth: 1) }
    let part = random.pick(parts)
    guard var spec = scene.spec(of: part) else { return }
    let places = spec.places
    let place = random.pick(places)
    let done: String? =
      switch random.number(below: 24) {
      case 0, 1: moveUp(&spec, place)
      case 2, 3, 4: moveDown(&spec, place)
      case 5: moveAside(&spec, place)
      case 6: wrap(&spec, place)
      case 7: unwrap(&spec, place)
      case 8: merge(&spec, place)
      case 9: split(&spec, place)
      case 10: reorder(&spec, place)
      case 11: duplicate(&spec, place)
      case 12: changeType(&spec, place)
      case 13: changeClass(&spec, place)
      case 14: move(&spec, place, from: part)
      case 15: insertOrRemove(&spec, place)
      case 16: changeBorder(&spec, place)
      case 17: changeProperties(&spec, place)
      default: changeNode(random.pick(scene.shown))
      }
    guard let done else { return }
    lastDifference = done
    scene.setSpec(spec, of: part)
  }

  /// Moves an element out of its parent, before or behind it.
  private mutating func moveUp(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    guard place.count >= 2 else { return nil }
    let (parent, around) = (Array(place.dropLast()), Array(place.dropLast(2)))
    guard spec[around].requiredChildCount == nil else { return nil }
    let element = spec.take(place)
    spec[around].children.insert(element, at: parent[parent.count - 1] + (random.chance(50) ? 1 : 0))
    return "moved up"
  }

  /// Moves an element into the container beside it, at the near or the far end.
  private mutating func moveDown(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    guard let index = place.last else { return nil }
    let parent = Array(place.dropLast())
    let siblings = spec[parent].children
    let into = random.chance(70) ? index - 1 : index + 1
    guard siblings.indices.contains(into), spec[parent].requiredChildCount == nil else { return nil }
    // Into the last container of the last one, or into the sibling itself.
    var target = parent + [into]
    while random.chance(30), let last = spec[target].children.indices.last, spec[target + [last]].isContainer
    {
      target.append(last)
    }
    guard spec[target].isContainer, spec[target].requiredChildCount == nil else { return nil }
    let end = random.chance(80) == (into < index) ? spec[target].children.count : 0
    spec[target].children.insert(siblings[index], at: end)
    spec[parent].children.remove(at: index)
    return "moved down"
  }

  private mutating func moveAside(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    guard let index = place.last else { return nil }
    let parent = Array(place.dropLast())
    guard index + 1 < spec[parent].children.count else { return nil }
    spec[parent].children.swapAt(index, index + 1)
    return "moved aside"
  }

  private mutating func wrap(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    var container = SpecModel(anyContainer())
    container.children = [spec[place]]
    if container.requiredChildCount == 2 { container.children.append(SpecModel(.spec)) }
    spec[place] = container
    return "wrapped"
  }

  /// Puts the children of a container in its place, or the first one where its parent takes one.
  private mutating func unwrap(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    let children = spec[place].children
    guard let first = children.first else { return nil }
    if let index = place.last, spec[Array(place.dropLast())].requiredChildCount == nil {
      spec[Array(place.dropLast())].children.replaceSubrange(index...index, with: children)
    } else {
      spec[place] = first
    }
    return "unwrapped"
  }

  /// Makes one container of two that lie beside each other.
  private mutating func merge(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    guard let index = place.last else { return nil }
    let parent = Array(place.dropLast())
    let siblings = spec[parent].children
    guard spec[parent].requiredChildCount == nil, index + 1 < siblings.count,
      siblings[index].isContainer, siblings[index].requiredChildCount == nil, siblings[index + 1].isContainer
    else { return nil }
    spec[place].children += siblings[index + 1].children
    spec[parent].children.remove(at: index + 1)
    return "merged"
  }

  /// Makes two containers of one, beside each other or the second in the first.
  private mutating func split(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    let whole = spec[place]
    guard whole.requiredChildCount == nil, whole.children.count > 1 else { return nil }
    let first = 1 + random.number(below: whole.children.count - 1)
    var (head, tail) = (whole, whole)
    head.children = Array(whole.children[..<first])
    tail.children = Array(whole.children[first...])
    let index = place.last
    if random.chance(50), let index, spec[Array(place.dropLast())].requiredChildCount == nil {
      spec[Array(place.dropLast())].children.replaceSubrange(index...index, with: [head, tail])
    } else {
      head.children.append(tail)
      spec[place] = head
    }
    return "split"
  }

  private mutating func reorder(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    guard spec[place].children.count > 1 else { return nil }
    spec[place].children.reverse()
    return "reordered"
  }

  /// Adds a copy of a leaf beside it, or puts a copy in its place: another node that says the same.
  private mutating func duplicate(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    var copy = spec[place]
    switch copy.kind {
    case .node(let number):
      guard let node = scene.nodes[number], scene.spec(of: number) == nil else { return nil }
      copy.kind = .node(add(node))
    case .newText, .spec, .leaf: break
    default: return nil
    }
    let parent = Array(place.dropLast())
    if random.chance(60), let index = place.last, spec[parent].requiredChildCount == nil {
      spec[parent].children.insert(copy, at: index + 1)
      return "duplicated"
    }
    spec[place] = copy
    return "replaced by a copy"
  }

  /// Makes an element one of another type with the same properties and children.
  private mutating func changeType(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    switch spec[place].kind {
    case .overlay: spec[place].kind = .background
    case .background: spec[place].kind = random.pick([.overlay, .corner(CornerParameters())])
    case .corner: spec[place].kind = random.pick([.overlay, .background])
    case .wrapper: spec[place].kind = random.pick([.absolute(.default), .stack(StackParameters())])
    case .absolute: spec[place].kind = random.pick([.wrapper, .stack(StackParameters())])
    case .stack: spec[place].kind = random.pick([.wrapper, .absolute(.sizeToFit)])
    case .center(let center):
      spec[place].kind = .relative(RelativeParameters(sizing: relative(center.sizing)))
    case .relative: spec[place].kind = .center(CenterParameters())
    case .inset: spec[place].kind = .ratio(1)
    case .ratio: spec[place].kind = .inset(EdgeInsets())
    case .custom(var custom):
      if random.chance(50) {
        custom.isOfSecondType.toggle()
      } else {
        custom.kind = custom.kind == .row ? .column : .row
      }
      spec[place].kind = .custom(custom)
    case .leaf(var leaf):
      if random.chance(50) { leaf.isOfSecondType.toggle() } else { leaf.isEquatable.toggle() }
      spec[place].kind = .leaf(leaf)
    case .newText: spec[place].kind = .spec
    case .spec: spec[place].kind = .newText("one")
    case .node: return nil
    }
    return "of another type"
  }

  private func relative(_ sizing: CenterSizing) -> RelativeSizing {
    sizing == .default ? .default : .minimumSize
  }

  /// Puts a node of another class in the place of one, which says the same.
  private mutating func changeClass(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    guard case .node(let number) = spec[place].kind, var node = scene.nodes[number] else { return nil }
    switch node.kind {
    case .image(let size): node.kind = .lateImage(size)
    case .lateImage(let size): node.kind = random.chance(50) ? .image(size) : .plain
    case .text(let text, .plain): node.kind = isWithoutUserCode ? .button(text) : .text(text, .subclass)
    case .text(let text, _): node.kind = .text(text, .plain)
    case .button(let title): node.kind = .text(title, .plain)
    case .plain: node.kind = .image(nil)
    case .area: node.kind = .plain
    case .part(let kind, let spec):
      let classes = NodeScene.PartClass.allCases.filter {
        $0 != kind && !(isWithoutUserCode && $0 == .scroll)
      }
      node.kind = .part(random.pick(classes), spec)
    }
    if case .text = node.kind {} else { node.textWhileAsked = nil }
    spec[place].kind = .node(add(node))
    return "of another class"
  }

  /// Moves an element to another part, or to another place of this one.
  private mutating func move(_ spec: inout SpecModel, _ place: [Int], from part: Int) -> String? {
    guard !place.isEmpty else { return nil }
    let element = spec[place]
    // No part comes to lie within itself.
    var below = Set(element.nodes)
    var next = element.nodes
    while let number = next.popLast() {
      for node in scene.spec(of: number)?.nodes ?? [] where below.insert(node).inserted { next.append(node) }
    }
    let target = random.pick(scene.parts.filter { !below.contains($0) })
    let taken = spec.take(place)
    var other = target == part ? spec : scene.spec(of: target)!
    let containers = other.places.filter { other[$0].isContainer && other[$0].requiredChildCount == nil }
    guard !containers.isEmpty else { return nil }
    let container = random.pick(containers)
    other[container].children.insert(taken, at: random.number(below: other[container].children.count + 1))
    if target == part { spec = other } else { scene.setSpec(other, of: target) }
    return "moved to another place"
  }

  private mutating func insertOrRemove(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    if random.chance(50), spec[place].isContainer, spec[place].requiredChildCount == nil {
      // A node that was left out comes back.
      let shown = Set(scene.shown)
      let hidden = scene.nodes.keys.filter { !shown.contains($0) && scene.spec(of: $0) == nil }.sorted()
      let child =
        hidden.isEmpty || random.chance(50)
        ? element(levels: 1, depth: 0) : SpecModel(.node(random.pick(hidden)))
      spec[place].children.insert(child, at: random.number(below: spec[place].children.count + 1))
      return "inserted"
    }
    guard !place.isEmpty else { return nil }
    _ = spec.take(place)
    return "removed"
  }

  /// Makes an element a node of its own, or puts what a node returns in its place.
  private mutating func changeBorder(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    if case .node(let number) = spec[place].kind {
      guard let inner = scene.spec(of: number) else { return nil }
      scene.setSpec(nil, of: number)
      spec[place] = inner
      return "no node of its own"
    }
    spec[place] = SpecModel(.node(add(NodeScene.Node(kind: .part(.first, spec[place])))))
    return "a node of its own"
  }

  private mutating func changeProperties(_ spec: inout SpecModel, _ place: [Int]) -> String? {
    switch random.number(below: 3) {
    case 0: changeStyle(&spec[place].style)
    case 1: spec[place].name = anyName()
    default:
      switch spec[place].kind {
      case .newText: spec[place].kind = .newText(words())
      case .leaf: spec[place].kind = .leaf(leaf())
      case .stack: spec[place].kind = .stack(random.stack())
      case .inset: spec[place].kind = .inset(random.insets())
      case .ratio: spec[place].kind = .ratio(random.pick([0.5, 1, 1.5]))
      case .center:
        spec[place].kind = .center(
          CenterParameters(
            centering: random.pick(Centering.allCases), sizing: random.pick(CenterSizing.allCases)))
      case .absolute: spec[place].kind = .absolute(random.pick(AbsoluteSizing.allCases))
      case .custom(var custom):
        custom.gap = random.pick([0, 3, 7])
        spec[place].kind = .custom(custom)
      case .corner, .relative, .overlay, .background, .wrapper, .spec, .node: return nil
      }
    }
    return "of other properties"
  }

  private mutating func changeStyle(_ style: inout Style) {
    if random.chance(70) { random.changeKey(of: &style) } else { style = random.style() }
  }

  private mutating func changeNode(_ number: Int) -> String? {
    guard var node = scene.nodes[number] else { return nil }
    // The contents of leaves change most often.
    switch random.number(below: 16) {
    case 0: changeStyle(&node.style)
    case 7: node.hasLargeTexts = random.pick([nil, true, false])
    case 1: node.name = anyName()
    case 2: node.direction = random.pick([nil, .leftToRight, .rightToLeft])
    case 3: node.scale = random.pick([nil, 1, 2, 3])
    case 4, 5:
      var style = node.styleWhileAsked ?? node.style
      changeStyle(&style)
      node.styleWhileAsked = number == scene.root || random.chance(20) ? nil : style
      node.isStyledByRange = node.styleWhileAsked != nil && random.chance(30)
      // Of others beside it, too: several are changed while one node is asked.
      for other in scene.shown where scene.nodes[other]?.styleWhileAsked != nil && random.chance(50) {
        scene.nodes[other]?.styleWhileAsked = random.style()
      }
    case 6:
      guard case .text(_, let kind) = node.kind, kind != .attributed else { return nil }
      node.textWhileAsked = random.chance(20) ? nil : words()
    default:
      switch node.kind {
      case .text(_, let kind): node.kind = .text(words(), kind)
      case .image: node.kind = .image(random.pick([nil, Size(20, 10), Size(33.3, 48)]))
      case .lateImage: node.kind = .lateImage(random.pick([nil, Size(20, 10), Size(64, 7)]))
      case .area: node.kind = .area(random.pick([900, 2000, 3000]))
      case .button: node.kind = .button(words())
      case .plain, .part: return nil
      }
    }
    scene.nodes[number] = node
    return "another node"
  }

  /// A range of a root.
  package mutating func range() -> SizeRange {
    switch random.number(below: 6) {
    case 0: SizeRange(width: 90)
    case 1: SizeRange(max: Size(random.pick([100, 320.5]), .infinity))
    case 2: SizeRange(exactly: Size(random.pick([100, 375]), random.pick([50, 600])))
    case 3: .unconstrained
    default: SizeRange(width: 200)
    }
  }
}
