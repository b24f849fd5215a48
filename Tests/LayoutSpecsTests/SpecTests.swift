import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("The content of specs")
struct SpecContentTests {
  private static let range = SizeRange(min: .zero, max: Size(400, 200))

  private static func box(_ width: Double) -> ImageNode { ImageNode(imageSize: Size(width, 10)) }

  private static func widths(_ stack: some LayoutElement) -> [Double] {
    stack.layoutThatFits(range).sublayouts.map(\.size.width)
  }

  @Test func `A stack has the elements between its braces, with if, else, switch, for and optionals`() {
    func stack(_ flag: Bool, _ count: Int, _ optional: ImageNode?, _ any: any LayoutElement) -> [Double] {
      Self.widths(
        StackLayoutSpec {
          Self.box(1)
          if flag { Self.box(2) }
          if flag {
            Self.box(3)
          } else {
            LayoutSpec().width(4)
            Self.box(5)
          }
          switch count {
          case 0: Self.box(6)
          case 1: LayoutSpec().width(7)
          default: any
          }
          for index in 0..<count { Self.box(Double(10 + index)) }
          optional
          [Self.box(20), Self.box(21)]
          [Self.box(22), LayoutSpec().width(23)]
          any
          if #available(macOS 10.15, *) { Self.box(30) }
        })
    }
    #expect(stack(true, 0, nil, LayoutSpec().width(40)) == [1, 2, 3, 6, 20, 21, 22, 23, 40, 30])
    #expect(
      stack(false, 2, Self.box(15), LayoutSpec().width(16))
        == [1, 4, 5, 16, 10, 11, 15, 20, 21, 22, 23, 16, 30])
    #expect(stack(false, 1, nil, LayoutSpec().width(40)) == [1, 4, 5, 7, 10, 20, 21, 22, 23, 40, 30])
  }

  @Test func `A spec of one child has it between braces, of any type, and one of several by if and switch`() {
    func widths(_ flag: Bool, _ count: Int, _ any: any LayoutElement) -> [Double] {
      let inset = InsetLayoutSpec(insets: EdgeInsets(1)) {
        if flag { Self.box(2) } else { LayoutSpec().width(3) }
      }
      let overlay = OverlayLayoutSpec(child: any) {
        switch count {
        case 0: Self.box(4)
        case 1: any
        default: LayoutSpec()
        }
      }
      let background = BackgroundLayoutSpec(child: Self.box(5)) { any }
      let corner = CornerLayoutSpec(child: any, location: .bottomRight, wrapsCorner: true) {
        LayoutSpec().width(6)
      }
      return Self.widths(StackLayoutSpec { [inset, overlay, background, corner] })
    }
    #expect(widths(true, 0, LayoutSpec().width(10)) == [4, 10, 5, 13])
    #expect(widths(false, 1, LayoutSpec().width(12)) == [5, 12, 5, 15])
    #expect(widths(false, 2, LayoutSpec().width(14)) == [5, 14, 5, 17])
  }

  @Test func `A length that was computed is one in points`() {
    let half = 7.5
    var spec = LayoutSpec().width(half).height(2 * half).minWidth(half).maxWidth(half).minHeight(half)
    spec = spec.maxHeight(half).flexBasis(half)
    let style = spec.style
    #expect(
      [style.width, style.minWidth, style.maxWidth, style.minHeight, style.maxHeight, style.flexBasis]
        .allSatisfy { $0 == .points(half) })
    #expect(style.height == 15)
    #expect(LayoutSpec().width(70).style.width == 70 && LayoutSpec().width("50%").style.width == "50%")
  }

  /// An element in a box of any type costs an allocation, and calls that cannot be inlined.
  @Test func `Elements between braces keep their types, and only one of any type is put into a box`() {
    let (text, any): (TextNode, any LayoutElement) = (TextNode("text"), LayoutSpec())
    let stack = StackLayoutSpec {
      text
      LayoutSpec().flexGrow()
      any
    }
    typealias Pair = _ContentPair<_ContentPair<TextNode, LayoutSpec>, AnyLayoutElement>
    #expect(type(of: stack) == StackLayoutSpec<Pair>.self)
    let inset = InsetLayoutSpec(insets: .zero) { CenterLayoutSpec { text } }
    #expect(type(of: inset) == InsetLayoutSpec<CenterLayoutSpec<TextNode>>.self)
    #expect(type(of: WrapperLayoutSpec(text)) == WrapperLayoutSpec<TextNode>.self)
    let list = StackLayoutSpec { for _ in 0..<2 { LayoutSpec() } }
    #expect(type(of: list) == StackLayoutSpec<_ContentList<LayoutSpec>>.self)
  }

  @Test func `A spec that is configured after it was made is laid out as one that was made so`() {
    let children: [any LayoutElement] = [Self.box(20), LayoutSpec().width(30)]
    var stack = StackLayoutSpec.vertical()
    (stack.spacing, stack.alignItems, stack.style.width, stack.children) = (8, .end, 100, children)
    var inset = InsetLayoutSpec(insets: EdgeInsets(1), child: Self.box(1))
    inset.insets.left = 5
    var center = CenterLayoutSpec(child: Self.box(1))
    (center.centering, center.sizing) = (.x, .minimumXY)
    var relative = RelativeLayoutSpec(child: Self.box(1))
    (relative.horizontalPosition, relative.verticalPosition, relative.sizing) = (.end, .center, .minimumSize)
    var ratio = RatioLayoutSpec(ratio: 1, child: Self.box(1))
    ratio.ratio = 0.5
    let pairs: [(later: any LayoutElement, atOnce: any LayoutElement)] = [
      (
        stack,
        StackLayoutSpec(direction: .vertical, spacing: 8, alignItems: .end, children: children).width(100)
      ),
      (inset, InsetLayoutSpec(insets: EdgeInsets(top: 1, left: 5, bottom: 1, right: 1), child: Self.box(1))),
      (center, CenterLayoutSpec(centering: .x, sizing: .minimumXY, child: Self.box(1))),
      (
        relative,
        RelativeLayoutSpec(
          horizontalPosition: .end, verticalPosition: .center, sizing: .minimumSize, child: Self.box(1))
      ), (ratio, RatioLayoutSpec(ratio: 0.5, child: Self.box(1))),
    ]
    for range in [Self.range, SizeRange(min: Size(50, 30), max: Size(400, 200))] {
      for (later, atOnce) in pairs {
        let layouts = [later, atOnce].map { $0.layoutThatFits(range).recursiveDescription }
        #expect(layouts[0] == layouts[1])
      }
    }
    #expect(StackLayoutSpec.horizontal().direction == .horizontal)
  }

  @Test func `A spec's child may be of any type, and written between braces`() {
    let any: any LayoutElement = Self.box(3)
    // Within a function that takes some element, only the compiler knows the element's type.
    func around(_ element: some LayoutElement) -> [any LayoutElement] {
      [
        WrapperLayoutSpec(element), WrapperLayoutSpec { element },
        InsetLayoutSpec(insets: .zero, child: element), InsetLayoutSpec(insets: .zero) { element },
        CenterLayoutSpec(centering: .none, sizing: .minimumXY, child: element),
        OverlayLayoutSpec(child: element, overlay: LayoutSpec()), StackLayoutSpec { element },
        CornerLayoutSpec(child: element, corner: LayoutSpec(), location: .topLeft),
        AbsoluteLayoutSpec(sizing: .sizeToFit) { element },
      ]
    }
    for spec in around(LayoutSpec().width(7)) + around(any.preferredSize(Size(7, 0))) {
      #expect(spec.layoutThatFits(Self.range).size.width == 7, "\(spec.asciiArtName)")
    }
  }

  @Test func `A function of the user's takes content of any type, or asks for an array`() {
    func row<Content: LayoutContent>(@LayoutElementBuilder _ content: () -> Content) -> some LayoutElement {
      StackLayoutSpec(spacing: 1, children: content)
    }
    func list(@LayoutElementBuilder _ content: () -> [any LayoutElement]) -> [any LayoutElement] { content() }
    let flag = true
    let elements = list {
      Self.box(1)
      if flag { LayoutSpec().width(2) }
      for width in [3.0, 4] { Self.box(width) }
    }
    #expect(elements.count == 4)
    #expect(Self.widths(row { elements }) == [1, 2, 3, 4])
  }
}

// MARK: - A leaf, a text metric and a node of the user's own

private struct Swatch: LeafElement {
  var style = Style()
  var debugName: String?
  let area: Double

  var measurement: any LeafMeasurement { AreaMeasurement(area: area) }

  /// As wide as it may be, and as high as the area needs.
  struct AreaMeasurement: LeafMeasurement {
    let area: Double
    func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
      let width = min(constrainedSize.width, area)
      return Size(width, area / width)
    }
  }
}

private struct WideMetrics: TextMetrics {
  func size(of text: String, maxWidth: Double) -> Size { Size(min(maxWidth, 100), 7) }
}

@Suite("Elements of the user's own")
struct CustomElementTests {
  @Test func `A leaf is measured in what it may have, and brought into its range`() {
    let layout = StackLayoutSpec(direction: .vertical) {
      Swatch(area: 1000).named("swatch")
      Swatch(area: 1000).width(50)
    }.layoutThatFits(.upTo(width: 100))
    #expect(layout.size == Size(100, 30))
    #expect(layout.sublayouts.map(\.size) == [Size(100, 10), Size(50, 20)])
    #expect(layout.element(named: "swatch") == ElementID(1))
  }

  @Test func `A child that a spec does not measure has no layout below it`() {
    struct Hiding: CustomLayoutSpec, LayoutAlgorithm {
      var style = Style()
      var debugName: String?
      var children: [any LayoutElement] { [WrapperLayoutSpec(ImageNode(imageSize: Size(9, 9)))] }
      var algorithm: any LayoutAlgorithm { self }
      func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
        Size(.nan, 5)
      }
    }
    let layout = WrapperLayoutSpec(Hiding()).layoutThatFits(.unconstrained)
    #expect(layout.size == Size(0, 5))
    #expect(layout.frame(of: ElementID(2)) == .zero)
    #expect(layout.frame(of: ElementID(3)) == nil)
  }

  @Test func `Text is measured by the metrics it was given`() {
    let node = TextNode("x", metrics: WideMetrics())
    #expect(node.layoutThatFits(.upTo(width: 60)).size == Size(60, 7) && !node.isTruncated)
    #expect(
      TextNode("xx", metrics: MonospaceMetrics(advance: 5, lineHeight: 9)).layoutThatFits(.unconstrained).size
        == Size(10, 9))
  }

  @Test func `A node returns the spec for its range, once a range; children go by identity`() {
    let (first, second, ranges) = (TextNode("first"), TextNode("second"), LockedValue<[SizeRange]>([]))
    let node = DisplayNode { _, range in
      ranges.withLock { $0.append(range) }
      if range.max.width < 100 { return WrapperLayoutSpec(first) }
      return StackLayoutSpec(spacing: 4, children: [first, second])
    }
    let spec = InsetLayoutSpec(insets: EdgeInsets(10), child: node)
    let wide = spec.layoutThatFits(.upTo(width: 200))
    #expect(wide.size == Size(112, 40))
    #expect(wide.frame(of: second) == Rect(x: 44, y: 0, width: 48, height: 20))
    #expect(ranges.withLock { $0 } == [SizeRange(width: 0...180, height: 0...(.infinity))])

    let narrow = spec.layoutThatFits(.upTo(width: 80))
    #expect(narrow.size == Size(60, 40))
    #expect(narrow.frame(of: second) == nil)
    #expect(narrow.frame(of: first) == Rect(x: 0, y: 0, width: 40, height: 20))
    #expect(narrow.frame(of: node) == Rect(x: 10, y: 10, width: 40, height: 20))
  }

  @Test func `A node whose layout depends on its size belongs to no compiled tree`() {
    #expect(WrapperLayoutSpec(DisplayNode { _, _ in TextNode("x") }).compiled() == nil)
    #expect(WrapperLayoutSpec(TextNode("x")).compiled()?.elementCount == 2)
  }
}

@Suite("Ratios in a row")
struct RatioInRowTests {
  @Test(arguments: [false, true])
  func `A square that is aligned at the start stays one beside a caption of six lines`(isPrepared: Bool) {
    let words = Array(repeating: "a caption of several words", count: 6).joined(separator: ", ")
    let metrics: any TextMetrics = isPrepared ? PreparingMetrics {} : MonospaceMetrics()
    let (photo, caption) = (NetworkImageNode(), TextNode(words, metrics: metrics).flexShrink())
    func size(_ alignment: AlignSelf) -> Size? {
      let row = StackLayoutSpec(spacing: 8) {
        RatioLayoutSpec(ratio: 1, child: photo).flexBasis("25%").alignSelf(alignment)
        caption
      }
      let layout = row.layoutThatFits(SizeRange(width: 320))
      #expect(layout.frame(of: caption)?.size == Size(232, 120))
      return layout.frame(of: photo)?.size
    }
    #expect(size(.start) == Size(80, 80))
    // A row stretches its children unless it is told otherwise.
    #expect(size(.auto) == Size(80, 120))
  }
}

@Suite("The signs of frames")
struct FrameSignTests {
  @Test func `No coordinate and no length of a layout is -0`() {
    func hasNegativeZero(_ frame: Rect?) -> Bool {
      guard let frame else { return false }
      return [frame.minX, frame.minY, frame.size.width, frame.size.height].contains {
        $0 == 0 && $0.sign == .minus
      }
    }
    for seed in 0..<3_000 as Range<UInt64> {
      var random = RandomTree(seed: seed, hasUserCode: seed.isMultiple(of: 2))
      let tree = random.tree(depth: 4)
      let layout = tree.layoutThatFits(random.range())
      for (id, nodeFrame) in zip(tree.elementIDs, layout.nodeFrames) {
        let frame = layout.frame(of: id)
        #expect(
          !hasNegativeZero(frame) && !hasNegativeZero(nodeFrame),
          "seed \(seed), \(tree.kind(of: id)): \(frame as Any)")
      }
    }
  }

  private struct AtNegativeZero: CustomLayoutSpec, LayoutAlgorithm {
    var style = Style()
    var debugName: String?
    var children: [any LayoutElement] { [ImageNode(imageSize: Size(40, 40))] }
    var algorithm: any LayoutAlgorithm { self }
    func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
      children.place(0, at: Point(-0.0, -0.0))
      return children.measure(0, in: constrainedSize)
    }
  }

  private struct Unmeasured: CustomLayoutSpec, LayoutAlgorithm {
    var style = Style()
    var debugName: String?
    let children: [any LayoutElement]
    var algorithm: any LayoutAlgorithm { self }
    func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
      Size(30, 40)
    }
  }

  @Test func `A child that a custom spec does not measure is 0 × 0, and nothing below it has a layout`() {
    let (image, inner) = (ImageNode(imageSize: Size(40, 40)), TextNode("inner"))
    let node = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(2), child: inner) }
    let layout = Unmeasured(children: [image, node]).layoutThatFits(.unconstrained)
    #expect(layout.size == Size(30, 40))
    #expect(layout.frame(of: image) == .zero && layout.frame(of: node) == .zero)
    #expect(layout.frame(of: inner) == nil)
  }

  @Test func `A child is at 0 in a corner spec, in a relative one that is smaller, and at -0 in one's own`() {
    let image = ImageNode(imageSize: Size(40, 40))
    let specs: [any LayoutElement] = [
      CornerLayoutSpec(
        child: image, corner: ImageNode(imageSize: Size(20, 20)), location: .bottomRight, wrapsCorner: true),
      RelativeLayoutSpec(
        horizontalPosition: .start, verticalPosition: .start,
        child: ImageNode(imageSize: Size(40, 40)).width(60)),
      AtNegativeZero(),
    ]
    for spec in specs {
      let layout = spec.layoutThatFits(SizeRange(min: .zero, max: Size(50, 50)))
      #expect("\(layout.sublayouts[0].position)" == "{0, 0}")
    }
  }
}
