// What is known of an element before any layout, once its children are written; see `ElementFlags`.

extension LayoutTables {
  /// Notes what is known of an element, once that is noted for its children. It may be done again after a change.
  mutating func finishElement(_ index: Int) {
    elements[index].flags = styleFlags(of: index)
    let element = elements[index]
    let first = index + 1
    if !children(of: ElementID(index)).contains(where: { elements[$0.index].kind.isCached }) {
      elements[index].flags.insert(.hasOnlyLeaves)
    }
    switch element.kind {
    case .sizedNode:
      elements[index].flags.insert(.fillsExactRange)
      let size = sizes[Int(element.payload)]
      if pixelGrid.ceil(size) == size { elements[index].flags.insert(.hasPixelSize) }
    case .spec, .node, .text, .measured, .relative, .center, .absolute:
      elements[index].flags.insert(.fillsExactRange)
    case .stack:
      elements[index].flags.insert(.fillsExactRange)
      finishStack(index)
    case .inset:
      elements[index].flags.insert(.fillsExactRange)
      passOn(.seesParentSize, from: first, to: index)
    case .overlay:
      // The overlay's parent is the child; only the child sees what the spec was given.
      passOn([.seesParentSize, .fillsExactRange], from: first, to: index)
    case .background:
      passOn([.seesParentSize, .fillsExactRange], from: first, to: index)
      passOn(.seesParentSize, from: Int(elements[first].end), to: index)
    case .ratio, .compositeNode:
      passOn(.fillsExactRange, from: first, to: index)
    case .corner:
      if corners[Int(element.payload)].wrapsCorner == false {
        passOn(.fillsExactRange, from: first, to: index)
      }
    case .wrapper, .custom, .deferredNode: break
    }
  }

  /// What the element's own style says.
  private func styleFlags(of index: Int) -> ElementFlags {
    let style = styles[Int(elements[index].style)].style
    let ignoresSize = elements[index].kind.ignoresOwnSize
    var flags: ElementFlags = []
    if style.hasAutoSize || ignoresSize { flags.insert(.hasAutoSize) }
    if style.dependsOnParentSize && !ignoresSize { flags.formUnion([.hasRelativeSize, .seesParentSize]) }
    let isPlain =
      style.hasAutoSize && style.flexBasis == .auto && style.alignSelf == .auto
      && style.spacingBefore == 0 && style.spacingAfter == 0
      // What is as large as its child may have a length that is known before it flexes.
      && !(ignoresSize && (style.flexGrow > 0 || style.flexShrink > 0))
    if isPlain { flags.insert(.isPlainChild) }
    return flags
  }

  private mutating func passOn(_ flags: ElementFlags, from child: Int, to index: Int) {
    elements[index].flags.formUnion(elements[child].flags.intersection(flags))
  }

  private mutating func finishStack(_ index: Int) {
    let payload = Int(elements[index].payload)
    stacks[payload] = StackRecord(stacks[payload].parameters)
    var flexible = 0
    var growing = 0
    var last = index
    let parameters = stacks[payload].parameters
    let count = children(of: ElementID(index)).reduce(0) { count, _ in count + 1 }
    var spacing = parameters.spacing * Double(max(0, count - 1))
    for child in children(of: ElementID(index)) {
      stacks[payload].childCount += 1
      last = child.index
      let style = style(of: child)
      spacing = spacing + style.spacingBefore + style.spacingAfter
      if style.alignSelf != .auto || style.spacingBefore != 0 || style.spacingAfter != 0 {
        stacks[payload].hasUniformChildren = false
      }
      stacks[payload].flexGrowSum += style.flexGrow
      stacks[payload].flexShrinkSum += style.flexShrink
      if style.flexGrow > 0 {
        growing += 1
        stacks[payload].onlyGrowingChild = growing == 1 ? UInt32(child.index - index) : 0
      }
      if style.flexGrow > 0 && style.flexShrink > 0 {
        flexible += 1
        stacks[payload].onlyFlexibleChild = flexible == 1 ? UInt32(child.index - index) : 0
      }
    }
    stacks[payload].spacingSum = spacing
    let isVertical = stacks[payload].parameters.direction == .vertical
    if isVertical && last != index {
      stacks[payload].ascender = baselines(of: index + 1).ascender
      stacks[payload].descender = baselines(of: last).descender
      if mayLackLayout(index + 1) || mayLackLayout(last) {
        elements[index].flags.insert(.hasLateBaseline)
      }
    }
  }

  /// The baselines that an element reports to a stack around it, once it is laid out.
  private func baselines(of index: Int) -> (ascender: Double, descender: Double) {
    let element = elements[index]
    if element.kind == .stack, element.end > index + 1 {
      let stack = stacks[Int(element.payload)]
      if stack.parameters.direction == .vertical { return (stack.ascender, stack.descender) }
    }
    let style = styles[Int(element.style)].style
    return (style.ascender, style.descender)
  }

  /// Whether this is a vertical stack that the stack around it may leave without a layout, or that holds such a one at
  /// its edge.
  private func mayLackLayout(_ index: Int) -> Bool {
    let element = elements[index]
    guard element.kind == .stack, element.end > index + 1,
      stacks[Int(element.payload)].parameters.direction == .vertical
    else { return false }
    let style = styles[Int(element.style)].style
    return element.flags.contains(.hasLateBaseline) || (style.flexGrow > 0 && style.flexShrink > 0)
  }
}
