/// A part of a layout: a node, or a spec that arranges other elements.
///
/// Specs are values; nodes are objects with an identity. Any thread may lay them out.
///
/// To write your own, conform a leaf to `LeafElement` and a spec to `CustomLayoutSpec`, and subclass
/// `DisplayNode` for a node. There is no other way to conform: `_write(to:)` needs what these provide.
///
/// Source: Texture's `ASLayoutElement`.
public protocol LayoutElement: LayoutContent {
  /// The style, which the spec around the element reads. Default: `Style.default`.
  var style: Style { get set }

  /// The element's name in descriptions and pictures. Default: nil.
  var debugName: String? { get set }

  /// The elements that a spec arranges, in the order of its arguments; a node's subnodes. A leaf has none.
  ///
  /// A spec also has these elements as `child` or `children`, with their own types.
  ///
  /// Source: the `sublayoutElements` of Texture's `ASLayoutElement`.
  ///
  /// - Complexity: linear in the number of elements.
  var sublayoutElements: [any LayoutElement] { get }

  /// Lays the element out, on the calling thread. A node returns the kept layout of this constraint if it has
  /// one.
  ///
  /// The default computes a layout. An element that wraps another one, as `AnyLayoutElement` does, implements
  /// this to return the other element's layout. It is called only for the root of a layout.
  ///
  /// `layoutThatFits(_:)` calls this method. A spec by itself has one pixel per point and default traits. To
  /// give it others, call `layoutThatFits(_:parentSize:traits:)`.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the element may have.
  ///   - parentSize: The size that fractions in its style refer to.
  func layoutThatFits(_ constrainedSize: SizeRange, parentSize: Size) -> Layout
}

// MARK: - Laying out

extension LayoutElement {
  public var sublayoutElements: [any LayoutElement] { [] }

  /// Lays the element out, on the calling thread.
  ///
  /// To lay out the same tree more than once, a `LayoutTree` from `compiled(pixelGrid:)` is cheaper. Nodes
  /// keep their results from one layout to the next.
  ///
  /// - Parameter constrainedSize: The sizes that the element may have. Fractions in its style refer to the
  ///   largest one.
  /// - Precondition: no node occurs twice, or within itself. All lengths of the range are less than
  ///   10,000,000 points, or the maximum is infinite.
  public func layoutThatFits(_ constrainedSize: SizeRange) -> Layout {
    layoutThatFits(constrainedSize, parentSize: constrainedSize.max)
  }

  public func layoutThatFits(_ constrainedSize: SizeRange, parentSize: Size) -> Layout {
    layoutThatFits(constrainedSize, parentSize: parentSize, traits: Traits())
  }

  /// Lays a spec out with traits, which the nodes in it inherit.
  ///
  /// ```swift
  /// let layout = header.layoutThatFits(.tableCell(width: 375), traits: screen.traits)
  /// ```
  ///
  /// A node is laid out as it would be in a spec: it inherits these traits alone, and its calculated layout does not change.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the element may have.
  ///   - parentSize: The size that fractions in its style refer to. Default: the largest size in the range.
  ///   - traits: The traits. Sizes are rounded to the pixels of their `displayScale`.
  public func layoutThatFits(
    _ constrainedSize: SizeRange, parentSize: Size? = nil, traits: Traits
  ) -> Layout {
    var constraint = LayoutConstraint(constrainedSize, parentSize: parentSize)
    constraint.pixelGrid = traits[PixelGridTrait.self]
    let session = LayoutSession.start(constraint.pixelGrid)
    let layout = session.writeAndLayOut(nil, in: constraint, traits.values) { _write(to: &$0) }.layout
    LayoutSession.finish(session)
    return layout
  }

  /// Compiles the element into its own tree, which can be laid out any number of times on any thread.
  ///
  /// A subclass of `DisplayNode`, or a node with a `layoutSpecBlock`, depends on its constrained size and is
  /// expanded during the layout only. If the element holds such a node, the result is nil.
  public func compiled(pixelGrid: PixelGrid = PixelGrid()) -> LayoutTree? {
    var builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
    builder.writeTree { _write(to: &$0) }
    return builder.deferredCount == 0 ? builder.finish() : nil
  }

  /// The element as a tree in which no node is expanded.
  package func unexpandedTree() -> LayoutTree {
    var builder = LayoutTreeBuilder(pixelGrid: PixelGrid())
    builder.writeTree { _write(to: &$0) }
    return builder.finish()
  }

  /// Lays out an element in which a node may lie twice; also returns its nodes in pre-order.
  package func layoutWithRepeatedNodes(
    in range: SizeRange
  ) -> (layout: Layout, nodes: [(element: ElementID, node: DisplayNode)]) {
    var constraint = LayoutConstraint(range)
    let node = self as? DisplayNode
    if let node { constraint.pixelGrid = node.traits[PixelGridTrait.self] }
    let session = LayoutSession.start(constraint.pixelGrid)
    session.allowsRepeatedNodes = true
    let layout = session.writeAndLayOut(node, in: constraint, node?.inheritedTraitValues) {
      if let node { session.writeRoot(node, in: constraint, to: &$0) } else { _write(to: &$0) }
    }
    LayoutSession.finish(session)
    let root = node.map { [(element: ElementID(0), node: $0)] } ?? []
    return (layout.layout, root + layout.nodes.map { (ElementID($0.element), $0.node) })
  }
}

// MARK: - Chained style setters

extension LayoutElement {
  /// Returns the element with its style changed by `change`. A spec is copied, a node is not.
  @inlinable @discardableResult
  public consuming func styled(_ change: (inout Style) -> Void) -> Self {
    change(&style)
    return self
  }

  /// `styled(_:)` for code of this module, which may run under a node's lock. This saves a copy of the style.
  @inlinable @inline(__always)
  consuming func setting(_ change: (inout Style) -> Void) -> Self {
    var element = self
    if Self.self is DisplayNode.Type, let node = copy element as? DisplayNode {
      node.changeStyle(change)
    } else {
      change(&element.style)
    }
    return element
  }

  /// The element with this `debugName`.
  @inlinable @discardableResult
  public consuming func named(_ name: String) -> Self {
    debugName = name
    return self
  }

  /// The element with this `Style.width`.
  @inlinable @discardableResult
  public consuming func width(_ width: Dimension) -> Self { setting { $0.width = width } }
  /// The element with this `Style.height`.
  @inlinable @discardableResult
  public consuming func height(_ height: Dimension) -> Self { setting { $0.height = height } }
  /// The element with this `Style.minWidth`.
  @inlinable @discardableResult
  public consuming func minWidth(_ width: Dimension) -> Self { setting { $0.minWidth = width } }
  /// The element with this `Style.maxWidth`.
  @inlinable @discardableResult
  public consuming func maxWidth(_ width: Dimension) -> Self { setting { $0.maxWidth = width } }
  /// The element with this `Style.minHeight`.
  @inlinable @discardableResult
  public consuming func minHeight(_ height: Dimension) -> Self { setting { $0.minHeight = height } }
  /// The element with this `Style.maxHeight`.
  @inlinable @discardableResult
  public consuming func maxHeight(_ height: Dimension) -> Self { setting { $0.maxHeight = height } }
  /// The element with this `Style.preferredSize`, in points.
  @inlinable @discardableResult
  public consuming func preferredSize(_ size: Size) -> Self { setting { $0.preferredSize = size } }
  /// The element with this `Style.preferredLayoutSize`.
  @inlinable @discardableResult
  public consuming func preferredLayoutSize(_ size: LayoutSize) -> Self {
    setting { $0.preferredLayoutSize = size }
  }
  /// The element with this `Style.minSize`, in points.
  @inlinable @discardableResult
  public consuming func minSize(_ size: Size) -> Self { setting { $0.minSize = size } }
  /// The element with this `Style.maxSize`, in points.
  @inlinable @discardableResult
  public consuming func maxSize(_ size: Size) -> Self { setting { $0.maxSize = size } }
  /// The element with this `Style.spacingBefore`, in points.
  @inlinable @discardableResult
  public consuming func spacingBefore(_ points: Double) -> Self { setting { $0.spacingBefore = points } }
  /// The element with this `Style.spacingAfter`, in points.
  @inlinable @discardableResult
  public consuming func spacingAfter(_ points: Double) -> Self { setting { $0.spacingAfter = points } }
  /// The element with this `Style.flexGrow`. Default: 1.
  @inlinable @discardableResult
  public consuming func flexGrow(_ factor: Double = 1) -> Self { setting { $0.flexGrow = factor } }
  /// The element with this `Style.flexShrink`. Default: 1.
  @inlinable @discardableResult
  public consuming func flexShrink(_ factor: Double = 1) -> Self { setting { $0.flexShrink = factor } }
  /// The element with this `Style.flexBasis`.
  @inlinable @discardableResult
  public consuming func flexBasis(_ basis: Dimension) -> Self { setting { $0.flexBasis = basis } }
  /// The element with this `Style.alignSelf`.
  @inlinable @discardableResult
  public consuming func alignSelf(_ alignment: AlignSelf) -> Self { setting { $0.alignSelf = alignment } }
  /// The element with this `Style.ascender`, in points.
  @inlinable @discardableResult
  public consuming func ascender(_ points: Double) -> Self { setting { $0.ascender = points } }
  /// The element with this `Style.descender`, in points.
  @inlinable @discardableResult
  public consuming func descender(_ points: Double) -> Self { setting { $0.descender = points } }
  /// The element with this `Style.layoutPosition`, in points.
  @inlinable @discardableResult
  public consuming func layoutPosition(_ x: Double, _ y: Double) -> Self {
    setting { $0.layoutPosition = Point(x, y) }
  }
}

// MARK: - Computed lengths

extension LayoutElement {
  /// The element with this `Style.width`, in points.
  @inlinable @discardableResult @_disfavoredOverload
  public consuming func width(_ points: Double) -> Self { width(.points(points)) }
  /// The element with this `Style.height`, in points.
  @inlinable @discardableResult @_disfavoredOverload
  public consuming func height(_ points: Double) -> Self { height(.points(points)) }
  /// The element with this `Style.minWidth`, in points.
  @inlinable @discardableResult @_disfavoredOverload
  public consuming func minWidth(_ points: Double) -> Self { minWidth(.points(points)) }
  /// The element with this `Style.maxWidth`, in points; 10,000,000 or more is no limit.
  @inlinable @discardableResult @_disfavoredOverload
  public consuming func maxWidth(_ points: Double) -> Self { maxWidth(.maximum(points)) }
  /// The element with this `Style.minHeight`, in points.
  @inlinable @discardableResult @_disfavoredOverload
  public consuming func minHeight(_ points: Double) -> Self { minHeight(.points(points)) }
  /// The element with this `Style.maxHeight`, in points; 10,000,000 or more is no limit.
  @inlinable @discardableResult @_disfavoredOverload
  public consuming func maxHeight(_ points: Double) -> Self { maxHeight(.maximum(points)) }
  /// The element with this `Style.flexBasis`, in points.
  @inlinable @discardableResult @_disfavoredOverload
  public consuming func flexBasis(_ points: Double) -> Self { flexBasis(.points(points)) }
}

extension LayoutElement {
  /// The element's type, and its `debugName` in brackets if it has one, on one line: `TextNode (title)`.
  public var asciiArtName: String {
    if let element = self as? AnyLayoutElement { return element.base.asciiArtName }
    let name = "\(type(of: self))"
    // The type arguments of this module's specs only repeat the elements below them.
    let isOwnSpec =
      "\(String(reflecting: type(of: self)))".hasPrefix("LayoutSpecs.") && !(self is DisplayNode)
    return asciiName(isOwnSpec ? String(name.prefix { $0 != "<" }) : name, debugName)
  }
}
