#if Text && canImport(CPango)
import CPango

/// The classes of Unicode's Annex 14 that simple characters have.
enum LineClass: UInt8, Sendable {
  case alphabetic
  case numeric
  case space
  case glue
  case breakAfter
  case breakBefore
  case breakOnBothSides
  case hyphen
  case opening
  case closing
  case closingParenthesis
  case quotation
  case exclamation
  case infix
  case symbol
  case prefix
  case postfix
  case inseparable

  /// Creates the class of a character; nil for other classes.
  init?(of scalar: UInt32) {
    switch g_unichar_break_type(scalar) {
    // Rule LB1.
    case G_UNICODE_BREAK_ALPHABETIC, G_UNICODE_BREAK_AMBIGUOUS: self = .alphabetic
    case G_UNICODE_BREAK_NUMERIC: self = .numeric
    case G_UNICODE_BREAK_SPACE: self = .space
    case G_UNICODE_BREAK_NON_BREAKING_GLUE: self = .glue
    case G_UNICODE_BREAK_AFTER: self = .breakAfter
    case G_UNICODE_BREAK_BEFORE: self = .breakBefore
    case G_UNICODE_BREAK_BEFORE_AND_AFTER: self = .breakOnBothSides
    case G_UNICODE_BREAK_HYPHEN: self = .hyphen
    case G_UNICODE_BREAK_OPEN_PUNCTUATION: self = .opening
    case G_UNICODE_BREAK_CLOSE_PUNCTUATION: self = .closing
    case G_UNICODE_BREAK_CLOSE_PARANTHESIS: self = .closingParenthesis
    case G_UNICODE_BREAK_QUOTATION: self = .quotation
    case G_UNICODE_BREAK_EXCLAMATION: self = .exclamation
    case G_UNICODE_BREAK_INFIX_SEPARATOR: self = .infix
    case G_UNICODE_BREAK_SYMBOL: self = .symbol
    case G_UNICODE_BREAK_PREFIX: self = .prefix
    case G_UNICODE_BREAK_POSTFIX: self = .postfix
    case G_UNICODE_BREAK_INSEPARABLE: self = .inseparable
    default: return nil
    }
  }
}
#endif
