// How a stack lays out its children. The steps are those of Texture's stack, which follow the flexible box layout of
// CSS (https://www.w3.org/TR/css-flexbox-1/#layout-algorithm) as far as they go:
//
//  1. Measure each child in an unbounded length along the stack.
//  2. Break the children into lines.
//  3. Flex the children of each line that is too short or too long.
//  4. Find each line's length across, and its baseline.
//  5. Stretch lines, and the children that are to be as long as their line.
//  6. Place lines across the stack, and children along their lines.

extension LayoutPass {
  /// Lays out a stack along `Axis`, and returns its size, not yet in whole pixels.
  @inline(__always)
  func layoutStack<Axis: StackAxis>(
    _ id: Int, _ record: UnsafePointer<StackRecord>, _ range: SizeRange, along axis: Axis.Type
  ) -> Size {
    guard record.pointee.childCount > 0 else { return range.min }
    let stack = StackPass<Axis>(record, range, id: id, end: Int(elements[id].end))
    if record.pointee.parameters.flexWrap == .noWrap { return layoutOnlyLine(of: stack) }
    return layoutLines(of: stack)
  }

  /// Steps 1 and 3 to 6 for a stack that does not wrap.
  ///
  /// The first pass measures and, on the way, sums up and places the children as they lie where nothing flexes, nothing
  /// stretches further and all begin at the start. Mostly that is all there is to do; what is not so is done again.
  private func layoutOnlyLine<Axis: StackAxis>(of stack: StackPass<Axis>) -> Size {
    var line = StackLine(
      first: stack.firstChild, end: stack.end, count: Int(stack.record.pointee.childCount))
    var summary = LineSummary(mainSize: stack.record.pointee.spacingSum)
    measureAndPlace(&summary, of: stack)

    flexOnlyLine(line, &summary, of: stack)
    if summary.isIncomplete {
      measureRest(of: line, in: stack)
      (summary.hasSizes, summary.hasPlaces, summary.hasLength) = (false, false, false)
    }
    if !summary.hasSizes && !summary.hasBaselines { sumUp(line, &summary, in: stack) }
    if summary.hasSizes && !summary.hasBaselines {
      line.crossSize = smaller(larger(stack.minCross, summary.crossSize), stack.maxCross)
    } else {
      findCrossSize(of: &line, in: stack, isOnlyLine: true)
    }
    if !summary.hasSizes || line.crossSize - summary.shortestStretched > violationEpsilon {
      stretchChildren(of: line, in: stack)
      (summary.hasPlaces, summary.hasLength) = (false, false)
    }
    line.mainSize =
      summary.hasLength
      ? summary.mainSize : mainSize(of: line, in: stack, spacing: stack.record.pointee.spacingSum)
    let offset = lineOffset(stack.crossViolation(line.crossSize), lineCount: 1, in: stack).first
    if !summary.hasPlaces || summary.isAligned || offset != 0
      || stack.record.pointee.justifyContent != .start
    {
      placeChildren(of: line, in: stack, crossOffset: offset)
    }
    return stack.range.clamp(Axis.size(main: larger(0, line.mainSize), cross: line.crossSize))
  }

  /// Step 3 for the only line of a stack. Where one child alone grows the summary still holds, with that child's new size.
  @inline(__always)
  private func flexOnlyLine<Axis: StackAxis>(
    _ line: StackLine, _ summary: inout LineSummary, of stack: StackPass<Axis>
  ) {
    let violation = stack.mainViolation(summary.mainSize)
    let factorSum = violation > 0 ? stack.record.pointee.flexGrowSum : stack.record.pointee.flexShrinkSum
    let flexes = abs(violation) >= violationEpsilon && factorSum > 0
    let unmeasured = stack.unmeasuredChild
    guard flexes || unmeasured != 0 else { return }
    (summary.hasPlaces, summary.hasLength) = (false, false)
    let onlyGrowing = Int(stack.record.pointee.onlyGrowingChild)
    let growing = stack.firstChild - 1 + onlyGrowing
    guard flexes && violation > 0 && onlyGrowing != 0 && (unmeasured == 0 || unmeasured == growing) else {
      summary.hasSizes = false
      flex(line, of: stack, violation: violation, factorSum: factorSum)
      return
    }
    let before = frames[growing].size
    growAlone(growing, by: violation, of: stack)
    let cross = Axis.cross(frames[growing].size)
    if cross < Axis.cross(before) { summary.hasSizes = false }
    summary.crossSize = larger(summary.crossSize, cross)
    // It may not be one that stretches; then the children are looked at, and none is found that has to.
    summary.shortestStretched = smaller(summary.shortestStretched, cross)
  }

  /// Finds out again what the first pass found out of the children's sizes, after some have flexed.
  private func sumUp<Axis: StackAxis>(
    _ line: StackLine, _ summary: inout LineSummary, in stack: StackPass<Axis>
  ) {
    let (elements, frames, end) = (elements, frames, line.end)
    let isUniform = stack.record.pointee.hasUniformChildren
    let alignsAll = stack.alignItems == .stretch
    var mainSize = stack.record.pointee.spacingSum
    var crossSize = 0.0
    var shortest = Double.infinity
    var child = line.first
    while child < end {
      let element = elements + child
      let size = frames[child].size
      mainSize += Axis.main(size)
      crossSize = larger(crossSize, Axis.cross(size))
      if isUniform ? alignsAll : stack.alignment(of: styles + Int(element.pointee.style)) == .stretch {
        shortest = smaller(shortest, Axis.cross(size))
      }
      child = Int(element.pointee.end)
    }
    (summary.mainSize, summary.crossSize, summary.shortestStretched) = (mainSize, crossSize, shortest)
    (summary.hasSizes, summary.hasLength) = (true, true)
  }

  /// All steps for a stack that wraps. Its lines stand on top of those of the stacks around it.
  private func layoutLines<Axis: StackAxis>(of stack: StackPass<Axis>) -> Size {
    measureChildren(of: stack)
    let base = scratch.pointee.lines.count
    breakIntoLines(stack)
    let count = scratch.pointee.lines.count - base
    defer { scratch.pointee.lines.removeLast(count) }
    for index in base..<base + count {
      let line = scratch.pointee.lines[index]
      let violation = stack.mainViolation(
        mainSize(of: line, in: stack, spacing: spacing(of: line, in: stack)))
      let factorSum = flexFactorSum(of: line, growing: violation > 0)
      flex(line, of: stack, violation: violation, factorSum: factorSum)
      measureRest(of: line, in: stack)
    }
    for index in base..<base + count {
      findCrossSize(of: &scratch.pointee.lines[index], in: stack, isOnlyLine: count == 1)
    }
    let spacing = stack.record.pointee.parameters.lineSpacing * Double(count - 1)
    stretchLines(base..<base + count, of: stack, spacing: spacing)

    var mainSize = 0.0
    var crossSize = spacing
    for index in base..<base + count {
      stretchChildren(of: scratch.pointee.lines[index], in: stack)
      let line = scratch.pointee.lines[index]
      scratch.pointee.lines[index].mainSize = self.mainSize(
        of: line, in: stack, spacing: self.spacing(of: line, in: stack))
      mainSize = larger(mainSize, scratch.pointee.lines[index].mainSize)
      crossSize += scratch.pointee.lines[index].crossSize
    }
    let offset = lineOffset(stack.crossViolation(crossSize), lineCount: count, in: stack)
    var position = offset.first
    for index in base..<base + count {
      if index > base { position += offset.between + stack.record.pointee.parameters.lineSpacing }
      placeChildren(of: scratch.pointee.lines[index], in: stack, crossOffset: position)
      position += scratch.pointee.lines[index].crossSize
    }
    return stack.range.clamp(Axis.size(main: mainSize, cross: crossSize))
  }
}

/// What the first pass over a stack's children finds out.
private struct LineSummary {
  /// How long the children and what is between them are, along the stack.
  var mainSize: Double
  /// The largest child across.
  var crossSize = 0.0
  /// The shortest across of the children that are to stretch.
  var shortestStretched = Double.infinity
  /// Whether some child is aligned by its baseline.
  var hasBaselines = false
  /// Whether some child lies elsewhere than at the start across.
  var isAligned = false
  /// Whether of some child only the length along the stack is known as yet.
  var isIncomplete = false
  /// Whether what is said here of the children's sizes across holds.
  var hasSizes = true
  /// Whether `mainSize` holds.
  var hasLength = true
  /// Whether the places that the first pass wrote stand.
  var hasPlaces = true
}

// MARK: - 1. Measuring

extension LayoutPass {
  /// Measures each child, adds it up, and places it one after the other at the start of the cross axis.
  ///
  /// The additions are those of `placeChildren`, in the same order.
  @inline(__always)
  private func measureAndPlace<Axis: StackAxis>(_ summary: inout LineSummary, of stack: StackPass<Axis>) {
    let stretches = stack.alignItems == .stretch
    let spacing = stack.spacing
    let plainRange = SizeRange(
      uncheckedMin: Axis.size(main: 0, cross: stretches ? stack.minCross : 0),
      max: Axis.size(main: .infinity, cross: stack.maxCross))
    if let split { measureAhead(stack, in: plainRange, split) }
    // Copies, because a write to a frame might for all that the compiler knows be one to the pass itself.
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
        // Most children are one of two leaves whose size is known without any arithmetic, if it lies in the range: a node in
        // whole pixels, and a spacer that may be 0 × 0.
        let hasPixelSize = element.pointee.flags.contains(.hasPixelSize)
        if hasPixelSize { size = sizes[Int(element.pointee.payload)] }
        if (hasPixelSize || element.pointee.kind == .spec)
          && Axis.cross(size) >= lowestCross && Axis.cross(size) <= highestCross
        {
          knownCount += 1
        } else {
          size = measure(child, plainRange, stack.childParentSize)
        }
        shortest = smaller(shortest, Axis.cross(size))
      } else {
        size = measureFirst(child, of: stack)
        if Axis.cross(size).isNaN { summary.isIncomplete = true }
        let style = styles + Int(element.pointee.style)
        spacingAfter = style.pointee.style.spacingAfter
        note(child, style, Axis.cross(size), in: &summary, of: stack)
      }
      mainSize += Axis.main(size)
      crossSize = larger(crossSize, Axis.cross(size))
      frames[child] = Rect(origin: Axis.point(main: position, cross: 0), size: size)
      position += Axis.main(size) + spacingAfter
      position += spacing
      child = Int(element.pointee.end)
    }
    scratch.pointee.counters.measurements += knownCount
    summary.mainSize = mainSize
    summary.crossSize = crossSize
    if stretches { summary.shortestStretched = smaller(summary.shortestStretched, shortest) }
    noteAlignment(stack.alignItems, in: &summary)
  }

  /// Notes what a child's own style says about its place.
  private func note<Axis: StackAxis>(
    _ child: Int, _ style: UnsafePointer<StyleRecord>, _ crossSize: Double, in summary: inout LineSummary,
    of stack: StackPass<Axis>
  ) {
    // `placeChildren` adds it in another order.
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

  /// Step 1 for one child: in an unbounded length, or exactly at its basis. The child that takes what the others leave is
  /// passed over.
  ///
  /// A child that may flex is not laid out yet where its length is known without: mostly it gets another one in step 3. In a
  /// chain of such stacks laying out both times would double the work with every level. Its length across is undefined then.
  private func measureFirst<Axis: StackAxis>(_ child: Int, of stack: StackPass<Axis>) -> Size {
    if child == stack.unmeasuredChild {
      leaveWithoutLayout(child)
      return .zero
    }
    let style = styles + Int(elements[child].style)
    let range = firstRange(of: child, style, in: stack)
    if style.pointee.style.flexGrow > 0 || style.pointee.style.flexShrink > 0, elements[child].kind.isCached {
      let main = Axis.main(exactSize(of: child, range, stack.childParentSize))
      if !main.isNaN {
        frames[child].size = Axis.size(main: main, cross: .nan)
        return frames[child].size
      }
    }
    let size = measure(child, range, stack.childParentSize)
    frames[child].size = size
    return size
  }

  /// What step 1 asks a child for.
  @inline(__always)
  private func firstRange<Axis: StackAxis>(
    of child: Int, _ style: UnsafePointer<StyleRecord>, in stack: StackPass<Axis>
  ) -> SizeRange {
    let length = style.pointee.style.flexBasis
      .resolve(parentLength: Axis.main(stack.childParentSize), autoLength: .nan)
    let isAuto = length.isNaN || length == .infinity
    return childRange(
      style, in: stack, minMain: isAuto ? 0 : length, maxMain: isAuto ? .infinity : length,
      minCross: stack.minCross, maxCross: stack.maxCross)
  }

  /// Measures the children that step 1 put off and step 3 did not flex.
  func measureRest<Axis: StackAxis>(of line: StackLine, in stack: StackPass<Axis>) {
    var child = line.first
    while child < line.end {
      if Axis.cross(frames[child].size).isNaN {
        let range = firstRange(of: child, styles + Int(elements[child].style), in: stack)
        frames[child].size = measure(child, range, stack.childParentSize)
      }
      child = Int(elements[child].end)
    }
  }

  private func measureChildren<Axis: StackAxis>(of stack: StackPass<Axis>) {
    var child = stack.firstChild
    while child < stack.end {
      _ = measureFirst(child, of: stack)
      child = Int(elements[child].end)
    }
  }

  /// Measures a child of a stack in this length along it, and writes the size into the child's frame.
  ///
  /// Across, a child may be as small as it likes. One that is to stretch has at least `minCross` and at most `maxCross`,
  /// except that its own minimum and maximum come first; their fractions count as `auto` here.
  @discardableResult
  func measureChild<Axis: StackAxis>(
    _ child: Int, of stack: StackPass<Axis>, minMain: Double, maxMain: Double, minCross: Double,
    maxCross: Double
  ) -> Size {
    let range = childRange(
      styles + Int(elements[child].style), in: stack, minMain: minMain, maxMain: maxMain, minCross: minCross,
      maxCross: maxCross)
    let size = measure(child, range, stack.childParentSize)
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

// MARK: - 2. Lines

extension LayoutPass {
  /// A child that would make its line exceed the stack's maximum starts a new one, unless it is the line's first.
  private func breakIntoLines<Axis: StackAxis>(_ stack: StackPass<Axis>) {
    var line = StackLine(first: stack.firstChild, end: stack.firstChild, count: 0)
    var length = 0.0
    var spacing = 0.0
    var child = stack.firstChild
    while child < stack.end {
      let element = elements[child]
      let style = styles + Int(element.style)
      let childLength =
        style.pointee.style.spacingBefore + Axis.main(frames[child].size) + style.pointee.style.spacingAfter
      if line.count > 0 && stack.mainViolation(length + spacing + childLength) < 0 {
        scratch.pointee.lines.append(line)
        line = StackLine(first: child, end: child, count: 0)
        length = 0
        spacing = 0
      }
      length += spacing + childLength
      spacing = stack.record.pointee.parameters.spacing
      line.count += 1
      line.end = Int(element.end)
      child = line.end
    }
    scratch.pointee.lines.append(line)
  }

  /// The length of a line along the stack: its spacing and its children.
  func mainSize<Axis: StackAxis>(of line: StackLine, in stack: StackPass<Axis>, spacing: Double) -> Double {
    var sum = spacing
    var child = line.first
    while child < line.end {
      sum += Axis.main(frames[child].size)
      child = Int(elements[child].end)
    }
    return sum
  }

  /// The spacing of a line's children: between them, before and after.
  private func spacing<Axis: StackAxis>(of line: StackLine, in stack: StackPass<Axis>) -> Double {
    var sum = stack.record.pointee.parameters.spacing * Double(line.count - 1)
    var child = line.first
    while child < line.end {
      let element = elements[child]
      let style = styles + Int(element.style)
      sum = sum + style.pointee.style.spacingBefore + style.pointee.style.spacingAfter
      child = Int(element.end)
    }
    return sum
  }
}
