// What elements say, apart from their styles: a table for each kind.

extension LayoutTree {
  /// Writes what an element says into the table of its kind, and returns its place there.
  ///
  /// - Parameters:
  ///   - content: What the element says.
  ///   - place: Where something of the same kind stands that is not needed any more; nil to add to the table.
  /// - Precondition: every number is one that a layout can take.
  mutating func writePayload(_ content: ElementContent, over place: UInt32? = nil) -> UInt32 {
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
      precondition(size.isValid, "A node's intrinsic size is finite and not negative")
      return write(size, to: &sizes)
    case .text(let text):
      let old = place.map { texts[Int($0)] }
      return write(record(of: text, over: old), to: &texts)
    case .measured(let measurement): return write(measurement, to: &measurements)
    case .stack(let parameters): return write(StackRecord(parameters), to: &stacks)
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
      precondition(
        parameters.offset.x.isFinite && parameters.offset.y.isFinite,
        "A corner's offset is a finite number of points")
      return write(parameters, to: &corners)
    case .custom(let algorithm): return write(algorithm, to: &algorithms)
    }
  }

  /// Writes a text's words and bytes: where those of an old text stood if they fit there, else behind all others.
  private mutating func record(of text: TextParameters, over old: TextRecord?) -> TextRecord {
    let text = TextParameters(text.string, advance: text.advance, lineHeight: text.lineHeight)
    let words = wordLengths(of: text.string)
    let byteCount = text.string.utf8.count
    var record =
      old
      ?? TextRecord(firstWord: 0, wordCapacity: 0, firstByte: 0, byteCapacity: 0, advance: 0, lineHeight: 0)
    record.advance = text.advance
    record.lineHeight = text.lineHeight
    if words.count <= Int(record.wordCapacity) {
      for (offset, length) in words.enumerated() { wordLengths[Int(record.firstWord) + offset] = length }
    } else {
      record.firstWord = UInt32(wordLengths.count)
      record.wordCapacity = UInt32(words.count)
      wordLengths.append(contentsOf: words)
    }
    if byteCount <= Int(record.byteCapacity) {
      for (offset, byte) in text.string.utf8.enumerated() { textBytes[Int(record.firstByte) + offset] = byte }
    } else {
      record.firstByte = UInt32(textBytes.count)
      record.byteCapacity = UInt32(byteCount)
      textBytes.append(contentsOf: text.string.utf8)
    }
    record.wordCount = UInt32(words.count)
    record.byteCount = UInt32(byteCount)
    // Between two words stands one space.
    record.scalarCount = words.reduce(UInt32(words.count - 1), +)
    return record
  }

  /// The lengths of the words between single spaces, in Unicode scalars.
  private func wordLengths(of string: String) -> [UInt32] {
    var lengths: [UInt32] = []
    var length: UInt32 = 0
    for byte in string.utf8 {
      if byte == UInt8(ascii: " ") {
        lengths.append(length)
        length = 0
      } else if byte & 0xC0 != 0x80 {
        // Every byte but a continuation byte begins a Unicode scalar.
        length += 1
      }
    }
    lengths.append(length)
    return lengths
  }
}
