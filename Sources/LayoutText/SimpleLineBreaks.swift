#if Text && canImport(CPango)
import CPango

/// Finds where a line may end between simple characters, by their classes in Unicode's Annex 14.
///
/// For these classes the rules look at the last character, at spaces behind it, and in a number at the character before it.
/// Pango says once what its rules are in each such case.
struct SimpleLineBreaks {
  /// The classes that simple characters have. The last four go on with a number.
  static let classes = [
    G_UNICODE_BREAK_ALPHABETIC, G_UNICODE_BREAK_NUMERIC, G_UNICODE_BREAK_SPACE,
    G_UNICODE_BREAK_OPEN_PUNCTUATION, G_UNICODE_BREAK_PREFIX, G_UNICODE_BREAK_POSTFIX,
    G_UNICODE_BREAK_NON_BREAKING_GLUE, G_UNICODE_BREAK_AFTER, G_UNICODE_BREAK_BEFORE,
    G_UNICODE_BREAK_BEFORE_AND_AFTER, G_UNICODE_BREAK_HYPHEN, G_UNICODE_BREAK_QUOTATION,
    G_UNICODE_BREAK_EXCLAMATION, G_UNICODE_BREAK_INSEPARABLE, G_UNICODE_BREAK_SYMBOL,
    G_UNICODE_BREAK_INFIX_SEPARATOR, G_UNICODE_BREAK_CLOSE_PUNCTUATION, G_UNICODE_BREAK_CLOSE_PARANTHESIS,
  ]
  // Places among the classes.
  static let letter = 0
  private static let digit = 1
  private static let space = 2
  private static let bracket = 3
  private static let signsOfMoney = 4...5
  private static let symbol = 14
  private static let count = 18

  /// Whether a line may end: for each class before, without and with a space, for each class behind. Behind the classes
  /// before are the four that go on with a number, in a number. It is never freed: threads that read it count no references.
  private nonisolated(unsafe) static let table: UnsafePointer<Bool> = {
    let samples = classes.indices.map { own in
      let first = CharacterTraits.all.firstIndex { $0.isSimple && $0.lineClass == own }
      return first.flatMap(Unicode.Scalar.init).map { [$0] } ?? []
    }
    var (text, places): ([Unicode.Scalar], [Int]) = ([], [])
    for before in samples + samples[symbol...].map({ samples[digit] + $0 }) {
      for spaces in [[], samples[space]] {
        for own in samples {
          text += before + spaces
          places.append(text.count)
          text += own + ["\n"]
        }
      }
    }
    let string = String(String.UnicodeScalarView(text))
    var breaks = Array(repeating: PangoLogAttr(), count: text.count + 1)
    pango_default_break(string, Int32(string.utf8.count), nil, &breaks, Int32(breaks.count))
    let table = UnsafeMutableBufferPointer<Bool>.allocate(capacity: places.count)
    _ = table.initialize(from: places.map { breaks[$0].is_line_break != 0 })
    return UnsafePointer(table.baseAddress.unsafelyUnwrapped)
  }()

  private let table = Self.table

  /// The class of the last character that is no space, as in the table.
  private var last = Self.letter
  private var isBehindSpace = false

  /// Adds the next character of a paragraph, and returns true if a line may end before it.
  ///
  /// - Parameter next: The class of the character behind it; at the paragraph's end any but that of digits.
  @inline(__always)
  mutating func add(_ own: Int, next: Int) -> Bool {
    // Most characters are letters behind letters.
    own == Self.letter && last == Self.letter && !isBehindSpace ? false : addRare(own, next: next)
  }

  private mutating func addRare(_ own: Int, next: Int) -> Bool {
    var mayBreak = table[(2 * last + (isBehindSpace ? 1 : 0)) * Self.count + own]
    // Rule LB25 looks further behind a sign of money: $(5).
    if own == Self.bracket, next == Self.digit, !isBehindSpace, Self.signsOfMoney.contains(last) {
      mayBreak = false
    }
    let isInNumber = !isBehindSpace && (last == Self.digit || last == Self.count || last == Self.count + 1)
    isBehindSpace = own == Self.space
    if !isBehindSpace { last = own >= Self.symbol && isInNumber ? own - Self.symbol + Self.count : own }
    return mayBreak
  }
}
#endif
