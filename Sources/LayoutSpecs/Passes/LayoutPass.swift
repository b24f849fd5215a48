/// One layout of one tree. It consists of pointers into the tree's tables and the context's buffers, so that
/// a layout counts no references.
///
/// A pass has two halves. First `size(of:in:_:)` returns the root's size. Then `place` walks the arena once,
/// from front to back, and lays out again every element whose last constraint is not the final one.
///
/// Two functions call each other along the tree:
///
/// - `size(of:in:_:)` returns an element's size in its parent's range, from the cache if it is there.
/// - `layOut(_:in:_:)` computes it: the rule of the element's kind measures the children and writes their
///   frames. The rules are in `Specs/`, one file per spec.
///
/// Each has variants, marked by the end of the name: `Inlined` into the loops over a stack's children,
/// `Recorded` with an event in the trace, `Unrecorded` without, and `FromTop` in a tree of any depth, which
/// the thread's stack need not hold (`DeepLayout.swift`). All code is compiled twice: for passes that record,
/// and for passes that do not (`LayoutPass+Recording.swift`).
///
/// `@inline(always)` is guaranteed by the compiler, since Swift 6.3. `@inline(__always)` is a hint, which it ignores for
/// functions as large as these; so for compilers before that they have neither.
struct LayoutPass<Recording: PassRecording> {
  /// Says whether the pass records. First on purpose: with equal field offsets both specialisations would be
  /// merged into one that calls through pointers.
  let recording: Recording
  let elements: UnsafePointer<ElementRecord>
  let styles: UnsafePointer<StyleRecord>
  let stacks: UnsafePointer<StackRecord>
  let sizes: UnsafePointer<Size>
  let texts: UnsafePointer<TextRecord>
  let wordLengths: UnsafePointer<UInt8>
  /// All tables of the tree, for the rarer kinds.
  let tables: UnsafePointer<LayoutTables>
  let grid: PixelGrid
  /// The nodes that are expanded during the layout; nil if there are none.
  let unmanagedNodes: Unmanaged<LayoutSession>?

  let frames: UnsafeMutablePointer<Rect>
  /// Each cached element's first row.
  let rows: UnsafeMutablePointer<CacheRow>
  let states: UnsafeMutablePointer<CacheState>
  let wraps: UnsafeMutablePointer<WrapRow>
  var scratch: UnsafeMutablePointer<PassScratch>
  /// The split of the work over threads; nil if it is not split.
  var split: UnsafePointer<LayoutSplit>?

  var nodes: LayoutSession? { unmanagedNodes?.takeUnretainedValue() }

  /// The element's children, in order.
  @inline(__always)
  func children(of id: Int) -> SiblingIDs { siblings(id + 1, Int(elements[id].end)) }

  /// An element and the siblings behind it, up to an id.
  @inline(__always)
  func siblings(_ first: Int, _ end: Int) -> SiblingIDs {
    SiblingIDs(elements: elements, position: first, end: end)
  }
}

/// The data that a pass writes besides frames and cache rows.
struct PassScratch {
  var counters = LayoutCounters()
  /// The number of this pass among the context's passes.
  var number: UInt8 = 0
  /// True if `changes` is not empty: the pass knows what changed since the last layout.
  var isRelayout = false
  /// The number of elements with children between the start of this descent and the element being laid out.
  var depth = 0
  /// The element to lay out from a fresh stack before the layout can continue; see `DeepLayout.swift`.
  var descent = DeepDescent()
  /// The rows beyond each element's first.
  var blocks = RowBlocks()
  /// The work that the pass may take.
  var work = PassWork()
  /// The elements on the paths to the changes since the last layout.
  var changes = ChangedPaths()
  /// The lines of the wrapping stacks that are being laid out, innermost last.
  var lines: [StackLine] = []
  /// The nodes whose specs are for one range each; nil if there are none.
  var settled: UnsafeBufferPointer<ExpandedNode>?
  /// The trace of a pass that records; else nil. The caller that began the pass owns it.
  var recorder: UnsafeMutablePointer<LayoutTrace>?
}

/// The work that a pass has taken, and the limits at which it is abandoned.
struct PassWork {
  /// The reason to abandon a pass.
  enum Stop {
    /// The context's `computationLimit` is reached.
    case limit
    /// The thread's stack has no room for the expansion of a node, which is expanded first; see
    /// `LayoutSession+Expanding.swift`.
    case deepNode
    /// A node gets a range that its spec is not for; see `PassScratch.settled`.
    case otherRange
  }

  /// The computations that the pass may take.
  private(set) var computationLimit = Int.max
  /// Two counters when the pass began. Differences to them are right even if a counter wraps around.
  private var firstComputation = 0
  private var firstMeasurement = 0
  var stop: Stop?

  /// The number of measurements that count as one computation at least: so a limit of computations is a limit
  /// of time, also for stacks of thousands of children.
  private static let measurementsPerComputation = 64

  mutating func begin(computationLimit: Int = .max, after counters: LayoutCounters = LayoutCounters()) {
    self = PassWork()
    self.computationLimit = computationLimit
    (firstComputation, firstMeasurement) = (counters.computations, counters.measurements)
  }

  /// Returns the computations that were taken so far.
  func computations(_ counters: LayoutCounters) -> Int {
    max(
      counters.computations &- firstComputation,
      (counters.measurements &- firstMeasurement) / PassWork.measurementsPerComputation)
  }
}

extension PassScratch {
  /// The memory that grows with the tree, in bytes.
  var byteCount: Int { blocks.byteCount + changes.byteCount }

  /// True if the pass is abandoned; then all its sizes and frames are meaningless.
  var isStopped: Bool { work.stop != nil }
}

extension LayoutPass {
  /// Runs both halves for the whole tree, and returns the root's size.
  @inline(__always)
  func layOutTree(_ root: Int = 0, in range: SizeRange, _ parentSize: Size) -> Size {
    let size = sizeFromTop(of: root, in: range, parentSize)
    if scratch.pointee.isStopped { return .zero }
    frames[root] = Rect(origin: .zero, size: size)
    if Recording.isOn { recorder.pointee.placingBegin = recorder.pointee.now }
    if let split {
      placeSplit(root, split)
    } else if scratch.pointee.isRelayout {
      placeAgain()
    } else {
      place(root..<Int(elements[root].end))
    }
    return size
  }
}

// MARK: - Measuring

extension LayoutPass {
  /// Returns the element's size, in whole pixels, in its parent's range.
  ///
  /// - Parameters:
  ///   - id: The element.
  ///   - given: The sizes that the parent allows, before the element's own style applies.
  ///   - parentSize: The size that fractions refer to; NaN if it is undefined.
  @inline(never)
  func size(of id: Int, in given: SizeRange, _ parentSize: Size) -> Size {
    sizeInlined(of: id, in: given, parentSize)
  }

  #if compiler(>=6.3)
  @inline(always)
  #endif
  func sizeInlined(of id: Int, in given: SizeRange, _ parentSize: Size) -> Size {
    if Recording.isOn { return sizeRecorded(of: id, in: given, parentSize) }
    return sizeUnrecorded(of: id, in: given, parentSize)
  }

  /// `size(of:in:_:)` without recording this call.
  #if compiler(>=6.3)
  @inline(always)
  #endif
  func sizeUnrecorded(of id: Int, in given: SizeRange, _ parentSize: Size) -> Size {
    let element = elements + id
    scratch.pointee.counters.measurements &+= 1
    if element.pointee.kind.isCached {
      let ignoresOwnSize = element.pointee.kind.ignoresOwnSize
      let range = ignoresOwnSize ? given : resolve(given, for: element, parentSize)
      let seesParentSize = ignoresOwnSize && element.pointee.flags.contains(.seesParentSize)
      return cachedSize(of: id, inResolved: range, seesParentSize ? parentSize : .zero)
    }
    let range = resolve(given, for: element, parentSize)
    // Each kind limits its size itself: doing it once for all kinds costs 2% in a tree of small leaves.
    switch element.pointee.kind {
    case .node: return leafSize(range.max.isValid ? range.max : .zero, in: range)
    case .sizedNode: return leafSize(sizes[Int(element.pointee.payload)], in: range)
    case .text:
      return leafSize(textSize(Int(element.pointee.payload), maxWidth: range.max.width), in: range)
    default:
      if Recording.isOn { recorder.pointee.note(content: .zero, unrounded: range.min) }
      return grid.ceil(range.min)
    }
  }

  /// Returns the size of a leaf with content of this size, in whole pixels.
  #if compiler(>=6.3)
  @inline(always)
  #endif
  private func leafSize(_ content: Size, in range: SizeRange) -> Size {
    let size = content.clamped(to: range)
    if Recording.isOn { recorder.pointee.note(content: content, unrounded: size) }
    return grid.ceil(size)
  }

  /// Returns the parent's range, narrowed by the element's own style; if they do not overlap the parent wins.
  #if compiler(>=6.3)
  @inline(always)
  #endif
  func resolve(
    _ given: SizeRange, for element: UnsafePointer<ElementRecord>, _ parentSize: Size
  ) -> SizeRange {
    if element.pointee.flags.contains(.hasAutoSize) {
      // The rules can make a minimum above the maximum, for example around an inset: the minimum wins.
      let max = Size(larger(given.min.width, given.max.width), larger(given.min.height, given.max.height))
      return SizeRange(uncheckedMin: given.min, max: max)
    }
    let style = styles + Int(element.pointee.style)
    if element.pointee.flags.contains(.hasRelativeSize) { return resolve(given, for: style, parentSize) }
    return given.intersection(style.pointee.range)
  }

  /// `resolve` for a style with fractions, which takes too much code to inline in every loop.
  @inline(never)
  private func resolve(
    _ given: SizeRange, for style: UnsafePointer<StyleRecord>, _ parentSize: Size
  ) -> SizeRange {
    given.intersection(style.pointee.range(in: parentSize))
  }

  /// Lays the element out: measures its children, writes their frames, and returns the size, not yet rounded.
  ///
  /// Never inlined, because the cache's look-up would grow in all loops.
  @inline(never)
  func layOut(_ id: Int, in range: SizeRange, _ parentSize: Size) -> Size {
    if Recording.isOn { return layOutRecorded(id, in: range, parentSize) }
    return layOutUnrecorded(id, in: range, parentSize)
  }

  @inline(__always)
  func layOutUnrecorded(_ id: Int, in range: SizeRange, _ parentSize: Size) -> Size {
    scratch.pointee.counters.computations &+= 1
    let payload = Int(elements[id].payload)
    let kind = elements[id].kind
    if scratch.pointee.isRelayout, kind == .stack && stacks[payload].isWorthUpdating,
      let size = updateStack(id, in: range)
    {
      return size
    }
    if kind == .stack {
      return stacks[payload].parameters.direction == .horizontal
        ? layOutStack(id, stacks + payload, range, along: HorizontalAxis.self)
        : layOutStack(id, stacks + payload, range, along: VerticalAxis.self)
    }
    return layOutSpec(id, kind, payload, range, parentSize)
  }

  /// `layOut(_:in:_:)` for everything but stacks. Separate, because it needs more of the thread's stack.
  @inline(never)
  private func layOutSpec(
    _ id: Int, _ kind: ElementKind, _ payload: Int, _ range: SizeRange, _ parentSize: Size
  ) -> Size {
    switch kind {
    case .overlay, .background:
      return layOutOverlay(id, range, parentSize, isBackground: kind == .background)
    case .wrapper: return layOutWrapper(id, range)
    case .compositeNode: return layOutComposite(id, range)
    case .custom: return layOutCustom(id, tables.pointee.algorithms[payload], range)
    case .measured:
      let size = tables.pointee.measurements[payload].calculateSizeThatFits(range.max).finite(in: range)
      if Recording.isOn { recorder.pointee.note(content: size) }
      return size.clamped(to: range)
    case .deferredNode: return sizeOfNode(payload, range)
    case .stack, .spec, .node, .sizedNode, .text: preconditionFailure("Not laid out here")
    default: break
    }
    switch tables.pointee.specs[payload] {
    case .inset(let insets): return layOutInset(id, insets, range, parentSize)
    case .center(let parameters): return layOutRelative(id, parameters.relative, range)
    case .relative(let parameters): return layOutRelative(id, parameters, range)
    case .ratio(let ratio): return layOutRatio(id, ratio, range)
    case .absolute(let sizing): return layOutAbsolute(id, sizing, range)
    case .corner(let parameters): return layOutCorner(id, parameters, range)
    }
  }

  /// The node's one spec gets the node's range, and its size is the node's size.
  func layOutComposite(_ id: Int, _ range: SizeRange) -> Size {
    if let settled = scratch.pointee.settled, id != 0,
      settled.index(ofElement: id).map({ settled[$0].range == range }) != true
    {
      abandon(.otherRange)
      return range.min
    }
    let size = size(of: id + 1, in: range, range.max)
    frames[id + 1] = Rect(origin: .zero, size: size)
    return size
  }

  /// Returns the size of a node that is expanded during the layout.
  private func sizeOfNode(_ number: Int, _ range: SizeRange) -> Size {
    guard let nodes else { return range.min }
    let room = scratch.pointee.descent.limit - scratch.pointee.depth
    if let size = nodes.size(of: number, in: range, room: room) { return size }
    abandon(.deepNode)
    return range.min
  }
}
