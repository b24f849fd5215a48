extension Explanation: CustomStringConvertible {
  /// The element's size, and for each axis a sentence an element, from the element up to the root. No line end at the end.
  public var description: String {
    var lines = [heading]
    for axis in LayoutAxis.allCases {
      lines += ["", axis == .horizontal ? "Width" : "Height"]
      lines += steps(along: axis).map { "  \(sentence(of: $0))" }
    }
    return lines.joined(separator: "\n")
  }

  /// The element and its size, in a line.
  private var heading: String {
    let name = LayoutSentences(tree: tree).name(of: element)
    guard let width = steps.first?.length, steps.count > 1, let height = steps[1].length else {
      return "\(name) has no layout."
    }
    return "\(name) is \(lengthText(width)) × \(lengthText(height)) points."
  }

  /// A step as a sentence: `TextNode "title" is 96 points wide (0 to 320 allowed): its text is 96 points wide on one line.`
  public func sentence(of step: Step) -> String { LayoutSentences(tree: tree).sentence(of: step) }
}

extension LayoutExplainer {
  /// A step as a sentence; see `Explanation.sentence(of:)`.
  public func sentence(of step: Explanation.Step) -> String { LayoutSentences(tree: tree).sentence(of: step) }

  /// A step's rule alone, in the words of its sentence.
  public func reason(of step: Explanation.Step) -> String { LayoutSentences(tree: tree).reason(of: step) }
}

/// The words for what was found out of a tree's elements.
struct LayoutSentences {
  let tree: LayoutTree

  func sentence(of step: Explanation.Step) -> String {
    let name = name(of: step.element)
    guard let length = step.length else { return "\(name) has no layout: \(reason(of: step))." }
    let adjective = step.axis == .horizontal ? "wide" : "high"
    let given = step.given.map { " (\(range($0)) allowed)" } ?? ""
    return "\(name) is \(points(length)) \(adjective)\(given): \(reason(of: step))."
  }

  func reason(of step: Explanation.Step) -> String {
    let words = RuleWords(names: self, step: step)
    return ([step.rule] + step.circumstances).enumerated().map { index, rule in
      let text = words.text(of: rule)
      return index > 0 && rule.isWayToLength ? "before that, \(text)" : text
    }.joined(separator: "; ")
  }

  /// The element's class, and its name or its number.
  func name(of element: ElementID) -> String {
    tree.sentenceTitle(of: element)
  }

  func points(_ value: Double) -> String { pointsText(value) }

  func range(_ range: LengthRange) -> String {
    if range.isExact { return "exactly \(lengthText(range.min))" }
    if range.max == .infinity { return range.min == 0 ? "any length" : "\(lengthText(range.min)) or more" }
    return "\(lengthText(range.min)) to \(lengthText(range.max))"
  }
}

extension LayoutRule {
  /// Whether the rule leads to a length by itself; the others say what else happened to it.
  var isWayToLength: Bool {
    switch self {
    case .parentWon, .percentOfUndefined, .roundedUp, .overflow, .leftEmpty, .notMeasured,
      .aroundWithoutLayout:
      false
    default: true
    }
  }
}
