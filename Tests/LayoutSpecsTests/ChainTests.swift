import LayoutSpecs
import LayoutTestSupport
import Testing

/// Chains of two links in turn: in every pair among the slow tests, else in every 23rd. An element may be asked for its
/// size in several ranges by each level around it, so the work of a chain can double with each level; here it is
/// counted that it does not.
@Suite("Chains of pairs")
struct ChainTests {
  /// All exact, the width exact, and nothing bounded.
  static let ranges = [
    SizeRange(exactly: Size(375, 600)), SizeRange(width: 375...375, height: 0...(.infinity)), .unconstrained,
  ]

  @Test func `Links that flex and stretch, without a size: half the square of the depth at most`() {
    expectEveryPair(of: NamedStyle.flexing) { $0 * $0 / 2 + 2 * $0 }
  }

  @Test func `Links that ask for a size, and do not flex: at most three computations a level`() {
    expectEveryPair(of: NamedStyle.sizes) { 3 * $0 }
  }

  @Test(arguments: SteepChain.all)
  func `Links that flex and ask for a size: at most thrice the square of the depth`(_ steep: SteepChain) {
    let growth = growth(of: steep)
    #expect(growth.isBounded(by: { 3 * $0 * $0 }), "\(growth), with \(steep.reason)")
  }

  @Test func `Links that wrap, flex and ask for fractions double the work with every other level`() {
    let growth = growth(of: .askedWithinFractions)
    // Exponential in the depth, as in Texture: a bound that is known, and not one that is wished for.
    #expect(
      !growth.isBounded(by: { 3 * $0 * $0 }), "\(growth), though \(SteepChain.askedWithinFractions.reason)")
  }

  @Test func `Stacks that shrink in both directions: twenty computations an element at 16 levels`() {
    let narrow = NamedStyle("flexShrink 1, maxWidth 200") {
      $0.flexShrink = 1
      $0.maxWidth = 200
    }
    var chain = Chain(links: [
      ChainLink.stack(.vertical, .start).with(.shrinking), ChainLink.stack(.horizontal, .start).with(narrow),
    ])
    chain.leafStyle = NamedStyle.shrinking.style
    let tree = chain.tree(depth: 16)
    var context = LayoutContext()
    context.layout(tree, in: SizeRange(exactly: Size(375, 600)))
    #expect(context.counters.computations <= 20 * tree.elementCount)
  }

  private func growth(of steep: SteepChain) -> Growth {
    var context = LayoutContext()
    context.deepestDescent = 130
    return Growth.each(of: steep.chain, in: [steep.range], bound: { 3 * $0 * $0 }, &context)[0]
  }

  /// Counts the computations of chains of two links of these styles, 30 levels deep, and where they are many also 60
  /// and 120 levels deep.
  ///
  /// The chain that begins with the second link is the same one a level further down, so each pair is taken once.
  private func expectEveryPair(
    of styles: [NamedStyle], bound: (Int) -> Int, _ location: SourceLocation = #_sourceLocation
  ) {
    var context = LayoutContext()
    context.deepestDescent = 130
    let links = styles.flatMap { style in ChainLink.kinds.map { $0.with(style) } }
    var most = ChainTests.ranges.map { _ in 0 }
    var broken: [(range: SizeRange, growth: Growth)] = []
    var pairCount = 0
    for (index, first) in links.enumerated() {
      for second in links[index...] {
        pairCount += 1
        // A prime, so that each kind and each style is met.
        guard SlowTests.areOn || pairCount % 23 == 0 else { continue }
        let chain = Chain(links: [first, second])
        let growths = Growth.each(of: chain, in: ChainTests.ranges, bound: bound, &context)
        for (index, growth) in growths.enumerated() {
          most[index] = max(most[index], growth.last)
          if !growth.isBounded(by: bound) { broken.append((ChainTests.ranges[index], growth)) }
        }
      }
    }
    let worstBroken = broken.max { $0.growth.last < $1.growth.last }
    #expect(
      worstBroken == nil,
      "\(broken.count) pairs, the worst: \(worstBroken.map { "\($0.growth) in \($0.range)" } ?? "")",
      sourceLocation: location)
    #expect(
      most.allSatisfy { $0 > 30 }, "Something is measured more than once in each range: \(most)",
      sourceLocation: location)
  }
}

/// How many computations a chain takes at some depths, up to the first at which they are too many, and there up to about twice as
/// many as are allowed: a count that doubles with each level is not waited for.
private struct Growth: CustomStringConvertible {
  let names: String
  let counts: [(depth: Int, computations: Int)]

  /// The growth of one chain in each range. A depth's tree is built once for all of them.
  ///
  /// - Parameter bound: So many computations at most, by depth.
  static func each(
    of chain: Chain, in ranges: [SizeRange], bound: (Int) -> Int, _ context: inout LayoutContext
  ) -> [Growth] {
    var counts: [[(depth: Int, computations: Int)]] = ranges.map { _ in [] }
    var open = Array(ranges.indices)
    for depth in [12, 30, 60, 120] {
      // Ranges with few computations at 30 levels are not measured further.
      if depth == 60 { open = open.filter { counts[$0][1].computations > 3 * 30 } }
      if open.isEmpty { break }
      let tree = chain.tree(depth: depth)
      for index in open {
        context.counters = LayoutCounters()
        context.computationLimit = 2 * bound(depth)
        context.layout(tree, in: ranges[index])
        counts[index].append((depth, context.counters.computations))
      }
      open = open.filter { counts[$0].last!.computations <= bound(depth) }
    }
    let names = chain.links.map(\.name).joined(separator: " / ")
    return counts.map { Growth(names: names, counts: $0) }
  }

  var last: Int { counts.last?.computations ?? 0 }

  /// Whether the bound holds at each depth, and twice the depth takes no more than what a square allows. That is asked of
  /// the largest two, for a chain in an exact range changes where its room runs out, some 30 levels down.
  func isBounded(by bound: (Int) -> Int) -> Bool {
    counts.allSatisfy { $0.computations <= bound($0.depth) }
      && (counts.count < 4 || 2 * counts[3].computations <= 9 * counts[2].computations)
  }

  var description: String {
    names + ": " + counts.map { "\($0.computations) at depth \($0.depth)" }.joined(separator: ", ")
  }
}

/// One level of a chain: an element, its style for the level around it, and whether the leaf beside the next level comes before
/// or after that level.
struct ChainLink: Sendable {
  let name: String
  let content: ElementContent
  var style = Style()
  var leafComesFirst = true

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
  static let flexible = NamedStyle("flexGrow 1, flexShrink 1") { $0 = .flexible }
  static let relative = NamedStyle("size 90%") {
    $0.width = "90%"
    $0.height = "90%"
  }
  static let smallest = NamedStyle("minSize 30") { $0.minSize = Size(30, 30) }
  static let largest = NamedStyle("maxSize 200") { $0.maxSize = Size(200, 200) }

  /// Styles that flex, and ask for no size.
  static let flexing = [NamedStyle(""), growing, shrinking, flexible]

  /// Styles that ask for a size, and do not flex.
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

  /// Elements with one child, or with any number of children on top of each other.
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
      ChainLink(name: "center, \($0)", content: .center(CenterParameters(centering: .xy, sizing: $0)))
    }

  /// Elements with two children, with the chain going on in the first and in the second.
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
  /// The leaf beside each level; `end` is the leaf at the end.
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
      if link.leafComesFirst && link.content.kind.requiredChildCount != 1 {
        builder.add(leaf, style: leafStyle)
      }
    }
    builder.add(end)
    for level in (0..<depth).reversed() {
      let link = links[level % links.count]
      if !link.leafComesFirst { builder.add(leaf, style: leafStyle) }
      builder.end()
    }
  }
}

/// A chain whose layout would take time exponential in its depth if elements were laid out whenever they are asked for their
/// size, or forgot the questions.
struct SteepChain: Sendable, CustomTestStringConvertible {
  let chain: Chain
  let range: SizeRange
  let reason: String

  var testDescription: String { chain.links.map(\.name).joined(separator: " / ") }

  /// - Parameter isLeafFlexible: Whether the leaf beside each level flexes too.
  init(
    _ links: (ChainLink, NamedStyle)..., in range: SizeRange, isLeafFlexible: Bool = false, reason: String
  ) {
    chain = Chain(
      links: links.map { $0.0.with($0.1) }, leaf: .sizedNode(Size(10, 10)),
      leafStyle: isLeafFlexible ? NamedStyle.flexible.style : Style())
    self.range = range
    self.reason = reason
  }

  static let all = askedOften + askedTwice

  /// Each element is asked for about as many lengths as it has ancestors, more than an element keeps from one layout to the next.
  private static let askedOften = [
    SteepChain(
      (.stack(.horizontal, .start), .largest), (.stack(.vertical, .start), .shrinking),
      in: .upTo(width: 375),
      reason: "each maximum below leaves 10 points less, and all ask for the natural length as well"),
    SteepChain(
      (.stack(.horizontal, .start), .smallest), (corner, .flexible), in: .unconstrained, isLeafFlexible: true,
      reason: "each minimum below leaves 10 points less, and all ask for the natural length as well"),
    SteepChain(
      (.stack(.horizontal, .start), bounded), (.stack(.vertical, .start), bounded),
      in: SizeRange(exactly: Size(375, 600)), reason: "minimum and maximum together"),
  ]

  /// Each level asks the next in two exact lengths, the basis or fraction and the length that it flexes to, and all differ.
  private static let askedTwice = [
    SteepChain(
      (.stack(.horizontal, .start), growingFromFraction),
      in: SizeRange(width: 375...375, height: 0...(.infinity)),
      reason: "the basis, and the length that the child grows to"),
    SteepChain(
      (.stack(.horizontal, .start), flexibleFromBasis), (.stack(.vertical, .start), flexibleFromBasis),
      in: SizeRange(exactly: Size(375, 600)), isLeafFlexible: true,
      reason: "the basis, and the length that the child flexes to"),
    SteepChain(
      (overlay, .growing), (.stack(.horizontal, .center), .relative), in: .upTo(width: 375),
      reason: "the fraction, and the length that the overlay grows to"),
  ]

  /// Each level asks the next for its natural length, within fractions of what the next was itself given, and then in the
  /// one that it grows to. The first has to be found out, and is another one whenever something above flexes.
  static let askedWithinFractions =
    SteepChain(
      (.stack(.horizontal, .start, wrap: .wrap), growingWithinFractions),
      (.stack(.horizontal, .start, wrap: .wrap), .shrinking), in: SizeRange(exactly: Size(375, 600)),
      reason: "the maximum's fraction, and the length that the child grows to")

  private static let overlay = ChainLink(name: "overlay, first", content: .overlay, leafComesFirst: false)
  private static let corner = ChainLink(
    name: "corner, second", content: .corner(CornerParameters(location: .bottomRight)))
  private static let bounded = NamedStyle("minSize 30, maxSize 200, flexGrow 1, flexShrink 1") {
    $0 = NamedStyle.flexible.style
    $0.minSize = Size(30, 30)
    $0.maxSize = Size(200, 200)
  }
  private static let growingFromFraction = NamedStyle("flexBasis 90%, flexGrow 1") {
    $0.flexBasis = "90%"
    $0.flexGrow = 1
  }
  private static let flexibleFromBasis = NamedStyle("flexBasis 20, flexGrow 1, flexShrink 1") {
    $0 = NamedStyle.flexible.style
    $0.flexBasis = 20
  }
  private static let growingWithinFractions = NamedStyle("minSize 50%, maxSize 90%, flexGrow 1") {
    ($0.minWidth, $0.minHeight) = ("50%", "50%")
    ($0.maxWidth, $0.maxHeight) = ("90%", "90%")
    $0.flexGrow = 1
  }
}
