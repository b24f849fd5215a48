#if Text && canImport(CPango)
import LayoutSpecs
import LayoutTestSupport

/// Texts that no one writes: sentences of the corpus and made-up words, with characters put in anywhere, in one font or in
/// several.
struct RandomMixes {
  static let families = [
    "sans", "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Noto Sans", "Noto Serif", "Liberation Sans",
    "Liberation Serif", "Liberation Mono", "Noto Sans CJK JP",
  ]

  /// Each is in one of the installed fonts: Pango gives a character that is in none, as U+2028, a box whose width depends on
  /// the texts before.
  static let extras = [
    "\u{A0}", "\u{AD}", "😀", "e\u{301}", "\u{301}", "\t", "12", "3.5%", "$5", "(", ")", "[", "{", "“", "”",
    "„", "«\u{A0}", "!",
    "?", "/", "-", "–", "—", "— —", "…", "\u{200B}", "\u{2060}", "\u{200D}", "a\u{308}o", "AV", "fi", "ffi",
    "fl", "fj", "\n",
    "\r\n", "  ", " ", ",", ";", "א", "س", "中", "か", "가", "ก", "ﬁ", "i\u{307}", "ḭ", "€", "·", "l·l", "’",
    "'", "\"", "#", "*",
    "\u{FE0F}", "\u{2029}", "\u{3000}", "\u{2009}", "\u{202F}", "©", "®", "×", "5×3", "±", "§",
    "¼", "½", "†", "‰",
    "№", "™", "°", "²", "µ", "ß", "ẞ", "ĳ", "ŉ", "ſt", "ё", "Ґ", "ј", "ѣ", "ω", "ΐ", "Ά", "ά", "ᾳ", "ϊ", "ﬀ",
    "ﬃ", "\u{2044}",
    "1\u{2044}2", "\u{202B}a\u{202C}", "\u{2010}", "\u{2011}", "\u{2015}", "′", "‹a›", "₽", "₿", "¿", "¡",
    "|", "\\",
    "~", "^", "`", "_", "&", "@", "+", "=", "<", ">", "a/b", "1/2", "1,5", "1.5", ".5", "5.", "%5", "(5)",
    "5)%", "$(5)", "x(y)",
    "(y)x", "[1]", "--", "...", "˥˦", "ʼn", "ą́", "🇩🇪", "1️⃣", "#️⃣", "Ǆ", "Ꙗ", "ᵹ", "ᴀ",
  ]

  private static let alphabets = [
    "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AVTWYLPFaeoyvwr.,-", "fiflltjfbhk",
    "абвгдежзийклмнопрстуфхцчшщъыьэюя", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ",
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ", "0123456789", "0123456789.,:-/%$()",
    "!?.,;:'\"()[]{}«»„“”‘’",
    "ăâîșțğışżźćńłęąśčšžřťďňěůőű", "ạảấầẩẫậắằẳẵặẹẻẽếềểễệ",
  ].map(Array.init)

  private var corpus: Corpus
  private var random: SeededRandom
  private var count = 0

  init(seed: UInt64) throws {
    corpus = try Corpus(seed: seed)
    random = SeededRandom(seed: seed &+ 1)
  }

  /// Returns a text, each of whose fonts names a family.
  mutating func next() -> AttributedText {
    count += 1
    let family = Self.families[count % Self.families.count]
    var text = Int.random(in: 0..<3, using: &random) == 0 ? words() : corpus.next(count).text.string
    if Bool.random(using: &random) {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        var scalars = Array(text.unicodeScalars)
        let place = Int.random(in: 0...scalars.count, using: &random)
        scalars.insert(contentsOf: Self.extras.randomElement(using: &random)!.unicodeScalars, at: place)
        text = String(String.UnicodeScalarView(scalars))
      }
    }
    guard Int.random(in: 0..<4, using: &random) == 0 else {
      return AttributedText([run(text, family)])
    }
    var scalars = Array(text.unicodeScalars)[...]
    var runs: [TextRun] = []
    while !scalars.isEmpty {
      let part = scalars.prefix(Int.random(in: 0...30, using: &random))
      scalars = scalars.dropFirst(part.count)
      let own = Bool.random(using: &random) ? family : Self.families.randomElement(using: &random)!
      runs.append(run(String(String.UnicodeScalarView(part)), own))
      if Int.random(in: 0..<30, using: &random) == 0 {
        runs.append(TextRun(attachment: Size(20, 10), font: runs[0].font))
      }
    }
    return AttributedText(runs.isEmpty ? [run("", family)] : runs)
  }

  private mutating func words() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let alphabet = Self.alphabets.randomElement(using: &random)!
      for _ in 0..<Int.random(in: 1...10, using: &random) {
        text.append(alphabet.randomElement(using: &random)!)
      }
      if Int.random(in: 0..<10, using: &random) > 0 { text += " " }
    }
    return text
  }

  private mutating func run(_ text: String, _ family: String) -> TextRun {
    let font = TextFont(
      family, size: [10, 13, 15, 16.5, 24].randomElement(using: &random)!,
      weight: Int.random(in: 0..<4, using: &random) == 0 ? 700 : 400,
      isItalic: Int.random(in: 0..<8, using: &random) == 0)
    let spacing = [1.5, -0.7, -30].randomElement(using: &random)!
    return TextRun(text, font: font, letterSpacing: Int.random(in: 0..<8, using: &random) == 0 ? spacing : 0)
  }
}
#endif
