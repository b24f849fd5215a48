#if Text && canImport(CPango)
import CPango
import LayoutSpecs

/// Prepares a text with the knowledge of its library, and has a shaper find out what the library lacks.
///
/// Each paragraph of simple characters is split into items of one face:
///
/// 1. A part has one run and one script.
/// 2. An item has the face of its characters. Spaces have that of the item before them, or of the next one if Pango tries
///    that earlier.
/// 3. HarfBuzz shapes each item.
/// 4. Lines may end where Annex 14 says so.
///
/// These are Pango's own rules for such characters; a shaper prepares the other paragraphs.
struct TextPreparation: ~Copyable {
  typealias Characters = UnsafeMutableBufferPointer<SimpleCharacter>

  /// A range of characters that have one face.
  struct Item {
    var range: Range<Int>
    let run: Int
    let font: Int
    let script: CharacterTraits.Script
    let face: Int
  }

  let text: AttributedText
  /// It calls this preparation, and outlives it. All threads count references to it.
  unowned(unsafe) let pool: ShaperPool
  var knowledge: FontKnowledge
  private var hasLearned = false
  /// nil until something is unknown.
  private var shaper: PangoShaper?
  /// The text's bytes for Pango; empty until it has to prepare a paragraph.
  private var pangoBytes: ContiguousArray<CChar> = []
  /// The run that was looked up last, and its font.
  private var lastFont = (run: -1, font: 0)
  /// The paragraph's characters in one run each, up to the next such part.
  private var parts: [(start: Int, run: Int)] = []
  var items: [Item] = []

  /// - Parameter text: Each of its fonts names a family.
  init(_ text: AttributedText, _ pool: ShaperPool) {
    (self.text, self.pool) = (text, pool)
    knowledge = pool.knowledge
  }

  /// Returns the prepared text, and gives the library what was learned.
  mutating func prepare() -> PreparedText {
    defer { finish() }
    let first = font(of: 0)
    var builder = knowledge.fonts[first].makeBuilder()
    var string = text.string
    let kept = string.withUTF8 { bytes in
      withUnsafeTemporaryAllocation(of: SimpleCharacter.self, capacity: bytes.count) {
        addParagraphs(of: bytes, $0, tabInterval: knowledge.fonts[first].tabInterval, to: &builder)
      }
    }
    if let kept { return kept }
    let prepared = builder.finish()
    if !pangoBytes.isEmpty {
      let byteCount = text.runs.reduce(160 + prepared.byteCount) { $0 + 96 + $1.string.utf8.count }
      pool.texts.insert(prepared, of: text, byteCount: byteCount)
    }
    return prepared
  }

  /// Gives the library what was learned.
  func finish() {
    if let shaper { pool.putBack(shaper, hasLearned ? knowledge : nil) }
  }

  /// Adds all paragraphs; returns the text if Pango prepared it before.
  private mutating func addParagraphs(
    of bytes: UnsafeBufferPointer<UInt8>, _ room: Characters, tabInterval: Double,
    to builder: inout PreparedText.Builder
  ) -> PreparedText? {
    let runEnds = text.runs.count == 1 ? [bytes.count] : PangoShaper.ends(of: text.runs)
    var (start, previousEnd, run) = (0, 0, 0)
    while true {
      while run + 1 < runEnds.count && runEnds[run] <= start { run += 1 }
      var boundary = (end: 0, next: 0)
      if let (end, next, count) = read(bytes, from: start, run: run, runEnds, into: room),
        findWidths(
          of: UnsafeMutableBufferPointer(rebasing: room[..<count]),
          UnsafeBufferPointer(rebasing: bytes[start..<end]))
      {
        boundary = (end, next)
        if count == 0 {
          builder.setMetrics(knowledge.fonts[font(of: run)].metrics)
          builder.endSegment(breakAfter: next == end ? .none : .required, scalarCount: next - end)
        } else {
          add(UnsafeBufferPointer(rebasing: room[..<count]), next - end, to: &builder)
        }
      } else {
        if pangoBytes.isEmpty {
          if let kept = pool.texts[text] { return kept }
          pangoBytes = PangoShaper.bytes(of: text.string)
        }
        let shaper = takeShaper()
        boundary = pangoBytes.withUnsafeBufferPointer {
          let source = PangoShaper.Source(
            bytes: $0.baseAddress.unsafelyUnwrapped, count: bytes.count, runs: text.runs, runEnds: runEnds)
          return shaper.appendParagraph(
            of: source, from: start, previousEnd: previousEnd, tabInterval: tabInterval, to: &builder)
        }
      }
      // The paragraph behind a line break at the end is an empty line.
      if boundary.next == boundary.end { return nil }
      (start, previousEnd) = (boundary.next, boundary.end)
    }
  }

  // MARK: Characters and items

  /// Reads a paragraph's characters, and finds its parts.
  ///
  /// - Returns: Where the paragraph ends, where the next one begins, and the number of characters; nil if one is not
  ///   simple.
  private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, run firstRun: Int, _ runEnds: [Int],
    into room: Characters
  ) -> (end: Int, next: Int, count: Int)? {
    parts.removeAll(keepingCapacity: true)
    var (place, count, run, runEnd) = (start, 0, firstRun, 0)
    return CharacterTraits.all.withUnsafeBufferPointer { all in
      while place < bytes.count {
        var scalar = UInt32(bytes[place])
        let first = place
        if scalar < 0x80 {
          place &+= 1
        } else if scalar < 0xE0 {
          scalar = (scalar & 0x1F) << 6 | UInt32(bytes[place &+ 1] & 0x3F)
          place &+= 2
        } else if scalar < 0xF0 {
          scalar =
            (scalar & 0xF) << 12 | UInt32(bytes[place &+ 1] & 0x3F) << 6 | UInt32(bytes[place &+ 2] & 0x3F)
          place &+= 3
        } else {
          return nil
        }
        guard scalar < all.count else { return nil }
        let traits = all[Int(scalar)]
        guard traits.isSimple else {
          guard scalar == 0x0A || scalar == 0x0D else { return nil }
          if scalar == 0x0D && place < bytes.count && bytes[place] == 0x0A { place &+= 1 }
          return (first, place, count)
        }
        if first >= runEnd {
          while runEnds[run] <= first { run += 1 }
          if text.runs[run].attachment != nil { return nil }
          runEnd = runEnds[run]
          parts.append((count, run))
        }
        room[count] = SimpleCharacter(UInt16(truncatingIfNeeded: scalar), traits)
        count &+= 1
      }
      return (place, place, count)
    }
  }

  /// Finds the items of a paragraph and the widths of its characters; returns false if only Pango can.
  private mutating func findWidths(
    of characters: Characters, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    items.removeAll(keepingCapacity: true)
    guard !characters.isEmpty else { return true }
    var (script, isMixed) = (CharacterTraits.Script.common, false)
    for character in characters {
      let own = character.traits.script
      if own == script || own == .common { continue }
      if script != .common { isMixed = true }
      script = own
    }
    let scripts = isMixed ? Self.scripts(of: characters, bytes) : [(characters.count, script)]
    var (start, part, place) = (0, 0, 0)
    while start < characters.count {
      let partEnd = part + 1 < parts.count ? parts[part + 1].start : characters.count
      let end = min(partEnd, scripts[place].end)
      if !addItems(start..<end, of: characters, run: parts[part].run, scripts[place].script) { return false }
      if end == partEnd { part += 1 }
      if end == scripts[place].end { place += 1 }
      start = end
    }
    for item in items {
      if !findWidths(of: item, characters) { return false }
    }
    return true
  }

  /// Splits a paragraph by scripts, as Pango does: a bracket has the script of the one that it belongs to.
  private static func scripts(
    of characters: Characters, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> [(end: Int, script: CharacterTraits.Script)] {
    let text = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped).assumingMemoryBound(to: CChar.self)
    let iterator = pango_script_iter_new(text, Int32(bytes.count))
    defer { pango_script_iter_free(iterator) }
    var scripts: [(end: Int, script: CharacterTraits.Script)] = []
    var (end, byte) = (0, 0)
    repeat {
      var last: UnsafePointer<CChar>?
      var script = PANGO_SCRIPT_COMMON
      pango_script_iter_get_range(iterator, nil, &last, &script)
      let endByte = last.map { $0 - text } ?? bytes.count
      while byte < endByte {
        byte += characters[end].scalar < 0x80 ? 1 : characters[end].scalar < 0x800 ? 2 : 3
        end += 1
      }
      let own = CharacterTraits.Script.allCases.first { UInt32($0.name.rawValue) == UInt32(script.rawValue) }
      scripts.append((end, own ?? .common))
    } while pango_script_iter_next(iterator) != 0
    return scripts
  }

  /// Adds the items of a range of one run and one script; returns false if only Pango can find a face.
  private mutating func addItems(
    _ range: Range<Int>, of characters: Characters, run: Int,
    _ script: CharacterTraits.Script
  ) -> Bool {
    let font = font(of: run)
    var (start, face) = (range.lowerBound, -1)
    /// Where the spaces before a character begin.
    var spaces: Int?
    for index in range {
      if characters[index].traits.isSpace {
        spaces = spaces ?? index
        continue
      }
      guard let own = self.face(of: characters[index].scalar, font, script) else { return false }
      if own != face {
        if face >= 0 {
          let faces = knowledge.fonts[font][script].faces
          let isEarlier = faces[own].position < faces[face].position
          let end = isEarlier ? spaces ?? index : index
          items.append(Item(range: start..<end, run: run, font: font, script: script, face: face))
          start = end
        }
        face = own
      }
      spaces = nil
    }
    if face < 0 {
      guard let own = self.face(of: 0x20, font, script) else { return false }
      face = own
    }
    items.append(Item(range: start..<range.upperBound, run: run, font: font, script: script, face: face))
    return true
  }

  /// Returns the index of a run's font.
  mutating func font(of run: Int) -> Int {
    if lastFont.run == run { return lastFont.font }
    let font = text.runs[run].font
    let index =
      knowledge.fonts.firstIndex { $0.font == font }
      ?? learn { knowledge, shaper in
        knowledge.fonts.append(shaper.learnFont(font))
        return knowledge.fonts.count - 1
      }
    lastFont = (run, index)
    return index
  }

  /// Returns the index of a character's face; nil if only Pango can find it.
  @inline(__always)
  mutating func face(of scalar: UInt16, _ font: Int, _ script: CharacterTraits.Script) -> Int? {
    switch knowledge.fonts[font][script].face(of: scalar) {
    case .known(let face): face
    case .none: nil
    case .unknown: learnFace(of: scalar, font, script)
    }
  }

  private mutating func learnFace(of scalar: UInt16, _ font: Int, _ script: CharacterTraits.Script) -> Int? {
    learn { knowledge, shaper in
      let face = shaper.learnFace(
        of: scalar, ScriptFonts.Key(font: knowledge.fonts[font].font, script: script))
      let index = face.flatMap { knowledge.fonts[font][script].add($0) }
      knowledge.fonts[font][script].setFace(index, of: scalar)
      return index
    }
  }

  /// The face of an item.
  subscript(item: Item) -> KnownFace { knowledge.fonts[item.font][item.script].faces[item.face] }

  mutating func takeShaper() -> PangoShaper {
    if let shaper { return shaper }
    let taken = pool.takeShaper()
    shaper = taken
    return taken
  }

  mutating func learn<Result>(_ body: (inout FontKnowledge, PangoShaper) -> Result) -> Result {
    hasLearned = true
    let shaper = takeShaper()
    return body(&knowledge, shaper)
  }
}
#endif
