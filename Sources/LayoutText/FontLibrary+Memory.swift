#if Text && canImport(CPango)
import LayoutSpecs

extension FontLibrary {
  /// The knowledge of a library at a moment: of fonts, and the pieces and texts that it keeps.
  package struct Memory {
    fileprivate let knowledge: FontKnowledge
    fileprivate let pieces: RecentValues<ShapedPiece, [Int32]>.Tables
    fileprivate let texts: RecentValues<AttributedText, PreparedText>.Tables
  }

  /// The installed fonts, in a library of its own that knows nothing of them yet.
  package static func unlearned() -> FontLibrary { FontLibrary(system.font, ShaperPool()) }

  /// The knowledge of the library now.
  package var memory: Memory {
    Memory(knowledge: shapers.knowledge, pieces: shapers.pieces.tables, texts: shapers.texts.tables)
  }

  /// Makes the library know what it knew at a moment, and no more. The fonts that it has loaded stay loaded.
  package func goBack(to memory: Memory) {
    shapers.knowledge = memory.knowledge
    shapers.pieces.tables = memory.pieces
    shapers.texts.tables = memory.texts
  }
}
#endif
