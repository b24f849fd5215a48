// Trees that are written in pieces.

extension LayoutTreeBuilder {
  /// Moves subtrees that are written behind a tree into it, each to the place of a leaf.
  ///
  /// - Parameters:
  ///   - first: The root of the tree. Everything from here on is part of it.
  ///   - subtrees: The subtrees by the leaf that each replaces, which may lie in another subtree.
  /// - Returns: The new place of each element from `first` on; those of the leaves have no meaning.
  /// - Complexity: linear in the number of elements.
  mutating func join(from first: Int, _ subtrees: [Int: Range<Int>]) -> [Int] {
    let records = Array(tables.elements.entries[first...])
    let mainEnd = subtrees.values.reduce(first + records.count) { min($0, $1.lowerBound) }
    var places = [Int](repeating: first, count: records.count)
    var parents = [Int](repeating: first, count: records.count)
    var next = first
    // The parts that are not written yet, the next one last, each with the new parent of its first element.
    var parts: [(range: Range<Int>, parent: Int?)] = [(first..<mainEnd, nil)]
    while let (range, rootParent) = parts.popLast() {
      for index in range {
        let parent = index == range.lowerBound ? rootParent : nil
        let newParent = parent ?? places[Int(records[index - first].parent) - first]
        if let subtree = subtrees[index] {
          parts.append((index + 1..<range.upperBound, nil))
          parts.append((subtree, newParent))
          break
        }
        places[index - first] = next
        parents[next - first] = newParent
        tables.elements[next] = records[index - first]
        next += 1
      }
    }
    if !tables.names.isEmpty {
      let names = tables.names.map { place, name in
        (place < first ? place : UInt32(places[Int(place) - first]), name)
      }
      tables.names = Dictionary(uniqueKeysWithValues: names)
    }
    tables.elements.removeAll(from: next)
    // From back to front: an element's children come before it.
    for place in (first..<next).reversed() { tables.elements[place].end = UInt32(place + 1) }
    for place in (first..<next).reversed() {
      let parent = parents[place - first]
      tables.elements[place].parent = UInt32(parent)
      if parent != place {
        tables.elements[parent].end = max(tables.elements[parent].end, tables.elements[place].end)
      }
    }
    for place in (first..<next).reversed() { tables.finishElement(place) }
    return places
  }

  /// Adds the payloads of other trees, whose records then refer to these tables.
  mutating func adoptPayloads(of other: UnsafePointer<LayoutTables>) {
    let (styles, elements) = (other.pointee.styles.entries, other.pointee.elements.entries)
    var stylePlaces: [UInt32] = [0]
    if styles.count > 1 { stylePlaces = styles.map { intern($0) } }
    tables.adoptPayloads(
      of: other.pointee, stylePlaces: stylePlaces, changing: UnsafeMutableBufferPointer(mutating: elements))
  }
}
