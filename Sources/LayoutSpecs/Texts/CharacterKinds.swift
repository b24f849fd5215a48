/// The effects of characters on others that are far away.
struct CharacterKinds: OptionSet {
  let rawValue: UInt8

  static let latin = CharacterKinds(rawValue: 1)
  static let greek = CharacterKinds(rawValue: 2)
  static let cyrillic = CharacterKinds(rawValue: 4)
  /// Further scripts: one or several.
  static let otherScripts = CharacterKinds(rawValue: 8)
  /// Letters that are read from the right, and controls of the direction.
  static let rightToLeft = CharacterKinds(rawValue: 16)
  static let lineBreak = CharacterKinds(rawValue: 32)
  /// Characters of two UTF-16 code units.
  static let supplementary = CharacterKinds(rawValue: 64)

  var hasSeveralScripts: Bool {
    contains(.otherScripts) || intersection([.latin, .greek, .cyrillic]).rawValue.nonzeroBitCount > 1
  }
}

extension CharacterKinds {
  /// The kinds of all characters of runs.
  init(_ runs: [TextRun]) {
    self = []
    for run in runs {
      for scalar in run.string.unicodeScalars { formUnion(CharacterKinds(of: scalar)) }
    }
  }

  private init(of scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0x2AF, 0x1E00...0x1EFF: self = .latin
    case 0x0A, 0x0D, 0x2028, 0x2029: self = .lineBreak
    // Marks have the script of the letter before them.
    case 0...0xBF, 0x300...0x36F: self = []
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x590...0x8FF, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFC:
      self = .rightToLeft
    case 0x10800...0x10FFF, 0x1E800...0x1EFFF: self = [.rightToLeft, .supplementary]
    // Punctuation, currencies, symbols and emoji.
    case 0x2000...0x206F, 0x20A0...0x20CF, 0x2190...0x27FF, 0xFE0F, 0xFFFC: self = []
    case 0x1F300...0x1FAFF: self = .supplementary
    case 0x10000...: self = [.otherScripts, .supplementary]
    default: self = .otherScripts
    }
  }
}
