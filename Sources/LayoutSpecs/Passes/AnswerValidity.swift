// For which other constraints the size holds that an element took in one.
//
// In a chain of stacks that flex, each level asks the next in lengths of its own, and most of those questions differ only in
// ways that the answer does not depend on: a text's width in any height, a stack's length where nothing flexes. A pass that
// meets many such questions is begun again with `AnswerBook`, which notes with each answer for which constraints it holds.
// What is noted is never more than is certain: for the rest the answer holds for its own constraint alone.

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

/// The minimums and the maximums of one axis for which an answer holds.
struct AxisValidity: Equatable {
  var min: LengthInterval
  var max: LengthInterval

  static let all = AxisValidity(min: .all, max: .all)

  static func only(_ min: Double, _ max: Double) -> AxisValidity {
    AxisValidity(min: .only(min), max: .only(max))
  }

  /// Where a length is what a range makes of it: as long as the range lets it be what it is, or with the bound that it meets.
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

/// The size ranges for which an answer holds: those within these bounds whose minimums do not exceed their maximums.
struct RangeValidity: Equatable {
  var horizontal: AxisValidity
  var vertical: AxisValidity
  /// Whether the answer holds only as long as the parent calls the same width, and the same height, its own: fractions count
  /// against them.
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

/// For which ranges an element has the width that it took, and for which the height.
struct SizeValidity: Equatable {
  var width: RangeValidity
  var height: RangeValidity

  static let all = SizeValidity(width: .all, height: .all)

  static func only(_ range: SizeRange) -> SizeValidity {
    SizeValidity(width: .only(range), height: .only(range))
  }
}

/// The answers of a pass, with what they hold for.
struct AnswerBook {
  /// A size that an element took, in a range that its own style is resolved in.
  struct Answer {
    let parentSize: Size
    let size: Size
    let validity: SizeValidity
  }

  /// An answer to an element's question, as the element that asked sees it: in ranges before the style is resolved.
  struct ChildAnswer {
    let child: Int
    let purpose: LayoutTrace.Purpose
    let given: SizeRange
    let size: Size
    let validity: SizeValidity
  }

  /// By an element's place in the cache.
  private var answers: [[Answer]]
  /// What the elements that are being laid out were answered, innermost last.
  var childAnswers: [ChildAnswer] = []

  init(cacheCount: Int) {
    answers = Array(repeating: [], count: cacheCount)
  }

  mutating func note(_ answer: Answer, of cache: Int) {
    answers[cache].append(answer)
  }

  /// An answer whose length along an axis holds in a constraint.
  func answer<Axis: StackAxis>(
    of cache: Int, in range: SizeRange, _ parentSize: Size, along axis: Axis.Type
  ) -> Answer? {
    answers[cache].last {
      Axis.main($0.validity).contains(range)
        && sameLength($0.parentSize.width, parentSize.width)
        && sameLength($0.parentSize.height, parentSize.height)
    }
  }
}

extension StackAxis {
  /// Where the length along the stack holds.
  static func main(_ validity: SizeValidity) -> RangeValidity {
    Self.self == HorizontalAxis.self ? validity.width : validity.height
  }

  /// Where the length across the stack holds.
  static func cross(_ validity: SizeValidity) -> RangeValidity {
    Self.self == HorizontalAxis.self ? validity.height : validity.width
  }

  /// The bounds along the stack.
  static func main(_ validity: RangeValidity) -> AxisValidity {
    Self.self == HorizontalAxis.self ? validity.horizontal : validity.vertical
  }

  /// The bounds across the stack.
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
