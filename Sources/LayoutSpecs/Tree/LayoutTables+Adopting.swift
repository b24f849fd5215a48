// Adopting another tree: its tables are appended, and its elements' records get corrected indices.

extension LayoutTables {
  /// Appends another tree's payloads to these tables, and returns its records with indices for this tree.
  ///
  /// The elements' flags stay valid, because they depend only on their own tree and the pixel grid: if that
  /// differs, no node counts as being in whole pixels. The caller puts the records into the arena and
  /// finishes the elements around them.
  ///
  /// - Parameters:
  ///   - other: The other tree's tables, without deferred nodes.
  ///   - stylePlaces: The index in this tree's styles of each of its styles.
  ///   - position: The id that its root will have.
  ///   - parent: The id of the element around it.
  /// - Complexity: linear in the size of the other tree's tables, including abandoned entries.
  mutating func adopt(
    _ other: borrowing LayoutTables, stylePlaces: [UInt32], at position: Int, parent: Int
  ) -> [ElementRecord] {
    let cacheBase = UInt32(cacheCount)
    let hasSamePixels = other.pixelGrid == pixelGrid
    let typePlaces = other.types.map { types.place(of: $0) }
    var records = other.elements
    for index in records.indices {
      records[index].end += UInt32(position)
      records[index].parent = index == 0 ? UInt32(parent) : records[index].parent + UInt32(position)
      records[index].style = stylePlaces[Int(records[index].style)]
      if records[index].type != 0 { records[index].type = typePlaces[Int(records[index].type) - 1] }
      records[index].payload += UInt32(payloadCount(of: records[index].kind))
      if records[index].kind.isCached { records[index].cache += cacheBase }
      if !hasSamePixels { records[index].flags.remove(.hasPixelSize) }
    }
    appendPayloads(of: other)
    return records
  }

  private mutating func appendPayloads(of other: borrowing LayoutTables) {
    let (wordBase, byteBase) = (UInt32(wordLengths.count), UInt32(textBytes.count))
    for var text in other.texts {
      text.firstWord += wordBase
      text.firstByte += byteBase
      texts.append(text)
    }
    wordLengths += other.wordLengths
    textBytes += other.textBytes
    stacks += other.stacks
    insets += other.insets
    relatives += other.relatives
    centers += other.centers
    ratios += other.ratios
    absolutes += other.absolutes
    corners += other.corners
    sizes += other.sizes
    measurements += other.measurements
    algorithms += other.algorithms
    cacheCount += other.cacheCount
    abandonedCount += other.abandonedCount
    if other.hasConcurrentStack { hasConcurrentStack = true }
  }

  /// Returns the number of entries in the payload table of this kind; 0 if it has none.
  private func payloadCount(of kind: ElementKind) -> Int {
    switch kind {
    case .spec, .node, .wrapper, .overlay, .background, .compositeNode, .deferredNode: 0
    case .sizedNode: sizes.count
    case .text: texts.count
    case .measured: measurements.count
    case .stack: stacks.count
    case .inset: insets.count
    case .relative: relatives.count
    case .center: centers.count
    case .ratio: ratios.count
    case .absolute: absolutes.count
    case .corner: corners.count
    case .custom: algorithms.count
    }
  }
}
