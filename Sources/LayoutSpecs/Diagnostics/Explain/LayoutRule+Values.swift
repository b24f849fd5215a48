extension LayoutRule {
  /// The rule's name, as programs may want to read it: `grown`, `styleMinimum`.
  public var name: String {
    switch self {
    case .given: "given"
    case .givenMinimum: "givenMinimum"
    case .givenMaximum: "givenMaximum"
    case .sameAs: "sameAs"
    case .ratio: "ratio"
    case .style: "style"
    case .percent: "percent"
    case .styleMinimum: "styleMinimum"
    case .styleMaximum: "styleMaximum"
    case .intrinsic: "intrinsic"
    case .text: "text"
    case .child: "child"
    case .childAndInsets: "childAndInsets"
    case .children: "children"
    case .longestChild: "longestChild"
    case .reachOfChildren: "reachOfChildren"
    case .fills: "fills"
    case .noContent: "noContent"
    case .userCode: "userCode"
    case .basis: "basis"
    case .grown: "grown"
    case .shrunk: "shrunk"
    case .remainder: "remainder"
    case .stretched: "stretched"
    case .parentWon: "parentWon"
    case .percentOfUndefined: "percentOfUndefined"
    case .roundedUp: "roundedUp"
    case .overflow: "overflow"
    case .leftEmpty: "leftEmpty"
    case .notMeasured: "notMeasured"
    case .aroundWithoutLayout: "aroundWithoutLayout"
    }
  }

  /// The numbers that had a part in it, by name; lengths in points, some infinite.
  public var values: [(name: String, value: Double)] {
    switch self {
    case .given(let points), .intrinsic(let points), .children(let points), .longestChild(let points),
      .reachOfChildren(let points), .fills(let points), .userCode(let points), .basis(let points),
      .remainder(let points), .stretched(let points), .style(_, let points):
      [("points", points)]
    case .givenMinimum(let points, let content), .givenMaximum(let points, let content),
      .styleMinimum(let points, let content), .styleMaximum(let points, let content):
      [("points", points), ("content", content)]
    case .ratio(let ratio): [("ratio", ratio)]
    case .percent(_, let fraction, let parent): [("fraction", fraction), ("of", parent)]
    case .text(let points, let lines): [("points", points), ("lineCount", Double(lines))]
    case .childAndInsets(_, let insets): [("insets", insets)]
    case .grown(let from, let by, let all, let factor, let sum),
      .shrunk(let from, let by, let all, let factor, let sum):
      [("from", from), ("by", by), ("of", all), ("factor", factor), ("factorSum", sum)]
    case .parentWon(let style, let given):
      [
        ("styleMinimum", style.min), ("styleMaximum", style.max), ("givenMinimum", given.min),
        ("givenMaximum", given.max),
      ]
    case .percentOfUndefined(_, let fraction): [("fraction", fraction)]
    case .roundedUp(let from): [("from", from)]
    case .overflow(let points, _): [("points", points)]
    case .sameAs, .child, .noContent, .leftEmpty, .notMeasured, .aroundWithoutLayout: []
    }
  }

  /// The other element that had a part in it; nil where there is none.
  public var otherElement: ElementID? {
    switch self {
    case .sameAs(let id), .child(let id), .childAndInsets(let id, _), .overflow(_, let id),
      .leftEmpty(let id),
      .notMeasured(let id), .aroundWithoutLayout(let id):
      id
    default: nil
    }
  }

  /// The style's length that it is about; nil where it is about none.
  public var styleLength: StyleLength? {
    switch self {
    case .style(let length, _), .percent(let length, _, _), .percentOfUndefined(let length, _): length
    case .styleMinimum: .minimum
    case .styleMaximum: .maximum
    case .basis: .basis
    default: nil
    }
  }
}
