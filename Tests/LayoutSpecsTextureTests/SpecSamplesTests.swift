import LayoutSpecsTexture
import Testing

// A sample or more for each spec in Texture's "Layout Specs" and "Layout Examples", in Texture's names, statement by
// statement. The specs' behaviour is tested under their own names.

private final class SpacerNode: ASDisplayNode, @unchecked Sendable {
  let imageNode = ASImageNode(imageSize: CGSize(width: 40, height: 40))
  let textNode = ASTextNode("30m")

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var spacer = ASLayoutSpec()
    spacer.style.flexGrow = 1.0
    var stack = ASStackLayoutSpec()
    stack.children = [imageNode, spacer, textNode]
    return stack
  }
}

private final class HeaderNode: ASDisplayNode, @unchecked Sendable {
  let userNameNode: ASTextNode = { return ASTextNode() }()
  let postLocationNode: ASTextNode = { return ASTextNode() }()
  let postTimeNode: ASTextNode = { return ASTextNode() }()

  override init() {
    super.init()
    self.userNameNode.attributedText = NSAttributedString(string: "ada")
    self.postLocationNode.attributedText = NSAttributedString(string: "london")
    self.postTimeNode.attributedText = NSAttributedString(string: "30m")
    addSubnode(userNameNode)
    addSubnode(postLocationNode)
    addSubnode(postTimeNode)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var nameLocationStack = ASStackLayoutSpec.vertical()
    nameLocationStack.style.flexShrink = 1.0
    nameLocationStack.style.flexGrow = 1.0
    if postLocationNode.attributedText != nil {
      nameLocationStack.children = [userNameNode, postLocationNode]
    } else {
      nameLocationStack.children = [userNameNode]
    }
    let headerStackSpec = ASStackLayoutSpec(
      direction: .horizontal, spacing: 40, justifyContent: .start, alignItems: .center,
      children: [nameLocationStack, postTimeNode])
    return ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 10), child: headerStackSpec)
  }
}

/// A form that asks for a name, and then for an age, which comes in from the right.
private final class SignupNode: ASDisplayNode, @unchecked Sendable {
  let (nameField, ageField) = (ASEditableTextNode(), ASEditableTextNode())
  let asksForAge = NodeState(false)

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let fieldNode = self[asksForAge] ? ageField : nameField
    fieldNode.style.preferredSize = CGSize(width: 200, height: 40)
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 15, left: 15, bottom: 15, right: 15), child: fieldNode)
  }

  override func animateLayoutTransition(_ context: ASContextTransitioning) {
    guard context.isAnimated() else { return super.animateLayoutTransition(context) }
    var initialAgeFrame = context.initialFrame(for: nameField)
    initialAgeFrame.origin.x += initialAgeFrame.size.width
    ageField.frame = initialAgeFrame
    context.animate(
      withDuration: 0.4,
      animations: { self.ageField.frame = context.finalFrame(for: self.ageField) },
      completion: { finished in context.completeTransition(finished) })
  }
}

@Suite("Texture's samples of specs, in Texture's names")
struct SpecSamplesTests {
  private let screen = ASSizeRangeMake(CGSize.zero, CGSize(width: 320, height: 480))
  private let photo = ASImageNode(imageSize: CGSize(width: 60, height: 40))
  private let icon = ASImageNode(imageSize: CGSize(width: 40, height: 40))

  /// The frames of a spec and of its children in a screen: x, y, width and height.
  private func frames(_ spec: ASLayoutSpec) -> [[CGFloat]] {
    let layout: ASLayout = spec.layoutThatFits(screen)
    return ([layout] + layout.sublayouts).map(\.frame).map {
      [$0.origin.x, $0.origin.y, $0.size.width, $0.size.height]
    }
  }

  @Test func `A dimension of a unit and a value is the same as one of its own name`() {
    #expect(ASDimension(unit: .points, value: 44) == .points(44))
    #expect(ASDimension(unit: .fraction, value: 0.5) == ASDimensionMake("50%"))
    #expect(ASDimension(unit: .auto, value: 7) == ASDimensionAuto)
  }

  @Test func `Each spec is made with Texture's arguments`() {
    let size: [CGFloat] = [0, 0, 60, 40]
    #expect(frames(ASWrapperLayoutSpec(layoutElement: photo)) == [size, size])
    #expect(frames(ASWrapperLayoutSpec(layoutElements: [photo, icon])) == [size, size, [0, 0, 40, 40]])
    var mainStack = ASStackLayoutSpec(
      direction: .horizontal, spacing: 6.0, justifyContent: .start, alignItems: .center,
      children: [photo, ASTextNode("likes")])
    mainStack.style.minWidth = ASDimensionMakeWithPoints(160.0)
    mainStack.style.maxHeight = ASDimensionMakeWithPoints(40.0)
    #expect(frames(mainStack) == [[0, 0, 160, 40], size, [66, 10, 40, 20]])
    let insets = UIEdgeInsets(top: 10.0, left: 10.0, bottom: 10.0, right: 10.0)
    #expect(frames(ASInsetLayoutSpec(insets: insets, child: photo)) == [[0, 0, 80, 60], [10, 10, 60, 40]])
    #expect(frames(ASOverlayLayoutSpec(child: photo, overlay: ASDisplayNode())) == [size, size, size])
    #expect(frames(ASBackgroundLayoutSpec(child: photo, background: ASDisplayNode())) == [size, size, size])
    #expect(frames(ASRatioLayoutSpec(ratio: 0.5, child: photo)) == [[0, 0, 320, 160], [0, 0, 320, 160]])
    let corner = ASCornerLayoutSpec(child: photo, corner: icon, location: .topRight)
    #expect(frames(corner) == [size, size, [40, -20, 40, 40]])
    icon.style.layoutPosition = CGPoint(x: 150, y: 100.0)
    var absoluteSpec = ASAbsoluteLayoutSpec(children: [icon])
    #expect(frames(absoluteSpec) == [[0, 0, 320, 480], [150, 100, 40, 40]])
    absoluteSpec.sizing = .sizeToFit
    #expect(frames(absoluteSpec) == [[0, 0, 190, 140], [150, 100, 40, 40]])
  }

  @Test func `Without options a center or relative spec takes all the room, else as much as they say`() {
    let center = ASCenterLayoutSpec(centeringOptions: .XY, sizingOptions: [], child: photo)
    #expect(frames(center) == [[0, 0, 320, 480], [130, 220, 60, 40]])
    let cell = ASCenterLayoutSpec(centeringOptions: .Y, sizingOptions: .minimumX, child: photo)
    #expect(frames(cell) == [[0, 0, 60, 480], [0, 220, 60, 40]])
    let relative = ASRelativeLayoutSpec(
      horizontalPosition: .start, verticalPosition: .end, sizingOption: [], child: photo)
    #expect(frames(relative) == [[0, 0, 320, 480], [0, 440, 60, 40]])
  }

  @Test func `Nodes make spacers, and leave texts out that are nil`() {
    let spaced = SpacerNode()
    #expect(spaced.layoutThatFits(.tableCell(width: 320)).frame(for: spaced.textNode)?.minX == 296)
    let header = HeaderNode()
    let range = ASSizeRangeMake(CGSize(width: 320, height: 0), CGSize(width: 320, height: .infinity))
    let layout = header.layoutThatFits(range)
    #expect(layout.size == CGSize(width: 320, height: 40))
    #expect(layout.frame(for: header.postTimeNode) == CGRect(x: 286, y: 10, width: 24, height: 20))
    header.postLocationNode.attributedText = nil
    #expect(header.layoutThatFits(range).size == CGSize(width: 320, height: 20))
  }

  @Test func `A text has as many lines as there are, or as many as it may have`() {
    let textNode = ASTextNode("in the hills and far away")
    let range = SizeRange(max: CGSize(width: 100, height: .infinity))
    #expect(textNode.maximumNumberOfLines == 0 && textNode.layoutThatFits(range).size.height == 40)
    textNode.maximumNumberOfLines = 1
    #expect(textNode.layoutThatFits(range).size.height == 20 && textNode.maximumLineCount == 1)
  }

  @Test(arguments: [true, false])
  func `A transition is animated in Texture's words`(isAnimated: Bool) {
    let (form, animator) = (SignupNode(), ManualAnimator())
    form.automaticallyManagesSubnodes = true
    form.animator = animator
    _ = form.layoutThatFits(screen)
    form.layoutIfNeeded()
    form[form.asksForAge] = true
    form.transitionLayout(withAnimation: isAnimated, shouldMeasureAsync: false)
    #expect(
      form.ageField.frame.minX == (isAnimated ? 215 : 15) && animator.runningCount == (isAnimated ? 1 : 0))
    animator.advance(by: 0.2)
    #expect(form.ageField.frame.minX == (isAnimated ? 115 : 15))
    animator.advance(by: 0.2)
    #expect(form.ageField.frame.minX == 15 && form.subnodes.map(\.id) == [form.ageField.id])
  }

  @Test func `Every set of options is one of the library's cases, and read as it was set`() {
    var center = ASCenterLayoutSpec(centeringOptions: [], sizingOptions: [], child: ASTextNode("a"))
    var relative = ASRelativeLayoutSpec(
      horizontalPosition: .end, verticalPosition: .center, sizingOption: .minimumSize, child: ASTextNode("a"))
    #expect(center.centering == .none && center.sizing == .default && relative.sizing == .minimumSize)
    let cases: [(UInt8, Centering, CenterSizing, RelativeSizing)] = [
      (0, .none, .default, .default), (1, .x, .minimumX, .minimumWidth), (2, .y, .minimumY, .minimumHeight),
      (3, .xy, .minimumXY, .minimumSize),
    ]
    for (bits, centering, sizing, relativeSizing) in cases {
      // Bits without a meaning say nothing.
      center.centeringOptions = .init(rawValue: bits | 0xF0)
      center.sizingOptions = .init(rawValue: bits | 0xF0)
      relative.sizingOption = .init(rawValue: bits | 0xF0)
      #expect(center.centering == centering && center.centeringOptions.rawValue == bits)
      #expect(center.sizing == sizing && center.sizingOptions.rawValue == bits)
      #expect(relative.sizing == relativeSizing && relative.sizingOption.rawValue == bits)
    }
    #expect([.X, .Y] == ASCenterLayoutSpecCenteringOptions.XY)
  }

  // Texture's "Layout API Sizing".

  @Test func `A frame has the names of a CGRect for its edges, its middle and its lengths`() {
    let frame = CGRect(x: 10, y: 20, width: 30, height: 50)
    #expect([frame.minX, frame.midX, frame.maxX, frame.width] == [10, 25, 40, 30])
    #expect([frame.minY, frame.midY, frame.maxY, frame.height] == [20, 45, 70, 50])
  }

  @Test func `Every form of ASDimensionMake is a dimension`() {
    #expect(ASDimensionMake("50%") == .fraction(0.5) && ASDimensionMakeWithFraction(0.5) == .fraction(0.5))
    #expect(ASDimensionMake("70pt") == .points(70) && ASDimensionMake(70) == .points(70))
    #expect(ASDimensionMakeWithPoints(70) == .points(70) && ASDimensionMake(.points, 70) == .points(70))
    #expect(ASDimensionMake(.fraction, 0.5) == .fraction(0.5))
    #expect(ASDimensionMake("auto") == ASDimensionAuto && ASDimensionMake(.auto, 0) == ASDimensionAuto)
    let length: CGFloat = 16 * 3
    #expect(ASDimensionMake(length) == .points(48) && ASDimensionMake(.auto, .nan) == .auto)
    #expect(ASLayoutSizeMake(ASDimensionAuto, 5) == LayoutSize(.auto, 5) && ASLayoutSizeAuto == .auto)
  }

  @Test func `Ranges are made of sizes, limit them, and have a part in common`() {
    let exactly = ASSizeRangeMake(CGSize(width: 100, height: 50))
    #expect(exactly == ASSizeRangeMake(CGSize(width: 100, height: 50), CGSize(width: 100, height: 50)))
    #expect(ASSizeRangeClamp(screen, CGSize(width: 400, height: 5)) == CGSize(width: 320, height: 5))
    #expect(ASSizeRangeIntersect(screen, exactly) == exactly)
    #expect(ASSizeRangeIntersect(ASSizeRangeUnconstrained, ASSizeRangeZero) == ASSizeRangeZero)
  }
}
