import LayoutSpecs
import LayoutTestSupport
import Testing

/// A chain whose layout would take time that is exponential in its depth if elements were laid out whenever they are asked for their size,
/// or forgot what they were asked.
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

  /// Each element is asked for about as many lengths as there are levels around it, more than an element keeps from one layout to the next.
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

  /// Each level asks the next in two exact lengths, the basis or the fraction and what it flexes to, and all differ.
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
