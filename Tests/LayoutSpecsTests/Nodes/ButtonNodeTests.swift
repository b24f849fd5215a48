import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Buttons")
struct ButtonNodeTests {
  /// An image of 20 × 20 points, 8 points, and a title of 16 × 20.
  private let button = ButtonNode(title: "OK", imageSize: Size(20, 20))

  private func frames(in range: SizeRange = .unconstrained) -> [Rect?] {
    let layout = button.layoutThatFits(range)
    let nodes: [DisplayNode?] = [button.imageNode, button.titleNode]
    return nodes.map { node in node.flatMap { layout.frame(of: $0) } }
  }

  @Test(arguments: [true, false])
  func `The image stands before the title or behind it`(isHorizontal: Bool) {
    #expect(button.imageAlignment == .beginning)
    button.laysOutHorizontally = isHorizontal
    let (image, title) = isHorizontal ? (Point.zero, Point(28, 0)) : (Point.zero, Point(2, 28))
    #expect(frames().map { $0?.origin } == [image, title])
    button.imageAlignment = .end
    let (second, first) = isHorizontal ? (Point(24, 0), Point.zero) : (Point(0, 28), Point(2, 0))
    #expect(frames().map { $0?.origin } == [second, first])
    #expect(button.calculatedSize == (isHorizontal ? Size(44, 20) : Size(20, 48)))
  }

  @Test func `A button without an image, a title, or either is as large as the rest and the insets`() {
    button.contentEdgeInsets = EdgeInsets(5)
    button.imageAlignment = .end
    #expect(button.layoutThatFits(.unconstrained).size == Size(54, 30))
    button.imageNode = nil
    #expect(button.layoutThatFits(.unconstrained).size == Size(26, 30))
    button.titleNode = nil
    #expect(button.layoutThatFits(.unconstrained).size == Size(10, 10))
  }

  @Test(
    "Image and title stand where the alignments say in a larger button",
    arguments: [
      (StackParameters.HorizontalAlignment.left, StackParameters.VerticalAlignment.top, Point(0, 0)),
      (.middle, .center, Point(28, 20)), (.right, .bottom, Point(56, 40)), (.none, .none, Point(0, 0)),
    ])
  func alignments(
    horizontal: StackParameters.HorizontalAlignment, vertical: StackParameters.VerticalAlignment,
    image: Point
  ) {
    #expect(button.contentHorizontalAlignment == .middle && button.contentVerticalAlignment == .center)
    (button.contentHorizontalAlignment, button.contentVerticalAlignment) = (horizontal, vertical)
    let origins = frames(in: SizeRange(exactly: Size(100, 60))).map { $0?.origin }
    #expect(origins == [image, Point(image.x + 28, image.y)])
  }

  @Test func `The background is as large as the button with its insets, and lies behind`() {
    let image = ImageNode(imageSize: Size(500, 500))
    button.backgroundImageNode = image
    button.contentEdgeInsets = EdgeInsets(horizontal: 10, vertical: 5)
    let layout = button.layoutThatFits(.unconstrained)
    #expect(layout.size == Size(64, 30))
    #expect(layout.frame(of: image) == Rect(x: 0, y: 0, width: 64, height: 30))
    button.layoutIfNeeded()
    #expect(button.subnodes.first === image && button.subnodes.count == 3)
  }

  @Test func `A button within a node has its image and title as subnodes, in every state`() throws {
    let root = ListNode([button]).managingSubnodes()
    button.setImageSize(nil, for: .disabled)
    button.setTitle("Closed", for: .disabled)
    button.contentEdgeInsets = EdgeInsets(2)
    let (image, title) = (try #require(button.imageNode), try #require(button.titleNode))
    var needs = 0
    func layOut() -> [[Rect]] {
      needs += root.calculatedLayout == nil ? 1 : 0
      root.layoutIfNeeded()
      // Applying a layout changes nothing that a layout depends on.
      #expect(root.calculatedLayout != nil)
      return [root.subnodes.map(\.frame), button.subnodes.map(\.frame)]
    }
    _ = root.layoutThatFits(.unconstrained)
    let both = [
      [Rect(x: 0, y: 0, width: 48, height: 24)],
      [Rect(x: 2, y: 2, width: 20, height: 20), Rect(x: 30, y: 2, width: 16, height: 20)],
    ]
    #expect(layOut() == both && button.subnodes.map(\.id) == [image.id, title.id])
    button.isEnabled = false
    #expect(
      title.text == "Closed" && layOut() == layOut() && button.subnodes.map(\.id) == [image.id, title.id])
    button.setTitle("", for: .disabled)
    #expect(layOut() == [[Rect(x: 0, y: 0, width: 24, height: 24)], [both[1][0]]])
    button.isEnabled = true
    #expect(layOut() == both && needs == 3)
    #expect(title.supernode === button && button.supernode === root)
  }

  @Test(arguments: [true, false])
  func `A button's title wraps where the button is too narrow for it`(isGivenLater: Bool) throws {
    let button = ButtonNode(title: isGivenLater ? nil : "Wrap me within the button", imageSize: Size(20, 20))
    if isGivenLater { button.titleNode = TextNode("Wrap me within the button") }
    let (title, image) = (try #require(button.titleNode), try #require(button.imageNode))
    #expect(title.style.flexShrink == 1)
    let layout = button.layoutThatFits(SizeRange(width: 100...100, height: 0...(.infinity)))
    // Image and space leave 72 points, nine characters.
    #expect(layout.frame(of: title) == Rect(x: 28, y: 0, width: 72, height: 80))
    #expect(layout.frame(of: image) == Rect(x: 0, y: 30, width: 20, height: 20))
    #expect(layout.size == Size(100, 80))
    // Where there is room nothing shrinks.
    #expect(button.layoutThatFits(.upTo(width: 500)).size == Size(228, 20))
  }

  @Test func `Each property invalidates the layout`() {
    let changes: [(ButtonNode) -> Void] = [
      { $0.imageAlignment = .end }, { $0.contentHorizontalAlignment = .left },
      { $0.contentVerticalAlignment = .top }, { $0.backgroundImageNode = ImageNode() },
      { $0.isSelected = true }, { $0.setTitle("x") }, { $0.setImageSize(Size(1, 1)) },
      { $0.laysOutHorizontally = false }, { $0.contentSpacing = 1 },
    ]
    for (number, change) in changes.enumerated() {
      _ = button.layoutThatFits(.unconstrained)
      change(button)
      #expect(button.calculatedLayout == nil, "change \(number)")
    }
  }
}

@Suite("The states of buttons")
struct ButtonNodeStateTests {
  private let button = ButtonNode()

  private func width(of button: ButtonNode) -> Double { button.layoutThatFits(.unconstrained).size.width }

  @Test(arguments: 0..<8 as Range<UInt8>, 0..<32 as Range<UInt8>)
  func `Of several states the order is disabled, both, highlighted, selected, for title and image`(
    state: UInt8, given: UInt8
  ) {
    // The images are of the states that the titles are not of.
    let states: [(state: ControlState, title: String, side: Double)] = [
      (.disabled, "d", 10), ([.highlighted, .selected], "hs", 11), (.highlighted, "", 12),
      (.selected, "s", 13),
    ]
    let hasNormal = given & 16 != 0
    let button = hasNormal ? ButtonNode(title: "normal", imageSize: Size(9, 9)) : ButtonNode()
    #expect(button.state == .normal && button.isEnabled && !button.isSelected && !button.isHighlighted)
    for (place, own) in states.enumerated() {
      if given & (1 << place) != 0 {
        button.setTitle(own.title, for: own.state)
      } else {
        button.setImageSize(Size(own.side, own.side), for: own.state)
      }
    }
    button.state = ControlState(rawValue: state)
    let applying = states.enumerated().filter { button.state.isSuperset(of: $0.element.state) }
    let title =
      applying.first { given & (1 << $0.offset) != 0 }?.element.title ?? (hasNormal ? "normal" : nil)
    let side = applying.first { given & (1 << $0.offset) == 0 }?.element.side ?? (hasNormal ? 9 : nil)
    #expect(button.titleNode?.text ?? "" == title ?? "")
    #expect(button.titleNode?.style.flexShrink ?? 1 == 1)
    #expect(button.title(for: .selected) == (given & 8 != 0 ? "s" : nil))
    // A missing image or title, or an empty title, is hidden with the space beside it.
    let hasBoth = side != nil && title ?? "" != ""
    #expect(width(of: button) == (side ?? 0) + Double(8 * (title ?? "").count) + (hasBoth ? 8 : 0))
  }

  @Test func `A node that is set brings its own content, and forgets that of states`() {
    button.setTitle("first")
    button.setTitle("selected", for: .selected)
    let own = TextNode("own")
    button.titleNode = own
    button.isSelected = true
    #expect(own.text == "own" && button.title(for: .selected) == nil)
    #expect(width(of: button) == 24)
    // A change of the node itself reaches the button.
    own.text = ""
    own.text = "longer"
    #expect(width(of: button) == 48)
  }

  @Test func `Threads that change states leave what the last state shows`() {
    for _ in 0..<50 {
      let button = ButtonNode(title: "n")
      button.setTitle("selected", for: .selected)
      onThreads(steps: 20) { thread, step, _ in
        button.isSelected = (step + thread) % 2 == 0
        _ = button.layoutThatFits(.unconstrained)
      }
      #expect(button.titleNode?.text == (button.isSelected ? "selected" : "n"))
    }
  }
}
