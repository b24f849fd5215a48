/// Makes a cell. It is called once, on any thread.
public typealias ASCellNodeBlock = () -> ASCellNode

/// A cell of a table, a collection or a pager.
///
/// The list that it is in tells it, and all nodes in it, of its interface states; see
/// `DisplayNode.setInterfaceState(preload:display:visible:)`. A node that is prepared is both to be loaded and to be drawn.
/// These calls come on the thread that lays the list out, or on a worker's.
///
/// Overrides of `isSelected` and `isHighlighted` are those of `selectionDidChange()` and `highlightDidChange()` here.
open class ASCellNode: CellNode, @unchecked Sendable {
  public override init() {}

  /// The list that the cell is in, and what it is there.
  final var place: (list: ASListNode?, entry: ListEntry?) {
    get { (keptWeakly("list"), keptWeakly("entry")) }
    set {
      keepWeakly(newValue.list, "list")
      keepWeakly(newValue.entry, "entry")
    }
  }

  /// The place in the table or the collection; nil if the cell is in none, or was deleted.
  public final var indexPath: IndexPath? { place.list?.indexPath(for: self) }

  /// The table, the collection or the pager that the cell is in.
  public final var owningNode: DisplayNode? { place.list }

  open override func interfaceStateDidChange() { follow(interfaceState) }

  /// Takes the state that a list gave the cell, or the node around it, as far as the list is in it.
  final func follow(_ state: InterfaceState) {
    let (wasVisible, isPrepared) = (isVisible, state.contains(.preload))
    let ranges = place.list?.rangesOfCells ?? [.preload, .display, .visible]
    setInterfaceState(
      preload: isPrepared && ranges.contains(.preload), display: isPrepared && ranges.contains(.display),
      visible: state.contains(.visible) && ranges.contains(.visible))
    if wasVisible != isVisible { place.list?.cell(self, isVisible: isVisible) }
  }

  // Values that are kept for the host.

  /// How a selected cell is shown. Default: `default`.
  public final var selectionStyle: UITableViewCell.SelectionStyle {
    get { kept() ?? .default }
    set { keep(newValue) }
  }

  /// What stands at the cell's end, beside its content. Default: nothing. The content is not narrower for it.
  public final var accessoryType: UITableViewCell.AccessoryType {
    get { kept() ?? .none }
    set { keep(newValue) }
  }

  /// True if the cell is shown only once it is drawn. Default: false.
  public final var neverShowPlaceholders: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// What the cell shows, as the app knows it. Default: nil.
  public final var nodeModel: Any? {
    get { kept() }
    set { keep(newValue) }
  }
}
