// The constraints for which an element's size is valid, besides the one in which it was computed.
//
// In a chain of stacks that flex, each level asks the next for sizes in lengths of its own. Most of these
// constraints differ only in ways that do not matter: a text's width in any height, a stack's length if
// nothing flexes. A pass with many such constraints is restarted with an `AnswerBook`, which records with
// each answer the constraints for which it is valid. It records only what is certain: otherwise an answer is
// valid for its own constraint alone.

/// The minimum and the maximum of one axis of a size range.
typealias LengthBounds = (min: Double, max: Double)

extension SizeRange {
  var widths: LengthBounds { (min.width, max.width) }
  var heights: LengthBounds { (min.height, max.height) }
}

/// The lengths from one to another, both included.
struct LengthInterval: Equatable {
  var lowest = -Double.infinity
  var highest = Double.infinity

  static let all = LengthInterval()
  static func only(_ length: Double) -> LengthInterval { LengthInterval(lowest: length, highest: length) }
  static func atMost(_ length: Double) -> LengthInterval { LengthInterval(highest: length) }
  static func atLeast(_ length: Double) -> LengthInterval { LengthInterval(lowest: length) }

  func contains(_ length: Double) -> Bool { lowest <= length && length <= highest }

  static func &= (a: inout LengthInterval, b: LengthInterval) {
    a.lowest = larger(a.lowest, b.lowest)
    a.highest = smaller(a.highest, b.highest)
  }
}

/// The minimums and the maximums of one axis for which an answer is valid.
struct AxisValidity: Equatable {
  var min = LengthInterval.all
  var max = LengthInterval.all

  static let all = AxisValidity()

  static func only(_ bounds: LengthBounds) -> AxisValidity {
    AxisValidity(min: .only(bounds.min), max: .only(bounds.max))
  }

  /// Returns the bounds for which limiting `length` gives the same result as these: bounds that leave it
  /// unchanged, or those with the bound that limits it.
  static func clamping(_ length: Double, in bounds: LengthBounds) -> AxisValidity {
    let (min, max) = bounds
    guard min <= max else { return .only(bounds) }
    if length < min { return AxisValidity(min: .only(min), max: .atLeast(min)) }
    if length > max { return AxisValidity(min: .atMost(max), max: .only(max)) }
    return length.isNaN ? .only(bounds) : AxisValidity(min: .atMost(length), max: .atLeast(length))
  }

  /// Returns the bounds for which a length is the maximum.
  static func filling(_ bounds: LengthBounds) -> AxisValidity {
    bounds.min <= bounds.max
      ? AxisValidity(min: .atMost(bounds.max), max: .only(bounds.max)) : .only(bounds)
  }

  /// Returns the bounds that are exact at this length, or the bounds that are not exact, as these are.
  static func asExact(_ bounds: LengthBounds) -> AxisValidity {
    let (min, max) = bounds
    return min == max ? .only(bounds) : AxisValidity(min: .atMost(min), max: .atLeast(min.nextUp))
  }

  func contains(_ bounds: LengthBounds) -> Bool { min.contains(bounds.min) && max.contains(bounds.max) }

  static func &= (a: inout AxisValidity, b: AxisValidity) {
    a.min &= b.min
    a.max &= b.max
  }
}

/// The size ranges for which an answer is valid: those within these bounds with no minimum above its maximum.
struct RangeValidity: Equatable {
  var horizontal = AxisValidity.all
  var vertical = AxisValidity.all
  /// True if the answer is valid only for the same width, or height, of the parent: fractions refer to it.
  var seesParentWidth = false
  var seesParentHeight = false

  static let all = RangeValidity()

  static func only(_ range: SizeRange) -> RangeValidity {
    RangeValidity(horizontal: .only(range.widths), vertical: .only(range.heights))
  }

  func contains(_ range: SizeRange) -> Bool {
    horizontal.contains(range.widths) && vertical.contains(range.heights)
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
  var width = RangeValidity.all
  var height = RangeValidity.all

  static let all = SizeValidity()

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

  /// The last answers of an element, in a ring.
  private struct Ring {
    var answers: [Answer] = []
    /// The index of the answer that was recorded last.
    var last = -1
  }

  /// By an element's cache index.
  private var rings: [Ring]
  /// The largest number of answers in a ring.
  private let capacity: Int
  /// The answers for the elements that are being laid out, innermost last.
  var childAnswers: [ChildAnswer] = []

  /// Creates a book without answers.
  ///
  /// - Parameter capacity: The number of answers that are kept of each element, at least 1. An answer that is
  ///   overwritten costs a computation when it is needed again. With all of them, each search would take as
  ///   long as there were computations before.
  init(cacheCount: Int, capacity: Int) {
    rings = Array(repeating: Ring(), count: cacheCount)
    self.capacity = capacity
  }

  /// Records an answer, in the place of the oldest one if the element has `capacity` answers.
  mutating func note(_ answer: Answer, of cache: Int) {
    if rings[cache].answers.count < capacity {
      rings[cache].last += 1
      rings[cache].answers.append(answer)
    } else {
      rings[cache].last = (rings[cache].last + 1) % capacity
      rings[cache].answers[rings[cache].last] = answer
    }
  }

  /// Returns an answer whose length along the axis is valid in this constraint, and counts the answers that
  /// were looked at.
  func answer<Axis: StackAxis>(
    of cache: Int, in range: SizeRange, _ parentSize: Size, along axis: Axis.Type, counting looks: inout Int
  ) -> Answer? {
    let answers = rings[cache].answers
    var place = rings[cache].last
    for _ in answers.indices {
      looks &+= 1
      if Axis.main(answers[place].validity).contains(range), answers[place].parentSize.isSame(as: parentSize)
      {
        return answers[place]
      }
      place = place == 0 ? answers.count - 1 : place - 1
    }
    return nil
  }
}

/// The validity of lengths along the stack, and across it.
extension StackAxis {
  private static var isHorizontal: Bool { Self.self == HorizontalAxis.self }

  static func main(_ validity: SizeValidity) -> RangeValidity {
    isHorizontal ? validity.width : validity.height
  }

  static func cross(_ validity: SizeValidity) -> RangeValidity {
    isHorizontal ? validity.height : validity.width
  }

  static func main(_ validity: RangeValidity) -> AxisValidity {
    isHorizontal ? validity.horizontal : validity.vertical
  }

  static func cross(_ validity: RangeValidity) -> AxisValidity {
    isHorizontal ? validity.vertical : validity.horizontal
  }

  static func validity(main: AxisValidity = .all, cross: AxisValidity = .all) -> RangeValidity {
    RangeValidity(horizontal: isHorizontal ? main : cross, vertical: isHorizontal ? cross : main)
  }

  static func validity(main: RangeValidity, cross: RangeValidity) -> SizeValidity {
    SizeValidity(width: isHorizontal ? main : cross, height: isHorizontal ? cross : main)
  }
}
