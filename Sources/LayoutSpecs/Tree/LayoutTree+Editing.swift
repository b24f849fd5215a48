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
  /// - Precondition: `content` is of the element's kind; see `ElementContent`. Nodes with and without an
  ///   intrinsic size are different kinds.
  /// - Complexity: constant, and linear in the length of a text. If the tree was copied, its tables are
  ///   copied first. For a stack, linear in the number of its children. A text that fits in place of the old
  ///   text allocates nothing. A text that grows gets up to twice the room that it needs, and after many
  ///   texts have grown the tree's tables are rewritten.
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

extension LayoutTree {
  /// Changes a leaf's content. Returns true if each size and baseline that the last layout used stays the same.
  ///
  /// A context that has laid the tree out will lay it out from scratch.
  mutating func setLeafContent(_ content: ElementContent, of id: ElementID) -> Bool {
    let before = tables.answer(of: id.index, isNoted: true)
    // Elements and specs may be shared with other trees, and usually do not change.
    if !leafTables.writeContent(content, of: id) { tables.noteFacts(from: id.index) }
    leafTables.edits.restart()
    leafTables.rewriteIfAbandoned()
    guard let before, let after = tables.answer(of: id.index, isNoted: false) else { return false }
    return before == after
  }
}

extension LayoutTables {
  /// The sizes and baselines of a leaf, in the widths that the last layout asked for.
  fileprivate struct Answer: Equatable {
    /// The size in a width with room for the whole content.
    var whole: Size?
    /// A text's size in the narrower widths.
    var wrapped: Size?
    /// The unit of a text's widths, in points.
    var unit = 0.0
    /// A text's baselines.
    var ascender = 0.0
    var descender = 0.0
  }

  /// Returns a leaf's answer; nil if it is not known for every width that the last layout asked for.
  ///
  /// - Parameter isNoted: True if the content is still the one of the last layout, which recorded a text's answer.
  fileprivate func answer(of index: Int, isNoted: Bool) -> Answer? {
    let payload = Int(elements[index].payload)
    switch elements[index].kind {
    case .node: return Answer()
    case .sizedNode: return Answer(whole: sizes[payload])
    case .text:
      let text = texts[payload]
      if text.paragraph != 0 { return answer(ofParagraph: text, isNoted: isNoted) }
      guard let asked = text.asked else { return nil }
      var lines: (longest: UInt32, count: UInt32)?
      if asked.limit != 0 && isNoted {
        lines = (asked.longestLine, asked.lineCount)
      } else if asked.limit != 0 {
        let wrapped = text.wrapped(wordLengths.address, charactersPerLine: asked.limit)
        lines = (wrapped.longestLine, wrapped.lineCount)
      }
      func size(_ length: UInt32, _ lineCount: UInt32) -> Size {
        Size(Double(length) * text.advance, Double(lineCount) * text.lineHeight)
      }
      return Answer(
        whole: asked.isUnwrapped ? size(text.longestLine, 1) : nil,
        wrapped: lines.map { size($0.longest, $0.count) }, unit: text.advance)
    default: return nil
    }
  }

  private func answer(ofParagraph text: TextRecord, isNoted: Bool) -> Answer? {
    let record = paragraphs.address + Int(text.paragraph) - 1
    let asked = record.pointee.asked
    guard let limit = asked.askedLimit, limit > 0 || asked.wasAskedUnwrapped else { return nil }
    let (ascender, descender) = (record.pointee.paragraph.ascender, record.pointee.paragraph.descender)
    var answer = Answer(unit: text.advance, ascender: ascender, descender: descender)
    if asked.wasAskedUnwrapped {
      answer.whole = Size(Double(text.longestLine) * text.advance, text.lineHeight)
    }
    if limit > 0 {
      let (longestLine, height) =
        isNoted ? (asked.narrowest, asked.height) : ParagraphRecord.wrapped(record, limit: limit)
      answer.wrapped = Size(Double(longestLine) * text.advance, height)
    }
    return answer
  }

  fileprivate mutating func setContent(_ content: ElementContent, of id: ElementID) {
    if !writeContent(content, of: id) { noteFacts(from: id.index) }
    edits.record(id)
    rewriteIfAbandoned()
  }

  /// Writes an element's content. Returns false if the facts about the elements around it may change, too.
  fileprivate mutating func writeContent(_ content: ElementContent, of id: ElementID) -> Bool {
    let element = elements[id.index]
    precondition(content.kind == element.kind, "\(id) is \(element.kind.typeNameWithArticle), and stays one")
    let before = ownBaselines(of: element)
    _ = writePayload(content, over: element.payload)
    return element.kind.isLeaf && ownBaselines(of: element) == before
      && flagsOfLeaf(element) == element.flags
  }

  fileprivate mutating func rewriteIfAbandoned() {
    // Rewriting pays once more than half of the texts' tables is abandoned; each element counts as 16 bytes in use.
    let usedCount = textBytes.count + wordLengths.count + 16 * elements.count
    if 2 * abandonedTextByteCount > usedCount { rewriteTables() }
  }

  /// Returns a text's baselines; 0 for other elements.
  private func ownBaselines(of element: ElementRecord) -> (ascender: Double, descender: Double) {
    element.kind == .text ? baselines(ofText: Int(element.payload)) : (0, 0)
  }

  fileprivate mutating func setStyle(_ style: Style, of id: ElementID) {
    let place = Int(elements[id.index].style)
    if styles[place].isOwned {
      styles[place] = StyleRecord(style.values, isOwned: true)
    } else {
      elements[id.index].style = intern(style.values, isOwned: true)
    }
    noteFacts(from: id.index)
    edits.record(id, isOfStyle: true)
  }

  /// Returns the style's index in the table, after adding the style if no shared style is equal.
  ///
  /// - Parameter isOwned: True to add the style for one element alone, whose next style overwrites it.
  mutating func intern(_ style: StyleValues, isOwned: Bool = false) -> UInt32 {
    let place = styles.entries.firstIndex { !$0.isOwned && $0.style == style }
    if let place { return UInt32(place) }
    return styles.add(StyleRecord(style, isOwned: isOwned))
  }

  /// Updates the facts about an element, and about the elements around it as far as their facts change.
  fileprivate mutating func noteFacts(from id: Int) {
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

  /// Returns the facts about an element that the elements around it read, besides its style.
  private func facts(of index: Int) -> (ElementFlags, ascender: Double?, descender: Double?) {
    let element = elements[index]
    let stack = element.kind == .stack ? stacks[Int(element.payload)] : nil
    return (element.flags, stack?.ascender, stack?.descender)
  }
}

// MARK: - Elements

/// Changes to the elements of a compiled tree.
///
/// The arena stays contiguous and in pre-order, so elements behind the change move and get new ids. A
/// `LayoutContext` that has laid the tree out before keeps its results for the elements that stay.
extension LayoutTree {
  /// Replaces an element and everything below it by another tree.
  ///
  /// ```swift
  /// let id = tree.replaceSubtree(of: placeholder, with: loaded)
  /// context.relayout(tree, in: range)
  /// ```
  ///
  /// - Returns: The root of the new subtree, which has the id of the old one.
  /// - Complexity: linear in the number of elements of this and the other tree; a fraction of a nanosecond
  ///   per element that only moves.
  @discardableResult
  public mutating func replaceSubtree(of id: ElementID, with subtree: LayoutTree) -> ElementID {
    if id == root {
      // The whole tree is replaced: results for the old tree are worthless.
      self = subtree.detached()
      return root
    }
    let parent = Int(tables.elements[id.index].parent)
    tables.splice(self.subtree(of: id), with: subtree, parent: parent)
    return id
  }

  /// Inserts another tree below an element, as its child at index `place`, from 0.
  ///
  /// - Precondition: `parent` may have any number of children, and has at least `place`.
  /// - Returns: The root of the new subtree.
  /// - Complexity: linear in the number of elements of this and the other tree.
  @discardableResult
  public mutating func insertSubtree(_ subtree: LayoutTree, in parent: ElementID, at place: Int) -> ElementID
  {
    requireAnyNumberOfChildren(parent)
    var position = parent.index + 1
    for _ in 0..<place {
      precondition(
        position < self.subtree(of: parent).upperBound, "\(parent) has fewer than \(place) children")
      position = Int(tables.elements[position].end)
    }
    tables.splice(position..<position, with: subtree, parent: parent.index)
    return ElementID(position)
  }

  /// Removes an element and everything below it.
  ///
  /// - Precondition: the element is not the root, and its parent may have any number of children.
  /// - Complexity: linear in the number of elements.
  public mutating func removeSubtree(of id: ElementID) {
    precondition(id != root, "A tree has a root")
    let parent = Int(tables.elements[id.index].parent)
    requireAnyNumberOfChildren(ElementID(parent))
    tables.splice(subtree(of: id), with: nil, parent: parent)
  }

  private func requireAnyNumberOfChildren(_ parent: ElementID) {
    let kind = kind(of: parent)
    precondition(
      kind.requiredChildCount == nil,
      "A \(kind.typeName) takes \(kind.requiredChildCount ?? 0) children, no more and no fewer")
  }
}

extension LayoutTables {
  /// Replaces the elements of a subtree, or an empty range, by another tree, or by nothing.
  ///
  /// The removed elements' table entries are abandoned. Once there are more abandoned entries than elements,
  /// the tables are rewritten.
  fileprivate mutating func splice(_ range: Range<Int>, with other: LayoutTree?, parent: Int) {
    var inserted: [ElementRecord] = []
    if let other {
      let stylePlaces = other.tables.styles.entries.map { intern($0.style) }
      let hasSamePixels = other.tables.pixelGrid == pixelGrid
      for var record in other.tables.elements.entries {
        copyPayload(of: &record, from: other.tablesPointer)
        record.style = stylePlaces[Int(record.style)]
        // The other flags depend only on the element's own tree.
        if !hasSamePixels { record.flags.remove(.hasPixelSize) }
        record.end += UInt32(range.lowerBound)
        record.parent = UInt32(inserted.isEmpty ? parent : Int(record.parent) + range.lowerBound)
        inserted.append(record)
      }
    }
    let splice = EditLog.Splice(
      position: range.lowerBound, removedCount: range.count, insertedCount: inserted.count)
    inserted.withUnsafeBufferPointer { elements.replace(range, with: $0) }
    // The elements around the splice, up to the root.
    var around = [parent]
    while let last = around.last, last != 0 { around.append(Int(elements[last].parent)) }
    moveLinks(across: splice, around: around)
    moveNames(across: splice, names: other?.tables.names ?? [:])
    for ancestor in around { finishElement(ancestor) }
    abandonedCount += range.count
    if abandonedCount > elements.count { rewriteTables() } else { edits.record(ElementID(parent), splice) }
  }

  /// Corrects the ends of the elements around a splice, and the links of the elements behind it.
  private mutating func moveLinks(across splice: EditLog.Splice, around: [Int]) {
    let shift = splice.insertedCount - splice.removedCount
    guard shift != 0 else { return }
    let removedEnd = splice.position + splice.removedCount
    let count = elements.count
    let elements = elements.address
    for index in splice.position + splice.insertedCount..<count {
      elements[index].end = UInt32(Int(elements[index].end) + shift)
      if Int(elements[index].parent) >= removedEnd {
        elements[index].parent = UInt32(Int(elements[index].parent) + shift)
      }
    }
    for ancestor in around { elements[ancestor].end = UInt32(Int(elements[ancestor].end) + shift) }
  }

  private mutating func moveNames(across splice: EditLog.Splice, names newNames: [UInt32: String]) {
    guard !names.isEmpty || !newNames.isEmpty else { return }
    let kept = names.compactMap { id, name in splice.moved(Int(id)).map { (UInt32($0), name) } }
    let new = newNames.map { ($0 + UInt32(splice.position), $1) }
    names = Dictionary(uniqueKeysWithValues: kept + new)
  }

  /// Copies all payloads into new tables, without abandoned entries. Contexts then lay out from scratch.
  mutating func rewriteTables() {
    var builder = LayoutTreeBuilder(pixelGrid: pixelGrid, capacity: elements.count)
    withUnsafePointer(to: self) { builder.copyTree($0.pointee.elements.indices, of: $0, []) }
    swap(&self, &builder.mutableTables.pointee)
  }
}
