/// Formats numbers for people: three or four significant digits, a decimal point, and commas between
/// thousands. The same in every locale, so that tables can be compared.
package enum NumberText {
  /// The bounds at which rounding would give a digit too many, by the digits after the point.
  private static let bounds = [99.95, 9.995, 0.9995, 0.09995, 0.009_995, 0.000_999_5, 0.000_099_95]

  /// Returns a text such as `0.00123`, `1.23`, `12.3`, `123`, `1,234` or `12,345,678`.
  ///
  /// Values of 100 and more are whole; below, three digits are kept. NaN is `nan`, infinities are `inf` and
  /// `-inf`; below 10⁻⁴ and from 10¹⁶ on the exponent is shown: `4.39e-05`.
  package static func figure(_ value: Double) -> String {
    let size = abs(value)
    guard size.isFinite else { return value.description }
    if size == 0 { return "0" }
    guard size < 1e16, let decimals = bounds.firstIndex(where: { size >= $0 }) else {
      return exponential(value)
    }
    return fixed(value, decimals: decimals)
  }

  private static func exponential(_ value: Double) -> String {
    var (mantissa, exponent) = (value, 0)
    while abs(mantissa) >= bounds[1] { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
    while abs(mantissa) < bounds[2] { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
    return fixed(mantissa, decimals: 2) + (exponent < 0 ? "e-" : "e+") + padded(exponent.magnitude, digits: 2)
  }

  /// Returns a number with `decimals` digits after the point, halves rounded away from zero, and commas.
  ///
  /// - Precondition: `value` is finite and below 10¹⁶ in size, 10¹⁴ with digits after the point, or 10¹² with more than
  ///   four, and 0 ≤ `decimals` ≤ 6.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    precondition((0...6).contains(decimals), "Up to six digits after the point.")
    let limit = decimals == 0 ? 1e16 : decimals <= 4 ? 1e14 : 1e12
    precondition(abs(value) < limit, "Digits beyond a Double's precision.")
    let scale = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][decimals]
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let whole = sign + grouped(scaled / scale)
    guard decimals > 0 else { return whole }
    return "\(whole).\(padded(scaled % scale, digits: decimals))"
  }

  /// Returns a share of one as a percentage with one decimal: `1.2%`, `0.0%`.
  package static func percentage(_ share: Double) -> String {
    guard share.isFinite, abs(share) < 1e12 else { return share.description }
    return fixed(share * 100, decimals: 1) + "%"
  }

  /// Returns a number with commas between thousands.
  package static func grouped(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Returns a whole number with zeros in front, so that it has this many digits at least.
  package static func padded(_ number: some BinaryInteger, digits count: Int, radix: Int = 10) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// Returns a count, which is whole except for means over jobs that differ: `3`, `1,200`, `0.500`.
  package static func count(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e16 ? fixed(value, decimals: 0) : figure(value)
  }

  /// Returns a time in the unit that suits it, ns to s: `18.5 ns`, `1.20 ms`.
  package static func duration(_ nanoseconds: Double) -> String {
    let (divisor, unit) =
      [(1e9, "s"), (1e6, "ms"), (1e3, "µs")].first { abs(nanoseconds) >= $0.0 } ?? (1, "ns")
    return "\(figure(nanoseconds / divisor)) \(unit)"
  }

  /// Returns a number with its noun: `1 thread`, `2 threads`.
  package static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(plural(noun, count))" }

  /// Returns the noun in the form that follows a number.
  package static func plural(_ noun: String, _ count: Int) -> String { count == 1 ? noun : noun + "s" }

  /// Returns a number as Swift writes it, and whole numbers without `.0`: for sentences.
  package static func short(_ value: Double) -> String {
    guard value == value.rounded(), abs(value) < 1e15 else { return value.description }
    return String(Int(value))
  }

  /// Returns a share of one in percent, with up to one decimal, or two below 0.1%: `2%`, `2.1%`, `0.05%`.
  package static func shortPercentage(_ share: Double) -> String {
    let percent = share * 100
    let scale: Double = abs(percent) < 0.1 ? 100 : 10
    return short((percent * scale).rounded() / scale) + "%"
  }

  /// Returns the level of an interval in percent, with as many decimals as keep it below 100%: `99%`, `99.8%`,
  /// `99.96%`. Only 1 is `100%`.
  package static func confidence(_ level: Double) -> String {
    var scale = 10.0
    while level < 1, (level * 100 * scale).rounded() >= 100 * scale, scale < 1e9 { scale *= 10 }
    return short((level * 100 * scale).rounded() / scale) + "%"
  }

  /// Returns a change as a share of one in percent: one decimal, two below 0.1%, none from 100% on. 0 is `0%`.
  package static func change(_ share: Double, isSigned: Bool = false) -> String {
    guard share.isFinite, abs(share) < 1e11 else { return share.description }
    let size = abs(share * 100)
    let decimals = size >= 99.95 ? 0 : size >= 0.095 ? 1 : 2
    let digits = fixed(size, decimals: decimals)
    if !digits.contains(where: { $0 != "0" && $0 != "." }) { return "0%" }
    return (share < 0 ? "-" : isSigned ? "+" : "") + digits + "%"
  }
}

/// Returns 16 digits that are equal for equal bytes, on every machine: they reveal accidents, but not forgery.
///
/// 64-bit FNV-1a. Fowler, Noll and Vo, "The FNV Non-Cryptographic Hash Algorithm".
package func stableHash(of bytes: some Sequence<UInt8>) -> String {
  let hash = bytes.reduce(into: 0xCBF2_9CE4_8422_2325 as UInt64) {
    $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01B3
  }
  return NumberText.padded(hash, digits: 16, radix: 16)
}

extension Character {
  /// True for the characters of POSIX's portable file names: ASCII letters and digits, `.`, `_` and `-`.
  package var isPortable: Bool { isASCII && (isLetter || isNumber || "._-".contains(self)) }
}
