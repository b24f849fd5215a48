/// A node is one thing on the screen and has one frame, so it can lie in one place of a tree only.
enum ElementTwiceRule: LintRule {
  static let name = LintRuleName.elementTwice

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard let first = subject.firstPlaces[element] else { return [] }
    let places = [first, element].map { place in
      "\(place)" + (subject.parent(of: place).map { " in \(subject.the($0))" } ?? ", the root,")
    }
    return [
      finding(
        element, others: [first],
        reason:
          "\(subject.opening(element)) is one node in two places, as \(places[0]) and as \(places[1]); a node has one frame.",
        fix: "Make a second node for the second place; specs can be used any number of times, nodes once.")
    ]
  }
}
