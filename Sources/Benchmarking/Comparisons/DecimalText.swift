/// Formats the numbers in this module's sentences: short, with a point, the same in every locale.
enum DecimalText {
  /// Returns a share of one in percent, with up to one decimal, or two below 0.1%: `2%`, `2.1%`, `0.05%`.
  static func percentage(_ share: Double) -> String {
    let percent = share * 100
    let scale: Double = abs(percent) < 0.1 ? 100 : 10
    return figure((percent * scale).rounded() / scale) + "%"
  }

  /// Returns a number as Swift writes it, and whole numbers without `.0`.
  static func figure(_ value: Double) -> String {
    guard value == value.rounded(), abs(value) < 1e15 else { return value.description }
    return String(Int(value))
  }
}
