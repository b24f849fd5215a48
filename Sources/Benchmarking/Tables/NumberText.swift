/// Formats numbers for people: three or four significant digits, a decimal point, and commas between
/// thousands. The same in every locale, so that tables can be compared.
package enum NumberText {
  /// Returns a text such as `0.0123`, `1.23`, `12.3`, `123`, `1,234` or `12,345,678`.
  ///
  /// Values of 100 and more are whole; below, three digits are kept. NaN is `nan`, infinities are `inf` and
  /// `-inf`; from 10¹⁶ on the exponent is shown.
  package static func figure(_ value: Double) -> String {
    let size = abs(value)
    guard size.isFinite, size < 1e16 else { return value.description }
    if size == 0 { return "0" }
    // The bounds at which rounding would give a digit too many.
    if size >= 99.95 { return fixed(value, decimals: 0) }
    if size >= 9.995 { return fixed(value, decimals: 1) }
    if size >= 0.9995 { return fixed(value, decimals: 2) }
    if size >= 0.09995 { return fixed(value, decimals: 3) }
    if size >= 0.000_05 { return fixed(value, decimals: 4) }
    return value.description
  }

  /// Returns a number with `decimals` digits after the point, halves rounded away from zero, and commas.
  ///
  /// - Precondition: `value` is finite and below 10¹⁶ in size, or 10¹⁴ with digits after the point, and 0 ≤
  ///   `decimals` ≤ 4.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    precondition(abs(value) < (decimals == 0 ? 1e16 : 1e14), "Digits beyond a Double's precision.")
    precondition((0...4).contains(decimals), "Up to four digits after the point.")
    let scale = [1, 10, 100, 1_000, 10_000][decimals]
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let whole = sign + grouped(scaled / scale)
    guard decimals > 0 else { return whole }
    let digits = String(scaled % scale)
    return "\(whole).\(String(repeating: "0", count: decimals - digits.count))\(digits)"
  }

  /// Returns a share of one as a percentage, such as `1.2%`.
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
}
