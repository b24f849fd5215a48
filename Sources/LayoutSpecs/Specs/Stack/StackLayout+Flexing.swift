// Step 3 of a stack's layout; see `StackLayout.swift`.

extension LayoutPass {
  /// Gives the points that a line lacks to children that grow, or takes its excess from those that shrink.
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
        if Recording.isOn { recorder.pointee.purpose = .flex(FlexAdjustment(by: 0, of: 0, factorSum: 0)) }
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
          recorder.pointee.purpose = .flex(
            FlexAdjustment(by: flexed - length, of: violation, factorSum: factorSum))
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
        FlexAdjustment(
          by: length - Axis.main(frames[child].size), of: violation,
          factorSum: stack.record.pointee.flexGrowSum))
    }
    measureChild(
      child, of: stack, minMain: length, maxMain: length, minCross: stack.minCross, maxCross: stack.maxCross)
  }

  /// Writes each child's share in place of its position, which is set after flexing: the points by which it grows (above
  /// 0) or shrinks (below 0). Returns the remainder.
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
