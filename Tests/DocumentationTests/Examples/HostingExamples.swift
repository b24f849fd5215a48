import LayoutSpecsTexture
import Testing

// MARK: - Hosting

extension DocumentedExamples {
  @Test @MainActor func `A host of views`() throws {
    // ### A view that shows nodes
    /// Shows a node and all nodes within it, with a view for each: what scrolls in a scroll view, and the cells of tables
    /// and collections as they come into view.
    class NodeView: UIView, UIScrollViewDelegate {
      enum Kind { case plain, text, image, scroll }

      let node: DisplayNode
      private var host: LayoutHost?
      private var shown: [NodeID: (node: DisplayNode, kind: Kind, view: UIView)] = [:]
      /// Views whose nodes have gone, for new nodes.
      private var spare: [Kind: [UIView]] = [:]
      private var isShowing = false

      init(_ node: DisplayNode) {
        self.node = node
        super.init(frame: .zero)
      }

      required init?(coder: NSCoder) { fatalError("A NodeView is made in code") }

      override func layoutSubviews() {
        super.layoutSubviews()
        node.traitOverrides.displayScale = max(1, traitCollection.displayScale)
        let range = SizeRange(exactly: Size(bounds.width, bounds.height))
        if let host {
          host.constrainedSize = range
        } else {
          host = LayoutHost(node, in: range) { [weak self] _ in
            // Layouts are applied on the main queue.
            MainActor.assumeIsolated { self?.showNodes() }
          }
        }
        // A new size is laid out at once; what changes in the node later, in the background.
        host?.layoutIfNeeded()
        showNodes()
      }

      /// Gives every node's view the node's frame. The views of nodes that have gone are those of new ones.
      func showNodes() {
        isShowing = true
        defer { isShowing = false }
        let nodes = withNodesBelow(node)
        let ids = Set(nodes.map(\.id))
        for (id, part) in shown where !ids.contains(id) {
          part.view.removeFromSuperview()
          spare[part.kind, default: []].append(part.view)
          shown[id] = nil
        }
        for node in nodes where shown[node.id] == nil {
          let kind = kind(of: node)
          shown[node.id] = (node, kind, spare[kind]?.popLast() ?? makeView(kind))
          didMakeView(of: node)
        }
        for node in nodes {
          guard let view = shown[node.id]?.view else { continue }
          view.frame = node === self.node ? bounds : CGRect(node.frame)
          view.alpha = node.alpha
          view.isHidden = node.isHidden
          if let scrollView = view as? UIScrollView { scroll(scrollView, as: node) }
          update(view, of: node)
          // In drawing order.
          for (index, subnode) in node.subnodes.enumerated() {
            if let subview = shown[subnode.id]?.view { view.insertSubview(subview, at: index) }
          }
        }
        if let view = shown[node.id]?.view { insertSubview(view, at: 0) }
      }

      private func withNodesBelow(_ node: DisplayNode) -> [DisplayNode] {
        [node] + node.subnodes.flatMap(withNodesBelow)
      }

      private func kind(of node: DisplayNode) -> Kind {
        switch node {
        case is ScrollNode: .scroll
        case is TextNode: .text
        case is ImageNode, is LateContentNode: .image
        default: .plain
        }
      }

      private func makeView(_ kind: Kind) -> UIView {
        switch kind {
        case .plain: return UIView()
        case .image: return UIImageView()
        case .text:
          let label = UILabel()
          label.numberOfLines = 0
          return label
        case .scroll:
          let scrollView = UIScrollView()
          scrollView.delegate = self
          return scrollView
        }
      }

      /// Hands a view what its node shows. For a subclass with images and colours of its own.
      func update(_ view: UIView, of node: DisplayNode) {
        if let label = view as? UILabel { label.text = (node as? TextNode)?.text }
      }

      /// Called once a node has got a view.
      func didMakeView(of node: DisplayNode) {}

      // MARK: Scrolling

      private func scroll(_ view: UIScrollView, as node: DisplayNode) {
        guard let node = node as? ScrollNode else { return }
        view.contentSize = CGSize(node.contentSize)
        // A table moves its content so that what is in view stays there while cells above it come and go.
        if Point(view.contentOffset) != node.contentOffset {
          view.contentOffset = CGPoint(node.contentOffset)
        }
      }

      func scrollViewDidScroll(_ scrollView: UIScrollView) {
        // That of `showNodes()` itself.
        if isShowing { return }
        let part = shown.values.first { $0.view === scrollView }
        guard let node = part?.node as? ScrollNode else { return }
        node.contentOffset = Point(scrollView.contentOffset)
        node.layOutCells()
        showNodes()
      }
    }

    // ### A node in the view
    final class CommentNode: CellNode, @unchecked Sendable {
      let avatar = ImageNode(imageSize: Size(32, 32))
      let body: TextNode

      init(_ text: String) {
        body = TextNode(text)
        super.init()
        automaticallyManagesSubnodes = true
      }

      override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
        StackLayoutSpec(spacing: 8, alignItems: .start) {
          avatar
          body.flexShrink()
        }
      }
    }

    let view = NodeView(CommentNode("It weaves algebraic patterns"))
    view.frame = CGRect(x: 0, y: 0, width: 200, height: 80)
    view.layoutIfNeeded()
    let parts = view.subviews[0].subviews
    #expect(parts.map(\.frame.width) == [32, 160])
    #expect(parts[1].frame == CGRect(x: 40, y: 0, width: 160, height: 40))

    // ### A table in the view
    let table = TableNode<Int>(estimatedHeight: 32) { CommentNode("Note \($0)") }
    table.setItems(Array(0..<100))
    let title = TextNode("Notes")
    let screen = DisplayNode { _, _ in
      StackLayoutSpec(direction: .vertical, alignItems: .stretch) {
        title
        table.flexGrow().flexShrink()
      }
    }
    screen.automaticallyManagesSubnodes = true
    let tableView = NodeView(screen)
    tableView.frame = CGRect(x: 0, y: 0, width: 200, height: 180)
    tableView.layoutIfNeeded()
    let scrollView = try #require(tableView.subviews[0].subviews[1] as? UIScrollView)
    // 20 points for the title; cells of 32 points, of which five are in view.
    #expect(scrollView.frame == CGRect(x: 0, y: 20, width: 200, height: 160))
    #expect(scrollView.subviews.map(\.frame.minY) == [0, 32, 64, 96, 128])
    let firstView = scrollView.subviews[0]
    // A finger scrolls: UIKit calls the delegate.
    scrollView.contentOffset = CGPoint(x: 0, y: 40)
    #expect(scrollView.subviews.map(\.frame.minY) == [32, 64, 96, 128, 160, 192])
    // The view of a cell that went is that of one that came.
    #expect(scrollView.subviews.contains { $0 === firstView })
    // The cells in view stay where they are when others come above them.
    table.insert([-1, -2], at: 0)
    tableView.setNeedsLayout()
    tableView.layoutIfNeeded()
    #expect(scrollView.contentOffset == CGPoint(x: 0, y: 104))
    // A collection is a table with columns.
    table.list.columns = .fixed(count: 2)
    table.setNeedsLayout()
    tableView.setNeedsLayout()
    tableView.layoutIfNeeded()
    #expect(Set(scrollView.subviews.map(\.frame.minX)) == [0, 100])

    // ### With Texture's names
    /// Shows nodes of `LayoutSpecsTexture` with their appearance, loads them, and makes the calls for a tap.
    final class TextureView: NodeView {
      override func update(_ view: UIView, of node: DisplayNode) {
        super.update(view, of: node)
        view.backgroundColor = node.backgroundColor
        view.tintColor = node.tintColor
        view.contentMode = node.contentMode
        view.layer.cornerRadius = node.cornerRadius
        view.layer.borderWidth = node.borderWidth
        view.layer.borderColor = node.borderColor
        view.layer.shadowColor = node.shadowColor
        view.layer.shadowOpacity = Float(node.shadowOpacity)
        view.layer.shadowOffset = CGSize(node.shadowOffset)
        view.layer.shadowRadius = node.shadowRadius
        view.clipsToBounds = node.clipsToBounds || node is ScrollNode
        view.isUserInteractionEnabled = node.isUserInteractionEnabled
        view.accessibilityIdentifier = node.accessibilityIdentifier
        view.accessibilityLabel = node.accessibilityLabel
        view.accessibilityValue = node.accessibilityValue
        if let label = view as? UILabel { label.attributedText = (node as? ASTextNode)?.attributedText }
        if let imageView = view as? UIImageView {
          imageView.image = (node as? ASImageNode)?.image ?? (node as? ASNetworkImageNode)?.image
        }
      }

      override func didMakeView(of node: DisplayNode) {
        node.onNeedsDisplay = { [weak self] in Task { @MainActor in self?.showNodes() } }
        node.hostDidLoad()
      }

      /// For a recognizer of taps: `tap(at: Point(recognizer.location(in: self)))`.
      func tap(at point: Point) {
        var next = node.hitTest(point)
        while let tapped = next {
          next = tapped.supernode
          if let text = tapped as? ASTextNode, text.tapLink(at: node.convert(point, to: text)) {
            return
          }
          var isSent = false
          tapped.sendActions(forControlEvents: .touchUpInside) { target, action in
            UIApplication.shared.sendAction(action, to: target, from: self, for: nil)
            isSent = true
          }
          if isSent { return }
          guard let cell = tapped as? ASCellNode, let path = cell.indexPath else { continue }
          (cell.owningNode as? ASTableNode)?.tapRow(at: path)
          (cell.owningNode as? ASCollectionNode)?.tapItem(at: path)
          return
        }
      }
    }

    // ### A controller with Texture's name
    /// Texture's controller of this name: its view shows its node.
    class ASDKViewController<Node: DisplayNode>: UIViewController {
      let node: Node

      init(node: Node) {
        self.node = node
        super.init(nibName: nil, bundle: nil)
      }

      required init?(coder: NSCoder) { fatalError("A controller of a node is made in code") }

      override func loadView() { view = TextureView(node) }

      override func viewSafeAreaInsetsDidChange() {
        super.viewSafeAreaInsetsDidChange()
        let insets = view.safeAreaInsets
        node.traitOverrides.safeAreaInsets = EdgeInsets(
          top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
      }

      override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        node.setInterfaceState(preload: true, display: true, visible: true)
      }

      override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        node.setInterfaceState(preload: false, display: false, visible: false)
      }
    }

    // ### A screen of Texture's in the view
    final class NoteCellNode: ASCellNode, @unchecked Sendable {
      let textNode = ASTextNode()
      let likeButton = ASButtonNode()

      init(_ text: String) {
        super.init()
        automaticallyManagesSubnodes = true
        backgroundColor = .white
        (borderWidth, borderColor) = (1, UIColor.gray.cgColor)
        accessibilityIdentifier = text
        textNode.attributedText = NSAttributedString(string: text)
        likeButton.setTitle("Like", with: nil, with: nil, for: .normal)
        likeButton.addTarget(self, action: "like", forControlEvents: .touchUpInside)
      }

      override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
        ASStackLayoutSpec(
          direction: .horizontal, spacing: 0, justifyContent: .spaceBetween, alignItems: .center,
          children: [textNode, likeButton])
      }
    }

    final class NotesSource: ASTableDataSource, ASTableDelegate {
      var selected: [Int] = []

      func tableNode(_ tableNode: ASTableNode, numberOfRowsInSection section: Int) -> Int { 50 }

      func tableNode(_ tableNode: ASTableNode, nodeBlockForRowAt indexPath: IndexPath) -> ASCellNodeBlock {
        let row = indexPath.row
        return { NoteCellNode("Note \(row)") }
      }

      func tableNode(_ tableNode: ASTableNode, didSelectRowAt indexPath: IndexPath) {
        selected.append(indexPath.row)
      }
    }

    let source = NotesSource()
    let notes = ASTableNode()
    (notes.dataSource, notes.delegate) = (source, source)
    let controller = ASDKViewController(node: notes)
    let notesView = try #require(controller.view as? TextureView)
    notesView.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    notesView.layoutIfNeeded()
    let rows = try #require(notesView.subviews[0].subviews[0] as? UIScrollView)
    #expect(rows.subviews.map(\.frame.minY) == [0, 20, 40, 60, 80])
    let row = rows.subviews[1]
    #expect(row.backgroundColor == .white && row.accessibilityIdentifier == "Note 1")
    #expect(row.layer.borderWidth == 1 && row.layer.borderColor == UIColor.gray.cgColor)
    controller.viewWillAppear(false)
    #expect(notes.isVisible)
    controller.viewSafeAreaInsetsDidChange()
    #expect(notes.safeAreaInsets.top == 47)
    let label = try #require(rows.subviews[1].subviews[0] as? UILabel)
    #expect(label.attributedText?.string == "Note 1")
    rows.contentOffset = CGPoint(x: 0, y: 40)
    #expect(rows.subviews.map(\.frame.minY) == [40, 60, 80, 100, 120])
    notesView.tap(at: Point(100, 30))
    #expect(source.selected == [3])
    notesView.tap(at: Point(190, 30))
    #expect(source.selected == [3] && UIApplication.shared.sent == ["like"])
  }
}
