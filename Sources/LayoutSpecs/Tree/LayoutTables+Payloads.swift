// The elements' contents: a table for each kind.

extension LayoutTables {
  /// Writes an element's content into the table of its kind, and returns the content's index there.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - place: The index of an entry to overwrite; nil to append one.
  /// - Precondition: every number is valid for a layout.
  mutating func writePayload(_ content: ElementContent, over place: UInt32? = nil) -> UInt32 {
    @inline(__always)
    func write<T>(_ value: T, to table: inout Table<T>) -> UInt32 {
      if let place {
        table[Int(place)] = value
        return place
      }
      return table.add(value)
    }
    switch content {
    case .spec, .node, .wrapper, .overlay, .background, .compositeNode: return 0
    case .sizedNode(let size):
      precondition(size.isValid, "A node's intrinsic size is 0 or more and less than 10,000,000 points")
      return write(size, to: &sizes)
    case .text(let text):
      let record = if let place { record(of: text, over: texts[Int(place)]) } else { record(of: text) }
      return write(record, to: &texts)
    case .paragraph(let paragraph): return writeParagraph(paragraph, over: place)
    case .measured(let measurement): return write(measurement, to: &measurements)
    case .stack(let parameters):
      if parameters.isConcurrent { hasConcurrentStack = true }
      return write(StackRecord(parameters), to: &stacks)
    case .custom(let algorithm): return write(algorithm, to: &algorithms)
    default:
      guard let properties = SpecProperties(content) else { preconditionFailure("Not written here") }
      return write(properties.checked, to: &specs)
    }
  }

  /// Writes a new stack, and returns its index.
  mutating func writeStack(_ parameters: StackParameters) -> UInt32 {
    if parameters.isConcurrent { hasConcurrentStack = true }
    return stacks.add(StackRecord(parameters))
  }

  /// Writes a new text's bytes and words at the end.
  mutating func record(of text: borrowing TextParameters) -> TextRecord {
    var (record, isParagraph) = withUTF8(of: text.string) { newRecord($0, text.advance, text.lineHeight) }
    if isParagraph { set(text.paragraph, of: &record) }
    return record
  }

  /// Writes a text without changing it: as `inout` it is read in place, where a copy would count a reference.
  ///
  /// - Parameter prepared: The text as a paragraph, if the caller has one. Otherwise it is prepared here if it is
  ///   more than its words.
  mutating func record(
    of string: inout String, _ metrics: MonospaceMetrics, prepared: Paragraph?
  ) -> TextRecord {
    var (record, isParagraph) = string.withUTF8 { newRecord($0, metrics.advance, metrics.lineHeight) }
    if isParagraph { set(prepared ?? Paragraph(AttributedText(string), monospace: metrics), of: &record) }
    return record
  }

  /// Writes a text's bytes and words at the end. Also returns true if the text is more than its words; see `WordLengths`.
  @inline(__always)
  private mutating func newRecord(
    _ bytes: UnsafeBufferPointer<UInt8>, _ advance: Double, _ lineHeight: Double
  ) -> (TextRecord, isParagraph: Bool) {
    requireTextMetrics(advance: advance, lineHeight: lineHeight)
    var record = TextRecord(
      firstWord: UInt32(wordLengths.count), firstByte: UInt32(textBytes.count), advance: advance,
      lineHeight: lineHeight)
    var isParagraph = false
    textBytes.append(contentsOf: bytes)
    wordLengths.append(atMost: bytes.count + 1) { words in
      isParagraph = record.writeWords(of: bytes, to: words)
      return Int(record.wordCount)
    }
    record.byteCount = UInt32(bytes.count)
    record.byteCapacity = record.byteCount
    record.wordCapacity = record.wordCount
    return (record, isParagraph)
  }

  /// Writes a prepared text. Not inlined, so that writing other contents saves no registers.
  @inline(never)
  private mutating func writeParagraph(_ paragraph: Paragraph, over place: UInt32?) -> UInt32 {
    var record = TextRecord(
      firstWord: UInt32(wordLengths.count), firstByte: UInt32(textBytes.count), advance: 1, lineHeight: 0)
    if let place {
      let old = texts[Int(place)]
      record.paragraph = old.paragraph
      (record.firstWord, record.wordCapacity) = (old.firstWord, old.wordCapacity)
      abandonedTextByteCount += Int(old.byteCapacity)
    }
    set(paragraph, of: &record)
    record.wordCount = paragraph.hasPlainStyle ? UInt32(paragraph.prepared.copiedByteCount) : 0
    abandonedTextByteCount += wordLengths.makeRoom(record.wordCount, &record.firstWord, &record.wordCapacity)
    if record.wordCount > 0 { paragraph.prepared.copyParts(to: wordLengths.address + Int(record.firstWord)) }
    guard let place else { return texts.add(record) }
    texts[Int(place)] = record
    return place
  }

  /// Records a text's paragraph, in place of an earlier one. Not inlined: most texts have none.
  @inline(never)
  private mutating func set(_ paragraph: Paragraph, of record: inout TextRecord) {
    (record.longestLine, record.lineHeight) = paragraph.unwrapped
    record.advance = record.longestLine < WrapRow.limit ? paragraph.prepared.unit : .nan
    if record.paragraph == 0 {
      record.paragraph = 1 + paragraphs.add(ParagraphRecord(paragraph: paragraph))
    } else {
      paragraphs[Int(record.paragraph) - 1].paragraph = paragraph
    }
  }

  /// Writes a changed text's bytes and words: over the old ones if they fit there, otherwise at the end, with
  /// spare room, so that a text that keeps growing is seldom moved.
  private mutating func record(of text: TextParameters, over old: TextRecord) -> TextRecord {
    requireTextMetrics(advance: text.advance, lineHeight: text.lineHeight)
    var record = old
    record.advance = text.advance
    record.lineHeight = text.lineHeight
    var isParagraph = false
    withUTF8(of: text.string) { bytes in
      record.byteCount = UInt32(bytes.count)
      abandonedTextByteCount += textBytes.makeRoom(record.byteCount, &record.firstByte, &record.byteCapacity)
      textBytes.update(from: Int(record.firstByte), with: bytes)
      // The number of words is known only once they are written.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 1) { words in
        isParagraph = record.writeWords(of: bytes, to: words.baseAddress.unsafelyUnwrapped)
        abandonedTextByteCount += wordLengths.makeRoom(
          record.wordCount, &record.firstWord, &record.wordCapacity)
        wordLengths.update(
          from: Int(record.firstWord), with: UnsafeBufferPointer(rebasing: words[..<Int(record.wordCount)]))
      }
    }
    if isParagraph {
      set(text.paragraph, of: &record)
    } else if record.paragraph != 0 {
      // The old paragraph stays in its table, and takes about this many bytes.
      abandonedTextByteCount += 256
      record.paragraph = 0
    }
    return record
  }
}

extension TextRecord {
  /// Writes the words' lengths into `room`, and records their number. Returns true if the text is more than
  /// its words.
  @inline(__always)
  fileprivate mutating func writeWords(
    of bytes: UnsafeBufferPointer<UInt8>, to room: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    let written = WordLengths.write(of: bytes, to: room)
    longestLine = written.scalarCount
    precondition(longestLine < WrapRow.limit, "A text has fewer than 2³⁰ characters")
    wordCount = UInt32(written.entryCount)
    hasLongWords = written.hasLongWords
    return written.isParagraph
  }
}

/// Calls `body` with the string's bytes, without a copy of the string if they are contiguous.
@inline(__always)
private func withUTF8<Result>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
  var string = string
  return string.withUTF8(body)
}

extension Table<UInt8> {
  /// If a text's room is too small, gives it new room at the end, with the size of the old room to spare. Returns the
  /// number of abandoned bytes.
  fileprivate mutating func makeRoom(_ needed: UInt32, _ first: inout UInt32, _ capacity: inout UInt32) -> Int
  {
    guard needed > capacity else { return 0 }
    let abandoned = Int(capacity)
    (first, capacity) = (UInt32(count), capacity + needed)
    append(0, count: Int(capacity))
    return abandoned
  }
}
