/// Where a cell is for its list: in view, or in the range that is prepared. See ``CellNode/interfaceState``.
///
/// Source: Texture's `ASInterfaceState`.
public struct InterfaceState: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The cell is in view, or near enough to be prepared: time to load what it will show.
  public static let preload = InterfaceState(rawValue: 1)
  /// The cell is one of the list's `visibleNodes`.
  public static let visible = InterfaceState(rawValue: 2)
}
