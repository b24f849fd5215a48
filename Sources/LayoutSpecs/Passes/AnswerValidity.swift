// The constraints for which an element's size is valid, besides the one in which it was computed.
//
// In a chain of stacks that flex, each level asks the next for sizes in lengths of its own. Most of these
// constraints differ only in ways that do not matter: a text's width in any height, a stack's length if
// nothing flexes. A pass with many such constraints is restarted with an `AnswerBook`, which records with
// each answer the constraints for which it is valid. It records only what is certain: otherwise an answer is
// valid for its own constraint alone.

/// The lengths from one to another, both included.
struct LengthInterval: Equatable {
  var lowest: Double
  var highest: Double

  static let all = LengthInterval(lowest: -.infinity, highest: .infinity)

  static func only(_ length: Double) -> LengthInterval { LengthInterval(lowest: length, highest: length) }

  static func atMost(_ length: Double) -> LengthInterval {
    LengthInterval(lowest: -.infinity, highest: length)
  }

  static func atLeast(_ length: Double) -> LengthInterval {
    LengthInterval(lowest: length, highest: .infinity)
  }

  func contains(_ length: Double) -> Bool { lowest <= length && length <= highest }

  static func &= (a: inout LengthInterval, b: LengthInterval) {
    a.lowest = larger(a.lowest, b.lowest)
    a.highest = smaller(a.highest, b.highest)
  }
}

/// The minimums and the maximums of one axis for which an answer is valid.
struct AxisValidity: Equatable {
  var min: LengthInterval
  var max: LengthInterval

  static let all = AxisValidity(min: .all, max: .all)

  static func only(_ min: Double, _ max: Double) -> AxisValidity {
    AxisValidity(min: .only(min), max: .only(max))
  }

  /// Returns the bounds for which limiting `length` gives the same result as here: bounds that leave it
  /// unchanged, or those with the bound that limits it.
  static func clamping(_ length: Double, _ min: Double, _ max: Double) -> AxisValidity {
    guard min <= max else { return .only(min, max) }
    if length < min { return AxisValidity(min: .only(min), max: .atLeast(min)) }
    if length > max { return AxisValidity(min: .atMost(max), max: .only(max)) }
    return length.isNaN ? .only(min, max) : AxisValidity(min: .atMost(length), max: .atLeast(length))
  }

  func contains(_ lowest: Double, _ highest: Double) -> Bool {
    min.contains(lowest) && max.contains(highest)
  }

  static func &= (a: inout AxisValidity, b: AxisValidity) {
    a.min &= b.min
    a.max &= b.max
  }
}

/// The size ranges for which an answer is valid: those within these bounds with no minimum above its maximum.
struct RangeValidity: Equatable {
  var horizontal: AxisValidity
  var vertical: AxisValidity
  /// True if the answer is valid only for the same width, or height, of the parent: fractions refer to it.
  var seesParentWidth = false
  var seesParentHeight = false

  static let all = RangeValidity(horizontal: .all, vertical: .all)

  static func only(_ range: SizeRange) -> RangeValidity {
    RangeValidity(
      horizontal: .only(range.min.width, range.max.width), vertical: .only(range.min.height, range.max.height)
    )
  }

  func contains(_ range: SizeRange) -> Bool {
    horizontal.contains(range.min.width, range.max.width)
      && vertical.contains(range.min.height, range.max.height)
  }

  static func &= (a: inout RangeValidity, b: RangeValidity) {
    a.horizontal &= b.horizontal
    a.vertical &= b.vertical
    if b.seesParentWidth { a.seesParentWidth = true }
    if b.seesParentHeight { a.seesParentHeight = true }
  }
}

/// The ranges for which an element has the same width, and those for which it has the same height.
struct SizeValidity: Equatable {
  var width: RangeValidity
  var height: RangeValidity

  static let all = SizeValidity(width: .all, height: .all)

  static func only(_ range: SizeRange) -> SizeValidity {
    SizeValidity(width: .only(range), height: .only(range))
  }
}

/// The answers of a pass, with their validity.
struct AnswerBook {
  /// An element's size in a range that includes its own style.
  struct Answer {
    let parentSize: Size
    let size: Size
    let validity: SizeValidity
  }

  /// An element's size as its parent sees it, in ranges before the element's own style applies.
  struct ChildAnswer {
    let child: Int
    let purpose: LayoutTrace.Purpose
    let given: SizeRange
    let size: Size
    let validity: SizeValidity
  }

  /// By an element's cache index.
  private var answers: [[Answer]]
  /// The answers for the elements that are being laid out, innermost last.
  var childAnswers: [ChildAnswer] = []

  init(cacheCount: Int) {
    answers = Array(repeating: [], count: cacheCount)
  }

  mutating func note(_ answer: Answer, of cache: Int) {
    answers[cache].append(answer)
  }

  /// Returns an answer whose length along the axis is valid in this constraint.
  func answer<Axis: StackAxis>(
    of cache: Int, in range: SizeRange, _ parentSize: Size, along axis: Axis.Type
  ) -> Answer? {
    answers[cache].last {
      Axis.main($0.validity).contains(range) && $0.parentSize.isSame(as: parentSize)
    }
  }
}

extension StackAxis {
  /// Returns the ranges for which the length along the stack is valid.
  static func main(_ validity: SizeValidity) -> RangeValidity {
    Self.self == HorizontalAxis.self ? validity.width : validity.height
  }

  /// Returns the ranges for which the length across the stack is valid.
  static func cross(_ validity: SizeValidity) -> RangeValidity {
    Self.self == HorizontalAxis.self ? validity.height : validity.width
  }

  /// Returns the bounds along the stack.
  static func main(_ validity: RangeValidity) -> AxisValidity {
    Self.self == HorizontalAxis.self ? validity.horizontal : validity.vertical
  }

  /// Returns the bounds across the stack.
  static func cross(_ validity: RangeValidity) -> AxisValidity {
    Self.self == HorizontalAxis.self ? validity.vertical : validity.horizontal
  }

  static func validity(main: AxisValidity, cross: AxisValidity) -> RangeValidity {
    Self.self == HorizontalAxis.self
      ? RangeValidity(horizontal: main, vertical: cross) : RangeValidity(horizontal: cross, vertical: main)
  }

  static func validity(main: RangeValidity, cross: RangeValidity) -> SizeValidity {
    Self.self == HorizontalAxis.self
      ? SizeValidity(width: main, height: cross) : SizeValidity(width: cross, height: main)
  }
}
