#if Text && canImport(CPango)
import CPango

/// The properties of a character that are the same in every font.
///
/// A simple character is a letter of the Latin, the Greek or the Cyrillic script, a digit, a space, or common
/// punctuation. It is always a cluster of its own (Unicode's Annex 29), and is read from the left.
struct CharacterTraits: Sendable {
  /// The scripts that simple characters have, in the order of their traits.
  enum Script: UInt8, CaseIterable, Sendable {
    case common
    case latin
    case greek
    case cyrillic

    var name: GUnicodeScript {
      switch self {
      case .common: G_UNICODE_SCRIPT_COMMON
      case .latin: G_UNICODE_SCRIPT_LATIN
      case .greek: G_UNICODE_SCRIPT_GREEK
      case .cyrillic: G_UNICODE_SCRIPT_CYRILLIC
      }
    }

    /// A character of the script.
    var sample: String {
      switch self {
      case .common: "0"
      case .latin: "a"
      case .greek: "α"
      case .cyrillic: "а"
      }
    }
  }

  /// A line class of 6 bits, a script of 2, and the flags.
  private let bits: UInt16

  private static let scriptShift: UInt16 = 6
  private static let simple: UInt16 = 1 << 8
  private static let space: UInt16 = 1 << 9

  var isSimple: Bool { bits & Self.simple != 0 }
  /// True for the space and the no-break space, which have the font of the characters beside them.
  var isSpace: Bool { bits & Self.space != 0 }
  var script: Script { Script(rawValue: UInt8(bits >> Self.scriptShift & 3)).unsafelyUnwrapped }
  /// The place of its class among those of `SimpleLineBreaks`.
  var lineClass: Int { Int(bits & 0x3F) }

  /// The traits of the characters below U+20D0, by their values; no character above is simple.
  static let all: [CharacterTraits] = (0..<0x20D0).map(CharacterTraits.init(of:))

  private init(of scalar: UInt32) {
    let script = Script.allCases.first { $0.name == g_unichar_get_script(scalar) }
    // Common characters in the blocks of other scripts may be read from the right.
    let isFar = script == .common && scalar >= 0x370 && scalar < 0x2010
    var lineClass = g_unichar_break_type(scalar)
    // Rule LB1.
    if lineClass == G_UNICODE_BREAK_AMBIGUOUS { lineClass = G_UNICODE_BREAK_ALPHABETIC }
    guard let script, !isFar, let index = SimpleLineBreaks.classes.firstIndex(of: lineClass),
      Self.isSimple(scalar)
    else {
      bits = 0
      return
    }
    bits =
      UInt16(index) | UInt16(script.rawValue) << Self.scriptShift | Self.simple
      | (scalar == 0x20 || scalar == 0xA0 ? Self.space : 0)
  }

  private static func isSimple(_ scalar: UInt32) -> Bool {
    var (first, second): (UInt32, UInt32) = (0, 0)
    // HarfBuzz takes another character for one of these, which a font may lack.
    if g_unichar_decompose(scalar, &first, &second) != 0 && second == 0 { return false }
    // A fraction slash makes fractions, a hyphenation point is a hyphen at a line's end, and two marks may be emoji.
    if [0x2044, 0x2027, 0x203C, 0x2049].contains(scalar) { return false }
    switch g_unichar_type(scalar) {
    case G_UNICODE_CONTROL, G_UNICODE_FORMAT: return false
    case G_UNICODE_MODIFIER_SYMBOL, G_UNICODE_OTHER_SYMBOL, G_UNICODE_OTHER_NUMBER: return scalar < 0x100
    case G_UNICODE_SPACE_SEPARATOR: return scalar == 0x20 || scalar == 0xA0
    default: return true
    }
  }
}
#endif
