// The layout of a stack that wraps, and step 2; see `StackLayout.swift`.

extension LayoutPass {
  /// Runs all steps for a stack that wraps. Its lines follow those of the stacks around it in `scratch`.
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
      // A copy: finding a late baseline lays a stack out, and that may append lines of its own.
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
  /// A child with which its line would exceed the stack's maximum starts a new line, unless it is the first.
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
