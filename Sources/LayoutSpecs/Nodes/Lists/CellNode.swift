/// A node for a cell of a list: it knows its index there, and can be selected and highlighted.
///
/// ```swift
/// final class ContactNode: CellNode, @unchecked Sendable {
///   let name: TextNode
///   let details: TextNode
///
///   init(_ contact: Contact) { … }
///
///   override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
///     StackLayoutSpec(direction: .vertical) {
///       name
///       if isSelected { details }
///     }
///   }
/// }
/// ```
///
/// This module never selects or highlights a cell: code that handles touches or keys does. Any thread MAY use
/// every property.
///
/// Source: Texture's `ASCellNode`.
open class CellNode: DisplayNode, @unchecked Sendable {
  @exclusivity(unchecked) private var guardedSelection = Flag()
  @exclusivity(unchecked) private var guardedHighlight = Flag()
  @exclusivity(unchecked) private var guardedInterfaceState: InterfaceState = []
  /// Returns the index in the list that the cell is part of.
  @exclusivity(unchecked) private var guardedIndex: (@Sendable () -> Int?)?

  /// A property of the cell on which its layouts may depend.
  private struct Flag {
    private(set) var isOn = false
    private var isRead = false

    mutating func read() -> Bool {
      if ThreadState.session != nil { isRead = true }
      return isOn
    }

    /// Returns true if a layout has read the value before; nil if it stays the same.
    mutating func set(_ isOn: Bool) -> Bool? {
      guard isOn != self.isOn else { return nil }
      self.isOn = isOn
      return isRead
    }
  }

  /// Creates a cell that is in no list.
  public override init() {}

  /// The index of the cell's item in its `LayoutList`; nil if the cell is in none, or its item was removed.
  ///
  /// Edits of the list change the index without a layout of the cell, so a layout must not depend on it.
  ///
  /// Source: the `indexPath` of Texture's `ASCellNode`.
  public final var index: Int? { lock.withLock { guardedIndex }?() }

  /// True if the cell is selected. Default: false.
  ///
  /// A change calls `setNeedsLayout()`, if user code has ever read the property during a layout, on the
  /// thread that lays out, and then `selectionDidChange()`. So a cell that only draws its selection is not
  /// measured again.
  public final var isSelected: Bool {
    get { lock.withLock { guardedSelection.read() } }
    set {
      guard let affectsLayout = lock.withLock({ guardedSelection.set(newValue) }) else { return }
      if affectsLayout { setNeedsLayout() }
      selectionDidChange()
    }
  }

  /// True if the cell is highlighted, as while a finger rests on it. Default: false.
  ///
  /// A change calls `setNeedsLayout()`, under the same condition as a change of `isSelected`, and then
  /// `highlightDidChange()`.
  public final var isHighlighted: Bool {
    get { lock.withLock { guardedHighlight.read() } }
    set {
      guard let affectsLayout = lock.withLock({ guardedHighlight.set(newValue) }) else { return }
      if affectsLayout { setNeedsLayout() }
      highlightDidChange()
    }
  }

  /// Where the cell is for its list. Default: nowhere.
  ///
  /// A list that prepares cells (``LayoutList/tuningParameters``) tells each of them when it is prepared, comes into
  /// view, leaves it, and is far away again; any other list tells cells that come into view and leave it.
  ///
  /// Source: the `interfaceState` of Texture's `ASDisplayNode`, of which lists set these two.
  public final var interfaceState: InterfaceState { lock.withLock { guardedInterfaceState } }

  /// Called when `interfaceState` has changed, without a lock held: on the thread that lays the list out, or on a
  /// worker's. If a cell comes and goes at once, two threads may call it, each of which reads the last state.
  ///
  /// The default does nothing.
  ///
  /// Source: `-interfaceStateDidChange:fromState:` of Texture's `ASDisplayNode`.
  open func interfaceStateDidChange() {}

  /// Adds and removes parts of the interface state. Returns true if that changes it. The list's lock is held.
  final func change(adding new: InterfaceState, removing old: InterfaceState) -> Bool {
    lock.withLock {
      let state = guardedInterfaceState.union(new).subtracting(old)
      return exchange(&guardedInterfaceState, with: state) != state
    }
  }

  /// True if releasing the cell would lose what a person has done with it.
  final var isUsed: Bool { lock.withLock { guardedSelection.isOn || guardedHighlight.isOn } }

  /// Called when `isSelected` has changed, on the thread of the change, without a lock held.
  ///
  /// The default does nothing.
  ///
  /// Source: `-setSelected:` of Texture's `ASCellNode`, which subclasses override.
  open func selectionDidChange() {}

  /// Called when `isHighlighted` has changed, on the thread of the change, without a lock held.
  ///
  /// The default does nothing.
  ///
  /// Source: `-setHighlighted:` of Texture's `ASCellNode`, which subclasses override.
  open func highlightDidChange() {}

  /// Makes this the node of a list's cell.
  final func enter(_ list: LayoutList<some Any>, as cell: ListCell) {
    lock.withLock {
      guardedIndex = { [weak list, weak cell] in
        guard let list, let cell else { return nil }
        return list.lock.withLock { list.state.rows.index(of: cell) }
      }
    }
  }
}
