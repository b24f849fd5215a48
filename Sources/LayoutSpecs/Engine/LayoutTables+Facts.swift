// What is known of an element before any layout, once its children are written; see `ElementFlags`.

extension LayoutTables {
  /// Notes what is known of an element, once that is noted for its children. It may be done again after a change.
  ///
  /// - Complexity: constant, and linear in the number of children.
  mutating func finishElement(_ index: Int) {
    let kind = elements[index].kind
    let style = Int(elements[index].style)
    var flags = kind.ignoresOwnSize ? styles[style].flagsWithoutSize : styles[style].flags
    if kind.isLeaf {
      if kind == .sizedNode {
        let size = sizes[Int(elements[index].payload)]
        if pixelGrid.ceil(size) == size { flags.insert(.hasPixelSize) }
      }
      if kind != .deferredNode { flags.insert(.fillsExactRange) }
      elements[index].flags = flags
      return
    }
    if hasOnlyLeaves(index) { flags.insert(.hasOnlyLeaves) }
    flags.formUnion(flagsOfChildren(index, kind))
    elements[index].flags = flags
    if kind == .stack { finishStack(index) }
  }

  /// What an element of this kind takes over from its children, and what it is whatever they are.
  private func flagsOfChildren(_ index: Int, _ kind: ElementKind) -> ElementFlags {
    func child(_ child: Int, _ flags: ElementFlags) -> ElementFlags {
      elements[child].flags.intersection(flags)
    }
    let first = index + 1
    switch kind {
    case .stack, .relative, .center, .absolute: return .fillsExactRange
    case .inset: return child(first, .seesParentSize).union(.fillsExactRange)
    case .overlay:
      // The overlay's parent is the child; only the child sees what the spec was given.
      return child(first, [.seesParentSize, .fillsExactRange])
    case .background:
      return child(first, [.seesParentSize, .fillsExactRange])
        .union(child(Int(elements[first].end), .seesParentSize))
    case .ratio, .compositeNode: return child(first, .fillsExactRange)
    case .corner:
      let wrapsCorner = corners[Int(elements[index].payload)].wrapsCorner
      return wrapsCorner ? [] : child(first, .fillsExactRange)
    default: return []
    }
  }

  private func hasOnlyLeaves(_ index: Int) -> Bool {
    let end = Int(elements[index].end)
    var child = index + 1
    while child < end {
      if elements[child].kind.isCached { return false }
      child = Int(elements[child].end)
    }
    return true
  }

  private mutating func finishStack(_ index: Int) {
    let payload = Int(elements[index].payload)
    var stack = StackRecord(stacks[payload].parameters)
    var flexible = 0
    var growing = 0
    var last = index
    let end = Int(elements[index].end)
    var child = index + 1
    while child < end {
      last = child
      stack.childCount += 1
      let place = UInt32(child - index)
      styles.withUnsafeBufferPointer { styles in
        let style = styles.baseAddress.unsafelyUnwrapped + Int(elements[child].style)
        if style.pointee.style.alignSelf != .auto || style.pointee.style.spacingBefore != 0
          || style.pointee.style.spacingAfter != 0
        {
          stack.hasUniformChildren = false
        }
        let (grow, shrink) = (style.pointee.style.flexGrow, style.pointee.style.flexShrink)
        stack.flexGrowSum += grow
        stack.flexShrinkSum += shrink
        if grow > 0 {
          growing += 1
          stack.onlyGrowingChild = growing == 1 ? place : 0
          if shrink > 0 {
            flexible += 1
            stack.onlyFlexibleChild = flexible == 1 ? place : 0
          }
        }
      }
      child = Int(elements[child].end)
    }
    stack.spacingSum = spacingSum(of: index, stack)
    if stack.parameters.direction == .vertical && last != index {
      (stack.ascender, stack.descender) = (baselines(of: index + 1).ascender, baselines(of: last).descender)
      if mayLackLayout(index + 1) || mayLackLayout(last) { elements[index].flags.insert(.hasLateBaseline) }
    }
    stacks[payload] = stack
  }

  /// All the spacing along one line. What is between the children comes first, and then each child's own in turn: the order
  /// of additions decides the last bit.
  private func spacingSum(of index: Int, _ stack: StackRecord) -> Double {
    let between = stack.parameters.spacing * Double(max(0, Int(stack.childCount) - 1))
    if stack.hasUniformChildren { return between }
    var sum = between
    for child in children(of: ElementID(index)) {
      let style = styles[Int(elements[child.index].style)].style
      sum = sum + style.spacingBefore + style.spacingAfter
    }
    return sum
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
