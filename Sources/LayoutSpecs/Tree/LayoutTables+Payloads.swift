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
    return withUTF8(of: text.string) { bytes in
      var record = TextRecord(
        firstWord: UInt32(wordLengths.count), wordCapacity: 0, firstByte: UInt32(textBytes.count),
        byteCapacity: 0, byteCount: UInt32(bytes.count), advance: text.advance, lineHeight: text.lineHeight)
      if let old, bytes.count <= Int(old.byteCapacity) {
        (record.firstByte, record.byteCapacity) = (old.firstByte, old.byteCapacity)
        textBytes.write(bytes, at: Int(old.firstByte))
      } else {
        textBytes.append(contentsOf: bytes)
        textBytes.addRoom(twice: old?.byteCapacity)
        record.byteCapacity = UInt32(textBytes.count) - record.firstByte
        abandonedTextByteCount += Int(old?.byteCapacity ?? 0)
      }
      if let old, WordLengths.entryCount(of: bytes) <= Int(old.wordCapacity) {
        (record.firstWord, record.wordCapacity) = (old.firstWord, old.wordCapacity)
        wordLengths.withUnsafeMutableBufferPointer {
          record.writeWords(of: bytes, to: $0.baseAddress.unsafelyUnwrapped + Int(old.firstWord))
        }
      } else {
        wordLengths.append(addingCapacity: bytes.count + 1) { words in
          words.withUnsafeMutableBufferPointer { room, entryCount in
            record.writeWords(of: bytes, to: room.baseAddress.unsafelyUnwrapped)
            entryCount = Int(record.wordCount)
          }
        }
        wordLengths.addRoom(twice: old?.wordCapacity)
        record.wordCapacity = UInt32(wordLengths.count) - record.firstWord
        abandonedTextByteCount += Int(old?.wordCapacity ?? 0)
      }
      return record
    }
  }

  /// Whether more of the texts' tables was left behind than is in use, and enough that writing them anew pays.
  var hasAbandonedMuchText: Bool {
    2 * abandonedTextByteCount > textBytes.count + wordLengths.count + 16 * elements.count
  }
}

extension TextRecord {
  /// Writes the words' lengths to where there is room for them, and notes how many they are.
  @inline(__always)
  fileprivate mutating func writeWords(
    of bytes: UnsafeBufferPointer<UInt8>, to room: UnsafeMutablePointer<UInt8>
  ) {
    let written = WordLengths.write(of: bytes, to: room)
    scalarCount = written.scalarCount
    wordCount = UInt32(written.entryCount)
    hasLongWords = written.hasLongWords
  }
}

/// The string's bytes, without a copy of the string where they lie in one piece already.
@inline(__always)
private func withUTF8<Result>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
  var string = string
  return string.withUTF8(body)
}

extension [UInt8] {
  /// Writes bytes over those that stand at a place.
  fileprivate mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    withUnsafeMutableBufferPointer { room in
      (room.baseAddress.unsafelyUnwrapped + place).update(from: source, count: bytes.count)
    }
  }

  /// Adds room at the end of a text that grew, so that one that goes on growing is moved seldom.
  ///
  /// - Parameter oldCapacity: How much room the text had before; nil for a new one, which gets no more than it takes.
  fileprivate mutating func addRoom(twice oldCapacity: UInt32?) {
    guard let oldCapacity else { return }
    append(contentsOf: repeatElement(0, count: Int(oldCapacity)))
  }
}
