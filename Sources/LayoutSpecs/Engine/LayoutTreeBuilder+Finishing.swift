// What is known of an element before any layout, once its children are written; see `ElementFlags`.

extension LayoutTreeBuilder {
  /// Notes what is known of the element that was just added or ended.
  mutating func finishElement(_ index: Int) {
    let element = tree.elements[index]
    let first = index + 1
    switch element.kind {
    case .spec, .node, .sizedNode, .text, .measured, .relative, .center, .absolute:
      tree.elements[index].flags.insert(.fillsExactRange)
    case .stack:
      tree.elements[index].flags.insert(.fillsExactRange)
      finishStack(index)
    case .inset:
      tree.elements[index].flags.insert(.fillsExactRange)
      passOn(.seesParentSize, from: first, to: index)
    case .overlay:
      // The overlay's parent is the child; only the child sees what the spec was given.
      passOn([.seesParentSize, .fillsExactRange], from: first, to: index)
    case .background:
      passOn([.seesParentSize, .fillsExactRange], from: first, to: index)
      passOn(.seesParentSize, from: Int(tree.elements[first].end), to: index)
    case .ratio, .compositeNode:
      passOn(.fillsExactRange, from: first, to: index)
    case .corner:
      if tree.corners[Int(element.payload)].wrapsCorner == false {
        passOn(.fillsExactRange, from: first, to: index)
      }
    case .wrapper, .custom, .deferredNode: break
    }
  }

  private mutating func passOn(_ flags: ElementFlags, from child: Int, to index: Int) {
    tree.elements[index].flags.formUnion(tree.elements[child].flags.intersection(flags))
  }

  private mutating func finishStack(_ index: Int) {
    let payload = Int(tree.elements[index].payload)
    var flexible = 0
    var last = index
    for child in tree.children(of: ElementID(index)) {
      tree.stacks[payload].childCount += 1
      last = child.index
      let style = tree.style(of: child)
      if style.flexGrow > 0 && style.flexShrink > 0 {
        flexible += 1
        tree.stacks[payload].onlyFlexibleChild = flexible == 1 ? UInt32(child.index) : 0
      }
    }
    let isVertical = tree.stacks[payload].parameters.direction == .vertical
    if isVertical && last != index {
      tree.stacks[payload].ascender = baselines(of: index + 1).ascender
      tree.stacks[payload].descender = baselines(of: last).descender
      if mayLackLayout(index + 1) || mayLackLayout(last) {
        tree.elements[index].flags.insert(.hasLateBaseline)
      }
    }
  }

  /// The baselines that an element reports to a stack around it, once it is laid out.
  private func baselines(of index: Int) -> (ascender: Double, descender: Double) {
    let element = tree.elements[index]
    if element.kind == .stack, element.end > index + 1 {
      let stack = tree.stacks[Int(element.payload)]
      if stack.parameters.direction == .vertical { return (stack.ascender, stack.descender) }
    }
    let style = tree.styles[Int(element.style)].style
    return (style.ascender, style.descender)
  }

  /// Whether this is a vertical stack that the stack around it may leave without a layout, or that holds such a one at
  /// its edge.
  private func mayLackLayout(_ index: Int) -> Bool {
    let element = tree.elements[index]
    guard element.kind == .stack, element.end > index + 1,
      tree.stacks[Int(element.payload)].parameters.direction == .vertical
    else { return false }
    let style = tree.styles[Int(element.style)].style
    return element.flags.contains(.hasLateBaseline) || (style.flexGrow > 0 && style.flexShrink > 0)
  }
}
