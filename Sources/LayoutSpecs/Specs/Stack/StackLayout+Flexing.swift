// Step 3 of a stack's layout; see `StackLayout.swift`.

extension LayoutPass {
  /// Gives what a line lacks to the children that grow, or takes what it has too much from those that shrink.
  ///
  /// It is done once: what a child cannot take because of its own minimum or maximum is not shared out again, for an
  /// exact length beats both.
  ///
  /// - Parameters:
  ///   - violation: What the line lacks, above 0, or has too much, below 0.
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
        // What the whole points of the shares leave goes to the first child that flexes, if that one grows; a child
        // that only shrinks lets it be lost.
        let flexed = larger(length + adjustment + (style.pointee.style.flexGrow > 0 ? remainder : 0), 0)
        remainder = 0
        if Recording.isOn {
          recorder.pointee.purpose = .flex(
            FlexAdjustment(by: flexed - length, of: violation, factorSum: factorSum))
        }
        measureChildInline(
          child, of: stack, minMain: flexed, maxMain: flexed, minCross: stack.minCross,
          maxCross: stack.maxCross)
      }
      child = Int(element.end)
    }
  }

  /// Gives all that a line lacks to the one child that grows: as `flex` does, for which all other shares are 0.
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

  /// Notes each child's share in place of its position, which is written anew once all have flexed, and returns what is left of
  /// the violation.
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
  @inline(__always)
  func adjustment(of style: UnsafePointer<StyleRecord>, length: Double) -> Double {
    if violation > 0 { return floorWhole(violation * (style.pointee.style.flexGrow / factorSum)) }
    guard weightSum != 0 else { return 0 }
    return violation * (length * (style.pointee.style.flexShrink / factorSum) / weightSum)
  }
}
