/// The effects of characters on others that are far away.
struct CharacterKinds: OptionSet {
  let rawValue: UInt16

  static let latin = CharacterKinds(rawValue: 1)
  static let greek = CharacterKinds(rawValue: 2)
  static let cyrillic = CharacterKinds(rawValue: 4)
  static let hebrew = CharacterKinds(rawValue: 8)
  static let arabic = CharacterKinds(rawValue: 16)
  /// Further scripts that are read from the left: one or several.
  static let otherScripts = CharacterKinds(rawValue: 32)
  /// Controls of the direction of reading, and the further scripts that are read from the right.
  static let direction = CharacterKinds(rawValue: 64)
  static let lineBreak = CharacterKinds(rawValue: 128)
  /// Characters of two UTF-16 code units.
  static let supplementary = CharacterKinds(rawValue: 256)

  static let leftToRight: CharacterKinds = [.latin, .greek, .cyrillic, .otherScripts]
  static let rightToLeft: CharacterKinds = [.hebrew, .arabic]

  var hasSeveralScripts: Bool {
    contains(.otherScripts) || intersection([.leftToRight, .rightToLeft]).rawValue.nonzeroBitCount > 1
  }

  /// True if what is read from the left stands beside what is read from the right.
  var hasBothDirections: Bool { !isDisjoint(with: .leftToRight) && !isDisjoint(with: .rightToLeft) }
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
    // They end a paragraph of Annex 9.
    case 0x1C...0x1E, 0x85: self = .direction
    // The sign micro is read from the left.
    case 0xB5: self = .otherScripts
    // Marks have the script of the letter before them.
    case 0...0xBF, 0x300...0x36F: self = []
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x61C, 0x700...0x74F, 0x780...0x89F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
      self = .direction
    case 0x590...0x5FF, 0xFB1D...0xFB4F: self = .hebrew
    case 0x600...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: self = .arabic
    case 0x10800...0x10FFF, 0x1E800...0x1EFFF: self = [.direction, .supplementary]
    // Punctuation, currencies, symbols and emoji, but for the signs that are letters in circles and those of APL.
    case 0x2000...0x206F, 0x20A0...0x20CF, 0x2190...0x22FF, 0x2500...0x26AB, 0x26AD...0x27FF, 0xFE0F, 0xFFFC:
      self = []
    case 0x1F300...0x1FAFF: self = .supplementary
    case 0x10000...: self = [.otherScripts, .supplementary]
    default: self = .otherScripts
    }
  }

  /// Returns true if a paragraph is read from the right, false if it is read from the left or has no letters; nil if its
  /// first characters do not say it to all metrics alike.
  static func isRightToLeft(_ runs: [TextRun]) -> Bool? {
    for scalar in runs.lazy.flatMap(\.string.unicodeScalars) {
      let kinds = CharacterKinds(of: scalar)
      if kinds.isDisjoint(with: [.leftToRight, .rightToLeft, .direction]) { continue }
      let category = scalar.properties.generalCategory
      guard category == .uppercaseLetter || category == .lowercaseLetter || category == .otherLetter,
        kinds.isDisjoint(with: [.otherScripts, .direction])
      else { return nil }
      return !kinds.isDisjoint(with: .rightToLeft)
    }
    return false
  }
}
