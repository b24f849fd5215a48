// Explanations in words.

import LayoutSpecs

/// The sentences of a tree's explanations.
struct LayoutSentences {
  let tree: LayoutTree

  func sentence(of step: Explanation.Step) -> String {
    let name = name(of: step.element)
    guard let length = step.length else { return "\(name) has no layout: \(reason(of: step))." }
    let given = step.given.map { " (\(range($0)) allowed)" } ?? ""
    return "\(name) is \(pointsText(length)) \(step.axis.adjective)\(given): \(reason(of: step))."
  }

  func reason(of step: Explanation.Step) -> String {
    let words = RuleWords(names: self, step: step)
    return ([step.rule] + step.circumstances).enumerated().map { index, rule in
      let text = words.text(of: rule)
      return index > 0 && rule.isWayToLength ? "before that, \(text)" : text
    }.joined(separator: "; ")
  }

  /// The element's class, and its name or its number.
  func name(of element: ElementID) -> String { tree.sentenceTitle(of: element) }

  func range(_ range: LengthRange) -> String {
    if range.isExact { return "exactly \(lengthText(range.min))" }
    if range.max == .infinity { return range.min == 0 ? "any length" : "\(lengthText(range.min)) or more" }
    return "\(lengthText(range.min)) to \(lengthText(range.max))"
  }
}

extension LayoutRule {
  /// Whether the rule leads to a length by itself. The others say what else happened to it.
  var isWayToLength: Bool {
    switch self {
    case .parentWon, .percentOfUndefined, .roundedUp, .overflow, .leftEmpty, .notMeasured,
      .aroundWithoutLayout:
      false
    default: true
    }
  }
}

/// The words for the rules of one step.
struct RuleWords {
  let names: LayoutSentences
  let step: Explanation.Step

  private var isWidth: Bool { step.axis == .horizontal }
  private var isRoot: Bool { step.element == names.tree.root }
  private var adjective: String { step.axis.adjective }
  private var dimension: String { step.axis.name }

  /// The element around the step's.
  private var parent: String {
    names.name(of: names.tree.parent(of: step.element))
  }

  private var giver: String { isRoot ? "it was laid out in" : "\(parent) allows" }

  private func ofItself(_ content: Double) -> String {
    "of itself it is \(lengthText(content)) \(adjective)"
  }

  private func key(_ length: StyleLength) -> String { step.axis.key(length) }

  func text(of rule: LayoutRule) -> String {
    givenText(of: rule) ?? styleText(of: rule) ?? contentText(of: rule) ?? stackText(of: rule)
      ?? circumstanceText(of: rule)
  }

  // MARK: - The parent's range

  private func givenText(of rule: LayoutRule) -> String? {
    switch rule {
    case .given(let length):
      return "\(giver) exactly \(pointsText(length))"
    case .givenMinimum(let length, let content):
      return "\(giver) no less than \(pointsText(length)), and \(ofItself(content))"
    case .givenMaximum(let length, let content):
      return "\(giver) no more than \(pointsText(length)), and \(ofItself(content))"
    case .sameAs(let other):
      return "\(parent) makes it exactly as \(adjective) as \(names.name(of: other))"
    case .ratio(let ratio):
      return "\(parent) keeps its height at \(lengthText(ratio)) times its width"
    default: return nil
    }
  }

  // MARK: - The style

  private func styleText(of rule: LayoutRule) -> String? {
    switch rule {
    case .style(let length, let value):
      let text = "its style says \(key(length)) \(lengthText(value))"
      switch length {
      case .minimum: return "\(text), which nothing else in it can undercut"
      case .maximum: return "\(text), which its \(dimension) cannot exceed"
      case .exact, .basis: return text
      }
    case .percent(let length, let fraction, let parentLength):
      let percent = Dimension.fraction(fraction).percentText
      return "its style says \(key(length)) \(percent)%, of \(pointsText(parentLength))"
    case .styleMinimum(let length, let content):
      return "its style says \(key(.minimum)) \(lengthText(length)), and \(ofItself(content))"
    case .styleMaximum(let length, let content):
      return "its style says \(key(.maximum)) \(lengthText(length)), and \(ofItself(content))"
    case .basis(let length): return "its style says flexBasis \(lengthText(length))"
    default: return nil
    }
  }

  // MARK: - The content

  private func contentText(of rule: LayoutRule) -> String? {
    switch rule {
    case .intrinsic(let length): return "what it shows is \(pointsText(length)) \(adjective)"
    case .text(let length, let lineCount):
      if isWidth {
        return lineCount == 1
          ? "its text is \(pointsText(length)) wide on one line"
          : "the longest of its text's \(lineCount) lines is \(pointsText(length)) wide"
      }
      return lineCount == 1 ? "its text is one line" : "its text takes \(lineCount) lines"
    case .child(let child): return "it is as \(adjective) as its child \(names.name(of: child))"
    case .childAndInsets(let child, let insets):
      let text = "it is as \(adjective) as its child \(names.name(of: child))"
      return insets == 0 ? text : "\(text) and insets of \(pointsText(insets))"
    case .children(let length): return "its children and the space between them take \(pointsText(length))"
    case .longestChild(let length):
      return "its \(isWidth ? "widest" : "highest") child takes \(pointsText(length))"
    case .reachOfChildren(let length): return "its children reach as far as \(pointsText(length))"
    case .fills: return "it takes all the room there is"
    case .noContent: return "it holds nothing that has a \(dimension)"
    case .userCode(let length): return "its own code asks for \(pointsText(length))"
    default: return nil
    }
  }

  // MARK: - Stacks

  private func stackText(of rule: LayoutRule) -> String? {
    switch rule {
    case .grown(let from, let by, let all, let factor, let factorSum):
      let share = factorText("flexGrow", factor, factorSum, otherwise: "nothing else grows")
      return
        "\(parent) was \(pointsText(all)) short, and it grew by \(lengthText(by)) of them, from \(lengthText(from)) (\(share))"
    case .shrunk(let from, let by, let all, let factor, let factorSum):
      let share = factorText("flexShrink", factor, factorSum, otherwise: "nothing else may shrink")
      return
        "\(parent) was \(pointsText(all)) too long, and it gave up \(lengthText(by)) of them, from \(lengthText(from)) (\(share))"
    case .remainder:
      return "it alone in \(parent) both grows and shrinks, so it gets what the others leave"
    case .stretched: return "\(parent) stretches it across"
    default: return nil
    }
  }

  private func factorText(
    _ key: String, _ factor: Double, _ factorSum: Double, otherwise alone: String
  ) -> String {
    factor == factorSum
      ? "\(alone); \(key) \(lengthText(factor))"
      : "\(key) \(lengthText(factor)) of \(lengthText(factorSum)) on its line"
  }

  // MARK: - What else happened

  private func circumstanceText(of rule: LayoutRule) -> String {
    switch rule {
    case .parentWon(let style, let given):
      let who = isRoot ? "the range it was laid out in" : "what \(parent) allows"
      return
        "its style asks for \(names.range(style)), but \(who), \(names.range(given)), counts for more"
    case .percentOfUndefined(let length, let fraction):
      let percent = Dimension.fraction(fraction).percentText
      return
        "its \(key(length)) of \(percent)% counts as auto, for there is no defined \(dimension) to take it of"
    case .roundedUp(let from): return "rounded up from \(lengthText(from)) to whole pixels"
    case .overflow(let length, let around):
      return "it reaches out of \(names.name(of: around)) by \(pointsText(length))"
    case .leftEmpty(let stack):
      return
        "\(names.name(of: stack)) left it empty: it alone there both grows and shrinks, and the others leave nothing"
    case .notMeasured(let spec): return "\(names.name(of: spec)) did not ask for its size"
    case .aroundWithoutLayout(let around):
      let isInStack = names.tree.kind(of: names.tree.parent(of: around)) == .stack
      let reason = isInStack ? "which was left empty" : "whose size was not asked for"
      return "nothing in \(names.name(of: around)) is laid out, \(reason)"
    default: return rule.name
    }
  }
}
