// Step 1 of a stack's layout; see `StackLayoutSpec.swift`.

extension LayoutPass {
  /// Measures the children, sums them up, and places them one after the other at the start of the cross axis.
  ///
  /// It adds the same numbers as `placeChildren`, in the same order.
  @inline(__always)
  func measureAndPlace<Axis: StackAxis>(_ summary: inout LineSummary, of stack: StackPass<Axis>) {
    let stretches = stack.alignItems == .stretch
    let spacing = stack.spacing
    let plainRange = SizeRange(
      uncheckedMin: Axis.size(main: 0, cross: stretches ? stack.minCross : 0),
      max: Axis.size(main: .infinity, cross: stack.maxCross))
    if let split { measureAhead(stack, in: plainRange, split) }
    // Copies, because for the compiler a write to a frame may be a write to the pass itself.
    let (elements, sizes, frames) = (elements, sizes, frames)
    let (unmeasured, end) = (stack.unmeasuredChild, stack.end)
    let (lowestCross, highestCross) = (Axis.cross(plainRange.min), Axis.cross(plainRange.max))
    var knownCount = 0
    var position = 0.0
    var shortest = Double.infinity
    var crossSize = 0.0
    var mainSize = summary.mainSize
    var child = stack.firstChild
    while child < end {
      let element = elements + child
      var size = Size.zero
      var spacingAfter = 0.0
      if element.pointee.flags.contains(.isPlainChild) && child != unmeasured {
        // Most children are one of two leaves whose size is known without arithmetic, if it lies in the
        // range: a node in whole pixels, and a spacer that may be 0 × 0.
        let hasPixelSize = element.pointee.flags.contains(.hasPixelSize)
        if hasPixelSize { size = sizes[Int(element.pointee.payload)] }
        if (hasPixelSize || element.pointee.kind == .spec)
          && Axis.cross(size) >= lowestCross && Axis.cross(size) <= highestCross
        {
          knownCount += 1
          if Recording.isOn { recordKnown(.leaf, child, plainRange, stack.childParentSize, size) }
        } else {
          if Recording.isOn { recorder.pointee.purpose = .firstPass }
          size = sizeInlined(of: child, in: plainRange, stack.childParentSize)
        }
        shortest = smaller(shortest, Axis.cross(size))
      } else {
        size = measureFirst(child, of: stack)
        if Axis.cross(size).isNaN { summary.isIncomplete = true }
        let style = styles + Int(element.pointee.style)
        spacingAfter = style.pointee.style.spacingAfter
        addStyle(of: child, style, Axis.cross(size), in: &summary, of: stack)
      }
      mainSize += Axis.main(size)
      crossSize = larger(crossSize, Axis.cross(size))
      frames[child] = Rect(origin: Axis.point(main: position, cross: 0), size: size)
      position += Axis.main(size) + spacingAfter
      position += spacing
      child = Int(element.pointee.end)
    }
    scratch.pointee.counters.measurements &+= knownCount
    summary.mainSize = mainSize
    summary.crossSize = crossSize
    if stretches { summary.shortestStretched = smaller(summary.shortestStretched, shortest) }
    noteAlignment(stack.alignItems, in: &summary)
  }

  /// True if the child is a leaf that equals the sibling before it, as in a row of equal parts or of equal spacers: in
  /// one range both have the same size. Always false in passes that record.
  @inline(__always)
  func isLikeSiblingBefore(_ child: Int) -> Bool {
    let (element, before) = (elements + child, elements + child - 1)
    guard !Recording.isOn, element.pointee.style == before.pointee.style,
      element.pointee.kind == before.pointee.kind, element.pointee.kind.isPlainLeaf,
      element.pointee.parent == before.pointee.parent
    else { return false }
    return element.pointee.kind != .sizedNode
      || sizes[Int(element.pointee.payload)] == sizes[Int(before.pointee.payload)]
  }

  /// Adds the child's own style to the summary.
  private func addStyle<Axis: StackAxis>(
    of child: Int, _ style: UnsafePointer<StyleRecord>, _ crossSize: Double, in summary: inout LineSummary,
    of stack: StackPass<Axis>
  ) {
    // `placeChildren` adds this spacing in another order.
    if style.pointee.style.spacingBefore != 0 { summary.isAligned = true }
    let alignment = stack.alignment(of: style)
    if alignment == .stretch && child != stack.unmeasuredChild {
      summary.shortestStretched = smaller(summary.shortestStretched, crossSize)
    }
    noteAlignment(alignment, in: &summary)
  }

  @inline(__always)
  private func noteAlignment(_ alignment: AlignItems, in summary: inout LineSummary) {
    switch alignment {
    case .start, .stretch: break
    case .end, .center: summary.isAligned = true
    case .baselineFirst, .baselineLast:
      summary.hasBaselines = true
      summary.isAligned = true
    }
  }

  /// Runs step 1 for one child: in an unbounded length, or exactly at its basis. Skips the unmeasured child.
  ///
  /// A child that may flex is not laid out yet if its length is known without a layout: usually step 3 gives
  /// it another length. In a chain of such stacks, laying out both times would double the work with every
  /// level. The length across of such a child is undefined.
  ///
  /// The caller writes the size into the child's frame. Children are measured in order; see `measureAlone` for a single one.
  @inline(never)
  func measureFirst<Axis: StackAxis>(_ child: Int, of stack: StackPass<Axis>) -> Size {
    guard isLikeSiblingBefore(child) else { return measureAlone(child, of: stack) }
    let size = frames[child - 1].size
    if !Axis.cross(size).isNaN { scratch.pointee.counters.measurements &+= 1 }
    return size
  }

  /// `measureFirst` for a single child: the sibling before it may have been measured in another range since.
  #if compiler(>=6.3)
  @inline(always)
  #endif
  func measureAlone<Axis: StackAxis>(_ child: Int, of stack: StackPass<Axis>) -> Size {
    if child == stack.unmeasuredChild {
      if Recording.isOn { recordLeftEmpty(child, stack.childParentSize) }
      leaveWithoutLayout(child)
      return .zero
    }
    let style = styles + Int(elements[child].style)
    let isFlexible = style.pointee.style.flexGrow > 0 || style.pointee.style.flexShrink > 0
    if isFlexible {
      var main = Double.nan
      if elements[child].kind.isCached {
        main = Axis.main(exactSize(of: child, firstRange(of: child, style, in: stack), stack.childParentSize))
      } else if elements[child].flags.contains(.hasAutoSize), style.pointee.style.flexBasis.unit == .points {
        // A leaf without its own size is as long as its basis.
        main = grid.ceil(style.pointee.style.flexBasis.value)
      }
      if !main.isNaN {
        let size = Axis.size(main: main, cross: .nan)
        if Recording.isOn {
          recordKnown(.putOff, child, firstRange(of: child, style, in: stack), stack.childParentSize, size)
        }
        return size
      }
    }
    let range = firstRange(of: child, style, in: stack)
    if Recording.isOn { recorder.pointee.purpose = .firstPass }
    return sizeInlined(of: child, in: range, stack.childParentSize)
  }

  /// Returns the element's size, in whole pixels, on each axis on which it is known without a layout: its
  /// parent's range and its own style allow one length, whatever is below it. Undefined on other axes.
  ///
  /// Specs as large as their child ask the child, a few levels down.
  private func exactSize(of id: Int, _ given: SizeRange, _ parentSize: Size, levels: Int = 4) -> Size {
    let element = elements + id
    let kind = element.pointee.kind
    if element.pointee.flags.contains(.fillsExactRange) {
      let range = kind.ignoresOwnSize ? given : resolve(given, for: element, parentSize)
      if range.hasOneWidth || range.hasOneHeight {
        let size = grid.ceil(range.min)
        return Size(range.hasOneWidth ? size.width : .nan, range.hasOneHeight ? size.height : .nan)
      }
    }
    guard levels > 0 else { return .undefined }
    switch kind {
    case .overlay, .background: return exactSize(of: id + 1, given, parentSize, levels: levels - 1)
    case .inset:
      guard case .inset(let insets) = tables.pointee.specs[Int(element.pointee.payload)] else {
        return .undefined
      }
      let layout = InsetLayout(insets, given, parentSize)
      let child = exactSize(of: id + 1, layout.childRange, layout.childParentSize, levels: levels - 1)
      let size = grid.ceil(layout.size(around: child))
      return Size(child.width.isNaN ? .nan : size.width, child.height.isNaN ? .nan : size.height)
    default: return .undefined
    }
  }

  /// Returns the range of a child in step 1.
  @inline(__always)
  func firstRange<Axis: StackAxis>(
    of child: Int, _ style: UnsafePointer<StyleRecord>, in stack: StackPass<Axis>
  ) -> SizeRange {
    let length = style.pointee.style.flexBasis
      .resolve(parentLength: Axis.main(stack.childParentSize), autoLength: .nan)
    let isAuto = length.isNaN || length == .infinity
    return childRange(
      style, in: stack, minMain: isAuto ? 0 : length, maxMain: isAuto ? .infinity : length,
      minCross: stack.minCross, maxCross: stack.maxCross)
  }

  /// Measures a child that step 1 postponed, in the range of step 1.
  @inline(never)
  func measureWithoutFlexing<Axis: StackAxis>(_ child: Int, of stack: StackPass<Axis>) -> Size {
    if Recording.isOn { recorder.pointee.purpose = .firstPass }
    let range = firstRange(of: child, styles + Int(elements[child].style), in: stack)
    return size(of: child, in: range, stack.childParentSize)
  }

  /// Measures the children that step 1 postponed and step 3 did not flex.
  func measureRest<Axis: StackAxis>(of line: StackLine, in stack: StackPass<Axis>) {
    for child in siblings(line.first, line.end) {
      if Axis.cross(frames[child].size).isNaN {
        frames[child].size = measureWithoutFlexing(child, of: stack)
      }
    }
  }

  /// Measures a child with this length along its stack, and writes the size into its frame.
  ///
  /// Across, a child has no minimum. A child that stretches has at least `minCross` and at most `maxCross`,
  /// unless its style has a minimum or a maximum, which win; fractions in these count as `auto` here.
  @discardableResult
  func measureChild<Axis: StackAxis>(
    _ child: Int, of stack: StackPass<Axis>, minMain: Double, maxMain: Double, minCross: Double,
    maxCross: Double
  ) -> Size {
    measureChildInlined(
      child, of: stack, minMain: minMain, maxMain: maxMain, minCross: minCross, maxCross: maxCross)
  }

  @inline(__always)
  @discardableResult
  func measureChildInlined<Axis: StackAxis>(
    _ child: Int, of stack: StackPass<Axis>, minMain: Double, maxMain: Double, minCross: Double,
    maxCross: Double
  ) -> Size {
    let range = childRange(
      styles + Int(elements[child].style), in: stack, minMain: minMain, maxMain: maxMain, minCross: minCross,
      maxCross: maxCross)
    let size = sizeInlined(of: child, in: range, stack.childParentSize)
    frames[child].size = size
    return size
  }

  @inline(__always)
  private func childRange<Axis: StackAxis>(
    _ style: UnsafePointer<StyleRecord>, in stack: StackPass<Axis>, minMain: Double, maxMain: Double,
    minCross: Double, maxCross: Double
  ) -> SizeRange {
    var lowest = 0.0
    var highest = maxCross
    if stack.alignment(of: style) == .stretch {
      let own = (Axis.cross(style.pointee.range.min), Axis.cross(style.pointee.range.max))
      lowest = own.0 != 0 ? own.0 : minCross
      highest = own.1 < .infinity ? own.1 : maxCross
    }
    return SizeRange(
      uncheckedMin: Axis.size(main: minMain, cross: lowest), max: Axis.size(main: maxMain, cross: highest))
  }
}
