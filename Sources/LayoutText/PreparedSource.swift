#if Text && canImport(CPango)
import LayoutSpecs

/// A text with its scalars as the key: two that Swift calls equal may have different glyphs.
struct PreparedSource: Hashable, Sendable {
  /// Found once, and before a table is locked: a text may be long.
  private let hash: Int
  let text: AttributedText

  init(text: AttributedText) {
    var hasher = Hasher()
    for run in text.runs {
      hasher.combine(run.font.size)
      // Faster than the hash of a string, which is the same for all strings that are equal.
      var string = run.string
      string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
    (hash, self.text) = (hasher.finalize(), text)
  }

  /// About as many bytes as the text takes.
  var byteCount: Int { text.runs.reduce(160) { $0 + 96 + $1.string.utf8.count } }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
#endif
