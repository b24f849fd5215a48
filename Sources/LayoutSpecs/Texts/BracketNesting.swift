/// How the brackets and quotation marks of a text lie in each other.
///
/// A bracket has the script of its partner, or the direction of what lies between both, wherever the partner is.
struct BracketNesting {
  /// The closing characters of those that are open.
  private var open: [UInt32] = []
  /// True if there is a bracket.
  private(set) var hasBrackets = false
  /// True if a closing bracket is not that of the last open one.
  private var isCrossed = false
  /// The most brackets that are open at once.
  private(set) var depth = 0

  /// The most open brackets that all rules allow for: Annex 9 ends at 63.
  static let mostDepth = 60

  /// True if each bracket has its partner in the text, and all between both have theirs there.
  var isComplete: Bool { open.isEmpty && !isCrossed }

  init(_ runs: [TextRun]...) {
    for run in runs.joined() {
      for scalar in run.string.unicodeScalars { add(scalar) }
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0...0x27, 0x2A...0x3B, 0x3F...0x5A, 0x5E...0x7A, 0x7E...0xAA, 0xBC...0xF39, 0x3041...0xFB1C: return
    default: break
    }
    if let closing = scalar.closingBracket ?? scalar.closingQuotationMark {
      hasBrackets = true
      open.append(closing)
      depth = max(depth, open.count)
      return
    }
    switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation: close(scalar)
    case .mathSymbol where scalar == ">": close(scalar)
    default: break
    }
  }

  private mutating func close(_ scalar: Unicode.Scalar) {
    hasBrackets = true
    if open.last != scalar.value { isCrossed = true }
    if let match = open.lastIndex(of: scalar.value) { open.removeSubrange(match...) }
  }
}

extension Unicode.Scalar {
  /// The quotation mark that usually closes this one, and the sign *greater than* for *less than*; nil for all else.
  fileprivate var closingQuotationMark: UInt32? {
    if self == "<" { return 0x3E }
    guard properties.generalCategory == .initialPunctuation else { return nil }
    return value + (self == "«" ? 16 : 1)
  }
}
