// The layout of a stack after a change of a few children; see `StackLayoutSpec.swift`.
//
// In the constraint of the last layout, if nothing flexes, the other children keep their sizes. So only the
// changed children are measured. If their sizes have not changed either, nothing is left to do. Otherwise the
// sizes are summed up again, and positions are written from the first changed child on, up to a child that
// stays where it is.

extension LayoutPass {
  /// Returns true if the frames of a stack's children, except changed children, are for this constraint.
  ///
  /// - Precondition: the stack's state is outdated.
  @inline(never)
  func mayUpdate(_ id: Int, in range: SizeRange) -> Bool {
    let cache = Int(elements[id].cache)
    return row(states[cache].outdatedRow, of: cache).pointee.matches(range, .zero)
  }

  /// Lays out a stack by measuring its changed children alone, and returns its size, not yet in whole pixels.
  /// Returns nil, and does nothing, if other children have to be measured too.
  ///
  /// - Complexity: constant if no size changes; otherwise linear in the number of children, at a few
  ///   additions each.
  func updateStack(_ id: Int, in range: SizeRange) -> Size? {
    let cache = Int(elements[id].cache)
    let isOutdated = states[cache].isOutdated
    guard isOutdated || states[cache].isNew(inPass: scratch.pointee.number) else { return nil }
    // The children's frames may belong to another constraint from now on.
    if scratch.pointee.changes.hasUpdates, let index = scratch.pointee.changes.index(of: id) {
      scratch.pointee.changes.elements[index].isUpdated = false
    }
    guard isOutdated, mayUpdate(id, in: range) else { return nil }
    let size = row(states[cache].outdatedRow, of: cache).pointee.size
    let (record, end) = (stacks + Int(elements[id].payload), Int(elements[id].end))
    return record.pointee.parameters.direction == .horizontal
      ? updateStack(StackPass<HorizontalAxis>(record, range, id: id, end: end), size)
      : updateStack(StackPass<VerticalAxis>(record, range, id: id, end: end), size)
  }

  /// - Parameters:
  ///   - stack: The stack, in the constraint of the last layout.
  ///   - lastSize: The stack's size in the last layout.
  private func updateStack<Axis: StackAxis>(_ stack: StackPass<Axis>, _ lastSize: Size) -> Size? {
    guard keepsOtherSizes(stack), let index = scratch.pointee.changes.index(of: stack.firstChild - 1) else {
      return nil
    }
    let changes = index + 1..<scratch.pointee.changes.firstIndex(notBefore: stack.end, from: index)
    if changes.isEmpty { return nil }
    let firstChange = measureChanges(changes, in: stack)
    if isAbandoned { return .zero }
    scratch.pointee.changes.elements[index].isUpdated = true
    scratch.pointee.changes.lastUpdate = max(scratch.pointee.changes.lastUpdate, index)
    // `lastSize` is rounded up, and the size before that is not known. Rounding again does not change a valid size.
    if firstChange == nil && grid.ceil(lastSize) == lastSize { return lastSize }
    writeSizes(of: changes)
    let line = line(of: stack)
    if keepsOtherPlaces(stack) {
      if let firstChange { placeChildren(of: line, in: stack, from: firstChange, changes) }
    } else {
      let offset = lineOffset(stack.crossViolation(line.crossSize), lineCount: 1, in: stack).first
      placeChildren(of: line, in: stack, crossOffset: offset)
    }
    return Axis.size(main: larger(0, line.mainSize), cross: line.crossSize).clamped(to: stack.range)
  }
}

// MARK: - Conditions

extension LayoutPass {
  /// Returns true if the other children keep their sizes if some change: each size depends on the stack's
  /// constraint alone, because nothing flexes, and nothing stretches to a length that depends on children.
  private func keepsOtherSizes<Axis: StackAxis>(_ stack: StackPass<Axis>) -> Bool {
    let record = stack.record
    guard record.pointee.parameters.flexWrap == .noWrap, stack.alignItems != .baselineFirst,
      stack.alignItems != .baselineLast
    else { return false }
    let mayGrow = record.pointee.flexGrowSum > 0 && !isNeverTooShort(stack)
    // A child that is not measured first may grow and shrink, in a stack of exact length.
    let mayShrink = record.pointee.flexShrinkSum > 0 && stack.maxMain < .infinity
    let mayStretch = stack.alignItems == .stretch || !record.pointee.hasUniformChildren
    return !mayGrow && !mayShrink && (stack.isExactAcross || !mayStretch)
  }

  /// Returns true if a child's position depends on the children before it alone.
  private func keepsOtherPlaces<Axis: StackAxis>(_ stack: StackPass<Axis>) -> Bool {
    let alignContent = stack.record.pointee.parameters.alignContent
    let startsAlong =
      stack.record.pointee.justifyContent == .start || stack.maxMain == .infinity && isNeverTooShort(stack)
    let startsAcross = stack.alignItems == .start && (alignContent == .start || alignContent == .stretch)
    return startsAlong && (stack.isExactAcross || startsAcross)
  }

  /// Returns true if the children cannot be shorter than the stack's minimum. Only user code has lengths below 0.
  private func isNeverTooShort<Axis: StackAxis>(_ stack: StackPass<Axis>) -> Bool {
    stack.minMain <= 0 && stack.record.pointee.spacingSum >= 0 && tables.pointee.algorithms.isEmpty
  }
}

// MARK: - Sizes

extension LayoutPass {
  /// Measures the changed children. Returns the index of the first child whose size has changed since the
  /// last layout; nil if there is none. Writes no frame: the descent may be abandoned, and then begins again.
  private func measureChanges<Axis: StackAxis>(_ changes: Range<Int>, in stack: StackPass<Axis>) -> Int? {
    var firstChange: Int?
    var index = changes.lowerBound
    while index < changes.upperBound {
      let child = scratch.pointee.changes.elements[index].id
      let lastSize = frames[child].size
      let size = finalSize(of: child, in: stack)
      // Undoes the write of a size, by stretching or by leaving the child without a layout.
      frames[child].size = lastSize
      if isAbandoned { return nil }
      scratch.pointee.changes.elements[index].size = size
      if firstChange == nil && !size.isSame(as: lastSize) { firstChange = index }
      index = scratch.pointee.changes.firstIndex(notBefore: Int(elements[child].end), from: index)
    }
    return firstChange
  }

  /// Runs steps 1 and 5 for one child of a stack that keeps the sizes of the others.
  private func finalSize<Axis: StackAxis>(of child: Int, in stack: StackPass<Axis>) -> Size {
    let alignment = stack.alignment(of: styles + Int(elements[child].style))
    var size = measureAlone(child, of: stack)
    if Axis.cross(size).isNaN { size = measureWithoutFlexing(child, of: stack) }
    if alignment == .stretch && stack.maxCross - Axis.cross(size) > violationEpsilon {
      size = measureChild(
        child, of: stack, minMain: Axis.main(size), maxMain: Axis.main(size), minCross: stack.maxCross,
        maxCross: stack.maxCross)
    }
    return size
  }

  /// Writes the sizes of changed children into their frames.
  private func writeSizes(of changes: Range<Int>) {
    var index = changes.lowerBound
    while index < changes.upperBound {
      let changed = scratch.pointee.changes.elements[index]
      frames[changed.id].size = changed.size
      index = scratch.pointee.changes.firstIndex(notBefore: Int(elements[changed.id].end), from: index)
    }
  }

  /// Sums up the children's sizes, in the order of the first pass.
  private func line<Axis: StackAxis>(of stack: StackPass<Axis>) -> StackLine {
    let frames = frames
    var mainSize = stack.record.pointee.spacingSum
    var crossSize = 0.0
    for child in siblings(stack.firstChild, stack.end) {
      mainSize += Axis.main(frames[child].size)
      crossSize = larger(crossSize, Axis.cross(frames[child].size))
    }
    return StackLine(
      first: stack.firstChild, end: stack.end, count: Int(stack.record.pointee.childCount),
      crossSize: smaller(larger(stack.minCross, crossSize), stack.maxCross), mainSize: mainSize)
  }
}

// MARK: - Places

extension LayoutPass {
  /// Places a changed child and the children behind it, up to a child that stays where it is. Then it goes on
  /// with the next changed child.
  ///
  /// It adds the same numbers as `placeChildren(of:in:crossOffset:)`, in the same order.
  private func placeChildren<Axis: StackAxis>(
    of line: StackLine, in stack: StackPass<Axis>, from firstChange: Int, _ changes: Range<Int>
  ) {
    var index = firstChange
    while index < changes.upperBound {
      let child = scratch.pointee.changes.elements[index].id
      let style = styles + Int(elements[child].style)
      let cross = crossPosition(of: child, style, Axis.cross(frames[child].size), in: line, stack)
      frames[child].origin = Axis.point(main: Axis.main(frames[child].origin), cross: cross)
      index = scratch.pointee.changes.firstIndex(notBefore: Int(elements[child].end), from: index)
      let next = index < changes.upperBound ? scratch.pointee.changes.elements[index].id : stack.end
      shiftChildren(behind: child, upTo: next, in: stack)
    }
  }

  /// Places the children behind `first` along the stack, up to and including `last`, or up to a child that stays.
  private func shiftChildren<Axis: StackAxis>(behind first: Int, upTo last: Int, in stack: StackPass<Axis>) {
    let (elements, styles, frames, end) = (elements, styles, frames, stack.end)
    let (between, isUniform) = (stack.spacing + 0, stack.record.pointee.hasUniformChildren)
    var child = first
    var position = Axis.main(frames[child].origin)
    while true {
      position += Axis.main(frames[child].size)
      if !isUniform {
        position =
          Axis.main(frames[child].origin)
          + (Axis.main(frames[child].size) + styles[Int(elements[child].style)].style.spacingAfter)
      }
      child = Int(elements[child].end)
      if child >= end { return }
      if !isUniform { position += styles[Int(elements[child].style)].style.spacingBefore }
      position += between
      if position == Axis.main(frames[child].origin) { return }
      frames[child].origin = Axis.point(main: position, cross: Axis.cross(frames[child].origin))
      if child == last { return }
    }
  }
}
