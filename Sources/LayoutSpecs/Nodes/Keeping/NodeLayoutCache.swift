/// The layouts that a node keeps.
///
/// Mutating methods return the results that are no longer kept. The caller releases them after the node's
/// lock: with them the last reference to another node may go, which runs user code. What only reads is
/// mutating too, so that the cache is read in place: as a part of a class, it would be copied.
struct NodeLayoutCache {
  /// The number of times that the node was invalidated. Results of another version are not kept.
  private(set) var version: UInt64 = 0
  /// True if the node was written into a tree since it was last invalidated.
  private(set) var isIncluded = false
  private var containers = NodeContainers()
  /// The results of the node's own layouts; nil until there are any. A leaf that is only part of other nodes'
  /// layouts has none, and takes little memory.
  private var results: NodeResults?

  /// True if there is anything to discard, or any layout around to invalidate.
  var isWatched: Bool {
    mutating get { isIncluded || results?.isEmpty == false }
  }

  /// The calculated layout: the last one of the node itself, or of a node around it.
  var calculated: NodeLayout? {
    mutating get { results?.calculated }
  }

  /// The constraint and the size of the last layout. Invalidating does not discard them.
  var lastConstraint: LayoutConstraint? {
    mutating get { results?.lastConstraint }
  }
  var lastSize: Size {
    mutating get { results?.lastSize ?? .zero }
  }

  /// The results that are discarded when a node is invalidated, and the nodes whose layouts contain it.
  struct Discarded {
    fileprivate var results: [AnyObject] = []
    fileprivate(set) var containers = NodeContainers()

    init() {}
  }

  /// Discards everything into `discarded`, which is empty.
  mutating func invalidate(_ discarded: inout Discarded) {
    version &+= 1
    guard isWatched else { return }
    results?.discard(&discarded.results)
    discarded.containers = containers.removeAll()
    isIncluded = false
  }

  /// Records that the node was written into a tree, as content of `container`; nil if no node owns that tree.
  @inline(__always)
  mutating func include(in container: SpecOwner?) {
    isIncluded = true
    if let container { containers.insert(container) }
  }

  /// Returns the node's layout as a root in this constraint.
  mutating func root(_ constraint: borrowing LayoutConstraint) -> NodeLayout? { results?.root(constraint) }

  /// The layout that was invalidated last, to compare the next one with.
  struct Last {
    var layout: NodeLayout
    /// True if it was computed with the same traits.
    let hasTraits: Bool
    /// The nodes directly below that were invalidated since.
    let changes: NodeChanges
    /// True if comparing is likely to find the same elements.
    let isWorthComparing: Bool
    /// True if the comparison before found other elements.
    let wasMissed: Bool
  }

  /// Returns the layout that was invalidated last, and forgets it, if it is one in this constraint or differs in the traits
  /// alone; else the last one of another constraint, which is not compared.
  ///
  /// - Parameter below: The nodes directly below that were invalidated.
  mutating func takeLast(_ constraint: borrowing LayoutConstraint, _ below: ChangesBelow) -> Last? {
    guard let results else { return nil }
    guard let layout = results.takeLast(constraint) else {
      return results.newest.map {
        Last(layout: $0, hasTraits: false, changes: .any, isWorthComparing: false, wasMissed: false)
      }
    }
    return Last(
      layout: layout, hasTraits: layout.constraint.traits === constraint.traits,
      changes: below.changes(since: layout.version),
      isWorthComparing: results.beginsComparison(),
      wasMissed: results.misses > 0)
  }

  /// Records whether the node was laid out again by comparing.
  mutating func noteComparison(isSame: Bool) { results?.noteComparison(isSame: isSame) }

  /// Returns what the node's own code answered in this range.
  mutating func content(in range: SizeRange, _ traits: TraitValues?) -> KeptContent? {
    results?.contents.first { $0.range == range && $0.traits === traits }
  }

  /// Returns a layout of the node, the content of which is the one in this range.
  mutating func layout(in range: SizeRange, _ grid: PixelGrid, _ traits: TraitValues?) -> NodeLayout? {
    func isContent(_ layout: NodeLayout) -> Bool {
      layout.contentRange == range && layout.constraint.pixelGrid == grid
        && layout.constraint.traits === traits
    }
    guard let results else { return nil }
    if let calculated = results.calculated, isContent(calculated) { return calculated }
    return results.roots.first(where: isContent)
  }

  /// Keeps what the node's own code answered, and returns what is no longer kept.
  mutating func keep(_ content: KeptContent, version: UInt64) -> KeptContent? {
    version == self.version ? ownResults().contents.add(content) : nil
  }

  /// Makes a layout the calculated one, and keeps it.
  mutating func keep(_ layout: NodeLayout, version: UInt64) -> [NodeLayout] {
    let results = ownResults()
    results.note(layout)
    var dropped = results.forgetLast()
    guard version == self.version else { return dropped }
    if let old = results.replaceCalculated(by: layout) { dropped.append(old) }
    if results.root(layout.constraint) == nil, let old = results.roots.add(layout) {
      dropped.append(old)
    }
    return dropped
  }

  /// Makes a part of another node's layout the calculated one, unless the node was invalidated since.
  mutating func settle(on layout: NodeLayout) -> NodeLayout? {
    let results = ownResults()
    results.note(layout)
    return layout.version == version ? results.replaceCalculated(by: layout) : nil
  }

  /// Makes an earlier layout the calculated one again, unless the node was invalidated since that version.
  mutating func restore(_ layout: NodeLayout?, version: UInt64) -> NodeLayout? {
    guard version == self.version else { return nil }
    let results = ownResults()
    if let layout { results.note(layout) }
    return results.replaceCalculated(by: layout)
  }

  private mutating func ownResults() -> NodeResults {
    if let results { return results }
    let new = NodeResults()
    results = new
    return new
  }
}

/// The results of a node's layouts. Guarded by the node's lock.
private final class NodeResults {
  /// The answers of the node's own code that no kept layout has.
  @exclusivity(unchecked) var contents = Recent<KeptContent>()
  /// The node's layouts as the root.
  @exclusivity(unchecked) var roots = Recent<NodeLayout>()
  @exclusivity(unchecked) var calculated: NodeLayout?
  @exclusivity(unchecked) private(set) var lastConstraint: LayoutConstraint?
  @exclusivity(unchecked) private(set) var lastSize = Size.zero
  /// The last layout as the root, which was invalidated; nil if there is none.
  @exclusivity(unchecked) private(set) var last: NodeLayout?
  /// The comparisons that found other elements since one did not, and layouts that were not compared since.
  @exclusivity(unchecked) private(set) var misses: UInt8 = 0

  /// From so many misses on, one layout in as many is compared.
  private static let missLimit: UInt8 = 2
  private static let trialInterval: UInt8 = 16

  /// Moves everything to `dropped`, but keeps the newest layout as the last one.
  func discard(_ dropped: inout [AnyObject]) {
    if let newest = roots.takeNewest() {
      if let last { dropped.append(last) }
      last = newest
    }
    roots.removeAll(&dropped)
    contents.removeAll(&dropped)
    if let calculated, calculated !== last { dropped.append(calculated) }
    calculated = nil
  }

  /// Returns true if a layout is to be compared with the last one.
  func beginsComparison() -> Bool {
    if misses < NodeResults.missLimit || misses % NodeResults.trialInterval == 0 { return true }
    misses &+= 1
    return false
  }

  func takeLast(_ constraint: borrowing LayoutConstraint) -> NodeLayout? {
    // Under other traits the same specs may be returned.
    guard let last, last.constraint.hasSameRoom(as: constraint) else { return nil }
    defer { self.last = nil }
    return last
  }

  /// The layout that was calculated last, or invalidated since.
  var newest: NodeLayout? { roots.newest ?? last }

  /// Forgets the last layout, which another one has taken the place of, and returns it.
  func forgetLast() -> [NodeLayout] {
    guard let last else { return [] }
    self.last = nil
    return [last]
  }

  func noteComparison(isSame: Bool) { misses = isSame ? 0 : max(1, misses &+ 1) }

  var isEmpty: Bool { calculated == nil && roots.isEmpty && contents.isEmpty }

  func root(_ constraint: borrowing LayoutConstraint) -> NodeLayout? {
    roots.first { $0.constraint == constraint }
  }

  func note(_ layout: NodeLayout) {
    (lastConstraint, lastSize) = (layout.constraint, layout.layout.size)
    // They are not needed, and must not be released under the lock.
    lastConstraint?.traits = nil
  }

  func replaceCalculated(by layout: NodeLayout?) -> NodeLayout? {
    defer { calculated = layout }
    return calculated
  }
}

/// The results for the constraints that a node was laid out in most recently.
private struct Recent<Result: AnyObject> {
  /// The number of constraints: a list uses one, a flexing stack two or three.
  private static var capacity: Int { 4 }

  /// Usually there is one, which then takes no memory of its own.
  private(set) var newest: Result?
  /// The others, oldest first.
  private var older: [Result] = []

  var isEmpty: Bool { newest == nil }

  mutating func takeNewest() -> Result? {
    defer { newest = nil }
    return newest
  }

  /// Moves all to `dropped`.
  mutating func removeAll(_ dropped: inout [AnyObject]) {
    if let newest = takeNewest() { dropped.append(newest) }
    if older.isEmpty { return }
    dropped += older
    older = []
  }

  func first(where isWanted: (Result) -> Bool) -> Result? {
    if let newest, isWanted(newest) { return newest }
    return older.isEmpty ? nil : older.first(where: isWanted)
  }

  /// Adds a result, and returns the oldest if there are too many.
  mutating func add(_ result: Result) -> Result? {
    if let newest { older.append(newest) }
    newest = result
    return older.count == Self.capacity ? older.removeFirst() : nil
  }
}

/// The node whose spec is being written. Whoever writes it holds the node, and so its handle.
struct SpecOwner {
  let handle: Unmanaged<NodeHandle>
  let id: NodeID
}

/// The nodes whose specs a node was written into.
struct NodeContainers {
  /// Most nodes are part of one spec.
  private(set) var first: NodeHandle?
  /// Its identity: comparing it counts no references.
  private var firstID = NodeID.none
  private(set) var others: [NodeHandle] = []

  /// Adds a node unless it is already present.
  @inline(__always)
  mutating func insert(_ owner: SpecOwner) {
    if owner.id != firstID { insertNew(owner) }
  }

  @inline(never)
  private mutating func insertNew(_ owner: SpecOwner) {
    if firstID == .none {
      first = owner.handle.takeUnretainedValue()
      firstID = owner.id
      return
    }
    let handle = owner.handle.takeUnretainedValue()
    if !others.contains(where: { $0 === handle }) {
      others.removeAll { $0.isForgotten }
      others.append(handle)
    }
  }

  /// Removes all nodes, and returns them.
  mutating func removeAll() -> NodeContainers {
    var old = NodeContainers()
    if firstID != .none { swap(&old, &self) }
    return old
  }
}
