/// The reason why a text is not a gate.
package struct RegressionGateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The wrong term as written; empty if there is nothing between two commas.
  package var term: String
  /// The problem with it, and what is allowed.
  package var message: String

  package var description: String { "\"\(term)\": \(message)" }
}

extension RegressionGate {
  /// Reads terms separated by commas: `slower>2%,alloc_count>0`.
  ///
  /// A term is `slower`, `faster` or a metric's name, `>` and an amount: a percentage of the base, or for
  /// counts and bytes a number per job. Spaces around its parts are ignored. Numbers have a point.
  ///
  /// - Throws: an error that names the wrong term and what is allowed.
  package init(parsing text: String) throws(RegressionGateError) {
    var terms: [Term] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      terms.append(try Term(parsing: part.trimmed))
    }
    self.init(terms)
  }
}

extension RegressionGate.Term {
  fileprivate init(parsing text: Substring) throws(RegressionGateError) {
    func error(_ message: String) -> RegressionGateError {
      RegressionGateError(term: String(text), message: message)
    }
    let sides = text.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
    guard sides.count == 2 else {
      throw error(
        "expected one of \(Self.allowed), then > and an amount, as in slower>2% or alloc_count>0")
    }
    guard let subject = Subject(name: sides[0]) else {
      throw error("\"\(sides[0])\" is not one of \(Self.allowed)")
    }
    let isPercentage = sides[1].last == "%"
    let digits = isPercentage ? sides[1].dropLast().trimmed : sides[1]
    guard let number = Double(digits), number.isFinite, number >= 0 else {
      throw error("after > comes a number of 0 or more, as in 2% or 0.5%, and not \"\(sides[1])\"")
    }
    if isPercentage {
      self.init(subject, above: .share(number / 100))
    } else if subject.isTimed {
      throw error("times are compared in percent: \(sides[0])>\(digits)%")
    } else {
      self.init(subject, above: .absolute(number))
    }
  }

  private static var allowed: String {
    (["slower", "faster"] + ComparedMetric.allCases.map(\.rawValue)).joined(separator: ", ")
  }
}

extension RegressionGate.Term.Subject {
  fileprivate init?(name: Substring) {
    switch name {
    case "slower": self = .slower
    case "faster": self = .faster
    default:
      guard let metric = ComparedMetric(rawValue: String(name)) else { return nil }
      self = .metric(metric)
    }
  }

  fileprivate var isTimed: Bool {
    switch self {
    case .slower, .faster: true
    case .metric(let metric): metric.kind == .timed
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
