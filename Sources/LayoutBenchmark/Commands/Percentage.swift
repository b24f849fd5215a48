import ArgumentParser

/// A share with an optional percent sign.
struct Percentage: ExpressibleByArgument, LosslessStringConvertible {
  /// The form of valid texts.
  static let expected = "more than 0% and at most 100%, such as 2%"

  var share: Double

  var description: String { "\((share * 1e6).rounded() / 1e4)%" }
}

extension Percentage {
  init?(_ text: String) {
    let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard let value = Double(digits), value > 0, value <= 100 else { return nil }
    share = value / 100
  }
}
