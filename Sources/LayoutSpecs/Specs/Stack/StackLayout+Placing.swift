// Steps 4 to 6 of a stack's layout; see `StackLayoutSpec.swift`.

// MARK: - 4. Length across

extension LayoutPass {
  #if compiler(>=6.3)
  @inline(always)
  #endif
  func findCrossSize<Axis: StackAxis>(of line: inout StackLine, in stack: StackPass<Axis>, isOnlyLine: Bool) {
    var aboveBaseline = 0.0
    var belowBaseline = 0.0
    var largest = 0.0
    for child in siblings(line.first, line.end) {
      let crossSize = Axis.cross(frames[child].size)
      if let baseline = baseline(of: child, crossSize, in: stack) {
        aboveBaseline = larger(aboveBaseline, baseline)
        belowBaseline = larger(belowBaseline, crossSize - baseline)
      } else {
        largest = larger(largest, crossSize)
      }
    }
    line.baseline = aboveBaseline
    line.crossSize = larger(aboveBaseline + belowBaseline, largest)
    if isOnlyLine {
      line.crossSize = smaller(larger(stack.minCross, line.crossSize), stack.maxCross)
    }
  }

  /// Returns the distance of the child's baseline from the child's start; nil if it is not aligned by its baseline.
  #if compiler(>=6.3)
  @inline(always)
  #endif
  func baseline<Axis: StackAxis>(of child: Int, _ crossSize: Double, in stack: StackPass<Axis>) -> Double? {
    switch stack.alignment(of: styles + Int(elements[child].style)) {
    case .baselineFirst: baselines(of: child, forLast: false).ascender
    case .baselineLast: crossSize + baselines(of: child, forLast: true).descender
    case .stretch, .start, .end, .center: nil
    }
  }
}

// MARK: - 5. Stretching

extension LayoutPass {
  /// Distributes the points that the stack lacks on the cross axis over its lines, if there are several.
  func stretchLines<Axis: StackAxis>(_ lines: Range<Int>, of stack: StackPass<Axis>, spacing: Double) {
    guard stack.record.pointee.parameters.alignContent == .stretch && lines.count > 1 else { return }
    let crossSize = lines.reduce(spacing) { $0 + scratch.pointee.lines[$1].crossSize }
    let violation = stack.crossViolation(crossSize)
    guard violation > 0 else { return }
    for index in lines {
      scratch.pointee.lines[index].crossSize += violation / Double(lines.count)
    }
  }

  /// Measures again the children that stretch and are shorter than their line.
  func stretchChildren<Axis: StackAxis>(of line: StackLine, in stack: StackPass<Axis>) {
    let mayStretch = !stack.record.pointee.hasUniformChildren || stack.alignItems == .stretch
    guard mayStretch else { return }
    for child in siblings(line.first, line.end) {
      let size = frames[child].size
      if line.crossSize - Axis.cross(size) > violationEpsilon,
        stack.alignment(of: styles + Int(elements[child].style)) == .stretch
      {
        if Recording.isOn { recorder.pointee.purpose = .stretch }
        measureChildInlined(
          child, of: stack, minMain: Axis.main(size), maxMain: Axis.main(size),
          minCross: line.crossSize, maxCross: line.crossSize)
      }
    }
  }
}

// MARK: - 6. Placing

extension LayoutPass {
  /// Returns the start of the first line across the stack, and the space between lines besides the stack's `lineSpacing`.
  func lineOffset<Axis: StackAxis>(
    _ violation: Double, lineCount: Int, in stack: StackPass<Axis>
  ) -> (first: Double, between: Double) {
    switch stack.record.pointee.parameters.alignContent {
    case .start, .stretch: (0, 0)
    case .center: spread(violation, over: lineCount, .center)
    case .end: spread(violation, over: lineCount, .end)
    case .spaceBetween: spread(violation, over: lineCount, .spaceBetween)
    case .spaceAround: spread(violation, over: lineCount, .spaceAround)
    }
  }

  /// Returns the start of the first of `count` items, and the space between them, with `free` points left.
  ///
  /// There is no space between them if nothing is free, or if there is only one.
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

  func placeChildren<Axis: StackAxis>(of line: StackLine, in stack: StackPass<Axis>, crossOffset: Double) {
    let offset = spread(
      stack.mainViolation(line.mainSize), over: line.count, stack.record.pointee.justifyContent)
    let between = stack.spacing + offset.between
    if stack.record.pointee.hasUniformChildren && stack.alignItems != .baselineFirst
      && stack.alignItems != .baselineLast
    {
      placeUniformChildren(of: line, in: stack, from: offset.first, between: between, crossOffset)
      return
    }
    var position = offset.first
    for child in siblings(line.first, line.end) {
      let style = styles + Int(elements[child].style)
      let size = frames[child].size
      position += style.pointee.style.spacingBefore
      if child != line.first { position += between }
      let cross = crossOffset + crossPosition(of: child, style, Axis.cross(size), in: line, stack)
      frames[child].origin = Axis.point(main: position, cross: cross)
      position += Axis.main(size) + style.pointee.style.spacingAfter
    }
  }

  /// `placeChildren` for children whose styles do not matter.
  @inline(__always)
  private func placeUniformChildren<Axis: StackAxis>(
    of line: StackLine, in stack: StackPass<Axis>, from first: Double, between: Double, _ crossOffset: Double
  ) {
    // Copies, because for the compiler a write to a frame may be a write to the pass itself.
    let (frames, grid) = (frames, grid)
    let (alignment, crossSize) = (stack.alignItems, line.crossSize)
    var position = first
    for child in siblings(line.first, line.end) {
      let size = frames[child].size
      var cross = crossOffset
      if alignment == .center {
        cross += grid.floor((crossSize - Axis.cross(size)) / 2)
      } else if alignment == .end {
        cross += crossSize - Axis.cross(size)
      }
      frames[child].origin = Axis.point(main: position, cross: cross)
      position += Axis.main(size)
      position += between
    }
  }

  #if compiler(>=6.3)
  @inline(always)
  #endif
  func crossPosition<Axis: StackAxis>(
    of child: Int, _ style: UnsafePointer<StyleRecord>, _ crossSize: Double, in line: StackLine,
    _ stack: StackPass<Axis>
  ) -> Double {
    switch stack.alignment(of: style) {
    case .start, .stretch: 0
    case .end: line.crossSize - crossSize
    case .center: grid.floor((line.crossSize - crossSize) / 2)
    case .baselineFirst, .baselineLast: line.baseline - (baseline(of: child, crossSize, in: stack) ?? 0)
    }
  }
}
