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
    let share = FlexShare(
      violation: violation, factorSum: factorSum,
      weightSum: violation > 0 ? 0 : shrinkWeightSum(of: line, in: stack, factorSum: factorSum))
    var remainder = shareOut(share, to: line, in: stack)
    var child = line.first
    while child < line.end {
      let element = elements[child]
      let adjustment = frames[child].origin.x
      if adjustment != 0 {
        let style = styles + Int(element.style)
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
      child = Int(element.end)
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

  func flexFactorSum(of line: StackLine, growing: Bool) -> Double {
    var sum = 0.0
    var child = line.first
    while child < line.end {
      let element = elements[child]
      let style = styles + Int(element.style)
      sum += growing ? style.pointee.style.flexGrow : style.pointee.style.flexShrink
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

  /// Writes each child's share in place of its position, which is set after flexing. Returns the remainder.
  private func shareOut<Axis: StackAxis>(
    _ share: FlexShare, to line: StackLine, in stack: StackPass<Axis>
  ) -> Double {
    let (elements, styles, frames) = (elements, styles, frames)
    var rest = share.violation
    var child = line.first
    while child < line.end {
      let element = elements + child
      let adjustment = share.adjustment(
        of: styles + Int(element.pointee.style), length: Axis.main(frames[child].size))
      frames[child].origin.x = adjustment
      rest -= adjustment
      child = Int(element.pointee.end)
    }
    return rest
  }
}

/// The distribution of a line's violation over its children.
private struct FlexShare {
  let violation: Double
  let factorSum: Double
  /// The sum of the children's lengths, each times its share of the shrink factors.
  let weightSum: Double

  /// Returns the points by which a child of this length grows (above 0) or shrinks (below 0).
  ///
  /// Growing shares are whole points at any scale. Shrinking shares are not rounded; they are weighted by the
  /// length, so that all children shrink in the same proportion.
  @inline(__always)
  func adjustment(of style: UnsafePointer<StyleRecord>, length: Double) -> Double {
    if violation > 0 { return floorWhole(violation * (style.pointee.style.flexGrow / factorSum)) }
    guard weightSum != 0 else { return 0 }
    return violation * (length * (style.pointee.style.flexShrink / factorSum) / weightSum)
  }
}
