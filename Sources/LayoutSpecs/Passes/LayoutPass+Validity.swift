// Finding the constraints for which an answer is valid; see `AnswerValidity.swift`.

// MARK: - Answers to questions

extension LayoutPass {
  /// Returns the size of an element in a constraint from answers for others; nil if none is valid there.
  @inline(never)
  func sizeFromOtherAnswers(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> Size? {
    guard recorder.pointee.book != nil,
      let width = length(of: id, in: range, parentSize, along: HorizontalAxis.self),
      let height = length(of: id, in: range, parentSize, along: VerticalAxis.self)
    else { return nil }
    return Size(width.length, height.length)
  }

  /// Returns the length of an element along an axis from another answer, with its validity; nil without one.
  func lengthFromAnotherAnswer<Axis: StackAxis>(
    of id: Int, _ given: SizeRange, _ parentSize: Size, along axis: Axis.Type
  ) -> (length: Double, validity: RangeValidity)? {
    guard recorder.pointee.book != nil else { return nil }
    let range = resolvedRange(of: id, given, parentSize)
    guard let known = length(of: id, in: range, keyed(parentSize, of: id), along: axis) else { return nil }
    return (known.length, unresolved(known.validity, for: id, given, parentSize))
  }

  /// Returns the known length along an axis in a range that includes the element's style, with its validity.
  private func length<Axis: StackAxis>(
    of id: Int, in range: SizeRange, _ parentSize: Size, along axis: Axis.Type
  ) -> (length: Double, validity: RangeValidity)? {
    guard range.isOrdered else { return nil }
    let (lowest, highest) = (Axis.main(range.min), Axis.main(range.max))
    if elements[id].flags.contains(.fillsExactRange), lowest == highest, lowest < .infinity {
      // An element that fills an exact length has that length whatever its range on the other axis.
      return (grid.ceil(lowest), Axis.validity(main: .only((lowest, highest))))
    }
    let answer = recorder.pointee.book?.answer(
      of: Int(elements[id].cache), in: range, parentSize, along: axis,
      counting: &scratch.pointee.work.answersLookedAt)
    return answer.map { (Axis.main($0.size), Axis.main($0.validity)) }
  }

  /// Records, for the parent, the constraints for which the innermost event's answer is valid.
  func noteChildAnswer(_ size: Size) {
    guard let event = recorder.pointee.innermost, event.purpose.isQuestion else { return }
    let id = event.element.index
    let validity: SizeValidity
    switch event.outcome {
    case .leftEmpty: validity = .only(event.given)
    case .putOff: validity = recorder.pointee.putOffValidity ?? .all
    default:
      let resolved = validityOfAnswer(id, event.resolved, event.parentSize)
      validity = SizeValidity(
        width: unresolved(resolved.width, for: id, event.given, event.parentSize),
        height: unresolved(resolved.height, for: id, event.given, event.parentSize))
    }
    recorder.pointee.putOffValidity = nil
    recorder.pointee.book?.childAnswers.append(
      AnswerBook.ChildAnswer(
        child: id, purpose: event.purpose, given: event.given, size: size, validity: validity))
  }

  /// Returns the ranges, including the element's style, for which its size in this range is valid.
  private func validityOfAnswer(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> SizeValidity {
    let element = elements[id]
    guard element.kind.isCached else {
      return range.isOrdered ? validityOfLeaf(id, range) : .only(range)
    }
    let key = keyed(parentSize, of: id)
    return SizeValidity(
      width: length(of: id, in: range, key, along: HorizontalAxis.self)?.validity ?? .only(range),
      height: length(of: id, in: range, key, along: VerticalAxis.self)?.validity ?? .only(range))
  }

  /// Returns the parent's size as a part of the cache's key: 0 × 0 if nothing below the element depends on it.
  private func keyed(_ parentSize: Size, of id: Int) -> Size {
    elements[id].kind.ignoresOwnSize && elements[id].flags.contains(.seesParentSize) ? parentSize : .zero
  }

  private func validityOfLeaf(_ id: Int, _ range: SizeRange) -> SizeValidity {
    switch elements[id].kind {
    case .sizedNode: return clamping(sizes[Int(elements[id].payload)], in: range)
    case .text:
      let text = texts[Int(elements[id].payload)]
      let size = textSize(Int(elements[id].payload), maxWidth: range.max.width)
      var validity = clamping(size, in: range)
      let widths = widths(withLinesOf: text, wraps[Int(elements[id].payload)], range.max.width)
      validity.width.horizontal.max &= widths
      validity.height.horizontal.max &= widths
      return validity
    case .spec: return clamping(.zero, in: range)
    default: return .only(range)
    }
  }

  /// Returns the widths in which a text has the same lines as in this one.
  private func widths(withLinesOf text: TextRecord, _ wrap: WrapRow, _ width: Double) -> LengthInterval {
    let characters = width / text.advance
    let length = Double(text.longestLine)
    if characters >= length {
      let narrowest = length * text.advance
      return .atLeast(narrowest <= width && narrowest / text.advance >= length ? narrowest : width)
    }
    // This is the rule of `textSize`, so that both agree to the last bit.
    func count(in width: Double) -> UInt32 {
      let characters = width / text.advance
      return characters >= 1 ? UInt32(smaller(characters, 4e9)) : 1
    }
    let narrowest = Double(wrap.narrowest) * text.advance
    let widest = Double(wrap.widest) * text.advance
    let isLower = narrowest <= width && count(in: narrowest) >= wrap.narrowest
    let isHigher = widest >= width && count(in: widest) <= wrap.widest && widest / text.advance < length
    return LengthInterval(lowest: isLower ? narrowest : width, highest: isHigher ? widest : width)
  }

  private func clamping(_ size: Size, in range: SizeRange) -> SizeValidity {
    SizeValidity(
      width: RangeValidity(horizontal: .clamping(size.width, in: range.widths)),
      height: RangeValidity(vertical: .clamping(size.height, in: range.heights)))
  }

  /// Returns the ranges, before the element's style applies, that resolve to the ranges of this validity.
  private func unresolved(
    _ validity: RangeValidity, for id: Int, _ given: SizeRange, _ parentSize: Size
  ) -> RangeValidity {
    let element = elements + id
    if element.pointee.kind.ignoresOwnSize {
      var validity = validity
      let seesParentSize = element.pointee.flags.contains(.seesParentSize)
      (validity.seesParentWidth, validity.seesParentHeight) = (seesParentSize, seesParentSize)
      return validity
    }
    if element.pointee.flags.contains(.hasAutoSize) {
      return RangeValidity(
        horizontal: given.min.width <= given.max.width ? validity.horizontal : .only(given.widths),
        vertical: given.min.height <= given.max.height ? validity.vertical : .only(given.heights))
    }
    let style = styles + Int(element.pointee.style)
    let own = style.pointee.range(in: parentSize)
    return RangeValidity(
      horizontal: unresolved(validity.horizontal, given.widths, own.widths),
      vertical: unresolved(validity.vertical, given.heights, own.heights),
      seesParentWidth: style.pointee.isWidthRelative && validity.horizontal != .all,
      seesParentHeight: style.pointee.isHeightRelative && validity.vertical != .all)
  }

  /// One axis of `unresolved`; see `lengthIntersection`.
  private func unresolved(
    _ validity: AxisValidity, _ given: LengthBounds, _ own: LengthBounds
  ) -> AxisValidity {
    if validity == .all { return .all }
    guard given.min <= given.max, larger(given.min, own.min) <= smaller(given.max, own.max) else {
      return .only(given)
    }
    return AxisValidity(
      min: LengthInterval(
        lowest: validity.min.lowest <= own.min ? -.infinity : validity.min.lowest,
        highest: smaller(validity.min.highest, own.max)),
      max: LengthInterval(
        lowest: larger(validity.max.lowest, own.min),
        highest: validity.max.highest >= own.max ? .infinity : validity.max.highest))
  }
}

// MARK: - Layouts

extension LayoutPass {
  /// Records the size of an element that was laid out, with its validity.
  ///
  /// - Parameter first: The index of the first answer for its children.
  func noteAnswer(
    _ id: Int, _ range: SizeRange, _ parentSize: Size, _ size: Size, firstChildAnswer first: Int
  ) {
    guard var book = recorder.pointee.book else { return }
    recorder.pointee.book = nil
    let validity = validity(id, range, size, book.childAnswers[first...])
    book.childAnswers.removeSubrange(first...)
    book.note(
      AnswerBook.Answer(parentSize: parentSize, size: grid.ceil(size), validity: validity),
      of: Int(elements[id].cache))
    recorder.pointee.book = book
  }

  private func validity(
    _ id: Int, _ range: SizeRange, _ size: Size, _ answers: ArraySlice<AnswerBook.ChildAnswer>
  ) -> SizeValidity {
    guard range.isOrdered else { return .only(range) }
    let payload = Int(elements[id].payload)
    let kind = elements[id].kind
    switch kind {
    case .stack:
      return stacks[payload].parameters.direction == .horizontal
        ? stackValidity(id, stacks + payload, range, answers, along: HorizontalAxis.self)
        : stackValidity(id, stacks + payload, range, answers, along: VerticalAxis.self)
    case .overlay, .background:
      // The other element is as large as the child, which has the spec's own parent size.
      guard let answer = answers.first(where: { $0.child == id + 1 }) else { return .only(range) }
      return SizeValidity(width: handedOn(answer.validity.width), height: handedOn(answer.validity.height))
    case .compositeNode, .wrapper, .corner:
      if kind == .corner && tables.pointee.corners[payload].wrapsCorner {
        return validityOfUnion(range, size, answers)
      }
      return validityOfPassing(id, range, answers, takesMinimum: kind == .wrapper)
    case .inset:
      guard let answer = answers.first else { return .only(range) }
      return insetValidity(tables.pointee.insets[payload], range, answer)
    case .center, .relative:
      guard let answer = answers.first else { return .only(range) }
      let parameters =
        kind == .center ? tables.pointee.centers[payload].relative : tables.pointee.relatives[payload]
      return relativeValidity(id, parameters, range, answer)
    case .absolute:
      guard tables.pointee.absolutes[payload] == .default else { return .only(range) }
      return SizeValidity(
        width: range.max.width.isValidLength
          ? RangeValidity(horizontal: .filling(range.widths)) : .only(range),
        height: range.max.height.isValidLength
          ? RangeValidity(vertical: .filling(range.heights)) : .only(range))
    default: return .only(range)
    }
  }

  /// Returns a child's validity for a spec that passes on its own parent size, a part of its cache key.
  private func handedOn(_ validity: RangeValidity) -> RangeValidity {
    RangeValidity(horizontal: validity.horizontal, vertical: validity.vertical)
  }

  /// Returns a child's validity for a spec that passes the range's maximum as the parent size.
  private func passed(_ validity: RangeValidity, _ range: SizeRange) -> RangeValidity {
    var passed = RangeValidity(horizontal: validity.horizontal, vertical: validity.vertical)
    if validity.seesParentWidth { passed.horizontal.max &= .only(range.max.width) }
    if validity.seesParentHeight { passed.vertical.max &= .only(range.max.height) }
    return passed
  }

  /// Returns the validity of a spec that passes its range on, and has the size of its first or largest child.
  private func validityOfPassing(
    _ id: Int, _ range: SizeRange, _ answers: ArraySlice<AnswerBook.ChildAnswer>, takesMinimum: Bool
  ) -> SizeValidity {
    let counted = takesMinimum ? answers : answers.filter { $0.child == id + 1 }[...]
    guard !counted.isEmpty else { return .only(range) }
    var validity = SizeValidity.all
    var largest = Size.zero
    for answer in counted {
      validity.width &= passed(answer.validity.width, range)
      validity.height &= passed(answer.validity.height, range)
      largest = Size(larger(largest.width, answer.size.width), larger(largest.height, answer.size.height))
    }
    if takesMinimum {
      validity.width.horizontal.min &=
        largest.width >= range.min.width ? .atMost(largest.width) : .only(range.min.width)
      validity.height.vertical.min &=
        largest.height >= range.min.height ? .atMost(largest.height) : .only(range.min.height)
    }
    return validity
  }

  /// Returns the validity of a corner spec with `wrapsCorner`: the union's size, within the range.
  private func validityOfUnion(
    _ range: SizeRange, _ size: Size, _ answers: ArraySlice<AnswerBook.ChildAnswer>
  ) -> SizeValidity {
    var result = SizeValidity.all
    for answer in answers {
      result.width &= passed(answer.validity.width, range)
      result.height &= passed(answer.validity.height, range)
    }
    // The union's size before the range limited it is not known here: at a bound, only that bound is valid.
    func validity(_ length: Double, _ bounds: LengthBounds) -> AxisValidity {
      bounds.min < length && length < bounds.max ? .clamping(length, in: bounds) : .only(bounds)
    }
    result.width.horizontal &= validity(size.width, range.widths)
    result.height.vertical &= validity(size.height, range.heights)
    return result
  }

  private func insetValidity(
    _ insets: EdgeInsets, _ range: SizeRange, _ answer: AnswerBook.ChildAnswer
  ) -> SizeValidity {
    var validity = SizeValidity.all
    // True if an infinite inset fills the axis to its maximum; nil if there is no maximum.
    func fills(_ sum: Double, _ max: Double) -> Bool? {
      sum < .infinity ? false : max < .infinity ? true : nil
    }
    let (horizontal, vertical) = (insets.left + insets.right, insets.top + insets.bottom)
    guard let fillsWidth = fills(horizontal, range.max.width),
      let fillsHeight = fills(vertical, range.max.height)
    else { return .only(range) }
    func around(_ validity: RangeValidity) -> RangeValidity {
      RangeValidity(
        horizontal: fillsWidth
          ? .only(range.widths) : bounds(less: horizontal, in: validity.horizontal, at: range.widths),
        vertical: fillsHeight
          ? .only(range.heights) : bounds(less: vertical, in: validity.vertical, at: range.heights))
    }
    if fillsWidth {
      validity.width.horizontal = .filling(range.widths)
    } else {
      validity.width = around(answer.validity.width)
      validity.width.horizontal &= .clamping(answer.size.width + insets.left + insets.right, in: range.widths)
    }
    if fillsHeight {
      validity.height.vertical = .filling(range.heights)
    } else {
      validity.height = around(answer.validity.height)
      validity.height.vertical &= .clamping(
        answer.size.height + insets.top + insets.bottom, in: range.heights)
    }
    return validity
  }

  private func bounds(
    less amount: Double, in validity: AxisValidity, at bounds: LengthBounds
  ) -> AxisValidity {
    AxisValidity(
      min: lengths(less: amount, in: validity.min, at: bounds.min),
      max: lengths(less: amount, in: validity.max, at: bounds.max))
  }

  /// Returns the lengths that are in an interval once `amount` is subtracted, at least 0; they include
  /// `length`.
  private func lengths(less amount: Double, in interval: LengthInterval, at length: Double) -> LengthInterval
  {
    func inner(_ length: Double) -> Double { larger(0, length - amount) }
    let lowest = interval.lowest <= 0 ? -.infinity : interval.lowest + amount
    let highest = interval.highest + amount
    return LengthInterval(
      lowest: lowest == -.infinity || (lowest <= length && inner(lowest) >= interval.lowest)
        ? lowest : length,
      highest: highest >= length && (highest == .infinity || inner(highest) <= interval.highest)
        ? highest : length)
  }

  private func relativeValidity(
    _ id: Int, _ parameters: RelativeParameters, _ range: SizeRange, _ answer: AnswerBook.ChildAnswer
  ) -> SizeValidity {
    func given(_ validity: RangeValidity) -> RangeValidity {
      var validity = passed(validity, range)
      if parameters.horizontalPosition != .none { validity.horizontal.min = .all }
      if parameters.verticalPosition != .none { validity.vertical.min = .all }
      return validity
    }
    func axis(_ child: Double, _ bounds: LengthBounds, minimizes: Bool) -> (AxisValidity, Bool) {
      let max = bounds.max
      guard bounds.min <= max else { return (.only(bounds), true) }
      if max.isValidLength && !minimizes { return (.filling(bounds), false) }
      var validity = AxisValidity.clamping(child, in: bounds)
      validity.max &=
        max.isValidLength
        ? LengthInterval(lowest: 0, highest: larger(max, 9_999_999)) : .atLeast(larger(10_000_000, max))
      return (validity, true)
    }
    let (horizontal, seesWidth) = axis(
      answer.size.width, range.widths, minimizes: parameters.sizing.minimizesWidth)
    let (vertical, seesHeight) = axis(
      answer.size.height, range.heights, minimizes: parameters.sizing.minimizesHeight)
    var validity = SizeValidity(
      width: seesWidth ? given(answer.validity.width) : .all,
      height: seesHeight ? given(answer.validity.height) : .all)
    validity.width.horizontal &= horizontal
    validity.height.vertical &= vertical
    return validity
  }
}

extension SizeRange {
  /// True if no minimum exceeds its maximum, which the rules can cause.
  fileprivate var isOrdered: Bool { min.width <= max.width && min.height <= max.height }
}
