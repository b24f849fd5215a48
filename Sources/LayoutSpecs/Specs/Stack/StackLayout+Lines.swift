// The layout of a stack that wraps, and steps 2 and 3; see `StackLayoutSpec.swift`.

extension LayoutPass {
  /// Runs all steps for a stack that wraps. In `scratch`, its lines follow the lines of the stacks around it.
  func layOutLines<Axis: StackAxis>(of stack: StackPass<Axis>) -> Size {
    let frames = frames
    for child in siblings(stack.firstChild, stack.end) {
      frames[child].size = measureAlone(child, of: stack)
    }
    let base = scratch.pointee.lines.count
    breakIntoLines(stack)
    let count = scratch.pointee.lines.count - base
    defer { scratch.pointee.lines.removeLast(count) }
    var naturalLength = 0.0
    for index in base..<base + count {
      let line = scratch.pointee.lines[index]
      let length = mainSize(of: line, in: stack, spacing: spacing(of: line, in: stack))
      if Recording.isOn { naturalLength = larger(naturalLength, length) }
      let violation = stack.mainViolation(length)
      let factorSum = siblings(line.first, line.end).reduce(0) { sum, child in
        let style = styles + Int(elements[child].style)
        return sum + (violation > 0 ? style.pointee.style.flexGrow : style.pointee.style.flexShrink)
      }
      flex(line, of: stack, violation: violation, factorSum: factorSum)
      measureRest(of: line, in: stack)
    }
    for index in base..<base + count {
      // A copy: finding a late baseline lays a stack out, which may append lines of its own.
      var line = scratch.pointee.lines[index]
      findCrossSize(of: &line, in: stack, isOnlyLine: count == 1)
      scratch.pointee.lines[index] = line
    }
    let spacing = stack.record.pointee.parameters.lineSpacing * Double(count - 1)
    if Recording.isOn { noteContent(of: Array(scratch.pointee.lines[base...]), naturalLength, in: stack) }
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
    return Axis.size(main: mainSize, cross: crossSize).clamped(to: stack.range)
  }
}

// MARK: - 2. Lines

extension LayoutPass {
  /// A child that would make its line exceed the stack's maximum starts a new line, unless it is the line's first.
  private func breakIntoLines<Axis: StackAxis>(_ stack: StackPass<Axis>) {
    var line = StackLine(first: stack.firstChild, end: stack.firstChild, count: 0)
    var length = 0.0
    var spacing = 0.0
    for child in siblings(stack.firstChild, stack.end) {
      let style = styles + Int(elements[child].style)
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
      line.end = Int(elements[child].end)
    }
    scratch.pointee.lines.append(line)
  }

  /// Returns the length of a line along the stack: its spacing and its children.
  func mainSize<Axis: StackAxis>(of line: StackLine, in stack: StackPass<Axis>, spacing: Double) -> Double {
    var sum = spacing
    for child in siblings(line.first, line.end) { sum += Axis.main(frames[child].size) }
    return sum
  }

  /// Returns the spacing of a line: between its children, before and after them.
  private func spacing<Axis: StackAxis>(of line: StackLine, in stack: StackPass<Axis>) -> Double {
    var sum = stack.record.pointee.parameters.spacing * Double(line.count - 1)
    for child in siblings(line.first, line.end) {
      let style = styles + Int(elements[child].style)
      sum = sum + style.pointee.style.spacingBefore + style.pointee.style.spacingAfter
    }
    return sum
  }
}

// MARK: - 3. Flexing

extension LayoutPass {
  /// Gives the points that a line lacks to children that grow, or takes its excess from children that shrink.
  ///
  /// There is one round: the points that a child cannot take because of its minimum or maximum are not shared
  /// out again, because an exact length beats both.
  ///
  /// - Parameters:
  ///   - violation: The points that the line lacks (above 0) or has in excess (below 0).
  ///   - factorSum: The sum of the line's factors in that direction.
  @inline(never)
  func flex<Axis: StackAxis>(
    _ line: StackLine, of stack: StackPass<Axis>, violation: Double, factorSum: Double
  ) {
    guard abs(violation) >= violationEpsilon && factorSum > 0 else {
      let unmeasured = stack.unmeasuredChild
      if unmeasured >= line.first && unmeasured < line.end && unmeasured > 0 {
        if Recording.isOn { recorder.pointee.purpose = .flex(by: 0, of: 0, factorSum: 0) }
        measureChild(
          unmeasured, of: stack, minMain: 0, maxMain: 0, minCross: stack.minCross, maxCross: stack.maxCross)
      }
      return
    }
    var remainder = shareOut(violation, to: line, in: stack, factorSum: factorSum)
    for child in siblings(line.first, line.end) {
      let adjustment = frames[child].origin.x
      if adjustment != 0 {
        let style = styles + Int(elements[child].style)
        let length = Axis.main(frames[child].size)
        // Shares are whole points. The first child that flexes gets the remainder if it grows; otherwise it
        // is lost.
        let flexed = larger(length + adjustment + (style.pointee.style.flexGrow > 0 ? remainder : 0), 0)
        remainder = 0
        if Recording.isOn {
          recorder.pointee.purpose = .flex(by: flexed - length, of: violation, factorSum: factorSum)
        }
        measureChildInlined(
          child, of: stack, minMain: flexed, maxMain: flexed, minCross: stack.minCross,
          maxCross: stack.maxCross)
      }
    }
  }

  /// Gives all points that a line lacks to its only growing child, as `flex` would: all other shares are 0.
  @inline(__always)
  func growAlone<Axis: StackAxis>(_ child: Int, by violation: Double, of stack: StackPass<Axis>) {
    let adjustment = floorWhole(violation)
    guard adjustment != 0 else { return }
    let length = larger(Axis.main(frames[child].size) + adjustment + (violation - adjustment), 0)
    if Recording.isOn {
      recorder.pointee.purpose = .flex(
        by: length - Axis.main(frames[child].size), of: violation,
        factorSum: stack.record.pointee.flexGrowSum)
    }
    measureChild(
      child, of: stack, minMain: length, maxMain: length, minCross: stack.minCross, maxCross: stack.maxCross)
  }

  /// Writes each child's share, the points by which it grows (above 0) or shrinks (below 0), in place of its position,
  /// which is set after flexing. Returns the remainder.
  ///
  /// Growing shares are whole points at any scale. Shrinking shares are not rounded; they are weighted by the
  /// length, so that all children shrink in the same proportion.
  private func shareOut<Axis: StackAxis>(
    _ violation: Double, to line: StackLine, in stack: StackPass<Axis>, factorSum: Double
  ) -> Double {
    let (styles, frames) = (styles, frames)
    var weightSum = 0.0
    if violation < 0 {
      for child in siblings(line.first, line.end) {
        let shrink = styles[Int(elements[child].style)].style.flexShrink
        weightSum += Axis.main(frames[child].size) * (shrink / factorSum)
      }
    }
    var rest = violation
    for child in siblings(line.first, line.end) {
      let style = styles + Int(elements[child].style)
      var share = 0.0
      if violation > 0 {
        share = floorWhole(violation * (style.pointee.style.flexGrow / factorSum))
      } else if weightSum != 0 {
        let weight = Axis.main(frames[child].size) * (style.pointee.style.flexShrink / factorSum)
        share = violation * (weight / weightSum)
      }
      frames[child].origin.x = share
      rest -= share
    }
    return rest
  }
}
