/// A row of a list: the height of an item's cell, and the cell.
package struct ListRow {
  /// The part of a section that a row is.
  package enum Kind: Int64, Sendable {
    case item, header, footer
  }

  /// The height, and the kind in the two lowest bits.
  private var bits: Int64
  /// The slot of the row's item; see `ItemSlots`.
  package var slot: Int32
  /// The version of the list's width and traits in which a cell had the height; less than 0 if it is an estimate.
  package var version: Int32 = -1
  /// Nil before one was made.
  package var cell: ListCell?

  package init(height: Int64, slot: Int32, kind: Kind = .item) {
    (bits, self.slot) = (height << 2 | kind.rawValue, slot)
  }

  /// In pixels.
  package var height: Int64 {
    get { bits >> 2 }
    set { bits = newValue << 2 | bits & 3 }
  }

  package var kind: Kind { Kind(rawValue: bits & 3)! }

  /// True if no other cell lies beside the row's.
  package var hasOwnLine: Bool { kind != .item }

  package var isMeasured: Bool { version >= 0 }

  /// A list's version as a row keeps it.
  static func version(_ version: Int) -> Int32 { Int32(truncatingIfNeeded: version) }
}
