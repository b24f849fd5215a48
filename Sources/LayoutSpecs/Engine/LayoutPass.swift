/// One layout of one tree: pointers into the tree's tables and the context's buffers, and nothing of its own, so that no
/// reference is counted while laying out.
///
/// A pass has two halves. `measure` gives an element's size in a constraint, going down only where the cache does not
/// know it; an element that is laid out writes its children's frames as it goes. `place` then walks the arena once, from
/// front to back, and lays out again what was last laid out in another constraint than the one that counts.
///
/// What each kind of element does is in `Specs/`, a file a spec.
struct LayoutPass {
  let elements: UnsafeBufferPointer<ElementRecord>
  let styles: UnsafeBufferPointer<StyleRecord>
  let stacks: UnsafeBufferPointer<StackRecord>
  let sizes: UnsafeBufferPointer<Size>
  let texts: UnsafeBufferPointer<TextRecord>
  let wordLengths: UnsafeBufferPointer<UInt32>
  /// Everything the tree holds, for the tables of rarer kinds.
  let tables: UnsafePointer<LayoutTables>
  let grid: PixelGrid
  /// The nodes that are expanded while laying out; nil for a tree that has none.
  let unmanagedNodes: Unmanaged<DeferredNodes>?

  let frames: UnsafeMutableBufferPointer<Rect>
  let rows: UnsafeMutableBufferPointer<CacheRow>
  let states: UnsafeMutableBufferPointer<CacheState>
  let wraps: UnsafeMutableBufferPointer<WrapRow>
  let scratch: UnsafeMutablePointer<PassScratch>

  var nodes: DeferredNodes? { unmanagedNodes?.takeUnretainedValue() }
}

/// What a pass writes besides frames and cache rows.
struct PassScratch {
  var counters = LayoutCounters()
  /// The lines of the wrapping stacks that are being laid out, innermost last.
  var lines: [StackLine] = []
}

// MARK: - Measuring

extension LayoutPass {
  /// The element's size in whole pixels, in what its parent allows.
  ///
  /// - Parameters:
  ///   - id: The element.
  ///   - given: The sizes that the parent allows, before the element's own style had its say.
  ///   - parentSize: What fractions count against; NaN where it is undefined.
  func measure(_ id: Int, _ given: SizeRange, _ parentSize: Size) -> Size {
    let element = elements[id]
    scratch.pointee.counters.measurements += 1
    let range = element.kind.ignoresOwnSize ? given : resolve(given, for: element, parentSize)
    switch element.kind {
    case .spec: return grid.ceil(range.min)
    case .node: return grid.ceil(range.clamp(range.max.isValid ? range.max : .zero))
    case .sizedNode: return grid.ceil(range.clamp(sizes[Int(element.payload)]))
    case .text: return grid.ceil(range.clamp(textSize(Int(element.payload), maxWidth: range.max.width)))
    default: return measureCached(id, element, range, parentSize)
    }
  }

  /// What the parent allows, narrowed by the element's own style; where the two do not overlap the parent wins.
  @inline(__always)
  private func resolve(_ given: SizeRange, for element: ElementRecord, _ parentSize: Size) -> SizeRange {
    if element.flags.contains(.hasAutoSize) {
      // The rules themselves can make a minimum that exceeds the maximum, around an inset for example: the minimum wins.
      let max = Size(larger(given.min.width, given.max.width), larger(given.min.height, given.max.height))
      return SizeRange(uncheckedMin: given.min, max: max)
    }
    let style = Int(element.style)
    if element.flags.contains(.hasRelativeSize) {
      return given.intersect(styles[style].style.sizeRange(parentSize: parentSize))
    }
    return given.intersect(styles[style].range)
  }

  private func measureCached(
    _ id: Int, _ element: ElementRecord, _ range: SizeRange, _ parentSize: Size
  ) -> Size {
    let seesParent = element.kind.ignoresOwnSize && element.flags.contains(.seesParentSize)
    let keyParent = seesParent ? parentSize : .zero
    let cache = Int(element.cache)
    let firstRow = cache * CacheState.rowsPerElement
    for row in 0..<Int(states[cache].used) where rows[firstRow + row].matches(range, keyParent) {
      scratch.pointee.counters.cacheHits += 1
      states[cache].requested = UInt8(truncatingIfNeeded: row)
      return rows[firstRow + row].size
    }

    // A range that allows one size gives it without going down; `place` lays the element out if this is what counts.
    let isKnown =
      element.flags.contains(.fillsExactRange)
      && range.min.width == range.max.width && range.min.height == range.max.height
      && range.min.width < .infinity && range.min.height < .infinity
    let size = isKnown ? grid.ceil(range.min) : grid.ceil(compute(id, element, range, parentSize))
    let row = states[cache].takeRow()
    rows[firstRow + row] = CacheRow(range: range, parentSize: keyParent, size: size)
    states[cache].requested = UInt8(truncatingIfNeeded: row)
    if !isKnown {
      states[cache].computed = UInt8(truncatingIfNeeded: row)
      states[cache].settled = CacheState.none
    }
    return size
  }

  /// Lays the element out: measures its children, writes their frames, and returns the size, not yet in whole pixels.
  private func compute(
    _ id: Int, _ element: ElementRecord, _ range: SizeRange, _ parentSize: Size
  ) -> Size {
    scratch.pointee.counters.computations += 1
    let payload = Int(element.payload)
    switch element.kind {
    case .stack:
      if stacks[payload].parameters.direction == .horizontal {
        return layoutStack(id, element, range, along: HorizontalAxis.self)
      }
      return layoutStack(id, element, range, along: VerticalAxis.self)
    case .inset: return layoutInset(id, tables.pointee.insets[payload], range, parentSize)
    case .overlay: return layoutOverlay(id, range, parentSize)
    case .background: return layoutBackground(id, range, parentSize)
    case .center: return layoutRelative(id, tables.pointee.centers[payload].relative, range)
    case .relative: return layoutRelative(id, tables.pointee.relatives[payload], range)
    case .ratio: return layoutRatio(id, tables.pointee.ratios[payload], range)
    case .absolute: return layoutAbsolute(id, element, tables.pointee.absolutes[payload], range)
    case .corner: return layoutCorner(id, tables.pointee.corners[payload], range)
    case .wrapper: return layoutWrapper(id, element, range)
    case .compositeNode: return layoutComposite(id, range)
    case .custom: return layoutCustom(id, element, tables.pointee.algorithms[payload], range)
    case .measured:
      return range.clamp(
        tables.pointee.measurements[payload].calculateSizeThatFits(range.max).orZeroWhereUndefined)
    case .deferredNode: return nodes?.measure(payload, in: range, grid) ?? range.min
    case .spec, .node, .sizedNode, .text: preconditionFailure("A leaf has no children to lay out")
    }
  }
}

extension Size {
  /// What user code returns may be undefined; an element's size may not.
  var orZeroWhereUndefined: Size {
    Size(width.isNaN ? 0 : width, height.isNaN ? 0 : height)
  }
}

// MARK: - Placing

extension LayoutPass {
  /// Walks the subtree from front to back. Parents come before children, so each element is laid out in the constraint
  /// that counts before its children are looked at. A subtree whose frames stand already is passed over: nothing below an
  /// element is computed unless the element itself is.
  func place(_ root: Int) {
    var id = root
    let end = Int(elements[root].end)
    while id < end {
      let element = elements[id]
      if element.kind.isCached {
        let state = states[Int(element.cache)]
        if state.requested == CacheState.none {
          forgetFrames(below: id, element)
          id = Int(element.end)
          continue
        }
        if state.settled == state.requested {
          id = Int(element.end)
          continue
        }
        if state.computed != state.requested { layOutAsRequested(id) }
        states[Int(element.cache)].settled = state.requested
        if element.kind == .deferredNode { settle(element) }
      }
      id += 1
    }
  }

  /// Lays the element out in the constraint that its parent asked for last.
  private func layOutAsRequested(_ id: Int) {
    let element = elements[id]
    let cache = Int(element.cache)
    let row = states[cache].requested
    let key = rows[cache * CacheState.rowsPerElement + Int(row)]
    _ = compute(id, element, key.range, key.parentSize)
    states[cache].computed = row
    states[cache].settled = CacheState.none
  }

  private func settle(_ element: ElementRecord) {
    let cache = Int(element.cache)
    let row = cache * CacheState.rowsPerElement + Int(states[cache].requested)
    nodes?.settle(Int(element.payload), in: rows[row].range, grid)
  }

  /// Marks everything below the element as without a layout. What was computed there no longer stands in the frames.
  private func forgetFrames(below id: Int, _ element: ElementRecord) {
    states[Int(element.cache)].computed = CacheState.none
    states[Int(element.cache)].settled = CacheState.none
    for descendant in id + 1..<Int(element.end) {
      frames[descendant].size.width = .nan
      let below = elements[descendant]
      if below.kind.isCached {
        states[Int(below.cache)].computed = CacheState.none
        states[Int(below.cache)].settled = CacheState.none
      }
    }
  }

  /// Notes that the parent leaves the element without a layout: 0 × 0, and nothing for what is below it.
  func leaveWithoutLayout(_ id: Int) {
    frames[id].size = .zero
    let element = elements[id]
    if element.kind.isCached { states[Int(element.cache)].requested = CacheState.none }
  }

  /// The first and last baseline that an element reports to the stack around it, once it was measured.
  ///
  /// A vertical stack reports its first child's first and its last child's last baseline; anything else what its style
  /// says. A stack that was left without a layout reports its style's.
  func baselines(of id: Int) -> (ascender: Double, descender: Double) {
    let element = elements[id]
    if element.kind == .stack, Int(element.end) > id + 1,
      states[Int(element.cache)].requested != CacheState.none
    {
      let stack = stacks[Int(element.payload)]
      if stack.parameters.direction == .vertical {
        if !element.flags.contains(.hasLateBaseline) { return (stack.ascender, stack.descender) }
        if states[Int(element.cache)].computed != states[Int(element.cache)].requested {
          layOutAsRequested(id)
        }
        return (baselines(of: id + 1).ascender, baselines(of: lastChild(of: id)).descender)
      }
    }
    let style = styles[Int(element.style)].style
    return (style.ascender, style.descender)
  }

  private func lastChild(of id: Int) -> Int {
    var child = id + 1
    while elements[child].end < elements[id].end { child = Int(elements[child].end) }
    return child
  }
}
