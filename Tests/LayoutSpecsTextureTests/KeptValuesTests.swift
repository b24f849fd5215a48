import LayoutSpecsTexture
import Testing

private final class CountingNode: ASDisplayNode, @unchecked Sendable {
  let (layouts, calls) = (NodeState(0, affectsLayout: false), NodeState([String](), affectsLayout: false))

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    self[layouts] += 1
    return LayoutSpec()
  }

  override func didLoad() { self[calls].append("load") }
  override func didEnterPreloadState() { self[calls].append("+preload") }
  override func didExitPreloadState() { self[calls].append("-preload") }
  override func didEnterDisplayState() { self[calls].append("+display") }
  override func didExitDisplayState() { self[calls].append("-display") }
  override func didEnterVisibleState() { self[calls].append("+visible") }
  override func didExitVisibleState() { self[calls].append("-visible") }
}

private final class Target {}

@Suite("Values and calls of a host")
struct KeptValuesTests {
  @Test func `Appearance has Texture's defaults, is kept, and makes no layout`() {
    let node = CountingNode()
    #expect(node.backgroundColor == nil && node.cornerRadius == 0 && node.contentMode == .scaleToFill)
    #expect(node.isUserInteractionEnabled && !node.clipsToBounds && node.hitTestSlop == .zero)
    let range = SizeRange(exactly: Size(10, 10))
    _ = node.layoutThatFits(range)
    node.backgroundColor = .red
    node.cornerRadius = 4
    node.borderColor = UIColor.black.cgColor
    node.isUserInteractionEnabled = false
    node.contentMode = .center
    node.accessibilityLabel = "A node"
    _ = node.layoutThatFits(range)
    #expect(node[node.layouts] == 1)
    #expect(node.backgroundColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1) && node.cornerRadius == 4)
    #expect(node.borderColor == UIColor.black.cgColor && !node.isUserInteractionEnabled)
    #expect(node.contentMode == .center && node.accessibilityLabel == "A node")
    node.backgroundColor = nil
    #expect(node.backgroundColor == nil)
    #expect(CountingNode().backgroundColor == nil, "The values are the node's own")
    let coloured = ASDisplayNodeWithBackgroundColor(.blue, CGSize(width: 8, height: 4))
    #expect(coloured.backgroundColor == .blue)
    #expect(ASWrapperLayoutSpec(layoutElement: coloured).layoutThatFits(.unconstrained).size == Size(8, 4))
  }

  @Test func `A node is loaded once: first didLoad, then blocks in their order, and later ones at once`() {
    let node = CountingNode()
    node.onDidLoad { ($0 as? CountingNode).map { $0[$0.calls].append("first") } }
    node.onDidLoad { _ in node[node.calls].append("second") }
    #expect(!node.isNodeLoaded && node[node.calls] == [])
    node.hostDidLoad()
    node.hostDidLoad()
    node.onDidLoad { _ in node[node.calls].append("late") }
    #expect(node.isNodeLoaded && node[node.calls] == ["load", "first", "second", "late"])
  }

  @Test func `Interface states go to all nodes below, each call once and in Texture's order`() {
    let (node, below) = (ASDisplayNode(), CountingNode())
    node.addSubnode(below)
    node.setInterfaceState(preload: true, display: false, visible: false)
    #expect(below[below.calls] == ["+preload"] && below.isInPreloadState && !below.isInDisplayState)
    node.setInterfaceState(preload: false, display: false, visible: true)
    node.setInterfaceState(preload: true, display: true, visible: true)
    #expect(below[below.calls] == ["+preload", "+display", "+visible"] && below.isVisible)
    node.setInterfaceState(preload: false, display: false, visible: false)
    #expect(below[below.calls].suffix(3) == ["-visible", "-display", "-preload"] && !below.isVisible)
  }

  @Test func `Targets are kept weakly, handed to the host by their events, and removed`() {
    let node = ASButtonNode()
    var target: Target? = Target()
    let other = Target()
    node.addTarget(target, action: "tap", forControlEvents: .touchUpInside)
    node.addTarget(target, action: "tap", forControlEvents: .touchDown)
    node.addTarget(other, action: "change:", forControlEvents: [.valueChanged, .touchUpInside])
    node.addTarget(nil, action: "open", forControlEvents: .touchUpInside)
    func sent(_ events: ASControlNodeEvent) -> [String] {
      var sent: [String] = []
      node.sendActions(forControlEvents: events) { target, action in
        sent.append((target == nil ? "" : target === other ? "other " : "target ") + "\(action)")
      }
      return sent
    }
    #expect(
      sent(.touchUpInside) == ["target tap", "other change:", "open"] && sent(.touchDown) == ["target tap"])
    #expect(node.actions(forTarget: other, forControlEvent: .valueChanged) == ["change:"])
    #expect(node.actions(forTarget: other, forControlEvent: .touchDown) == nil)
    node.removeTarget(other, action: nil, forControlEvents: .touchUpInside)
    #expect(sent(.touchUpInside) == ["target tap", "open"] && sent(.valueChanged) == ["other change:"])
    target = nil
    #expect(sent([.touchUpInside, .touchDown]) == ["open"])
    node.removeTarget(nil, action: nil, forControlEvents: .allEvents)
    #expect(sent(.allEvents) == [])
  }

  @Test func `The host hears what an app wants, and nothing is done without a host`() {
    let node = ASEditableTextNode()
    node.setNeedsDisplay()
    #expect(!node.becomeFirstResponder() && !node.isFirstResponder())
    nonisolated(unsafe) var wishes: [String] = []
    node.onNeedsDisplay = { wishes.append("display") }
    node.onFirstResponder = { isFirst in
      wishes.append("\(isFirst)")
      return true
    }
    node.setNeedsDisplay()
    #expect(node.becomeFirstResponder() && node.isFirstResponder())
    #expect(node.resignFirstResponder() && !node.isFirstResponder())
    #expect(wishes == ["display", "true", "false"])
  }

  @Test func `The safe area is a trait, and a change lays out again`() {
    let (root, node) = (ASDisplayNode(), ASDisplayNode())
    root.automaticallyManagesSubnodes = true
    node.layoutSpecBlock = { node, _ in
      ASInsetLayoutSpec(insets: node.safeAreaInsets, child: ASTextNode("a"))
    }
    root.layoutSpecBlock = { _, _ in node }
    #expect(root.layoutThatFits(.unconstrained).size.height == 20)
    root.layoutIfNeeded()
    root.traitOverrides.safeAreaInsets = UIEdgeInsets(top: 44, left: 0, bottom: 34, right: 0)
    #expect(root.layoutThatFits(.unconstrained).size.height == 98)
  }

  // MARK: Images

  @Test func `An image's size is laid out, also the default one's until there is another`() {
    let small = UIImage(size: CGSize(width: 10, height: 20))
    let large = UIImage(size: CGSize(width: 30, height: 40))
    let node = ASImageNode()
    node.image = small
    #expect(node.layoutThatFits(.unconstrained).size == Size(10, 20) && node.image === small)
    let late = ASNetworkImageNode()
    late.url = URL(string: "https://example.org")
    #expect(late.layoutThatFits(.unconstrained).size == .zero)
    late.defaultImage = small
    #expect(late.layoutThatFits(.unconstrained).size == Size(10, 20))
    late.image = large
    late.defaultImage = nil
    #expect(late.layoutThatFits(.unconstrained).size == Size(30, 40))
    late.setURL(nil, resetToDefault: true)
    #expect(late.layoutThatFits(.unconstrained).size == .zero && late.image == nil && late.url == nil)
  }

  @Test func `Modifications say what is to be drawn`() throws {
    let node = ASNetworkImageNode()
    let image = UIImage(size: CGSize(width: 10, height: 10))
    node.imageModificationBlock = ASImageNodeTintColorModificationBlock(.red)
    let tinted = try #require(node.imageModificationBlock?(image, Traits()))
    let round = try #require(ASImageNodeRoundBorderModificationBlock(2, .white)(tinted, Traits()))
    #expect(round.modifications == [.tint(.red), .roundBorder(width: 2, color: .white)])
    #expect(round.size == Size(10, 10) && image.modifications == [])
  }

  @Test func `A button has images and titles by state, in fonts of UIKit's names`() {
    let button = ASButtonNode()
    button.setImage(UIImage(size: CGSize(width: 16, height: 16)), for: .normal)
    #expect(button.layoutThatFits(.unconstrained).size == Size(16, 16))
    button.titleNode.maximumNumberOfLines = 1
    #expect(
      button.layoutThatFits(.unconstrained).size == Size(16, 16), "A title that is only asked for has no room"
    )
    button.setTitle("On", with: .boldSystemFont(ofSize: 16), with: .red, for: .selected)
    button.setTitle("Off!", with: nil, with: nil, for: .normal)
    #expect(button.layoutThatFits(.unconstrained).size == Size(16 + 8 + 32, 20))
    button.isSelected = true
    #expect(button.layoutThatFits(.unconstrained).size == Size(16 + 8 + 16, 20))
    let run = button.attributedTitle(for: .selected)?.runs.first
    #expect(run?.font.weight == 700 && run?.color == TextColor(red: 255, green: 0, blue: 0))
    button.setBackgroundImage(UIImage(size: CGSize(width: 100, height: 100)), for: .selected)
    #expect(button.layoutThatFits(.unconstrained).size == Size(40, 20))
    #expect(
      button.backgroundImage(for: .selected)?.size == Size(100, 100) && button.image(for: .normal) != nil)
  }
}
