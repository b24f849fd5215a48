#if Text && canImport(CPango)
/// Finds where a line may end between simple characters: the rules of Unicode's Annex 14 that need no other classes,
/// with the numbers of its Example 7, as in Pango.
struct SimpleLineBreaks {
  /// The part of a number that the last character is in.
  private enum NumberPart {
    case none
    case digits
    /// The bracket behind the digits.
    case bracket
  }

  /// The class of the last character that is no space.
  private var last = LineClass.alphabetic
  private var isBehindSpace = false
  private var number = NumberPart.none

  /// Adds the next character of a paragraph, and returns true if a line may end before it.
  ///
  /// - Parameter next: The class of the character behind it; nil at the paragraph's end.
  @inline(__always)
  mutating func add(_ own: LineClass, next: LineClass?) -> Bool {
    // Most characters are letters behind letters.
    if own == .alphabetic && last == .alphabetic && !isBehindSpace {
      number = .none
      return false
    }
    return addRare(own, next: next)
  }

  private mutating func addRare(_ own: LineClass, next: LineClass?) -> Bool {
    let mayBreak = mayBreak(before: own, next: next)
    switch own {
    case .numeric: number = .digits
    case .symbol, .infix: if number != .digits { number = .none }
    case .closing, .closingParenthesis: number = number == .digits ? .bracket : .none
    default: number = .none
    }
    isBehindSpace = own == .space
    if own != .space { last = own }
    return mayBreak
  }

  private func mayBreak(before own: LineClass, next: LineClass?) -> Bool {
    switch own {
    // LB7, LB13
    case .space, .closing, .closingParenthesis, .exclamation, .infix, .symbol: return false
    // LB12a
    case .glue: if !isBehindSpace && last != .breakAfter && last != .hyphen { return false }
    // LB15
    case .opening: if last == .quotation { return false }
    // LB17
    case .breakOnBothSides: if last == .breakOnBothSides { return false }
    default: break
    }
    // LB14
    if last == .opening { return false }
    // LB18
    if isBehindSpace { return true }
    // LB12, LB19, LB21
    if last == .glue || last == .quotation || last == .breakBefore { return false }
    switch own {
    // LB19, LB21, LB22
    case .quotation, .breakAfter, .hyphen, .inseparable: return false
    // LB23, LB24, LB28, LB29, LB30
    case .alphabetic:
      switch last {
      case .alphabetic, .numeric, .prefix, .postfix, .infix, .closingParenthesis: return false
      default: return true
      }
    // LB23, LB25, LB30
    case .numeric:
      switch last {
      case .alphabetic, .hyphen, .prefix, .postfix, .closingParenthesis: return false
      default: return number != .digits
      }
    // LB24, LB25
    case .prefix, .postfix: return number == .none && last != .alphabetic
    // LB25, LB30
    case .opening:
      return last != .alphabetic && last != .numeric
        && !((last == .prefix || last == .postfix) && next == .numeric)
    // LB31
    default: return true
    }
  }
}
#endif
