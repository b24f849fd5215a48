import LayoutSpecs
import LayoutTestSupport

/// What the documentation shows of the Layout API, in ranges that suit it. Documents and conformance cases of its longer examples
/// are looked at by other tests.
enum DocumentedSamples {
  typealias Sample = (range: SizeRange, element: any LayoutElement)

  static var all: [Sample] { specs + sizes + stacks }

  private static let cell = SizeRange.upTo(width: 320)
  private static let screen = SizeRange(width: 0...320, height: 0...480)

  private static func box(_ width: Double, _ height: Double) -> ImageNode {
    ImageNode(imageSize: Size(width, height))
  }

  private static var specs: [Sample] {
    var samples: [Sample] = []
    samples.append((screen, WrapperLayoutSpec(box(9, 9).preferredSize(Size(320, 240)))))
    samples.append((cell, InsetLayoutSpec(insets: EdgeInsets(10), child: TextNode("inset"))))
    samples.append((cell, OverlayLayoutSpec(child: box(100, 60), overlay: DisplayNode())))
    samples.append((cell, BackgroundLayoutSpec(child: box(100, 60), background: DisplayNode())))
    samples.append((screen, CenterLayoutSpec(child: DisplayNode().preferredSize(Size(60, 100)))))
    samples.append((cell, RatioLayoutSpec(ratio: 0.5, child: NetworkImageNode())))
    let video = RatioLayoutSpec(ratio: 9.0 / 16, child: VideoNode())
    samples.append((cell, OverlayLayoutSpec(child: video, overlay: CenterLayoutSpec(child: box(60, 60)))))
    let corner = RelativeLayoutSpec(horizontalPosition: .start, verticalPosition: .end, child: box(20, 20))
    samples.append((SizeRange(exactly: Size(200, 100)), corner))
    let absolute = AbsoluteLayoutSpec {
      VideoNode().preferredSize(Size(300, 150))
      ImageNode().layoutPosition(150, 150).preferredSize(Size(150, 150))
    }
    samples.append((SizeRange(exactly: Size(300, 450)), absolute))
    let badge = CornerLayoutSpec(
      child: box(100, 100), corner: box(20, 20), location: .bottomRight, offset: Point(-10, -10))
    samples.append((.unconstrained, badge))
    return samples
  }

  private static var sizes: [Sample] {
    var samples: [Sample] = []
    samples.append((screen, WrapperLayoutSpec(box(30, 30).height("50%"))))
    samples.append((screen, WrapperLayoutSpec(DisplayNode().width("50%").minHeight(40).maxHeight("50%"))))
    samples.append((screen, WrapperLayoutSpec(DisplayNode().width("50%").minWidth(200).height(10))))
    samples.append((screen, WrapperLayoutSpec(DisplayNode().width("50%").maxWidth(120).height(10))))
    return samples
  }

  private static var stacks: [Sample] {
    var samples: [Sample] = []
    func add(
      _ range: SizeRange, _ direction: StackDirection, _ alignItems: AlignItems,
      _ children: [any LayoutElement]
    ) {
      samples.append(
        (range, StackLayoutSpec(direction: direction, alignItems: alignItems, children: children)))
    }
    add(.screen, .horizontal, .stretch, [box(9, 9).flexBasis("40%"), box(9, 9).flexBasis("60%")])
    add(.screen, .horizontal, .start, [TextNode("left"), LayoutSpec().flexGrow(), TextNode("right")])
    add(
      SizeRange(exactly: Size(50, 10)), .horizontal, .start,
      [box(10, 10).flexGrow(), box(10, 10).flexGrow(2)])
    add(cell, .horizontal, .start, [box(300, 10).flexShrink(), box(100, 10).flexShrink()])
    add(cell, .vertical, .stretch, [box(9, 9).spacingAfter(10), box(9, 9).spacingBefore(6)])
    add(.screen, .vertical, .start, [box(9, 9).alignSelf(.end), box(9, 9).alignSelf(.stretch)])
    let texts = [box(9, 40).ascender(30).descender(-10), box(9, 20).ascender(15).descender(-5)]
    add(.unconstrained, .horizontal, .baselineFirst, texts)
    add(.unconstrained, .horizontal, .baselineLast, texts)
    let sized = StackLayoutSpec(spacing: 6, alignItems: .center) {
      box(16, 16)
      TextNode("42")
    }.minWidth(60).maxHeight(40)
    samples.append((.unconstrained, sized))
    return samples
  }
}
