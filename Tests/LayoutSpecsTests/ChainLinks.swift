import LayoutSpecs

/// One level of a chain: an element, what is asked of it by the level around it, and whether the leaf beside the next level
/// comes before that or after it.
struct ChainLink: Sendable, CustomStringConvertible {
  let name: String
  let content: ElementContent
  var style = Style()
  var leafComesFirst = true

  var description: String { name }

  /// The same element with another style.
  func with(_ style: NamedStyle) -> ChainLink {
    ChainLink(
      name: style.name.isEmpty ? name : "\(name), \(style.name)", content: content, style: style.style,
      leafComesFirst: leafComesFirst)
  }
}

/// A style, and what failures call it.
struct NamedStyle: Sendable {
  let name: String
  let style: Style

  init(_ name: String, _ configure: (inout Style) -> Void = { _ in }) {
    self.name = name
    style = Style(configure)
  }

  static let growing = NamedStyle("flexGrow 1") { $0.flexGrow = 1 }
  static let shrinking = NamedStyle("flexShrink 1") { $0.flexShrink = 1 }
  static let flexible = NamedStyle("flexGrow 1, flexShrink 1") {
    $0.flexGrow = 1
    $0.flexShrink = 1
  }
  static let relative = NamedStyle("size 90%") {
    $0.width = "90%"
    $0.height = "90%"
  }
  static let smallest = NamedStyle("minSize 30") { $0.minSize = Size(30, 30) }
  static let largest = NamedStyle("maxSize 200") { $0.maxSize = Size(200, 200) }

  /// What flexes, and asks for no size.
  static let flexing = [NamedStyle(""), growing, shrinking, flexible]

  /// What asks for a size, and does not flex.
  static let sizes = [
    NamedStyle("flexBasis 20") { $0.flexBasis = 20 }, NamedStyle("flexBasis 50%") { $0.flexBasis = "50%" },
    NamedStyle("width 50%") { $0.width = "50%" }, relative, smallest, largest,
  ]
}

extension ChainLink {
  /// Every kind of element that has children, with what changes how it measures them, and the default style.
  static let kinds: [ChainLink] = stacks + wrappers + pairs

  static func stack(
    _ direction: StackDirection, _ alignItems: AlignItems, wrap: FlexWrap = .noWrap
  ) -> ChainLink {
    ChainLink(
      name: "\(direction) stack, \(alignItems)" + (wrap == .wrap ? ", wrap" : ""),
      content: .stack(
        StackParameters(
          direction: direction, alignItems: alignItems, flexWrap: wrap, alignContent: .stretch)))
  }

  private static let stacks: [ChainLink] = StackDirection.allCases.flatMap { direction in
    [.stretch, .start, .center, .baselineFirst].map { stack(direction, $0) }
      + [stack(direction, .stretch, wrap: .wrap), stack(direction, .start, wrap: .wrap)]
  }

  /// What has one child, or any number that lie on top of each other.
  private static let wrappers: [ChainLink] =
    [
      ChainLink(name: "inset", content: .inset(EdgeInsets(1))),
      ChainLink(name: "infinite inset", content: .inset(EdgeInsets(.infinity))),
      ChainLink(name: "ratio", content: .ratio(0.75)),
      ChainLink(
        name: "relative",
        content: .relative(
          RelativeParameters(horizontalPosition: .end, verticalPosition: .none, sizing: .minimumSize))),
      ChainLink(name: "wrapper", content: .wrapper),
      ChainLink(name: "composite node", content: .compositeNode),
    ]
    + AbsoluteSizing.allCases.map { ChainLink(name: "absolute, \($0)", content: .absolute($0)) }
    + CenterSizing.allCases.map {
      ChainLink(
        name: "center, \($0)", content: .center(CenterParameters(centering: .xy, sizing: $0)))
    }

  /// What has two children, with the chain going on in the one and in the other.
  private static let pairs: [ChainLink] = [true, false].flatMap { leafComesFirst in
    let place = leafComesFirst ? "second" : "first"
    let corners = [false, true].map {
      ChainLink(
        name: "corner, \($0 ? "wrapped" : "not wrapped"), \(place)",
        content: .corner(CornerParameters(location: .bottomRight, wrapsCorner: $0)),
        leafComesFirst: leafComesFirst)
    }
    return corners + [
      ChainLink(name: "overlay, \(place)", content: .overlay, leafComesFirst: leafComesFirst),
      ChainLink(name: "background, \(place)", content: .background, leafComesFirst: leafComesFirst),
    ]
  }
}

/// A chain of so many levels, the links in turn, with a leaf beside the next level wherever there may be one.
struct Chain: Sendable {
  let links: [ChainLink]
  /// What lies beside the levels, and at the end.
  var leaf = ElementContent.text(TextParameters("some words that wrap where there is too little room"))
  var end = ElementContent.text(TextParameters("some words that wrap where there is too little room"))
  var leafStyle = Style()

  func tree(depth: Int) -> LayoutTree {
    var builder = LayoutTreeBuilder(capacity: 2 * depth + 1)
    write(depth: depth, to: &builder)
    return builder.finish()
  }

  /// Writes the chain where the builder stands.
  func write(depth: Int, to builder: inout LayoutTreeBuilder) {
    let styles = links.map { builder.intern($0.style) }
    let leafStyle = builder.intern(leafStyle)
    for level in 0..<depth {
      let link = links[level % links.count]
      builder.begin(link.content, style: styles[level % links.count])
      if link.leafComesFirst && link.content.requiredChildCount != 1 { builder.add(leaf, style: leafStyle) }
    }
    builder.add(end)
    for level in (0..<depth).reversed() {
      let link = links[level % links.count]
      if !link.leafComesFirst { builder.add(leaf, style: leafStyle) }
      builder.end()
    }
  }
}
