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
  func layoutStack<Axis: StackAxis>(
    _ id: Int, _ element: ElementRecord, _ range: SizeRange, along axis: Axis.Type
  ) -> Size {
    let record = stacks[Int(element.payload)]
    guard record.childCount > 0 else { return range.min }
    let stack = StackPass<Axis>(record, range, id: id, end: Int(element.end))
    measureChildren(of: stack)
    if record.parameters.flexWrap == .noWrap {
      var line = StackLine(first: stack.firstChild, end: stack.end, count: Int(record.childCount))
      flex(line, of: stack)
      findCrossSize(of: &line, in: stack, isOnlyLine: true)
      stretchChildren(of: line, in: stack)
      line.mainSize = mainSize(of: line, in: stack)
      let offset = lineOffset(stack.crossViolation(line.crossSize), lineCount: 1, in: stack).first
      placeChildren(of: line, in: stack, crossOffset: offset)
      return range.clamp(Axis.size(main: larger(0, line.mainSize), cross: line.crossSize))
    }
    return layoutLines(of: stack)
  }

  /// Steps 2 to 6 for a stack that wraps. Its lines stand on top of those of the stacks around it.
  private func layoutLines<Axis: StackAxis>(of stack: StackPass<Axis>) -> Size {
    let base = scratch.pointee.lines.count
    breakIntoLines(stack)
    let count = scratch.pointee.lines.count - base
    defer { scratch.pointee.lines.removeLast(count) }
    for index in base..<base + count {
      flex(scratch.pointee.lines[index], of: stack)
    }
    for index in base..<base + count {
      findCrossSize(of: &scratch.pointee.lines[index], in: stack, isOnlyLine: count == 1)
    }
    let spacing = stack.record.parameters.lineSpacing * Double(count - 1)
    stretchLines(base..<base + count, of: stack, spacing: spacing)

    var mainSize = 0.0
    var crossSize = spacing
    for index in base..<base + count {
      stretchChildren(of: scratch.pointee.lines[index], in: stack)
      scratch.pointee.lines[index].mainSize = self.mainSize(of: scratch.pointee.lines[index], in: stack)
      mainSize = larger(mainSize, scratch.pointee.lines[index].mainSize)
      crossSize += scratch.pointee.lines[index].crossSize
    }
    let offset = lineOffset(stack.crossViolation(crossSize), lineCount: count, in: stack)
    var position = offset.first
    for index in base..<base + count {
      if index > base { position += offset.between + stack.record.parameters.lineSpacing }
      placeChildren(of: scratch.pointee.lines[index], in: stack, crossOffset: position)
      position += scratch.pointee.lines[index].crossSize
    }
    return stack.range.clamp(Axis.size(main: mainSize, cross: crossSize))
  }
}

// MARK: - 1. Measuring

extension LayoutPass {
  private func measureChildren<Axis: StackAxis>(of stack: StackPass<Axis>) {
    let mainParent = Axis.main(stack.childParentSize)
    let unmeasured = stack.unmeasuredChild
    var child = stack.firstChild
    while child < stack.end {
      let element = elements[child]
      if child == unmeasured {
        leaveWithoutLayout(child)
      } else {
        let basis = styles[Int(element.style)].style.flexBasis
        let length = basis.resolve(parentLength: mainParent, autoLength: .nan)
        let isAuto = length.isNaN || length == .infinity
        measureChild(
          child, of: stack, minMain: isAuto ? 0 : length, maxMain: isAuto ? .infinity : length,
          minCross: stack.minCross, maxCross: stack.maxCross)
      }
      child = Int(element.end)
    }
  }

  /// Measures a child of a stack in this length along it, and writes the size into the child's frame.
  ///
  /// Across, a child may be as small as it likes. One that is to stretch has at least `minCross` and at most `maxCross`,
  /// except that its own minimum and maximum come first; their fractions count as `auto` here.
  private func measureChild<Axis: StackAxis>(
    _ child: Int, of stack: StackPass<Axis>, minMain: Double, maxMain: Double, minCross: Double,
    maxCross: Double
  ) {
    let style = styles[Int(elements[child].style)]
    var lowest = 0.0
    var highest = maxCross
    if stack.alignment(of: style.style) == .stretch {
      let own = (Axis.cross(style.range.min), Axis.cross(style.range.max))
      lowest = own.0 != 0 ? own.0 : minCross
      highest = own.1 < .infinity ? own.1 : maxCross
    }
    let range = SizeRange(
      uncheckedMin: Axis.size(main: minMain, cross: lowest), max: Axis.size(main: maxMain, cross: highest))
    frames[child].size = measure(child, range, stack.childParentSize)
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
      let style = styles[Int(element.style)].style
      let childLength = style.spacingBefore + Axis.main(frames[child].size) + style.spacingAfter
      if line.count > 0 && stack.mainViolation(length + spacing + childLength) < 0 {
        scratch.pointee.lines.append(line)
        line = StackLine(first: child, end: child, count: 0)
        length = 0
        spacing = 0
      }
      length += spacing + childLength
      spacing = stack.record.parameters.spacing
      line.count += 1
      line.end = Int(element.end)
      child = line.end
    }
    scratch.pointee.lines.append(line)
  }

  /// The length of a line along the stack: its children, their spacing before and after, and what is between them.
  private func mainSize<Axis: StackAxis>(of line: StackLine, in stack: StackPass<Axis>) -> Double {
    var sum = stack.record.parameters.spacing * Double(line.count - 1)
    var child = line.first
    while child < line.end {
      let element = elements[child]
      let style = styles[Int(element.style)].style
      sum = sum + style.spacingBefore + style.spacingAfter
      child = Int(element.end)
    }
    child = line.first
    while child < line.end {
      sum += Axis.main(frames[child].size)
      child = Int(elements[child].end)
    }
    return sum
  }
}

// MARK: - 3. Flexing

extension LayoutPass {
  /// Gives what a line lacks to the children that grow, or takes what it has too much from those that shrink.
  ///
  /// It is done once: what a child cannot take because of its own minimum or maximum is not shared out again, for an
  /// exact length beats both.
  private func flex<Axis: StackAxis>(_ line: StackLine, of stack: StackPass<Axis>) {
    let violation = stack.mainViolation(mainSize(of: line, in: stack))
    let factorSum = abs(violation) < violationEpsilon ? 0 : flexFactorSum(of: line, growing: violation > 0)
    guard factorSum > 0 else {
      let unmeasured = stack.unmeasuredChild
      if unmeasured >= line.first && unmeasured < line.end && unmeasured > 0 {
        measureChild(
          unmeasured, of: stack, minMain: 0, maxMain: 0, minCross: stack.minCross, maxCross: stack.maxCross)
      }
      return
    }
    let share = FlexShare(
      violation: violation, factorSum: factorSum,
      weightSum: violation > 0 ? 0 : shrinkWeightSum(of: line, in: stack, factorSum: factorSum))
    var remainder = remainder(of: line, in: stack, share)
    var child = line.first
    while child < line.end {
      let element = elements[child]
      let style = styles[Int(element.style)].style
      let length = Axis.main(frames[child].size)
      let adjustment = share.adjustment(of: style, length: length)
      if adjustment != 0 {
        // What the whole points of the shares leave goes to the first child that flexes, if that one grows; a child
        // that only shrinks lets it be lost.
        let flexed = larger(length + adjustment + (style.flexGrow > 0 ? remainder : 0), 0)
        remainder = 0
        measureChild(
          child, of: stack, minMain: flexed, maxMain: flexed, minCross: stack.minCross,
          maxCross: stack.maxCross)
      }
      child = Int(element.end)
    }
  }

  private func flexFactorSum(of line: StackLine, growing: Bool) -> Double {
    var sum = 0.0
    var child = line.first
    while child < line.end {
      let element = elements[child]
      let style = styles[Int(element.style)].style
      sum += growing ? style.flexGrow : style.flexShrink
      child = Int(element.end)
    }
    return sum
  }

  private func shrinkWeightSum<Axis: StackAxis>(
    of line: StackLine, in stack: StackPass<Axis>, factorSum: Double
  ) -> Double {
    var sum = 0.0
    var child = line.first
    while child < line.end {
      let element = elements[child]
      sum += Axis.main(frames[child].size) * (styles[Int(element.style)].style.flexShrink / factorSum)
      child = Int(element.end)
    }
    return sum
  }

  /// What is left of the violation when every child has its share.
  private func remainder<Axis: StackAxis>(
    of line: StackLine, in stack: StackPass<Axis>, _ share: FlexShare
  ) -> Double {
    var rest = share.violation
    var child = line.first
    while child < line.end {
      let element = elements[child]
      rest -= share.adjustment(of: styles[Int(element.style)].style, length: Axis.main(frames[child].size))
      child = Int(element.end)
    }
    return rest
  }
}

/// How a line's violation is shared out.
private struct FlexShare {
  let violation: Double
  let factorSum: Double
  /// The sum of the lengths that shrink, each times its share of the factors.
  let weightSum: Double

  /// By how many points a child of this length grows (above 0) or shrinks (below 0).
  ///
  /// Growing shares are whole points, at any scale. Shrinking ones are not rounded; they are weighted by the length, so
  /// that all get smaller in the same proportion.
  func adjustment(of style: Style, length: Double) -> Double {
    if violation > 0 { return floorWhole(violation * (style.flexGrow / factorSum)) }
    guard weightSum != 0 else { return 0 }
    return violation * (length * (style.flexShrink / factorSum) / weightSum)
  }
}

// MARK: - 4. Length across

extension LayoutPass {
  private func findCrossSize<Axis: StackAxis>(
    of line: inout StackLine, in stack: StackPass<Axis>, isOnlyLine: Bool
  ) {
    var aboveBaseline = 0.0
    var belowBaseline = 0.0
    var largest = 0.0
    var child = line.first
    while child < line.end {
      let element = elements[child]
      let crossSize = Axis.cross(frames[child].size)
      if let baseline = baseline(of: child, crossSize, in: stack) {
        aboveBaseline = larger(aboveBaseline, baseline)
        belowBaseline = larger(belowBaseline, crossSize - baseline)
      } else {
        largest = larger(largest, crossSize)
      }
      child = Int(element.end)
    }
    line.baseline = aboveBaseline
    line.crossSize = larger(aboveBaseline + belowBaseline, largest)
    if isOnlyLine {
      line.crossSize = smaller(larger(stack.minCross, line.crossSize), stack.maxCross)
    }
  }

  /// How far the child's baseline is from its start; nil where the child is not aligned by it.
  private func baseline<Axis: StackAxis>(
    of child: Int, _ crossSize: Double, in stack: StackPass<Axis>
  ) -> Double? {
    switch stack.alignment(of: styles[Int(elements[child].style)].style) {
    case .baselineFirst: baselines(of: child).ascender
    case .baselineLast: crossSize + baselines(of: child).descender
    case .stretch, .start, .end, .center: nil
    }
  }
}

// MARK: - 5. Stretching

extension LayoutPass {
  /// Shares out to the lines what the stack lacks across, where it has more than one.
  private func stretchLines<Axis: StackAxis>(_ lines: Range<Int>, of stack: StackPass<Axis>, spacing: Double)
  {
    guard stack.record.parameters.alignContent == .stretch && lines.count > 1 else { return }
    let crossSize = lines.reduce(spacing) { $0 + scratch.pointee.lines[$1].crossSize }
    let violation = stack.crossViolation(crossSize)
    guard violation > 0 else { return }
    for index in lines {
      scratch.pointee.lines[index].crossSize += violation / Double(lines.count)
    }
  }

  /// Measures the children again that are to be as long as their line and are not.
  private func stretchChildren<Axis: StackAxis>(of line: StackLine, in stack: StackPass<Axis>) {
    var child = line.first
    while child < line.end {
      let element = elements[child]
      let size = frames[child].size
      if line.crossSize - Axis.cross(size) > violationEpsilon,
        stack.alignment(of: styles[Int(element.style)].style) == .stretch
      {
        measureChild(
          child, of: stack, minMain: Axis.main(size), maxMain: Axis.main(size),
          minCross: line.crossSize, maxCross: line.crossSize)
      }
      child = Int(element.end)
    }
  }
}

// MARK: - 6. Placing

extension LayoutPass {
  /// Where the first line begins across the stack, and what goes between lines besides their spacing.
  private func lineOffset<Axis: StackAxis>(
    _ violation: Double, lineCount: Int, in stack: StackPass<Axis>
  ) -> (first: Double, between: Double) {
    switch stack.record.parameters.alignContent {
    case .start, .stretch: (0, 0)
    case .center: spread(violation, over: lineCount, .center)
    case .end: spread(violation, over: lineCount, .end)
    case .spaceBetween: spread(violation, over: lineCount, .spaceBetween)
    case .spaceAround: spread(violation, over: lineCount, .spaceAround)
    }
  }

  /// Where the first of `count` things begins, and what goes between them, when `free` points are left over.
  ///
  /// Nothing goes between them if nothing is free, or there is only one.
  private func spread(_ free: Double, over count: Int, _ justify: JustifyContent) -> (
    first: Double, between: Double
  ) {
    let isSpread = free >= violationEpsilon && count > 1
    switch justify {
    case .start: return (0, 0)
    case .center: return (free / 2, 0)
    case .end: return (free, 0)
    case .spaceBetween: return isSpread ? (0, free / Double(count - 1)) : (0, 0)
    case .spaceAround:
      guard isSpread else { return (free / 2, 0) }
      let half = free / Double(count * 2)
      return (half, 2 * half)
    }
  }

  private func placeChildren<Axis: StackAxis>(
    of line: StackLine, in stack: StackPass<Axis>, crossOffset: Double
  ) {
    let offset = spread(
      stack.mainViolation(line.mainSize), over: line.count, stack.record.justifyContent)
    let between = stack.record.parameters.spacing + offset.between
    var position = offset.first
    var child = line.first
    while child < line.end {
      let element = elements[child]
      let style = styles[Int(element.style)].style
      let size = frames[child].size
      position += style.spacingBefore
      if child != line.first { position += between }
      let cross = crossOffset + crossPosition(of: child, style, Axis.cross(size), in: line, stack)
      frames[child].origin = Axis.point(main: position, cross: cross)
      position += Axis.main(size) + style.spacingAfter
      child = Int(element.end)
    }
  }

  private func crossPosition<Axis: StackAxis>(
    of child: Int, _ style: Style, _ crossSize: Double, in line: StackLine, _ stack: StackPass<Axis>
  ) -> Double {
    switch stack.alignment(of: style) {
    case .start, .stretch: 0
    case .end: line.crossSize - crossSize
    case .center: grid.floor((line.crossSize - crossSize) / 2)
    case .baselineFirst, .baselineLast: line.baseline - (baseline(of: child, crossSize, in: stack) ?? 0)
    }
  }
}
