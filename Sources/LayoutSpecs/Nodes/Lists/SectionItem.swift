/// An item of a list that has sections: the header of a section, one of its items, or its footer.
///
/// ```swift
/// let list = LayoutList<SectionItem<String, Contact>>(width: 375) { item in
///   switch item {
///   case .header(let letter): TextNode(letter)
///   case .item(let contact): ContactNode(contact)
///   case .footer: DisplayNode()
///   }
/// }
/// list.setSections([("A", [ada, alan]), ("G", [grace])])
/// list.insert(.item(anna), at: list.indices(inSection: 0).lowerBound + 1)
/// ```
///
/// Each section begins with its header; a header without content has no height. A footer is optional. Both have a line
/// of their own in a list with several columns.
///
/// Source: the supplementary nodes of Texture's `ASCollectionNode`.
public enum SectionItem<Section: Hashable & Sendable, Item: Hashable & Sendable>: Hashable, Sendable {
  case header(Section)
  case item(Item)
  case footer(Section)
}

/// An item of any list with sections.
private protocol AnySectionItem {
  var kind: ListRow.Kind { get }
}

extension SectionItem: AnySectionItem {
  fileprivate var kind: ListRow.Kind {
    switch self {
    case .header: .header
    case .item: .item
    case .footer: .footer
    }
  }
}

/// Returns what tells the kinds of a list's items; nil if the list has no sections.
func rowKind<Item>(of type: Item.Type) -> ((Item) -> ListRow.Kind)? {
  type is any AnySectionItem.Type ? { ($0 as? any AnySectionItem)?.kind ?? .item } : nil
}

extension LayoutList {
  /// Sets the sections, each with a header, and returns the changes, as `setItems(_:)` does.
  ///
  /// - Parameters:
  ///   - sections: The sections with their items, from top to bottom.
  ///   - hasFooters: True if each section ends with a footer. Default: false.
  /// - Precondition: no section and no item is in the list twice.
  @discardableResult
  public func setSections<Section, Element>(
    _ sections: [(section: Section, items: [Element])], hasFooters: Bool = false
  ) -> SubnodeChanges<Item> where Item == SectionItem<Section, Element> {
    setItems(
      sections.flatMap { section, items in
        [.header(section)] + items.map { .item($0) } + (hasFooters ? [.footer(section)] : [])
      })
  }

  /// The number of sections, which is the number of headers.
  public func sectionCount<Section, Element>() -> Int where Item == SectionItem<Section, Element> {
    lock.withLock { state.rows.headerCount }
  }

  /// Returns the indices of the items of a section, without its header and its footer.
  ///
  /// - Precondition: there is such a section.
  /// - Complexity: logarithmic in the number of items.
  public func indices<Section, Element>(inSection section: Int) -> Range<Int>
  where Item == SectionItem<Section, Element> {
    lock.withLock {
      precondition(
        0..<state.rows.headerCount ~= section,
        "The list has \(state.rows.headerCount) sections, and none at \(section)")
      let (start, end) = (state.rows.index(ofHeader: section) + 1, state.rows.index(ofHeader: section + 1))
      return start..<(end > start && state.rows[end - 1].kind == .footer ? end - 1 : end)
    }
  }

  /// Returns the section of the item at an index, and its place in `indices(inSection:)`: -1 for the header, and the
  /// number of items for the footer. Nil for an item before the first header.
  ///
  /// - Precondition: there is such an item.
  /// - Complexity: logarithmic in the number of items.
  public func place<Section, Element>(at index: Int) -> (section: Int, item: Int)?
  where Item == SectionItem<Section, Element> {
    lock.withLock {
      let isHeader = state.rows[index].kind == .header
      let section = state.rows.headerCount(before: index) - (isHeader ? 0 : 1)
      return section < 0 ? nil : (section, index - state.rows.index(ofHeader: section) - 1)
    }
  }
}
