/// A node: an element with an identity, that is, something that will be on the screen.
///
/// On its own it has no intrinsic size: it takes the largest size that it may have where that is finite, else none.
/// Subclasses say what they hold by overriding `layoutSpecThatFits(_:)`, or how large they are by overriding
/// `calculateSizeThatFits(_:)`. Both are called while the node is laid out, on the thread that lays it out, and MUST give
/// the same answer for the same constraint.
///
/// A node belongs to one thread at a time. The `Layout` that comes of it is `Sendable` and does not keep it alive.
///
/// Source: Texture's `ASDisplayNode`.
open class DisplayNode: LayoutElement {
  /// What the node asks of the spec around it.
  public var style = Style()
  /// What the node is called in descriptions and pictures. Default: nil.
  public var debugName: String?
  /// The node's identity, by which a layout knows it.
  public var id: NodeID { NodeID(self) }
  /// What the node holds, in place of overriding `layoutSpecThatFits(_:)`. Default: nil.
  public var layoutSpecBlock: ((DisplayNode, SizeRange) -> any LayoutElement)?

  /// A node with the default style.
  public init() {}

  /// A node that holds what `layoutSpecBlock` returns for the size range that it gets.
  public convenience init(layoutSpecBlock: @escaping (DisplayNode, SizeRange) -> any LayoutElement) {
    self.init()
    self.layoutSpecBlock = layoutSpecBlock
  }

  /// The spec that arranges what the node holds; nil where it holds nothing. The node is as large as that spec.
  ///
  /// By default what `layoutSpecBlock` returns.
  ///
  /// - Parameter constrainedSize: The sizes that the node may take: what its parent allows and its style asks for.
  open func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    layoutSpecBlock?(self, constrainedSize)
  }

  /// The size that a node without a spec takes in at most `constrainedSize` points. The engine brings it into the range
  /// that the node was given.
  ///
  /// By default all of it where it is finite, else 0 × 0.
  open func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    constrainedSize.isValid ? constrainedSize : .zero
  }

  /// What the node is to the engine; nil where that depends on code of a subclass or a block, which is run while the node
  /// is laid out. Subclasses of this module answer for themselves alone, and not for the user's subclasses of them.
  var leafContent: ElementContent? {
    isPlain(DisplayNode.self) ? .node : nil
  }

  /// Whether the node is of this very class, and no code of the user's has a say in its layout.
  final func isPlain(_ type: DisplayNode.Type) -> Bool {
    Swift.type(of: self) == type && layoutSpecBlock == nil
  }

  /// Writes the node.
  public final func write(to compiler: inout LayoutCompiler) {
    compiler.write(self)
  }
}

/// A node's identity.
///
/// It can outlive the node, and is never given to another one.
public struct NodeID: Hashable {
  let address: ObjectIdentifier
  /// Keeps the node's address from being given to another object, and not the node alive. It is never read.
  private unowned let node: DisplayNode

  init(_ node: DisplayNode) {
    self.node = node
    address = ObjectIdentifier(node)
  }

  public static func == (a: NodeID, b: NodeID) -> Bool { a.address == b.address }

  public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

// SAFETY: an identity counts references to the node, which any thread may do, and never looks into it.
extension NodeID: @unchecked Sendable {}
