import LayoutSpecs
import Testing

// MARK: - Hosting

extension DocumentedExamples {
  @Test @MainActor func `A host of views`() {
    // ### A view that shows nodes
    /// Shows a node and all nodes within it, with a view for each.
    final class NodeView: UIView {
      let node: DisplayNode
      private var host: LayoutHost?
      private var views: [NodeID: UIView] = [:]

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

      /// Gives every node's view the node's frame, makes views of new nodes, and removes those of old ones.
      func showNodes() {
        var shown: [NodeID: UIView] = [:]
        show(node.subnodes, in: self, &shown)
        for (id, view) in views where shown[id] == nil { view.removeFromSuperview() }
        views = shown
      }

      private func show(_ nodes: [DisplayNode], in parent: UIView, _ shown: inout [NodeID: UIView]) {
        for (index, node) in nodes.enumerated() {
          let view = views[node.id] ?? makeView(for: node)
          shown[node.id] = view
          view.frame = CGRect(node.frame)
          view.alpha = node.alpha
          view.isHidden = node.isHidden
          if let label = view as? UILabel, let text = node as? TextNode { label.text = text.text }
          parent.insertSubview(view, at: index)
          show(node.subnodes, in: view, &shown)
        }
      }

      private func makeView(for node: DisplayNode) -> UIView {
        guard node is TextNode else { return UIView() }
        let label = UILabel()
        label.numberOfLines = 0
        return label
      }
    }

    // ### A node in the view
    final class CommentNode: DisplayNode, @unchecked Sendable {
      let avatar = ImageNode(imageSize: Size(32, 32))
      let body = TextNode("It weaves algebraic patterns")

      override init() {
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

    let comment = CommentNode()
    let view = NodeView(comment)
    view.frame = CGRect(x: 0, y: 0, width: 200, height: 80)
    view.layoutIfNeeded()
    #expect(view.subviews.map(\.frame.width) == [32, 160])
    #expect(view.subviews[1].frame == CGRect(x: 40, y: 0, width: 160, height: 40))
  }
}
