// The facts about an element that are known before any layout, once its children are written; see `ElementFlags`.
//
// Functions that only read are inlined: a call would copy the tables' two dozen words each time.

extension LayoutTables {
  /// Sets an element's flags, and a stack's record, from its children's. May be repeated after a change.
  ///
  /// - Complexity: constant, and linear in the number of children.
  mutating func finishElement(_ index: Int) {
    let element = elements[index]
    if element.kind.isLeaf {
      elements[index].flags = flagsOfLeaf(element)
      return
    }
    var flags = flagsOfStyle(element)
    if children(of: index).allSatisfy({ !elements[$0].kind.isCached }) { flags.insert(.hasOnlyLeaves) }
    if element.kind == .stack {
      flags.insert(.fillsExactRange)
      if finishStack(index) { flags.insert(.hasLateBaseline) }
    } else {
      flags.formUnion(flagsOfChildren(index, element.kind))
    }
    elements[index].flags = flags
  }

  /// Returns the flags of an element without children.
  @inline(__always)
  func flagsOfLeaf(_ element: ElementRecord) -> ElementFlags {
    var flags = flagsOfStyle(element)
    if element.kind == .sizedNode {
      let size = sizes[Int(element.payload)]
      if pixelGrid.ceil(size) == size { flags.insert(.hasPixelSize) }
    }
    if element.kind != .deferredNode { flags.insert(.fillsExactRange) }
    return flags
  }

  @inline(__always)
  private func flagsOfStyle(_ element: ElementRecord) -> ElementFlags {
    let style = style(element.style)
    return element.kind.ignoresOwnSize ? style.pointee.flagsWithoutSize : style.pointee.flags
  }

  /// Returns a style's address: a style is too large to copy for a few of its values.
  @inline(__always)
  private func style(_ place: UInt32) -> UnsafePointer<StyleRecord> {
    precondition(place < styles.count)
    return UnsafePointer(styles.address + Int(place))
  }

  /// Returns the flags that an element of this kind inherits from its children, and the flags that it always has.
  @inline(__always)
  private func flagsOfChildren(_ index: Int, _ kind: ElementKind) -> ElementFlags {
    func child(_ child: Int, _ flags: ElementFlags) -> ElementFlags {
      elements[child].flags.intersection(flags)
    }
    let first = index + 1
    switch kind {
    case .relative, .center, .absolute: return .fillsExactRange
    case .inset: return child(first, .seesParentSize).union(.fillsExactRange)
    case .overlay:
      // The overlay's parent is the child; only the child sees the spec's parent size.
      return child(first, [.seesParentSize, .fillsExactRange])
    case .background:
      return child(first, [.seesParentSize, .fillsExactRange])
        .union(child(Int(elements[first].end), .seesParentSize))
    case .ratio, .compositeNode: return child(first, .fillsExactRange)
    case .corner:
      guard case .corner(let corner) = specs[Int(elements[index].payload)], !corner.wrapsCorner else {
        return []
      }
      return child(first, .fillsExactRange)
    default: return []
    }
  }

  /// The children of an element whose end is known.
  @inline(__always)
  func children(of index: Int) -> SiblingIDs {
    SiblingIDs(elements: UnsafePointer(elements.address), position: index + 1, end: Int(elements[index].end))
  }

  /// Sums up a stack's children in its record. Returns true if the stack gets the flag `hasLateBaseline`.
  private mutating func finishStack(_ index: Int) -> Bool {
    let payload = Int(elements[index].payload)
    var stack = stacks[payload].withoutChildren
    var flexible = 0
    var growing = 0
    var last = index
    for child in children(of: index) {
      last = child
      stack.childCount += 1
      let place = UInt32(child - index)
      // Most children have the default style, which does not affect a stack.
      if elements[child].style == 0 { continue }
      let style = style(elements[child].style)
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
    // The spacing between the children comes first, then each child's own in turn: the order of additions decides the
    // last bit.
    stack.spacingSum = stack.parameters.spacing * Double(max(0, Int(stack.childCount) - 1))
    if !stack.hasUniformChildren {
      for child in children(of: index) {
        let style = style(elements[child].style)
        stack.spacingSum =
          stack.spacingSum + style.pointee.style.spacingBefore + style.pointee.style.spacingAfter
      }
    }
    var hasLateBaseline = false
    if stack.parameters.direction == .vertical && last != index {
      (stack.ascender, stack.descender) = (baselines(of: index + 1).ascender, baselines(of: last).descender)
      hasLateBaseline = mayLackLayout(index + 1) || mayLackLayout(last)
    }
    stacks[payload] = stack
    return hasLateBaseline
  }

  /// Returns the baselines that an element reports to a stack around it after its layout.
  @inline(__always)
  private func baselines(of index: Int) -> (ascender: Double, descender: Double) {
    let element = elements[index]
    if element.kind == .stack, element.end > index + 1 {
      let stack = stacks[Int(element.payload)]
      if stack.parameters.direction == .vertical { return (stack.ascender, stack.descender) }
    }
    return baselines(of: index, style(element.style))
  }

  /// Returns the baselines of an element's style or, if the style has none, of its text.
  @inline(__always)
  func baselines(
    of index: Int, _ style: UnsafePointer<StyleRecord>
  ) -> (ascender: Double, descender: Double) {
    let (ascender, descender) = (style.pointee.style.ascender, style.pointee.style.descender)
    let element = elements[index]
    guard element.kind == .text, ascender == 0, descender == 0 else { return (ascender, descender) }
    return baselines(ofText: Int(element.payload))
  }

  /// Returns the baselines of a text; 0 for a plain text.
  @inline(__always)
  func baselines(ofText payload: Int) -> (ascender: Double, descender: Double) {
    let number = texts[payload].paragraph
    guard number != 0 else { return (0, 0) }
    let paragraph = paragraphs[Int(number) - 1].paragraph
    return (paragraph.ascender, paragraph.descender)
  }

  /// True for a vertical stack that the stack around it may leave without a layout, or with such a stack at its edge.
  @inline(__always)
  private func mayLackLayout(_ index: Int) -> Bool {
    let element = elements[index]
    guard element.kind == .stack, element.end > index + 1,
      stacks[Int(element.payload)].parameters.direction == .vertical
    else { return false }
    let style = style(element.style)
    return element.flags.contains(.hasLateBaseline)
      || style.pointee.style.flexGrow > 0 && style.pointee.style.flexShrink > 0
  }
}
