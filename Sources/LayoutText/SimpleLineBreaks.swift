#if Text && canImport(CPango)
import CPango

/// Finds where a line may end between simple characters: the rules of Unicode's Annex 14 that need no other classes,
/// with the numbers of its Example 7, as in Pango.
struct SimpleLineBreaks {
  /// The classes that simple characters have.
  static let classes = [
    G_UNICODE_BREAK_ALPHABETIC, G_UNICODE_BREAK_NUMERIC, G_UNICODE_BREAK_SPACE,
    G_UNICODE_BREAK_NON_BREAKING_GLUE, G_UNICODE_BREAK_AFTER, G_UNICODE_BREAK_BEFORE,
    G_UNICODE_BREAK_BEFORE_AND_AFTER, G_UNICODE_BREAK_HYPHEN, G_UNICODE_BREAK_OPEN_PUNCTUATION,
    G_UNICODE_BREAK_CLOSE_PUNCTUATION, G_UNICODE_BREAK_CLOSE_PARANTHESIS, G_UNICODE_BREAK_QUOTATION,
    G_UNICODE_BREAK_EXCLAMATION, G_UNICODE_BREAK_INFIX_SEPARATOR, G_UNICODE_BREAK_SYMBOL,
    G_UNICODE_BREAK_PREFIX, G_UNICODE_BREAK_POSTFIX, G_UNICODE_BREAK_INSEPARABLE,
  ]

  /// The part of a number that the last character is in.
  private enum NumberPart {
    case none
    case digits
    /// The bracket behind the digits.
    case bracket
  }

  /// The class of the last character that is no space.
  private var last = G_UNICODE_BREAK_ALPHABETIC
  private var isBehindSpace = false
  private var number = NumberPart.none

  /// Adds the next character of a paragraph, and returns true if a line may end before it.
  ///
  /// - Parameter next: The class of the character behind it; at the paragraph's end any but that of digits.
  @inline(__always)
  mutating func add(_ own: GUnicodeBreakType, next: GUnicodeBreakType) -> Bool {
    // Most characters are letters behind letters.
    if own == G_UNICODE_BREAK_ALPHABETIC && last == G_UNICODE_BREAK_ALPHABETIC && !isBehindSpace {
      number = .none
      return false
    }
    return addRare(own, next: next)
  }

  private mutating func addRare(_ own: GUnicodeBreakType, next: GUnicodeBreakType) -> Bool {
    let mayBreak = mayBreak(before: own, next: next)
    switch own {
    case G_UNICODE_BREAK_NUMERIC: number = .digits
    case G_UNICODE_BREAK_SYMBOL, G_UNICODE_BREAK_INFIX_SEPARATOR: if number != .digits { number = .none }
    case G_UNICODE_BREAK_CLOSE_PUNCTUATION, G_UNICODE_BREAK_CLOSE_PARANTHESIS:
      number = number == .digits ? .bracket : .none
    default: number = .none
    }
    isBehindSpace = own == G_UNICODE_BREAK_SPACE
    if !isBehindSpace { last = own }
    return mayBreak
  }

  private func mayBreak(before own: GUnicodeBreakType, next: GUnicodeBreakType) -> Bool {
    switch own {
    // LB7, LB13
    case G_UNICODE_BREAK_SPACE, G_UNICODE_BREAK_CLOSE_PUNCTUATION, G_UNICODE_BREAK_CLOSE_PARANTHESIS,
      G_UNICODE_BREAK_EXCLAMATION, G_UNICODE_BREAK_INFIX_SEPARATOR, G_UNICODE_BREAK_SYMBOL:
      return false
    // LB12a
    case G_UNICODE_BREAK_NON_BREAKING_GLUE:
      if !isBehindSpace && last != G_UNICODE_BREAK_AFTER && last != G_UNICODE_BREAK_HYPHEN { return false }
    // LB15
    case G_UNICODE_BREAK_OPEN_PUNCTUATION: if last == G_UNICODE_BREAK_QUOTATION { return false }
    // LB17
    case G_UNICODE_BREAK_BEFORE_AND_AFTER: if last == own { return false }
    default: break
    }
    // LB14
    if last == G_UNICODE_BREAK_OPEN_PUNCTUATION { return false }
    // LB18
    if isBehindSpace { return true }
    switch last {
    // LB12, LB19, LB21
    case G_UNICODE_BREAK_NON_BREAKING_GLUE, G_UNICODE_BREAK_QUOTATION, G_UNICODE_BREAK_BEFORE: return false
    default: break
    }
    switch own {
    // LB19, LB21, LB22
    case G_UNICODE_BREAK_QUOTATION, G_UNICODE_BREAK_AFTER, G_UNICODE_BREAK_HYPHEN,
      G_UNICODE_BREAK_INSEPARABLE:
      return false
    // LB23, LB24, LB28, LB29, LB30
    case G_UNICODE_BREAK_ALPHABETIC:
      switch last {
      case own, G_UNICODE_BREAK_NUMERIC, G_UNICODE_BREAK_PREFIX, G_UNICODE_BREAK_POSTFIX,
        G_UNICODE_BREAK_INFIX_SEPARATOR, G_UNICODE_BREAK_CLOSE_PARANTHESIS:
        return false
      default: return true
      }
    // LB23, LB25, LB30
    case G_UNICODE_BREAK_NUMERIC:
      switch last {
      case G_UNICODE_BREAK_ALPHABETIC, G_UNICODE_BREAK_HYPHEN, G_UNICODE_BREAK_PREFIX,
        G_UNICODE_BREAK_POSTFIX,
        G_UNICODE_BREAK_CLOSE_PARANTHESIS:
        return false
      default: return number != .digits
      }
    // LB24, LB25
    case G_UNICODE_BREAK_PREFIX, G_UNICODE_BREAK_POSTFIX:
      return number == .none && last != G_UNICODE_BREAK_ALPHABETIC
    // LB25, LB30
    case G_UNICODE_BREAK_OPEN_PUNCTUATION:
      switch last {
      case G_UNICODE_BREAK_ALPHABETIC, G_UNICODE_BREAK_NUMERIC: return false
      case G_UNICODE_BREAK_PREFIX, G_UNICODE_BREAK_POSTFIX: return next != G_UNICODE_BREAK_NUMERIC
      default: return true
      }
    // LB31
    default: return true
    }
  }
}
#endif
