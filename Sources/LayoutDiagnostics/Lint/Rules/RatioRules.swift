// Ratio specs, which need a bounded length on one axis and a free length on the other.

import LayoutSpecs

extension Linter {
  /// A ratio spec takes its size from a bounded width or height, and does nothing without either.
  func checkRatioWithoutBounds(_ element: ElementID) {
    guard case .ratio(let ratio) = tree.content(of: element), isWithoutBounds(element) else { return }
    report(
      .ratioWithoutBounds, element,
      "\(opening(element)) asks for a height of \(lengthText(ratio)) times the width, but neither its width nor its height is bounded here, so the ratio has no effect.",
      fix: "Give \(the(element)) a width or a height, or a maxWidth or a maxHeight.")
  }

  private func isWithoutBounds(_ ratio: ElementID) -> Bool {
    guard let most = recorded.lastQuestionBeforeStretching(to: ratio)?.resolved.max else { return false }
    return !most.width.isValidLength && !most.height.isValidLength
  }

  /// A ratio spec stays within its range even if it loses its ratio: a stack that stretches or flexes the spec, its
  /// own style, or a parent of exact size may leave too little choice.
  ///
  /// The finding names the one or two causes without which the spec would keep its ratio. If there are more causes,
  /// nothing is reported.
  func checkRatioLost(_ element: ElementID) {
    guard case .ratio(let ratio) = tree.content(of: element), let size = frame(element)?.size,
      size.width > 0, size.height > 0, !keeps(size, ratio), !isWithoutBounds(element)
    else { return }
    let causes = causesOfLostRatio(element)
    let last = recorded.lastQuestion(to: element)
    let flexed = causes.first { $0.isFlexed }
    func isEnough(_ dropped: [RatioCause]) -> Bool {
      // How far the spec flexes depends on its natural length, which any cause but a last stretching may change.
      guard flexed.map(dropped.contains) ?? true || (dropped == [.stretched] && last?.purpose == .stretch)
      else {
        return false
      }
      let range = range(ofRatio: element, without: dropped)
      return tree.pixelGrid.size(ofRatio: ratio, in: range).map { keeps($0, ratio) } ?? false
    }
    let pairs = causes.indices.flatMap { second in causes[..<second].map { [$0, causes[second]] } }
    guard let dropped = (causes.map { [$0] } + pairs).first(where: isEnough) else { return }
    report(
      .ratioLost, element, others: [parent(of: element)].compactMap { $0 },
      "\(opening(element)) is \(sizeText(size)), and its ratio \(shortText(ratio)) asks for a height of \(lengthText(ratio * size.width)) there: \(listText(dropped.map { reason($0, element) })).",
      fix: sentence(listText(dropped.map { fix($0, element) })))
  }

  /// Returns true if the size has the ratio to within a point: children that grow by equal shares may differ that much.
  private func keeps(_ size: Size, _ ratio: Double) -> Bool {
    let tolerance = max(1 + violationEpsilon, tree.roundingTolerance)
    return abs(size.height - ratio * size.width) < tolerance
      || abs(size.width - size.height / ratio) < tolerance
  }

  /// Returns the properties that may keep a ratio spec from its ratio, in the order in which to try changing them.
  private func causesOfLostRatio(_ element: ElementID) -> [RatioCause] {
    var causes: [RatioCause] = []
    let stack = recorded.stack(around: element)
    let last = recorded.lastQuestion(to: element)
    if let stack, style(element).alignSelf.resolved(in: stack.resolvedAlignItems) == .stretch,
      let given = last?.given, LayoutAxis(stack.direction).other.lengths(given).isExact
    {
      causes.append(.stretched)
    }
    for axis in LayoutAxis.allCases {
      causes += axis.sizes(style(element)).map { .style(axis, $0.length) }
    }
    if let points = recorded.lastQuestionBeforeStretching(to: element)?.purpose.flexedPoints {
      causes.append(.flexed(grew: points > 0))
    }
    if stack == nil, let given = last?.given, given.min != .zero { causes.append(.parent) }
    return causes
  }

  /// The sizes that a ratio spec could take without some of the causes.
  private func range(ofRatio element: ElementID, without dropped: [RatioCause]) -> SizeRange {
    let first = recorded.lastQuestionBeforeStretching(to: element)
    guard let question = dropped.contains(.stretched) ? first : recorded.lastQuestion(to: element) else {
      return .unconstrained
    }
    var (low, high) = (question.given.min, question.given.max)
    var style = tree.style(of: element)
    let axis = recorded.stack(around: element).map { LayoutAxis($0.direction) } ?? .horizontal
    for cause in dropped {
      switch cause {
      case .stretched:
        axis.other.set(0, in: &low)
        let most = parent(of: element).flatMap { range($0) }?.max ?? .infinite
        axis.other.set(axis.other.length(most), in: &high)
      case .flexed:
        let natural = recorded.naturalQuestion(to: element)?.given
        axis.set(natural.map { axis.length($0.min) } ?? 0, in: &low)
        axis.set(natural.map { axis.length($0.max) } ?? .infinity, in: &high)
      case .style(let axis, let length): style[axis, length] = .auto
      case .parent: low = .zero
      }
    }
    return SizeRange(uncheckedMin: low, max: high).intersection(
      style.values.sizeRange(parentSize: question.parentSize))
  }

  private func reason(_ cause: RatioCause, _ element: ElementID) -> String {
    let around = parent(of: element).map(the) ?? "the range that it is laid out in"
    switch cause {
    case .stretched: return "\(around) stretches it across"
    case .flexed(let grew): return "\(around) \(grew ? "grew" : "shrank") it"
    case .style(let axis, let length):
      return "its style says \(axis.key(length)) \(dimensionText(axis.value(length, of: style(element))))"
    case .parent: return "\(around) allows nothing smaller"
    }
  }

  private func fix(_ cause: RatioCause, _ element: ElementID) -> String {
    switch cause {
    case .stretched: "set alignSelf start on \(the(element))"
    case .flexed(let grew): "set \(grew ? "flexGrow" : "flexShrink") 0 on \(the(element))"
    case .style(let axis, let length): "remove \(axis.key(length))"
    case .parent: "put \(the(element)) into a center spec, in which it may be smaller"
    }
  }
}

/// A reason why a ratio spec has too little choice.
private enum RatioCause: Equatable {
  case stretched
  case flexed(grew: Bool)
  case style(LayoutAxis, StyleLength)
  case parent

  var isFlexed: Bool { self == .flexed(grew: true) || self == .flexed(grew: false) }
}
