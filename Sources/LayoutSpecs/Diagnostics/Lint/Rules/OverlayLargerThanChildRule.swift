/// An overlay and a background get exactly their child's size. What is in them does not make them larger.
enum OverlayLargerThanChildRule: LintRule {
  static let name = LintRuleName.overlayLargerThanChild

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard let parent = subject.parent(of: element), let overhang = overhang(of: element, subject) else {
      return []
    }
    let child = ElementID(parent.index + 1)
    let role = subject.kind(parent) == .overlay ? "overlay" : "background"
    let axis = overhang.axis
    let size = subject.frame(child)?.size ?? .zero
    let needed = axis.length(size) + overhang.points
    let what = overhang.element == element ? "it" : "\(subject.the(overhang.element)) in it"
    let shortage = overhang.isCut ? "is cut off by" : "sticks out by"
    return [
      finding(
        element, others: [child] + (overhang.element == element ? [] : [overhang.element]),
        reason:
          "\(subject.opening(element)) is the \(role) of \(subject.the(child)) and gets exactly its size, \(sizeText(size)); \(what) \(shortage) \(pointsText(overhang.points)) of \(axis.name).",
        fix:
          "Give \(subject.the(child)) a \(axis.minName) of \(lengthText(needed)) or more, or put less into the \(role)."
      )
    ]
  }

  /// Whether the element lies in an overlay or a background that is larger than its child.
  static func finds(around element: ElementID, _ subject: LintSubject) -> Bool {
    guard let second = subject.secondElement(around: element) else { return false }
    return subject.hasOverhang(second) { overhang(of: second, subject) != nil }
  }

  private struct Overhang {
    let element: ElementID
    let axis: LayoutAxis
    let points: Double
    /// Whether the element itself fits, and its text does not fit into it.
    let isCut: Bool
  }

  /// What reaches farthest beyond an overlay's or a background's edges to the right and below; nil where nothing does, or the
  /// element is neither.
  private static func overhang(of element: ElementID, _ subject: LintSubject) -> Overhang? {
    guard let parent = subject.parent(of: element), subject.isSecondOfTwo(element),
      subject.kind(parent) != .corner, let size = subject.frame(ElementID(parent.index + 1))?.size,
      subject.frame(element) != nil
    else { return nil }
    var farthest: Overhang?
    func note(_ id: ElementID, _ axis: LayoutAxis, _ points: Double, isCut: Bool = false) {
      // Of a child without any length that is what has to be said.
      guard axis.length(size) > 0, points >= subject.pixel + violationEpsilon,
        points > farthest?.points ?? 0
      else { return }
      farthest = Overhang(element: id, axis: axis, points: points, isCut: isCut)
    }
    // What reaches out on purpose is left out with all that is below it, and so are overlays and backgrounds further in, which
    // are looked at on their own.
    var open: [(id: ElementID, origin: Point)] = [(element, .zero)]
    while let (id, origin) = open.popLast() {
      guard let frame = subject.frame(id) else { continue }
      let place = id == element ? Point.zero : Point(origin.x + frame.minX, origin.y + frame.minY)
      for axis in LayoutAxis.allCases {
        note(id, axis, axis.position(place) + axis.length(frame.size) - axis.length(size))
      }
      if let missing = missingHeight(ofText: id, frame.size, subject) {
        note(id, .vertical, missing, isCut: true)
      }
      guard subject.kind(id) != .absolute && subject.kind(id) != .custom else { continue }
      for child in subject.tree.children(of: id) where !subject.isSecondOfTwo(child) {
        open.append((child, place))
      }
    }
    return farthest
  }

  /// How much higher a text would have to be for all of its lines; nil where the element is none or they all fit.
  private static func missingHeight(ofText id: ElementID, _ size: Size, _ subject: LintSubject) -> Double? {
    guard case .text(let text) = subject.tree.content(of: id) else { return nil }
    let metrics = MonospaceMetrics(advance: text.advance, lineHeight: text.lineHeight)
    let missing = metrics.size(of: text.string, maxWidth: size.width).height - size.height
    return missing > 0 ? missing : nil
  }
}
