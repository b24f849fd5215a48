import LayoutSpecs
import Testing

/// Chains of two links in turn, in every pair. An element may be asked for its size in several ranges by each level around
/// it, so the work of a chain can double with each level; here it is counted that it does not.
@Suite("Chains of every pair")
struct ChainTests {
  /// All exact, the width exact, and nothing bounded.
  static let ranges = [
    SizeRange(exactly: Size(375, 600)), SizeRange(width: 375...375, height: 0...(.infinity)), .unconstrained,
  ]

  @Test(
    "Links that flex and stretch, and ask for no size: at most half the square of the depth, and no steeper",
    arguments: ranges)
  func flexing(range: SizeRange) {
    let links = NamedStyle.flexing.flatMap { style in ChainLink.kinds.map { $0.with(style) } }
    expectEveryPair(of: links, in: range) { $0 * $0 / 2 + 2 * $0 }
  }

  @Test(
    "Links that ask for a size, and do not flex: at most three computations a level", arguments: ranges)
  func sizes(range: SizeRange) {
    let links = NamedStyle.sizes.flatMap { style in ChainLink.kinds.map { $0.with(style) } }
    expectEveryPair(of: links, in: range) { 3 * $0 }
  }

  @Test(
    "Links that flex and ask for a size: at most three times the square of the depth",
    arguments: SteepChain.all)
  func steep(_ steep: SteepChain) {
    let growth = growth(of: steep)
    #expect(growth.isBounded(by: { 3 * $0 * $0 }), "\(growth), with \(steep.reason)")
  }

  @Test("Links that wrap, flex and ask for a size within fractions double the work with every other level")
  func unbounded() {
    let growth = growth(of: .askedWithinFractions)
    withKnownIssue("Exponential in the depth: \(SteepChain.askedWithinFractions.reason)") {
      #expect(growth.isBounded(by: { 3 * $0 * $0 }), "\(growth)")
    }
  }

  private func growth(of steep: SteepChain) -> Growth {
    var context = LayoutContext()
    context.deepestDescent = 130
    return Growth(of: steep.chain, in: steep.range, bound: { 3 * $0 * $0 }, &context)
  }

  /// Counts the computations of every chain of two links, 30 levels deep, and where they are many also 60 and 120 levels deep.
  ///
  /// The chain that begins with the second link is the same one a level further down, so each pair is taken once.
  private func expectEveryPair(
    of links: [ChainLink], in range: SizeRange, bound: (Int) -> Int,
    _ location: SourceLocation = #_sourceLocation
  ) {
    var context = LayoutContext()
    context.deepestDescent = 130
    // What one pass takes that never begins again.
    context.questionLimit = .max
    var worst = Growth(names: "none", counts: [])
    var broken: [Growth] = []
    for (index, first) in links.enumerated() {
      for second in links[index...] {
        let growth = Growth(of: Chain(links: [first, second]), in: range, bound: bound, &context)
        if growth.last > worst.last { worst = growth }
        if !growth.isBounded(by: bound) { broken.append(growth) }
      }
    }
    let worstBroken = broken.max { $0.last < $1.last }
    #expect(
      worstBroken == nil,
      "\(broken.count) pairs in \(range), the worst: \(worstBroken.map { "\($0)" } ?? "")",
      sourceLocation: location)
    #expect(worst.last > 30, "Something is measured more than once: \(worst)", sourceLocation: location)
  }
}

/// How many computations a chain takes at some depths, up to the first at which they are too many: a count that doubles
/// with each level is not waited for.
private struct Growth: CustomStringConvertible {
  let names: String
  let counts: [(depth: Int, computations: Int)]

  init(names: String, counts: [(depth: Int, computations: Int)]) {
    self.names = names
    self.counts = counts
  }

  /// - Parameter bound: So many computations at most, by depth.
  init(of chain: Chain, in range: SizeRange, bound: (Int) -> Int, _ context: inout LayoutContext) {
    var counts: [(depth: Int, computations: Int)] = []
    for depth in [12, 30, 60, 120] {
      // What takes few computations at 30 levels is let off.
      if depth == 60 && counts[1].computations <= 3 * 30 { break }
      counts.append((depth, chain.computations(depth: depth, in: range, &context)))
      if counts.last!.computations > bound(depth) { break }
    }
    self.init(names: chain.links.map(\.name).joined(separator: " / "), counts: counts)
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
