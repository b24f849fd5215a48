#if Text && canImport(CPango)
import LayoutSpecs

/// Pieces of texts that were shaped and are kept whole: complex pairs with the characters beside them, items in faces without pairs, and
/// texts that Pango prepared.
///
/// The lock is held while one is looked up or added. Each kind takes at most 32 KB; what was not asked for is dropped.
final class ShapedPieces: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()

  /// The pieces of both kinds.
  struct Tables {
    fileprivate var advances = RecentValues<ShapedPiece, [Int32]>()
    fileprivate var texts = RecentValues<PreparedSource, PreparedText>()
  }

  private var lock: NodeLock { NodeLock(of: self) }
  // SAFETY: the tables are guarded by the lock.
  private var kept = Tables()

  /// The pieces that are kept at this moment.
  var tables: Tables {
    get { lock.withLock { kept } }
    set { lock.withLock { kept = newValue } }
  }

  /// Returns the advances of a piece's characters.
  func advances(of piece: ShapedPiece) -> [Int32]? { lock.withLock { kept.advances[piece] } }

  func insert(_ advances: [Int32], of piece: ShapedPiece) {
    lock.withLock { kept.advances.insert(advances, of: piece, byteCount: 160 + advances.count * 6) }
  }

  func preparedText(of text: AttributedText) -> PreparedText? {
    lock.withLock { kept.texts[PreparedSource(text: text)] }
  }

  func insert(_ prepared: PreparedText, of text: AttributedText) {
    let byteCount = text.runs.reduce(prepared.byteCount + 160) { $0 + 96 + $1.string.utf8.count }
    lock.withLock { kept.texts.insert(prepared, of: PreparedSource(text: text), byteCount: byteCount) }
  }
}

/// Characters in one face.
struct ShapedPiece: Hashable, Sendable {
  let face: ScriptFonts.FaceKey
  /// The characters, with the one behind them unless an item ends there.
  let scalars: [UInt16]
  let endsItem: Bool
}

/// A text with its scalars as the key: two that Swift calls equal may have different glyphs.
private struct PreparedSource: Hashable, Sendable {
  let text: AttributedText

  func hash(into hasher: inout Hasher) {
    for run in text.runs {
      hasher.combine(run.font.size)
      // Faster than the hash of a string, which is the same for all strings that are equal.
      var string = run.string
      string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

/// A table with a limit of bytes. It has two parts: if the newer one is full it becomes the older one, whose values
/// are dropped but for those that were asked for meanwhile.
private struct RecentValues<Key: Hashable, Value> {
  private typealias Entry = (value: Value, byteCount: Int)

  private var newer: [Key: Entry] = [:]
  private var older: [Key: Entry] = [:]
  private var newerByteCount = 0

  private static var mostBytes: Int { 16 << 10 }

  subscript(key: Key) -> Value? {
    mutating get {
      if let entry = newer[key] { return entry.value }
      guard let entry = older[key] else { return nil }
      insert(entry.value, of: key, byteCount: entry.byteCount)
      return entry.value
    }
  }

  /// Adds a value, unless it takes more than a part of the limit.
  mutating func insert(_ value: Value, of key: Key, byteCount: Int) {
    guard byteCount <= Self.mostBytes / 4 else { return }
    if newerByteCount + byteCount > Self.mostBytes {
      (older, newer, newerByteCount) = (newer, [:], 0)
    }
    if newer.updateValue((value, byteCount), forKey: key) == nil { newerByteCount += byteCount }
  }
}
#endif
