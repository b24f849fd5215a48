/// One layout of one tree: pointers into the tree's tables and the context's buffers, and nothing of its own, so that no
/// reference is counted while laying out.
///
/// A pass has two halves. `measure` gives an element's size in a constraint, going down only where the cache does not
/// know it; an element that is laid out writes its children's frames as it goes. `place` then walks the arena once, from
/// front to back, and lays out again what was last laid out in another constraint than the one that counts.
///
/// `measure` calls itself along the tree, down to a depth that fits on any thread's stack; `DeepLayout.swift` says what
/// happens below that. What each kind of element does is in `Specs/`, a file a spec.
///
/// The code is compiled twice: for a pass that records what it does, and for one that does not and has no trace of that left; see
/// `LayoutPass+Recording.swift`.
///
/// What the loops over a stack's children inline has `@inline(always)`, which the compiler keeps to. `@inline(__always)` is a hint, and it
/// is not taken for functions as large as these are with what a recording pass does.
struct LayoutPass<Recording: PassRecording> {
  /// What the pass writes down what it does in, where it does. It comes first so that no field of the two copies lies in the same
  /// place: functions that are alike but for whom they call would be made one, which calls through pointers.
  let recording: Recording
  let elements: UnsafePointer<ElementRecord>
  let styles: UnsafePointer<StyleRecord>
  let stacks: UnsafePointer<StackRecord>
  let sizes: UnsafePointer<Size>
  let texts: UnsafePointer<TextRecord>
  let wordLengths: UnsafePointer<UInt8>
  /// Everything the tree holds, for the tables of rarer kinds.
  let tables: UnsafePointer<LayoutTables>
  let grid: PixelGrid
  /// The nodes that are expanded while laying out; nil for a tree that has none.
  let unmanagedNodes: Unmanaged<DeferredNodes>?

  let frames: UnsafeMutablePointer<Rect>
  /// Each cached element's first row.
  let rows: UnsafeMutablePointer<CacheRow>
  let states: UnsafeMutablePointer<CacheState>
  let wraps: UnsafeMutablePointer<WrapRow>
  var scratch: UnsafeMutablePointer<PassScratch>
  /// How the work is split over threads; nil where it is not.
  var split: UnsafePointer<LayoutSplit>?

  var nodes: DeferredNodes? { unmanagedNodes?.takeUnretainedValue() }
}

/// What a pass writes besides frames and cache rows.
struct PassScratch {
  var counters = LayoutCounters()
  /// Which of the context's passes this is.
  var number: UInt8 = 0
  /// How many elements with children the one that is laid out now is below the one where this descent began.
  var depth = 0
  /// What is to be laid out from a fresh stack before the layout can go on; see `DeepLayout.swift`.
  var descent = DeepDescent()
  /// The rows beyond each element's first.
  var blocks = RowBlocks()
  /// How much work the pass may take.
  var work = PassWork()
  /// The frames before the layout, where somebody asks for what it changes.
  var journal = FrameJournal()
  /// The lines of the wrapping stacks that are being laid out, innermost last.
  var lines: [StackLine] = []
  /// What writes down what the pass does; nil where nobody wants to know. It belongs to whoever began the pass.
  var recorder: UnsafeMutablePointer<TraceRecorder>?
}

/// How much work a pass has taken, and how much it may take before it is abandoned.
struct PassWork {
  /// Why a pass is abandoned.
  enum Stop {
    /// Elements were asked in so many constraints that it pays to find out which of them come to the same.
    case manyQuestions
    /// The context's `computationLimit` is reached.
    case limit
  }

  /// How many constraints elements were asked in, besides one each, and how many that may be.
  var furtherRows = 0
  var furtherRowLimit = Int.max
  /// What the counter of computations may come to.
  var lastComputation = Int.max
  var stop: Stop?

  /// Begins to count.
  mutating func begin(furtherRowLimit: Int, lastComputation: Int) {
    self = PassWork(furtherRowLimit: furtherRowLimit, lastComputation: lastComputation)
  }
}

extension PassScratch {
  /// Whether the pass is abandoned: no size and no frame of it means anything.
  var isStopped: Bool { work.stop != nil }
}

extension LayoutPass {
  /// Both halves for the whole tree; returns the root's size.
  @inline(__always)
  func layOut(in range: SizeRange, _ parentSize: Size) -> Size {
    let size = measureFromTop(0, range, parentSize)
    if scratch.pointee.isStopped { return .zero }
    frames[0] = Rect(origin: .zero, size: size)
    if Recording.isOn { recorder.pointee.beginPlacing() }
    if let split {
      placeSplit(0, split)
    } else {
      place(0..<Int(elements[0].end))
    }
    return size
  }
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
    if Recording.isOn { return measureRecording(id, given, parentSize) }
    return measureSilently(id, given, parentSize)
  }

  /// The same where a call would be felt: in the loops over a stack's children.
  @inline(always)
  func measureInline(_ id: Int, _ given: SizeRange, _ parentSize: Size) -> Size {
    if Recording.isOn { return measureRecording(id, given, parentSize) }
    return measureSilently(id, given, parentSize, isInLoop: true)
  }

  /// `measure` itself, of which nothing is written down but what happens on the way.
  ///
  /// - Parameter isInLoop: Whether it is inlined with all that comes before the cache.
  @inline(always)
  func measureSilently(
    _ id: Int, _ given: SizeRange, _ parentSize: Size, isInLoop: Bool = false
  ) -> Size {
    let element = elements + id
    scratch.pointee.counters.measurements += 1
    if element.pointee.kind.isCached {
      return isInLoop
        ? measureCachedInline(id, given, parentSize) : measureCached(id, given, parentSize)
    }
    let range = resolve(given, for: element, parentSize)
    switch element.pointee.kind {
    case .node: return grid.ceil(range.clamp(range.max.isValid ? range.max : .zero))
    case .sizedNode: return grid.ceil(range.clamp(sizes[Int(element.pointee.payload)]))
    case .text:
      return grid.ceil(range.clamp(textSize(Int(element.pointee.payload), maxWidth: range.max.width)))
    default: return grid.ceil(range.min)
    }
  }

  /// What the parent allows, narrowed by the element's own style; where the two do not overlap the parent wins.
  @inline(always)
  func resolve(
    _ given: SizeRange, for element: UnsafePointer<ElementRecord>, _ parentSize: Size
  ) -> SizeRange {
    if element.pointee.flags.contains(.hasAutoSize) {
      // The rules themselves can make a minimum that exceeds the maximum, around an inset for example: the minimum wins.
      let max = Size(larger(given.min.width, given.max.width), larger(given.min.height, given.max.height))
      return SizeRange(uncheckedMin: given.min, max: max)
    }
    let style = styles + Int(element.pointee.style)
    if element.pointee.flags.contains(.hasRelativeSize) { return resolve(given, for: style, parentSize) }
    return given.intersect(style.pointee.range)
  }

  /// The same for a style with fractions, which take too much code to be in every loop.
  @inline(never)
  private func resolve(
    _ given: SizeRange, for style: UnsafePointer<StyleRecord>, _ parentSize: Size
  ) -> SizeRange {
    given.intersect(style.pointee.range(in: parentSize))
  }

  /// The element's size in whole pixels on the axes where it is known without laying the element out: where what its parent
  /// allows and its own style leave one length, and it takes that whatever is below it. Undefined on the others.
  ///
  /// Specs that are as large as their child ask the child, a few levels down.
  func exactSize(of id: Int, _ given: SizeRange, _ parentSize: Size, levels: Int = 4) -> Size {
    let element = elements + id
    let kind = element.pointee.kind
    if element.pointee.flags.contains(.fillsExactRange) {
      let range = kind.ignoresOwnSize ? given : resolve(given, for: element, parentSize)
      if range.hasOneWidth || range.hasOneHeight {
        let size = grid.ceil(range.min)
        return Size(range.hasOneWidth ? size.width : .nan, range.hasOneHeight ? size.height : .nan)
      }
    }
    guard levels > 0 else { return .undefined }
    switch kind {
    case .overlay, .background: return exactSize(of: id + 1, given, parentSize, levels: levels - 1)
    case .inset:
      let layout = InsetLayout(tables.pointee.insets[Int(element.pointee.payload)], given, parentSize)
      let child = exactSize(of: id + 1, layout.childRange, layout.childParentSize, levels: levels - 1)
      let size = grid.ceil(layout.size(around: child))
      return Size(child.width.isNaN ? .nan : size.width, child.height.isNaN ? .nan : size.height)
    default: return .undefined
    }
  }

  /// `measure` for an element whose layouts are worth keeping.
  @inline(never)
  private func measureCached(_ id: Int, _ given: SizeRange, _ parentSize: Size) -> Size {
    measureCachedInline(id, given, parentSize)
  }

  /// The same in place.
  @inline(always)
  private func measureCachedInline(_ id: Int, _ given: SizeRange, _ parentSize: Size) -> Size {
    let element = elements + id
    let ignoresOwnSize = element.pointee.kind.ignoresOwnSize
    let range = ignoresOwnSize ? given : resolve(given, for: element, parentSize)
    let seesParentSize = ignoresOwnSize && element.pointee.flags.contains(.seesParentSize)
    return measureResolved(id, range, seesParentSize ? parentSize : .zero)
  }

  /// `measureCached` for a constraint in which the element's own style had its say.
  ///
  /// - Parameter parentSize: 0 × 0 where nothing below the element can see it.
  @inline(always)
  func measureResolved(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> Size {
    let element = elements + id
    let cache = Int(element.pointee.cache)
    let state = states + cache
    // The number of rows may be the largest there is, so it is counted down.
    var row = state.pointee.used
    while row > 0 {
      let known = self.row(row, of: cache)
      if known.pointee.matches(range, parentSize) {
        scratch.pointee.counters.cacheHits += 1
        if Recording.isOn { recorder.pointee.note(.cacheHit) }
        state.pointee.requested = row
        return known.pointee.size
      }
      row -= 1
    }

    if Recording.isOn, let size = sizeFromOtherAnswers(id, range, parentSize) {
      recorder.pointee.note(.cacheHit)
      scratch.pointee.counters.cacheHits += 1
      remember(CacheRow(range: range, parentSize: parentSize, size: size), of: cache)
      return size
    }
    // A range that allows one size gives it without going down; `place` lays the element out if this is what counts.
    if element.pointee.flags.contains(.fillsExactRange) && range.hasOneWidth && range.hasOneHeight {
      let size = grid.ceil(range.min)
      if Recording.isOn { recorder.pointee.note(.exactRange) }
      remember(CacheRow(range: range, parentSize: parentSize, size: size), of: cache)
      return size
    }
    guard mayDescend(to: id, range, parentSize) else {
      if Recording.isOn { recorder.pointee.note(.answered) }
      return scratch.pointee.descent.answer
    }
    scratch.pointee.depth += 1
    let size = grid.ceil(compute(id, range, parentSize))
    scratch.pointee.depth -= 1
    if isSuspended {
      state.pointee.computed = CacheState.none
      state.pointee.settled = CacheState.none
      return .zero
    }
    remember(CacheRow(range: range, parentSize: parentSize, size: size), of: cache)
    state.pointee.computed = state.pointee.requested
    state.pointee.settled = CacheState.none
    return size
  }

  /// The element's row of this number, from 1.
  @inline(always)
  func row(_ number: UInt8, of cache: Int) -> UnsafeMutablePointer<CacheRow> {
    states[cache].row(number, first: rows + cache)
  }

  /// Keeps a layout, as the one that was asked for last.
  @inline(always)
  func remember(_ row: CacheRow, of cache: Int) {
    let state = states + cache
    if state.pointee.takeFirstRow(inPass: scratch.pointee.number) {
      (rows + cache).initialize(to: row)
      state.pointee.requested = 1
    } else {
      rememberFurther(row.range, row.parentSize, row.size, of: cache)
    }
  }

  /// The same for an element that was asked before in another constraint. Where there are too many such questions in one pass
  /// it is abandoned. Its parameters fit into registers; a row would be written to the stack by all who may call this.
  @inline(never)
  private func rememberFurther(
    _ range: SizeRange, _ parentSize: Size, _ size: Size, of cache: Int
  ) {
    let number = states[cache].takeFurtherRow(
      inPass: scratch.pointee.number, from: &scratch.pointee.blocks)
    self.row(number, of: cache).initialize(to: CacheRow(range: range, parentSize: parentSize, size: size))
    states[cache].requested = number
    scratch.pointee.work.furtherRows += 1
    if scratch.pointee.work.furtherRows > scratch.pointee.work.furtherRowLimit {
      abandon(.manyQuestions)
    } else if scratch.pointee.counters.computations > scratch.pointee.work.lastComputation {
      abandon(.limit)
    }
  }

  /// Lays the element out: measures its children, writes their frames, and returns the size, not yet in whole pixels.
  ///
  /// Never inlined: `measureResolved` would grow in all loops.
  @inline(never)
  func compute(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> Size {
    if Recording.isOn { return computeRecording(id, range, parentSize) }
    return computeSilently(id, range, parentSize)
  }

  /// `compute` itself.
  @inline(__always)
  func computeSilently(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> Size {
    scratch.pointee.counters.computations += 1
    if scratch.pointee.journal.isOpen { noteFrames(ofChildren: id) }
    let payload = Int(elements[id].payload)
    let kind = elements[id].kind
    if kind == .stack {
      return stacks[payload].parameters.direction == .horizontal
        ? layoutStack(id, stacks + payload, range, along: HorizontalAxis.self)
        : layoutStack(id, stacks + payload, range, along: VerticalAxis.self)
    }
    return computeSpec(id, kind, payload, range, parentSize)
  }

  /// `compute` for everything but stacks. A function of its own, because it needs more of the thread's stack.
  @inline(never)
  private func computeSpec(
    _ id: Int, _ kind: ElementKind, _ payload: Int, _ range: SizeRange, _ parentSize: Size
  ) -> Size {
    switch kind {
    case .inset: return layoutInset(id, tables.pointee.insets[payload], range, parentSize)
    case .overlay: return layoutOverlay(id, range, parentSize)
    case .background: return layoutBackground(id, range, parentSize)
    case .center: return layoutRelative(id, tables.pointee.centers[payload].relative, range)
    case .relative: return layoutRelative(id, tables.pointee.relatives[payload], range)
    case .ratio: return layoutRatio(id, tables.pointee.ratios[payload], range)
    case .absolute: return layoutAbsolute(id, tables.pointee.absolutes[payload], range)
    case .corner: return layoutCorner(id, tables.pointee.corners[payload], range)
    case .wrapper: return layoutWrapper(id, range)
    case .compositeNode: return layoutComposite(id, range)
    case .custom: return layoutCustom(id, tables.pointee.algorithms[payload], range)
    case .measured:
      let size = tables.pointee.measurements[payload].calculateSizeThatFits(range.max).orZeroWhereUndefined
      if Recording.isOn { recorder.pointee.note(content: size) }
      return range.clamp(size)
    case .deferredNode: return nodes?.measure(payload, in: range, grid) ?? range.min
    case .stack, .spec, .node, .sizedNode, .text: preconditionFailure("Not laid out here")
    }
  }
}

extension SizeRange {
  /// Whether one width alone is allowed.
  @inline(__always)
  fileprivate var hasOneWidth: Bool { min.width == max.width && min.width < .infinity }

  /// Whether one height alone is allowed.
  @inline(__always)
  fileprivate var hasOneHeight: Bool { min.height == max.height && min.height < .infinity }
}

extension Size {
  /// What user code returns may be undefined; an element's size may not.
  var orZeroWhereUndefined: Size {
    Size(width.isNaN ? 0 : width, height.isNaN ? 0 : height)
  }
}
