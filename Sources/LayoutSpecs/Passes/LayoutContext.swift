/// One worker's scratch: the frames of the tree that it laid out last, and its cached layouts.
///
/// A context belongs to one thread at a time. Use it for any number of trees: laying out a tree that is no
/// larger than those before it allocates nothing.
///
/// ```swift
/// var context = LayoutContext()
/// let size = context.layout(tree, in: .tableCell(width: 375))
/// let frame = context.frame(of: tree.root)
/// ```
///
/// A context owns the buffers that passes write to through addresses. That is safe because the context is
/// their only owner, because the buffers are as large as the tree when a pass begins, and because ids come
/// from trees. The page <doc:TheCore> lists all unsafe code of the engine.
public struct LayoutContext: ~Copyable {
  /// Each element's frame in its parent, with a width of NaN if it has no layout.
  private(set) var frames = Table<Rect>()
  private var rows = Table<CacheRow>()
  private(set) var states = Table<CacheState>()
  private(set) var wraps = Table<WrapRow>()
  /// Read this into a local variable before changing something in place through it: otherwise, since a context
  /// cannot be copied, Swift 6.3's compiler generates broken code under the thread sanitizer.
  let scratch = UnsafeMutablePointer<PassScratch>.allocate(capacity: 1)
  /// A scratch for each batch of a split layout; nil before the first.
  private var batchScratches: BatchScratches?

  /// The state of the tree when it was laid out last.
  private var mark: EditLog.Mark?

  /// The root's possible sizes in the last layout, and the size that its fractions referred to.
  private(set) var lastRange = SizeRange.zero
  private(set) var lastParentSize = Size.zero

  /// The number of elements of the tree that was laid out last.
  package var elementCount: Int { frames.count }

  /// Creates a context without a layout.
  public init() {
    scratch.initialize(to: PassScratch())
  }

  deinit {
    let scratch = scratch
    scratch.pointee.blocks.deallocate()
    scratch.deinitialize(count: 1)
    scratch.deallocate()
  }

  /// The computations that a layout may take (see `LayoutCounters.computations`) before it is abandoned, for
  /// untrusted trees. Default: `Int.max`, no layout is abandoned.
  ///
  /// In chains of elements that wrap, flex and size themselves by fractions, the constraints can double with
  /// every level. A layout beyond the limit ends at once: it returns 0 × 0 points, no element has a layout,
  /// and `abandonedElement` tells where the work went. A layout that measures each element once is never
  /// abandoned.
  ///
  /// Time is linear in the limit: at most about 5 µs per computation, in a release build. If stacks have many
  /// children, every 64 measurements count as a computation at least. A layout that is split over threads has
  /// the same limit for all of its work.
  public var computationLimit = Int.max

  /// The outermost of the elements with the most constraints, if the last layout was abandoned because of
  /// `computationLimit`: the subtree that takes too long. Nil if the last layout is complete.
  public private(set) var abandonedElement: ElementID?

  /// The work of all layouts since the context was made or the counters were last set.
  public var counters: LayoutCounters {
    get { scratch.pointee.counters }
    set { scratch.pointee.counters = newValue }
  }
}

// SAFETY: nothing else points to the context's buffers, and it cannot be copied, so only its owner uses them.
extension LayoutContext: @unchecked Sendable {}

// MARK: - Memory

extension LayoutContext {
  /// The memory that the context takes, in bytes: the frames and the cache of the last tree.
  package var byteCount: Int {
    let buffers = frames.byteCount + rows.byteCount + states.byteCount + wraps.byteCount
    return buffers + scratch.pointee.byteCount + (batchScratches?.byteCount ?? 0)
  }
}

// MARK: - Laying out

extension LayoutContext {
  /// Lays out a tree from scratch, and returns the root's size in points.
  ///
  /// The frames can be read until the next layout. Time is linear in the number of elements, except that
  /// chains of stacks that flex and stretch can take up to the square of their depth, and chains that wrap,
  /// flex and size themselves by fractions more.
  ///
  /// - Parameters:
  ///   - tree: The tree. It may be another one than the last.
  ///   - range: The sizes that the root may have.
  ///   - loop: The loop over which a tree of thousands of elements is split. Default: nil, the work is done
  ///     on this thread, except for stacks that are `isConcurrent`, which are split over Dispatch's threads.
  @discardableResult
  public mutating func layout(_ tree: LayoutTree, in range: SizeRange, over loop: ParallelLoop? = nil) -> Size
  {
    prepare(for: tree)
    let range = range.checked
    return run(tree, in: range, parentSize: range.max, over: loop)
  }

  /// Lays out the tree that was laid out last, in another range or with some elements changed, using the
  /// cache. The frames are the same as with `layout(_:in:)`, bit for bit.
  ///
  /// Any other tree, and a tree with more than a few dozen changes since, is laid out from scratch.
  ///
  /// Time depends on the changes: without changes it is constant; a changed element costs the path to it from
  /// the root, the siblings along that path, and the elements that the change moves.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - range: The sizes that the root may have.
  ///   - loop: The loop over which the work is split; see `layout(_:in:over:)`. It pays for large changes, such as
  ///     another range.
  @discardableResult
  public mutating func relayout(_ tree: LayoutTree, in range: SizeRange, over loop: ParallelLoop? = nil)
    -> Size
  {
    if catchUp(with: tree) == nil { prepare(for: tree) }
    let range = range.checked
    return run(tree, in: range, parentSize: range.max, over: loop)
  }

  /// Lays out again as `relayout(_:in:)` does, and reports the elements whose frames have changed.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - range: The sizes that the root may have.
  ///   - changes: Set to the elements whose frame in their parent changed, or that got or lost a layout, in
  ///     pre-order, by their ids in `tree`. Includes inserted elements, even without a layout, but no removed
  ///     elements. All elements, if the tree was laid out from scratch.
  /// - Complexity: that of `relayout(_:in:)`, and a few nanoseconds per element of the tree.
  @discardableResult
  public mutating func relayout(_ tree: LayoutTree, in range: SizeRange, changes: inout [ElementID]) -> Size {
    guard let inserted = catchUp(with: tree) else {
      changes = Array(tree.elementIDs)
      return layout(tree, in: range)
    }
    let before = copyFrames()
    let range = range.checked
    let size = run(tree, in: range, parentSize: range.max)
    let changed = before.indices.filter { !frames[$0].isSame(as: before[$0]) }
    changes = Set(changed + inserted).sorted().map { ElementID($0) }
    return size
  }

  /// Updates the cache of an earlier state of the tree, and returns the inserted elements; nil if the cache belongs to
  /// another tree, or is too old.
  private mutating func catchUp(with tree: LayoutTree) -> [Int]? {
    let scratch = scratch
    if scratch.pointee.isRelayout {
      scratch.pointee.changes.removeAll()
      scratch.pointee.isRelayout = false
    }
    guard let mark else { return nil }
    if mark == tree.tables.edits.mark { return [] }
    guard let changes = tree.tables.edits.changes(since: mark) else { return nil }
    var inserted: [Int] = []
    for case let splice? in changes.lazy.map(\.splice) {
      [Rect](repeating: .withoutLayout, count: splice.insertedCount).withUnsafeBufferPointer {
        frames.replace(splice.position..<splice.position + splice.removedCount, with: $0)
      }
      inserted = inserted.compactMap(splice.moved) + splice.inserted
    }
    addCaches(upTo: tree.tables.cacheCount, textCount: tree.tables.texts.count)
    self.mark = tree.tables.edits.mark
    for change in changes {
      if let id = change.element { discardPath(to: id, isStyleChanged: change.isOfStyle, in: tree) }
    }
    scratch.pointee.changes.sort(pathCount: changes.count)
    scratch.pointee.isRelayout = !scratch.pointee.changes.isEmpty
    return inserted
  }

  /// Discards every layout and makes the buffers large enough for `tree`.
  mutating func prepare(for tree: LayoutTree) {
    frames.setCount(0)
    frames.setCount(tree.elementCount)
    prepare(cacheCount: tree.tables.cacheCount, textCount: tree.tables.texts.count)
    let scratch = scratch
    scratch.pointee.changes.removeAll()
    scratch.pointee.isRelayout = false
    batchScratches?.removeAllRows()
    mark = tree.tables.edits.mark
  }

  private mutating func prepare(cacheCount: Int, textCount: Int) {
    rows.setCount(0)
    states.setCount(0)
    wraps.setCount(0)
    addCaches(upTo: cacheCount, textCount: textCount)
    let scratch = scratch
    scratch.pointee.blocks.removeAll()
  }

  /// Adds empty caches for new elements and texts.
  @inline(__always)
  private mutating func addCaches(upTo cacheCount: Int, textCount: Int) {
    rows.setCount(cacheCount)
    states.append(CacheState(), count: cacheCount - states.count)
    wraps.append(WrapRow(), count: textCount - wraps.count)
  }

  /// Returns true if the tree is in the state in which it was laid out last.
  func hasLaidOut(_ tree: LayoutTree) -> Bool {
    guard let mark, let changes = tree.tables.edits.changes(since: mark) else { return false }
    return changes.isEmpty
  }

  /// Lays out the elements without a cached layout, in a pass that records, is split, or is plain.
  mutating func run(
    _ tree: LayoutTree, in range: SizeRange, parentSize: Size, over loop: ParallelLoop? = nil
  ) -> Size {
    // This counts no reference: threads that share a tree would contend for the count.
    defer { extendLifetime(tree) }
    let scratch = scratch
    (lastRange, lastParentSize) = (range, parentSize)
    abandonedElement = nil
    scratch.pointee.work.begin(computationLimit: computationLimit, after: scratch.pointee.counters)
    scratch.pointee.number &+= 1
    let tables = tree.tablesPointer
    let size =
      scratch.pointee.recorder == nil
      ? run(pass(over: tables), in: range, parentSize, over: loop)
      : pass(over: tables).converted(to: RecordedPass()).layOutTree(in: range, parentSize)
    guard scratch.pointee.isStopped else { return size }
    abandonedElement = mostAskedElement(of: tree)
    for id in frames.indices { frames[id] = .withoutLayout }
    mark = nil
    return .zero
  }

  /// Adds frames for elements of an arena, which have no layout yet.
  mutating func addFrames(_ count: Int) { frames.append(.withoutLayout, count: count) }

  /// Sets the frames of elements of an arena whose layout is known.
  mutating func setFrames(of elements: Range<Int>, to known: UnsafeBufferPointer<Rect>) {
    frames.update(from: elements.lowerBound, with: known)
  }

  mutating func removeFrames() { frames.removeAll() }

  /// Lays out, from scratch, one of the trees of an arena, whose frames were added, and returns the root's size in
  /// points; nil if the pass was stopped, for example because a node is to be expanded first.
  ///
  /// On this thread alone, because user code may run during the layout.
  ///
  /// - Parameters:
  ///   - nodes: The nodes that are expanded during the layout; nil if there are none.
  ///   - settled: The nodes whose specs are part of the tree, each for one range: if a node gets another range there is
  ///     no layout. nil if specs are for any range.
  ///   - room: The levels for which the thread's stack has room.
  mutating func layOut(
    _ tables: UnsafePointer<LayoutTables>, _ bounds: ArenaBounds, in constraint: LayoutConstraint,
    nodes: LayoutSession?, settled: UnsafeBufferPointer<ExpandedNode>? = nil, room: Int
  ) -> Size? {
    let scratch = scratch
    scratch.pointee.settled = settled
    defer { scratch.pointee.settled = nil }
    prepare(cacheCount: bounds.cache.count, textCount: bounds.texts.count)
    if room != deepestDescent { deepestDescent = room }
    scratch.pointee.work.begin()
    scratch.pointee.number &+= 1
    let pass = pass(
      over: tables, firstCache: bounds.cache.lowerBound, firstText: bounds.texts.lowerBound, nodes: nodes)
    let size = run(
      pass, bounds.elements.lowerBound, in: constraint.range, constraint.parentSize, over: nil)
    return scratch.pointee.isStopped ? nil : size
  }

  /// Lays out the tree of a node anew, which contains the specs of all nodes that have one. Returns false if one of these
  /// nodes gets another range, or no layout.
  mutating func layOut(
    _ tree: LayoutTree, in constraint: LayoutConstraint, settled: [ExpandedNode], room: Int
  ) -> Bool {
    let tables = tree.tablesPointer
    let bounds = ArenaBounds(
      elements: 0..<tables.pointee.elements.count, cache: 0..<tables.pointee.cacheCount,
      texts: 0..<tables.pointee.texts.count)
    removeFrames()
    addFrames(bounds.elements.count)
    let size = settled.withUnsafeBufferPointer {
      layOut(tables, bounds, in: constraint, nodes: nil, settled: $0, room: room)
    }
    // In a first layout, a node without a layout would not have been asked for its spec.
    guard size != nil, settled.allSatisfy({ !frames[$0.element + 1].size.width.isNaN }) else { return false }
    noteAsked(bounds, in: tables)
    return true
  }

  /// Records the widths in which the layout that has ended measured the texts of a tree in an arena.
  ///
  /// - Parameter tables: The arena's tables, which no other thread reads.
  borrowing func noteAsked(_ bounds: ArenaBounds, in tables: UnsafePointer<LayoutTables>) {
    let (texts, first) = (tables.pointee.texts.address, bounds.texts.lowerBound)
    for text in bounds.texts {
      let (wraps, paragraph) = (wraps[text - first], texts[text].paragraph)
      if paragraph == 0 {
        texts[text].noteAsked(wraps)
      } else {
        tables.pointee.paragraphs.address[Int(paragraph) - 1].asked = wraps
      }
    }
  }

  /// Runs a pass over the tree with this root. A big tree is split over threads, by the loop or, without one, where
  /// stacks are `isConcurrent`. User code that expands nodes runs on this thread alone.
  @inline(__always)
  private mutating func run(
    _ pass: LayoutPass<SilentPass>, _ root: Int = 0, in range: SizeRange, _ parentSize: Size,
    over loop: ParallelLoop?
  ) -> Size {
    guard Int(pass.elements[root].end) - root >= LayoutSplit.smallestSubtree, pass.unmanagedNodes == nil,
      pass.scratch.pointee.settled == nil, let splitLoop = loop ?? pass.tables.pointee.concurrentLoop
    else { return pass.layOutTree(root, in: range, parentSize) }
    let scratches = batchScratches ?? BatchScratches()
    batchScratches = scratches
    let split = LayoutSplit(loop: splitLoop, isForConcurrentStacks: loop == nil, scratches: scratches)
    return withUnsafePointer(to: split) { split in
      var pass = pass
      pass.split = split
      return pass.layOutTree(root, in: range, parentSize)
    }
  }

  /// Returns a pass over the tree of these tables, or over one of several trees.
  @inline(__always)
  private borrowing func pass(
    over tables: UnsafePointer<LayoutTables>, firstCache: Int = 0, firstText: Int = 0,
    nodes: LayoutSession? = nil
  ) -> LayoutPass<SilentPass> {
    LayoutPass(
      recording: SilentPass(), elements: tables.pointee.elements.address,
      styles: tables.pointee.styles.address, stacks: tables.pointee.stacks.address,
      sizes: tables.pointee.sizes.address, texts: tables.pointee.texts.address,
      wordLengths: tables.pointee.wordLengths.address, tables: tables, grid: tables.pointee.pixelGrid,
      unmanagedNodes: nodes.map { Unmanaged.passUnretained($0) }, frames: frames.address,
      rows: rows.address - firstCache, states: states.address - firstCache, wraps: wraps.address - firstText,
      scratch: scratch, split: nil)
  }
}

// MARK: - Frames

extension LayoutContext {
  /// Returns the element's frame relative to its parent element, not rounded; nil if it has no layout.
  ///
  /// - Precondition: the id belongs to the tree that was laid out last.
  public func frame(of id: ElementID) -> Rect? {
    precondition(
      id.index >= 0 && id.index < elementCount, "\(id) is not an element of the tree that was laid out last")
    let frame = frames[id.index]
    return frame.size.width.isNaN ? nil : frame
  }

  /// Every element's frame, with a width of NaN if it has no layout.
  func copyFrames() -> [Rect] { Array(frames.entries) }

  /// The sum of `(x + 3y + 5w + 7h) × (i mod 7 + 1)` over elements `i` with a layout, in parent coordinates.
  ///
  /// Two engines with the same sum gave the same frames.
  ///
  /// - Complexity: linear in the number of elements.
  package var checksum: Double { layoutChecksum(of: copyFrames()) }
}

/// Returns the `LayoutContext.checksum` of frames in pre-order, from an engine of any kind.
package func layoutChecksum(of frames: [Rect]) -> Double {
  var sum = 0.0
  for (index, frame) in frames.enumerated() where !frame.size.width.isNaN {
    let weighted = frame.origin.x + 3 * frame.origin.y + 5 * frame.size.width + 7 * frame.size.height
    sum += weighted * Double(index % 7 + 1)
  }
  return sum
}

extension Rect {
  /// Returns true if two frames are equal, with equal NaN lengths, or if both elements have no layout.
  func isSame(as other: Rect) -> Bool {
    size.width.isNaN && other.size.width.isNaN
      || size.isSame(as: other.size) && sameLength(origin.x, other.origin.x)
        && sameLength(origin.y, other.origin.y)
  }

  /// The frame of an element without a layout.
  static var withoutLayout: Rect { Rect(origin: .zero, size: .undefined) }
}
