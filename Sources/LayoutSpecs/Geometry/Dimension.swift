/// A length in a style: a number of points, a fraction of the parent's length, or `auto`.
///
/// ```swift
/// style.width = 70          // 70 points
/// style.width = .points(2 * side)  // a length that is computed
/// style.width = "50%"       // half of the parent's width
/// style.width = .auto       // whatever the content and the other rules give
/// ```
///
/// Source: Texture's `ASDimension`.
public struct Dimension: Hashable, Sendable {
  /// The unit of a dimension's value.
  public enum Unit: UInt8, Hashable, Sendable {
    /// No length is given.
    case auto
    /// Points.
    case points
    /// A fraction of the parent's length, 0 to 1.
    case fraction
  }

  /// The unit of `value`.
  public let unit: Unit
  /// Points, or a fraction from 0 to 1; 0 if the unit is `auto`.
  public let value: Double

  @inlinable
  init(unit: Unit, value: Double) {
    self.unit = unit
    // -0 and 0 are one value, so that equal dimensions have equal bits.
    self.value = value + 0
  }

  /// No length is given.
  @inlinable public static var auto: Dimension { Dimension(unit: .auto, value: 0) }

  /// A length of `value` points.
  ///
  /// - Precondition: `value` is 0 or more and less than 10,000,000.
  @inlinable
  public static func points(_ value: Double) -> Dimension {
    precondition(
      value.isValidLength,
      "A dimension is 0 or more and less than 10,000,000 points; write .auto for no limit")
    return Dimension(unit: .points, value: value)
  }

  /// A maximum of `value` points; for 10,000,000 points or more `auto`, which is no maximum.
  @inlinable
  package static func maximum(_ value: Double) -> Dimension {
    value >= Double.lengthLimit ? .auto : .points(value)
  }

  /// A fraction of the parent's length: 0.5 is half of it.
  ///
  /// If the parent's length is undefined, a fraction counts as `auto`.
  ///
  /// - Precondition: `value` lies within 0 to 1.
  @inlinable
  public static func fraction(_ value: Double) -> Dimension {
    precondition(value >= 0 && value <= 1, "A fraction lies within 0 to 1, that is 0% to 100%")
    return Dimension(unit: .fraction, value: value)
  }

  /// A fraction of the parent's length: 50 is half of it, and the same dimension as `"50%"`.
  ///
  /// - Precondition: `value` lies within 0 to 100.
  public static func percent(_ value: Double) -> Dimension {
    precondition(value >= 0 && value <= 100, "A percentage lies within 0 to 100")
    // Dividing a whole number by 100 rounds once. Any other number, as 66.67, is rounded already: its digits are read.
    guard value.rounded(.towardZero) != value else { return .fraction(value / 100) }
    return (try? Dimension(parsing: "\(value)%")) ?? .fraction(value / 100)
  }

  /// Returns the length in points in a parent of `parentLength` points.
  ///
  /// `auto`, and a fraction of an undefined (NaN) parent, give `autoLength`. A fraction of an infinite parent
  /// is infinite if it is above 0, otherwise `autoLength`.
  @inlinable
  public func resolve(parentLength: Double, autoLength: Double) -> Double {
    switch unit {
    case .points: return value
    case .auto: return autoLength
    case .fraction:
      let length = value * parentLength
      return length.isNaN ? autoLength : length
    }
  }
}

extension Dimension: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  @inlinable
  public init(floatLiteral value: Double) {
    self = .points(value)
  }

  @inlinable
  public init(integerLiteral value: Int) {
    self = .points(Double(value))
  }

  /// Creates a dimension from `"50%"`, `"70pt"` or `"auto"`.
  ///
  /// - Precondition: the text has one of these forms. For text from outside the program use `init(parsing:)`.
  public init(stringLiteral value: String) {
    do throws(DimensionError) {
      self = try Dimension(parsing: value)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

/// A text that is not a dimension.
public struct DimensionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that was read.
  public let text: String
  /// The reason why it is not a dimension.
  public let reason: String

  /// The text, the reason, and the valid forms.
  public var description: String {
    "\"\(text)\" is not a dimension: \(reason); write a number of points, \"70pt\", \"50%\" or \"auto\""
  }
}

extension Dimension {
  /// Reads `"50%"`, `"70pt"` or `"auto"`.
  ///
  /// The number is decimal: a sign, digits, a fraction and an exponent, without spaces. Any other text is an
  /// error; Texture reads it as `auto`.
  public init(parsing text: String) throws(DimensionError) {
    if text == "auto" {
      self = .auto
    } else if text.hasSuffix("%") {
      let fraction = try Dimension.number(text, dropping: 1, exponent: -2)
      guard fraction >= 0 && fraction <= 1 else {
        throw DimensionError(text: text, reason: "a fraction lies within 0% to 100%")
      }
      self = .fraction(fraction)
    } else if text.hasSuffix("pt") {
      let points = try Dimension.number(text, dropping: 2)
      guard points >= 0 else { throw DimensionError(text: text, reason: "a length is not negative") }
      guard points.isValidLength else {
        throw DimensionError(text: text, reason: "a length is less than 10000000 points")
      }
      self = .points(points)
    } else {
      throw DimensionError(text: text, reason: "it has no known unit")
    }
  }

  /// Returns the number before a unit, times ten to the power of `exponent`.
  ///
  /// The power is applied to the digits, before they become a Double: "66.67%" is 0.6667, which 66.67 / 100
  /// is not always, and every fraction has a percentage that reads back as that fraction.
  private static func number(
    _ text: String, dropping unitLength: Int, exponent: Int = 0
  ) throws(DimensionError) -> Double {
    let number = text.dropLast(unitLength)
    // Double's own parser also accepts hexadecimal numbers and names such as "inf".
    let isDecimal = number.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".+-eE".utf8.contains(byte)
    }
    var digits = number
    var power = exponent
    if let mark = number.utf8.firstIndex(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
      let written = Int(number[number.index(after: mark)...])
      digits = number[..<mark]
      // Beyond these bounds the number is 0 or infinity, whatever the digits are.
      power += written.map { min(max($0, -10_000), 10_000) } ?? .min / 2
    }
    guard isDecimal, power > .min / 4, let value = Double("\(digits)e\(power)"), value.isFinite else {
      throw DimensionError(text: text, reason: "it has no finite number before its unit")
    }
    return value
  }
}

extension Dimension: CustomStringConvertible {
  /// `50%`, `70pt` or `auto`.
  public var description: String {
    switch unit {
    case .auto: "auto"
    case .points: "\(shortText(value))pt"
    case .fraction: "\(percentText)%"
    }
  }

  /// The shortest percentage that reads back as this fraction: its own digits, with the point moved by two.
  package var percentText: String {
    let text = "\(value)"
    let parts = text.split(separator: "e")
    if parts.count == 2, let power = Int(parts[1]) { return "\(parts[0])e\(power + 2)" }
    let number = text.split(separator: ".")
    let decimals = number.count == 2 && number[1] != "0" ? String(number[1]) : ""
    let padded = decimals + String(repeating: "0", count: max(0, 2 - decimals.count))
    let whole = (number[0] + padded.prefix(2)).drop { $0 == "0" }
    let rest = padded.dropFirst(2)
    return (whole.isEmpty ? "0" : String(whole)) + (rest.isEmpty ? "" : ".\(rest)")
  }
}
