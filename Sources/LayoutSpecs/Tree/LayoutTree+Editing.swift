/// Changes to a compiled tree.
///
/// The cost of a change depends on the change, not on the size of the tree. A `LayoutContext` that has laid
/// the tree out before lays it out again with `relayout(_:in:)`, and descends only to changed elements and
/// changed constraints.
extension LayoutTree {
  /// Changes an element's content to one of the same kind: a text's words, a node's size, a stack's spacing.
  ///
  /// ```swift
  /// tree.setContent(.text(TextParameters("5 minutes ago")), of: time)
  /// context.relayout(tree, in: range)
  /// ```
  ///
  /// - Precondition: the element is of that kind; see `ElementContent.typeName`. Nodes with and without an
  ///   intrinsic size are different kinds.
  /// - Complexity: constant, and linear in the length of a text. If the tree was copied, its tables are
  ///   copied first. For a stack, linear in the number of its children. A text that fits in place of the old
  ///   one allocates nothing; one that grows gets room for twice as much, and after many that grew the tree's
  ///   tables are rewritten.
  public mutating func setContent(_ content: ElementContent, of id: ElementID) {
    tables.setContent(content, of: id)
  }

  /// Changes an element's style.
  ///
  /// - Complexity: constant, and linear in the number of the parent's children; an element's first change is
  ///   also linear in the number of different styles.
  public mutating func setStyle(_ style: Style, of id: ElementID) {
    tables.setStyle(style, of: id)
  }
}

extension LayoutTables {
  fileprivate mutating func setContent(_ content: ElementContent, of id: ElementID) {
    let element = elements[id.index]
    precondition(
      content.kind == element.kind, "\(id) is a \(self.content(of: id).typeName), and stays one")
    _ = writePayload(content, over: element.payload)
    // A leaf's content does not affect the elements around it.
    if content.requiredChildCount == 0 {
      finishElement(id.index)
    } else {
      noteFacts(from: id.index)
    }
    edits.append(id)
    if hasAbandonedMuchText { rewriteTables() }
  }

  fileprivate mutating func setStyle(_ style: Style, of id: ElementID) {
    let place = Int(elements[id.index].style)
    if styles[place].isOwned {
      styles[place] = StyleRecord(style.values, isOwned: true)
    } else {
      elements[id.index].style = self.place(of: style.values, isOwned: true)
    }
    noteFacts(from: id.index)
    edits.append(id)
  }

  /// Returns the index of the style in the table. It is added if no shared style is equal.
  ///
  /// - Parameter isOwned: True if it is added for one element alone, whose next style overwrites it.
  mutating func place(of style: StyleValues, isOwned: Bool = false) -> UInt32 {
    if let place = styles.firstIndex(where: { !$0.isOwned && $0.style == style }) { return UInt32(place) }
    styles.append(StyleRecord(style, isOwned: isOwned))
    return UInt32(styles.count - 1)
  }

  /// Updates the facts about an element, and about those around it as far as they change.
  private mutating func noteFacts(from id: Int) {
    var index = id
    while true {
      let before = facts(of: index)
      finishElement(index)
      // The parent reads the child's style as well as its facts.
      if index != id && facts(of: index) == before { break }
      if index == 0 { break }
      index = Int(elements[index].parent)
    }
  }

  /// Returns the facts that the elements around this one read, besides its style.
  private func facts(of index: Int) -> ElementFacts {
    let element = elements[index]
    let stack = element.kind == .stack ? stacks[Int(element.payload)] : nil
    return ElementFacts(flags: element.flags, ascender: stack?.ascender, descender: stack?.descender)
  }

  private struct ElementFacts: Equatable {
    let flags: ElementFlags
    let ascender: Double?
    let descender: Double?
  }
}
