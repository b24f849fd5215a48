// The elements' contents: a table for each kind.

extension LayoutTables {
  /// Writes an element's content into the table of its kind, and returns its index there.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - place: The index of an entry to overwrite; nil to append one.
  /// - Precondition: every number is valid for a layout.
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
      // Made again, to check properties that were changed after `init` too.
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

  /// Writes a text's words and bytes: over those of an old text if they fit there, otherwise at the end.
  private mutating func record(of text: TextParameters, over old: TextRecord?) -> TextRecord {
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

  /// True if more of the texts' tables is abandoned than in use, and enough that rewriting them pays.
  var hasAbandonedMuchText: Bool {
    2 * abandonedTextByteCount > textBytes.count + wordLengths.count + 16 * elements.count
  }
}

extension TextRecord {
  /// Writes the words' lengths into `room`, and records their number.
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

/// Calls `body` with the string's bytes, without a copy of the string if they are contiguous.
@inline(__always)
private func withUTF8<Result>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
  var string = string
  return string.withUTF8(body)
}

extension [UInt8] {
  /// Overwrites the bytes at `place`.
  fileprivate mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    withUnsafeMutableBufferPointer { room in
      (room.baseAddress.unsafelyUnwrapped + place).update(from: source, count: bytes.count)
    }
  }

  /// Adds room at the end of a text that grew, so that a text that keeps growing is seldom moved.
  ///
  /// - Parameter oldCapacity: The text's capacity before; nil for a new text, which gets no spare room.
  fileprivate mutating func addRoom(twice oldCapacity: UInt32?) {
    guard let oldCapacity else { return }
    append(contentsOf: repeatElement(0, count: Int(oldCapacity)))
  }
}
