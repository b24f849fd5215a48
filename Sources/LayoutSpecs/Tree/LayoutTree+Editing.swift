/// Changes to a compiled tree.
///
/// A change costs what it changes, and not what the tree holds. A `LayoutContext` that has laid the tree out before lays it
/// out again with `relayout(_:in:)`, and goes down only where something changed, or where a change makes a constraint another.
extension LayoutTree {
  /// Changes what an element is, to something of the same kind: a text's words, a node's size, a stack's spacing.
  ///
  /// ```swift
  /// tree.setContent(.text(TextParameters("5 minutes ago")), of: time)
  /// context.relayout(tree, in: range)
  /// ```
  ///
  /// - Precondition: the element is of that kind; see `ElementContent.typeName`. Among nodes, one with an intrinsic size stays
  ///   one.
  /// - Complexity: constant, and linear in the length of a text. Where the tree was copied, its tables are copied first. A
  ///   change of a stack is linear in the number of its children. A text that fits where the old one was allocates nothing; one
  ///   that grows gets room for twice as much, and after many that grew the tree's tables are written anew.
  public mutating func setContent(_ content: ElementContent, of id: ElementID) {
    tables.setContent(content, of: id)
  }

  /// Changes an element's style.
  ///
  /// - Complexity: constant, and linear in the number of the parent's children; an element's first change is also linear in
  ///   the number of different styles.
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
    // What is around a leaf sees nothing of what it says.
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

  /// Where the style stands in the table. It is added if no shared style is equal.
  ///
  /// - Parameter isOwned: Whether it is added for one element alone, so that the element's next style takes its place.
  mutating func place(of style: StyleValues, isOwned: Bool = false) -> UInt32 {
    if let place = styles.firstIndex(where: { !$0.isOwned && $0.style == style }) { return UInt32(place) }
    styles.append(StyleRecord(style, isOwned: isOwned))
    return UInt32(styles.count - 1)
  }

  /// Notes what is known of an element again, and of those around it as far as that changes.
  private mutating func noteFacts(from id: Int) {
    var index = id
    while true {
      let before = facts(of: index)
      finishElement(index)
      // The parent looks at the child's style as well as at its facts.
      if index != id && facts(of: index) == before { break }
      if index == 0 { break }
      index = Int(elements[index].parent)
    }
  }

  /// What the elements around this one can see of it, besides its style.
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
