// The validity of a stack's size; see `AnswerValidity.swift`, and the steps in `StackLayout.swift`.

/// The answers of a stack's child in the steps of one layout.
private struct ChildSteps {
  let child: Int
  /// The answer of step 1, which may give the length along the stack alone.
  var first: AnswerBook.ChildAnswer?
  /// The answer of step 1 or 3, which decides the child's length across before it is stretched.
  var flexed: AnswerBook.ChildAnswer?
  /// The last answer, which decides the length along the stack.
  var last: AnswerBook.ChildAnswer?
}

extension StackPass {
  fileprivate var mainBounds: LengthBounds { (minMain, maxMain) }
  fileprivate var crossBounds: LengthBounds { (minCross, maxCross) }
}

extension LayoutPass {
  /// Returns the ranges in which the stack has the same length along its axis, and the same length across.
  func stackValidity<Axis: StackAxis>(
    _ id: Int, _ record: UnsafePointer<StackRecord>, _ range: SizeRange,
    _ answers: ArraySlice<AnswerBook.ChildAnswer>, along axis: Axis.Type
  ) -> SizeValidity {
    let stack = StackPass<Axis>(record, range, id: id, end: Int(elements[id].end))
    guard record.pointee.childCount > 0, stack.minMain <= stack.maxMain, stack.minCross <= stack.maxCross,
      let steps = steps(of: stack, answers)
    else { return .only(range) }
    let lines = lines(of: stack, steps)
    return validity(of: stack, lines.lines, breaks: lines.lengths)
  }

  /// Returns the answers of each child; nil if the stack's size depends on more than these.
  private func steps<Axis: StackAxis>(
    of stack: StackPass<Axis>, _ answers: ArraySlice<AnswerBook.ChildAnswer>
  ) -> [ChildSteps]? {
    var steps: [ChildSteps] = []
    var child = stack.firstChild
    while child < stack.end {
      let style = styles + Int(elements[child].style)
      switch stack.alignment(of: style) {
      case .baselineFirst, .baselineLast:
        // Such a baseline depends on the child's layout, not on its size alone.
        if elements[child].flags.contains(.hasLateBaseline) { return nil }
      case .stretch, .start, .end, .center: break
      }
      steps.append(ChildSteps(child: child))
      child = Int(elements[child].end)
    }
    var place: [Int: Int] = [:]
    for (index, step) in steps.enumerated() { place[step.child] = index }
    for answer in answers {
      guard let index = place[answer.child] else { return nil }
      switch answer.purpose {
      case .firstPass:
        if steps[index].first == nil { steps[index].first = answer }
        steps[index].flexed = answer
      case .flex: steps[index].flexed = answer
      case .stretch: break
      default: return nil
      }
      steps[index].last = answer
    }
    return steps.contains { $0.last == nil } ? nil : steps
  }

  /// Returns the children of each line, and the stack lengths that give the same line breaks.
  private func lines<Axis: StackAxis>(
    of stack: StackPass<Axis>, _ steps: [ChildSteps]
  ) -> (lines: [ArraySlice<ChildSteps>], lengths: LengthInterval) {
    var lengths = LengthInterval.all
    guard stack.record.pointee.parameters.flexWrap == .wrap else { return ([steps[...]], lengths) }
    var lines: [ArraySlice<ChildSteps>] = []
    var begin = 0
    var length = 0.0
    var spacing = 0.0
    for (index, step) in steps.enumerated() {
      let style = styles[Int(elements[step.child].style)].style
      let childLength = style.spacingBefore + firstLength(step, of: stack) + style.spacingAfter
      if index > begin {
        let sum = length + spacing + childLength
        if stack.mainViolation(sum) < 0 {
          lengths.highest = smaller(lengths.highest, sum.nextDown)
          lines.append(steps[begin..<index])
          (begin, length, spacing) = (index, 0, 0)
        } else {
          lengths.lowest = larger(lengths.lowest, smaller(sum, stack.maxMain))
        }
      }
      length += spacing + childLength
      spacing = stack.spacing
    }
    lines.append(steps[begin...])
    return (lines, lengths)
  }

  private func firstLength<Axis: StackAxis>(_ step: ChildSteps, of stack: StackPass<Axis>) -> Double {
    step.child == stack.unmeasuredChild ? 0 : Axis.main((step.first?.size ?? .zero))
  }

  private func validity<Axis: StackAxis>(
    of stack: StackPass<Axis>, _ lines: [ArraySlice<ChildSteps>], breaks: LengthInterval
  ) -> SizeValidity {
    // The ranges in which the same children flex by the same amounts.
    var steps = Axis.validity(main: AxisValidity(max: breaks))
    // In an exact length an only flexible child is measured in another way, and a fraction is a basis.
    if stack.record.pointee.onlyFlexibleChild != 0
      || lines.joined().contains(where: {
        styles[Int(elements[$0.child].style)].style.flexBasis.unit == .fraction
      })
    {
      steps &= Axis.validity(main: .asExact(stack.mainBounds))
    }
    // The same ranges for the length across, which may not depend on the amounts.
    var across = steps
    // The ranges in which the children's lengths are valid, along and across.
    var main = RangeValidity.all
    var cross = RangeValidity.all
    var longest = 0.0
    var crossSize = stack.record.pointee.parameters.lineSpacing * Double(lines.count - 1)
    // False if the length along the stack depends on a child that is stretched.
    var stretchesFreely = true

    for line in lines {
      let (exactly, roughly) = flexValidity(of: line, in: stack)
      steps &= Axis.validity(main: exactly)
      across &= Axis.validity(main: roughly)
      var largest = 0.0
      var (aboveBaseline, belowBaseline) = (0.0, 0.0)
      var lineLength = spacing(of: line, in: stack)
      for step in line {
        guard let flexed = step.flexed, let last = step.last else { continue }
        if let first = step.first, step.child != stack.unmeasuredChild {
          let validity = given(Axis.main(first.validity), to: step.child, of: stack)
          steps &= validity
          across &= validity
        }
        cross &= given(Axis.cross(flexed.validity), to: step.child, of: stack)
        let length = Axis.cross(flexed.size)
        if let baseline = baseline(of: step.child, length, in: stack) {
          aboveBaseline = larger(aboveBaseline, baseline)
          belowBaseline = larger(belowBaseline, length - baseline)
        } else {
          largest = larger(largest, length)
        }
        lineLength += Axis.main(last.size)
        if last.purpose != .stretch { main &= given(Axis.main(last.validity), to: step.child, of: stack) }
        if !elements[step.child].flags.contains(.fillsExactRange),
          stack.alignment(of: styles + Int(elements[step.child].style)) == .stretch
        {
          stretchesFreely = false
        }
      }
      crossSize += larger(aboveBaseline + belowBaseline, largest)
      longest = larger(longest, lineLength)
    }
    if lines.count > 1, stack.record.pointee.parameters.alignContent == .stretch, crossSize < stack.minCross {
      cross &= Axis.validity(cross: .only(stack.crossBounds))
    }
    cross &= Axis.validity(cross: .clamping(crossSize, in: stack.crossBounds))
    cross &= across
    main &= steps
    if !stretchesFreely { main &= cross }
    main &= Axis.validity(main: .clamping(larger(0, longest), in: stack.mainBounds))
    return Axis.validity(main: main, cross: cross)
  }

  /// Returns the stack's ranges in which a child's range is one for which the answer is valid. Along the
  /// stack, the child's lengths do not depend on the stack's range, or it flexes to them.
  private func given<Axis: StackAxis>(
    _ validity: RangeValidity, to child: Int, of stack: StackPass<Axis>
  ) -> RangeValidity {
    let style = styles + Int(elements[child].style)
    var bounds = Axis.cross(validity)
    if stack.alignment(of: style) == .stretch {
      // The child's own minimum and maximum beat the stack's. They must not get past the stack's other bound.
      let own = (Axis.cross(style.pointee.range.min), Axis.cross(style.pointee.range.max))
      if own.0 != 0 { bounds.min = .all }
      if own.1 < .infinity { bounds.max = .all }
      if own.0 != 0, own.1 == .infinity {
        bounds.max &= own.0 <= stack.maxCross ? .atLeast(own.0) : .only(stack.maxCross)
      } else if own.0 == 0, own.1 < .infinity {
        bounds.min &= stack.minCross <= own.1 ? .atMost(own.1) : .only(stack.minCross)
      }
    } else {
      bounds.min = .all
    }
    // A fraction of the stack depends on whether the stack's length is exact.
    let isHorizontal = Axis.self == HorizontalAxis.self
    if isHorizontal ? validity.seesParentHeight : validity.seesParentWidth {
      bounds &= .asExact(stack.crossBounds)
    }
    let seesMain = isHorizontal ? validity.seesParentWidth : validity.seesParentHeight
    return Axis.validity(main: seesMain ? .asExact(stack.mainBounds) : .all, cross: bounds)
  }

  private func spacing<Axis: StackAxis>(of line: ArraySlice<ChildSteps>, in stack: StackPass<Axis>) -> Double
  {
    var sum = stack.spacing * Double(line.count - 1)
    for step in line {
      let style = styles[Int(elements[step.child].style)].style
      sum = sum + style.spacingBefore + style.spacingAfter
    }
    return sum
  }
}

// MARK: - Flexing

extension LayoutPass {
  /// Returns the bounds along the stack in which a line flexes by exactly as much, and the bounds in which
  /// every child that flexes keeps its length across.
  private func flexValidity<Axis: StackAxis>(
    of line: ArraySlice<ChildSteps>, in stack: StackPass<Axis>
  ) -> (exactly: AxisValidity, roughly: AxisValidity) {
    var length = spacing(of: line, in: stack)
    var growSum = 0.0
    var shrinkSum = 0.0
    for step in line {
      length += firstLength(step, of: stack)
      growSum += styles[Int(elements[step.child].style)].style.flexGrow
      shrinkSum += styles[Int(elements[step.child].style)].style.flexShrink
    }
    let violation = stack.mainViolation(length)
    let factorSum = violation > 0 ? growSum : shrinkSum
    guard abs(violation) >= violationEpsilon && factorSum > 0 else {
      let bounds = AxisValidity(
        min: growSum > 0 ? .atMost(larger(length, stack.minMain)) : .all,
        max: shrinkSum > 0 ? .atLeast(smaller(length, stack.maxMain)) : .all)
      return (bounds, bounds)
    }
    let isGrowing = violation > 0
    let bound = isGrowing ? stack.minMain : stack.maxMain
    let lengths =
      bounds(withLengthsAcrossOf: line, length: length, factorSum: factorSum, at: bound, in: stack)
      ?? .only(bound)
    func validity(_ lengths: LengthInterval) -> AxisValidity {
      isGrowing ? AxisValidity(min: lengths) : AxisValidity(max: lengths)
    }
    return (validity(.only(bound)), validity(lengths))
  }

  /// Returns the bounds along the stack in which the same children flex and keep their lengths across, if
  /// known.
  private func bounds<Axis: StackAxis>(
    withLengthsAcrossOf line: ArraySlice<ChildSteps>, length: Double, factorSum: Double, at bound: Double,
    in stack: StackPass<Axis>
  ) -> LengthInterval? {
    let isGrowing = bound > length
    var weightSum = 0.0
    var hasRemainder = false
    for step in line {
      let style = styles[Int(elements[step.child].style)].style
      if style.flexGrow > 0 { hasRemainder = true }
      weightSum += firstLength(step, of: stack) * (style.flexShrink / factorSum)
    }
    // The shares' remainder goes to one child: up to a point per growing child, otherwise a rounding error.
    let slack = isGrowing ? Double(line.count + 1) : hasRemainder ? 1e-6 : 0
    // Lengths grow with the bound, so testing both ends is enough.
    func holds(_ bound: Double) -> Bool {
      let violation = bound - length
      guard isGrowing ? violation >= violationEpsilon : violation <= -violationEpsilon else { return false }
      return line.allSatisfy { step in
        let style = styles[Int(elements[step.child].style)].style
        let before = firstLength(step, of: stack)
        let adjustment =
          isGrowing
          ? floorWhole(violation * (style.flexGrow / factorSum))
          : weightSum != 0 ? violation * (before * (style.flexShrink / factorSum) / weightSum) : 0
        guard let flexed = step.flexed, case .flex = flexed.purpose else { return adjustment == 0 }
        let flexedLength = larger(before + adjustment, 0)
        let bounds = Axis.main(Axis.cross(flexed.validity))
        return adjustment != 0 && bounds.contains((flexedLength - slack, flexedLength - slack))
          && bounds.contains((flexedLength + slack, flexedLength + slack))
      }
    }
    guard holds(bound) else { return nil }
    return LengthInterval(
      lowest: furthest(from: bound, to: isGrowing ? length : 0, holds),
      highest: furthest(from: bound, to: isGrowing ? 9_999_999 : length, holds))
  }

  /// Returns the length furthest from `near`, to a thousandth of the way to `far`, at which `holds` is true.
  private func furthest(from near: Double, to far: Double, _ holds: (Double) -> Bool) -> Double {
    if holds(far) { return far }
    var (inside, outside) = (near, far)
    for _ in 0..<10 {
      let middle = (inside + outside) / 2
      if holds(middle) { inside = middle } else { outside = middle }
    }
    return inside
  }
}
