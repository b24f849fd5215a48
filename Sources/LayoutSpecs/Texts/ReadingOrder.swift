/// The order in which the characters of a paragraph are displayed, by Unicode's Annex 9, the bidirectional algorithm.
///
/// Rules X1 to X8 are left out: the marks of embeddings, overrides and isolates have no effect.
struct ReadingOrder {
  private let scalars: ArraySlice<Unicode.Scalar>
  private let base: UInt8
  /// The embedding level of each character: characters of odd levels are read from the right.
  private var levels: [UInt8]

  /// Finds the levels of a paragraph.
  ///
  /// - Complexity: linear in the number of characters.
  init(_ scalars: ArraySlice<Unicode.Scalar>, isRightToLeft: Bool) {
    self.scalars = scalars
    base = isRightToLeft ? 1 : 0
    levels = Array(repeating: base, count: scalars.count)
    // Most texts have no character that is read from the right.
    guard isRightToLeft || scalars.contains(where: { $0.value >= 0x590 }) else { return }
    let all = scalars.map(\.readingClass)
    let shown = all.indices.filter { all[$0] != .ignored }
    var classes = shown.map { all[$0] }
    let outside: ReadingClass = isRightToLeft ? .right : .left
    Self.resolveNumbers(&classes, outside)
    resolveBrackets(&classes, shown, outside)
    Self.resolveNeutrals(&classes, outside)
    // Rules I1 and I2. An ignored character has the level of the character before it.
    for (index, resolved) in zip(shown, classes) {
      levels[index] =
        switch resolved {
        case .left: isRightToLeft ? 2 : 0
        case .right: 1
        default: 2
        }
    }
    for index in all.indices.dropFirst() where all[index] == .ignored { levels[index] = levels[index - 1] }
  }

  /// Returns true if a text is read from the right, false if it is read from the left, nil if it has no letter with a
  /// direction: rules P2 and P3.
  static func isRightToLeft(_ scalars: some Sequence<Unicode.Scalar>) -> Bool? {
    for scalar in scalars {
      switch scalar.readingClass {
      case .left: return false
      case .right, .arabic: return true
      default: break
      }
    }
    return nil
  }

  /// Returns the levels of a line. Tabs, and spaces before tabs and at the line's end, have the paragraph's level: rule L1.
  func levels(ofLine line: Range<Int>) -> [UInt8] {
    var levels = Array(
      self.levels[line.lowerBound - scalars.startIndex..<line.upperBound - scalars.startIndex])
    var isAtEnd = true
    for (index, scalar) in zip(levels.indices, scalars[line]).reversed() {
      isAtEnd = scalar == "\t" || isAtEnd && (scalar.readingClass == .ignored || scalar.isSpace)
      if isAtEnd { levels[index] = base }
    }
    return levels
  }

  /// Returns the order, from the left, of parts of a line that have these levels: rule L2.
  static func visualOrder(of levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    for level in (0...(levels.max() ?? 0)).dropFirst().reversed() {
      var start = 0
      while start < order.count {
        let end = order[start...].firstIndex { levels[$0] < level } ?? order.count
        order[start..<end].reverse()
        start = max(end, start + 1)
      }
    }
    return order
  }

  // MARK: - Classes

  /// Rules W1 to W7: marks, numbers, and the characters that belong to numbers.
  private static func resolveNumbers(_ classes: inout [ReadingClass], _ outside: ReadingClass) {
    var (last, strong) = (outside, outside)
    for index in classes.indices {
      if classes[index] == .mark { classes[index] = last }
      if classes[index] == .europeanNumber && strong == .arabic { classes[index] = .arabicNumber }
      last = classes[index]
      if last.isStrong { strong = last }
    }
    for index in classes.indices.dropFirst().dropLast() {
      let (before, behind) = (classes[index - 1], classes[index + 1])
      guard before == behind else { continue }
      switch classes[index] {
      case .separator where before == .europeanNumber: classes[index] = before
      case .commonSeparator where before == .europeanNumber || before == .arabicNumber:
        classes[index] = before
      default: break
      }
    }
    forEachPart(of: classes, .terminator) { part in
      let isNumber =
        [part.lowerBound - 1, part.upperBound].contains {
          classes.indices.contains($0) && classes[$0] == .europeanNumber
        }
      for index in part { classes[index] = isNumber ? .europeanNumber : .neutral }
    }
    strong = outside
    for index in classes.indices {
      switch classes[index] {
      case .arabic: classes[index] = .right
      case .separator, .commonSeparator: classes[index] = .neutral
      case .europeanNumber where strong == .left: classes[index] = .left
      default: break
      }
      if classes[index].isStrong { strong = classes[index] }
    }
  }

  /// Rule N0: brackets have the paragraph's direction if a character in them has it, else the direction of the text before.
  ///
  /// - Parameter shown: The place of each class.
  private func resolveBrackets(_ classes: inout [ReadingClass], _ shown: [Int], _ outside: ReadingClass) {
    var (open, pairs): ([(closing: UInt32, index: Int)], [Range<Int>]) = ([], [])
    for (index, place) in shown.enumerated() where classes[index] == .neutral {
      let scalar = scalars[scalars.startIndex + place]
      if let closing = scalar.closingBracket {
        if open.count == 63 { break }
        open.append((closing, index))
      } else if scalar.properties.generalCategory == .closePunctuation,
        let match = open.lastIndex(where: { $0.closing == scalar.value })
      {
        pairs.append(open[match].index..<index)
        open.removeSubrange(match...)
      }
    }
    for pair in pairs.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let inside = classes[pair].lazy.compactMap(\.direction)
      guard inside.first != nil else { continue }
      var direction = outside
      if !inside.contains(outside) {
        direction = classes[..<pair.lowerBound].lazy.reversed().compactMap(\.direction).first ?? outside
      }
      for bracket in [pair.lowerBound, pair.upperBound] {
        classes[bracket] = direction
        var next = bracket + 1
        // Marks on the bracket have its direction.
        while next < shown.count, scalars[scalars.startIndex + shown[next]].readingClass == .mark {
          classes[next] = direction
          next += 1
        }
      }
    }
  }

  /// Rules N1 and N2: neutral characters between two of one direction have that direction, else the paragraph's.
  private static func resolveNeutrals(_ classes: inout [ReadingClass], _ outside: ReadingClass) {
    forEachPart(of: classes, .neutral) { part in
      let before = part.lowerBound > 0 ? classes[part.lowerBound - 1].direction : outside
      let behind = part.upperBound < classes.count ? classes[part.upperBound].direction : outside
      for index in part { classes[index] = before == behind ? before ?? outside : outside }
    }
  }

  /// Calls `body` for each longest part of class `kind`. It may change only that part.
  private static func forEachPart(
    of classes: [ReadingClass], _ kind: ReadingClass, _ body: (Range<Int>) -> Void
  ) {
    var start = 0
    while let first = classes[start...].firstIndex(of: kind) {
      start = classes[first...].firstIndex { $0 != kind } ?? classes.count
      body(first..<start)
    }
  }
}

/// The bidirectional class of a character. Classes that no rule tells apart are one case.
private enum ReadingClass {
  case left, right, arabic
  case europeanNumber, arabicNumber
  case separator, commonSeparator, terminator
  case mark, neutral, ignored

  var isStrong: Bool { self == .left || self == .right || self == .arabic }

  /// The direction of a resolved class, where numbers count as read from the right; nil for a neutral one.
  var direction: ReadingClass? { self == .left ? .left : self == .neutral ? nil : .right }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { properties.isWhitespace && readingClass == .neutral }

  /// The bracket that closes this one; nil if this is no opening bracket.
  var closingBracket: UInt32? {
    guard properties.generalCategory == .openPunctuation else { return nil }
    // `[` and `{`, and their wide forms, have one character between them.
    return value + ([0x5B, 0x7B, 0xFF3B, 0xFF5B].contains(value) ? 2 : 1)
  }

  /// The class, correct for nearly all characters: it follows from their general category and their block.
  fileprivate var readingClass: ReadingClass {
    switch value {
    case 0x41...0x5A, 0x61...0x7A, 0x200E: return .left
    // Most characters of Hebrew and Arabic texts, whose general category would take longer to look up.
    case 0x20: return .neutral
    case 0x5D0...0x5EA: return .right
    case 0x620...0x63F, 0x641...0x64A: return .arabic
    case 0x30...0x39, 0x6F0...0x6F9, 0xB2, 0xB3, 0xB9, 0x2070...0x2079, 0x2080...0x2089, 0xFF10...0xFF19,
      0x1D7CE...0x1D7FF, 0x2488...0x249B, 0x1F100...0x1F10A, 0x102E1...0x102FB:
      return .europeanNumber
    case 0x2B, 0x2D, 0x207A, 0x207B, 0x208A, 0x208B, 0x2212, 0xFB29, 0xFE62, 0xFE63, 0xFF0B, 0xFF0D:
      return .separator
    case 0x2C, 0x2E, 0x2F, 0x3A, 0xA0, 0x60C, 0x202F, 0x2044, 0xFE50, 0xFE52, 0xFE55, 0xFF0C, 0xFF0E, 0xFF0F,
      0xFF1A:
      return .commonSeparator
    case 0x23, 0x25, 0xB0, 0xB1, 0x58F, 0x609, 0x60A, 0x66A, 0x2030...0x2034, 0x212E, 0x2213, 0xFE5F, 0xFE6A,
      0xFF03,
      0xFF05:
      return .terminator
    case 0x600...0x605, 0x660...0x669, 0x66B, 0x66C, 0x6DD, 0x890, 0x891, 0x8E2, 0x10D30...0x10D39,
      0x10E60...0x10E7E:
      return .arabicNumber
    case 0x200F: return .right
    case 0x61C: return .arabic
    case 0xBC...0xBE, 0x606, 0x607, 0x60E, 0x60F, 0x6DE, 0x6E9, 0x7F6...0x7F9, 0x2150...0x215F,
      0x2460...0x2487, 0x24EA...0x24FF, 0x2776...0x2793, 0xFD3E...0xFD4F, 0xFDCF, 0xFDFD...0xFDFF:
      return .neutral
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    case .format, .control:
      return properties.isWhitespace ? .neutral : .ignored
    case .currencySymbol: return value == 0x60B ? .arabic : .terminator
    default: break
    }
    switch value {
    case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F, 0x10800...0x10CFF, 0x10D40...0x10EBF,
      0x10F00...0x10F2F,
      0x10F70...0x10FFF, 0x1E800...0x1EC6F, 0x1ECC0...0x1ECFF, 0x1ED50...0x1EDFF, 0x1EF00...0x1EFFF:
      return .right
    case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF, 0x10D00...0x10D3F, 0x10EC0...0x10EFF,
      0x10F30...0x10F6F, 0x1EC70...0x1ECBF, 0x1ED00...0x1ED4F, 0x1EE00...0x1EEFF:
      return .arabic
    default: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
      .decimalNumber,
      .letterNumber, .otherNumber, .privateUse, .unassigned:
      return .left
    // Signs of the scripts from Devanagari to Ethiopic, and letters of flags.
    case .otherPunctuation, .otherSymbol:
      return (0x900...0x139F).contains(value) || (0x1F110...0x1F2FF).contains(value) ? .left : .neutral
    default: return .neutral
    }
  }
}
