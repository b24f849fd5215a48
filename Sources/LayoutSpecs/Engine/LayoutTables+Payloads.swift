// What elements say, apart from their styles: a table for each kind.

extension LayoutTables {
  /// Writes what an element says into the table of its kind, and returns its place there.
  ///
  /// - Parameters:
  ///   - content: What the element says.
  ///   - place: Where something of the same kind stands that is not needed any more; nil to add to the table.
  /// - Precondition: every number is one that a layout can take.
  mutating func writePayload(_ content: ElementContent, over place: UInt32? = nil) -> UInt32 {
    @inline(__always)
    func write<T>(_ value: T, to table: inout [T]) -> UInt32 {
      if let place {
        table[Int(place)] = value
        return place
      }
      table.append(value)
      return UInt32(table.count - 1)
    }
    switch content {
    case .spec, .node, .wrapper, .overlay, .background, .compositeNode: return 0
    case .sizedNode(let size):
      precondition(size.isValid, "A node's intrinsic size is 0 or more and less than 10,000,000 points")
      return write(size, to: &sizes)
    case .text(let text):
      let old = place.map { texts[Int($0)] }
      return write(record(of: text, over: old), to: &texts)
    case .measured(let measurement): return write(measurement, to: &measurements)
    case .stack(let parameters):
      if parameters.isConcurrent { hasConcurrentStack = true }
      return write(StackRecord(parameters), to: &stacks)
    case .inset(let edges):
      // Made again, so that what was changed after it was made is checked as well.
      let checked = EdgeInsets(top: edges.top, left: edges.left, bottom: edges.bottom, right: edges.right)
      return write(checked, to: &insets)
    case .center(let parameters): return write(parameters, to: &centers)
    case .relative(let parameters): return write(parameters, to: &relatives)
    case .ratio(let ratio):
      precondition(ratio >= 0 && ratio < .infinity, "A ratio is a finite number, 0 or more")
      return write(ratio, to: &ratios)
    case .absolute(let sizing): return write(sizing, to: &absolutes)
    case .corner(let parameters):
      // Made again, as insets are.
      let checked = CornerParameters(
        location: parameters.location, offset: parameters.offset, wrapsCorner: parameters.wrapsCorner)
      return write(checked, to: &corners)
    case .custom(let algorithm): return write(algorithm, to: &algorithms)
    }
  }

  /// Writes a text's words and bytes: where those of an old text stood if they fit there, else behind all others.
  private mutating func record(of text: TextParameters, over old: TextRecord?) -> TextRecord {
    // What was changed after it was made is checked as well.
    text.check()
    let firstWord = wordLengths.count
    let firstByte = textBytes.count
    var scalarCount: UInt32 = 0
    var hasLongWords = false
    withUTF8(of: text.string) { bytes in
      textBytes.append(contentsOf: bytes)
      wordLengths.append(addingCapacity: bytes.count + 1) { words in
        words.withUnsafeMutableBufferPointer { room, entryCount in
          (scalarCount, entryCount, hasLongWords) = WordLengths.write(
            of: bytes, to: room.baseAddress.unsafelyUnwrapped)
        }
      }
    }
    let words = firstWord..<wordLengths.count
    let bytes = firstByte..<textBytes.count
    var record = TextRecord(
      firstWord: UInt32(words.lowerBound), wordCapacity: UInt32(words.count), wordCount: UInt32(words.count),
      firstByte: UInt32(bytes.lowerBound), byteCapacity: UInt32(bytes.count), byteCount: UInt32(bytes.count),
      scalarCount: scalarCount, hasLongWords: hasLongWords, advance: text.advance, lineHeight: text.lineHeight
    )
    guard let old else { return record }
    if words.count <= Int(old.wordCapacity) {
      wordLengths.moveEnd(words, to: Int(old.firstWord))
      (record.firstWord, record.wordCapacity) = (old.firstWord, old.wordCapacity)
    }
    if bytes.count <= Int(old.byteCapacity) {
      textBytes.moveEnd(bytes, to: Int(old.firstByte))
      (record.firstByte, record.byteCapacity) = (old.firstByte, old.byteCapacity)
    }
    return record
  }
}

/// The string's bytes, without a copy of the string where they lie in one piece already.
@inline(__always)
private func withUTF8<Result>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
  var string = string
  return string.withUTF8(body)
}

extension Array {
  /// Moves the elements at the end to another place, over what stands there.
  fileprivate mutating func moveEnd(_ range: Range<Int>, to place: Int) {
    for offset in 0..<range.count { self[place + offset] = self[range.lowerBound + offset] }
    removeLast(range.count)
  }
}
