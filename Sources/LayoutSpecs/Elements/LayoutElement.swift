/// Something that takes part in a layout: a node, or a spec that arranges others.
///
/// Specs are values and are not changed once they are part of a layout; nodes are objects with an identity. Both carry a
/// style, which says what they ask of the spec around them.
///
/// Elements are `Sendable`: any thread may lay them out.
///
/// Of your own, write a leaf by conforming to `LeafElement`, a spec by conforming to `CustomLayoutSpec`, and a node by
/// subclassing `DisplayNode`. There is no other way to conform to this protocol: `write(to:)` needs what those provide.
///
/// Source: Texture's `ASLayoutElement`.
public protocol LayoutElement: Sendable {
  /// What the element asks of the spec around it. Default: `Style.default`.
  var style: Style { get set }

  /// What the element is called in descriptions and pictures. Default: nil.
  var debugName: String? { get set }

  /// Writes the element, and what is below it, into a tree that is being compiled.
  ///
  /// - Complexity: constant an element, and linear in the length of texts.
  func write(to compiler: inout LayoutCompiler)
}

// MARK: - Laying out

extension LayoutElement {
  /// Lays the element out.
  ///
  /// It is compiled and laid out on the calling thread. Laying out the same tree more than once is cheaper with a
  /// `LayoutTree`, from `compiled(pixelGrid:)`. Nodes keep what they hold from one layout to the next.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the element may take.
  ///   - parentSize: What fractions in its style count against. Default: the largest size that it may take.
  ///   - pixelGrid: The pixels that sizes are rounded to. Default: one pixel a point.
  /// - Precondition: no node lies twice in what is laid out, or within itself. All lengths of the range are
  ///   less than 10,000,000 points, or the maximum is infinite.
  public func layoutThatFits(
    _ constrainedSize: SizeRange, parentSize: Size? = nil, pixelGrid: PixelGrid = PixelGrid()
  ) -> Layout {
    if let node = self as? DisplayNode {
      return node.layoutThatFits(constrainedSize, parentSize: parentSize, pixelGrid: pixelGrid)
    }
    let constraint = LayoutConstraint(
      range: constrainedSize.checked, parentSize: (parentSize ?? constrainedSize.max).checkedAsParent)
    let (_, element) = LayoutSession().layOut(
      self, in: constraint.range, parentSize: constraint.parentSize, pixelGrid)
    return LayoutSplice.layout(of: element, in: constraint).layout
  }

  /// The element compiled into a tree of its own, which can be laid out any number of times on any thread.
  ///
  /// A node that is a subclass of the user's, or has a `layoutSpecBlock`, depends on the size that it gets and is only
  /// expanded while it is laid out. A tree that holds one cannot be compiled apart from it: the result is nil.
  public func compiled(pixelGrid: PixelGrid = PixelGrid()) -> LayoutTree? {
    var compiler = LayoutCompiler(pixelGrid: pixelGrid)
    write(to: &compiler)
    return compiler.deferred == nil ? compiler.finish() : nil
  }
}

// MARK: - Chained style setters

extension LayoutElement {
  /// The element with its style changed as `change` says. A node is changed itself; of a spec it is a copy.
  public func styled(_ change: (inout Style) -> Void) -> Self {
    var element = self
    change(&element.style)
    return element
  }

  /// The element with a property of its style changed, by code of this module: a node's lock may be held
  /// meanwhile, and then the style needs no copy.
  @inline(__always)
  private func setting(_ change: (inout Style) -> Void) -> Self {
    // Specs, which are larger than a reference, are told from nodes by that alone.
    if MemoryLayout<Self>.size == MemoryLayout<DisplayNode>.size, let node = self as? DisplayNode {
      node.changeStyle(change)
      return self
    }
    return styled(change)
  }

  /// The element with this `debugName`.
  public func named(_ name: String) -> Self {
    var element = self
    element.debugName = name
    return element
  }

  /// The element with this `Style.width`.
  public func width(_ width: Dimension) -> Self { setting { $0.width = width } }
  /// The element with this `Style.height`.
  public func height(_ height: Dimension) -> Self { setting { $0.height = height } }
  /// The element with this `Style.minWidth`.
  public func minWidth(_ width: Dimension) -> Self { setting { $0.minWidth = width } }
  /// The element with this `Style.maxWidth`.
  public func maxWidth(_ width: Dimension) -> Self { setting { $0.maxWidth = width } }
  /// The element with this `Style.minHeight`.
  public func minHeight(_ height: Dimension) -> Self { setting { $0.minHeight = height } }
  /// The element with this `Style.maxHeight`.
  public func maxHeight(_ height: Dimension) -> Self { setting { $0.maxHeight = height } }
  /// The element with this `Style.preferredSize`, in points.
  public func preferredSize(_ size: Size) -> Self { setting { $0.preferredSize = size } }
  /// The element with this `Style.preferredLayoutSize`.
  public func preferredLayoutSize(_ size: LayoutSize) -> Self { setting { $0.preferredLayoutSize = size } }
  /// The element with this `Style.minSize`, in points.
  public func minSize(_ size: Size) -> Self { setting { $0.minSize = size } }
  /// The element with this `Style.maxSize`, in points.
  public func maxSize(_ size: Size) -> Self { setting { $0.maxSize = size } }
  /// The element with this `Style.spacingBefore`, in points.
  public func spacingBefore(_ points: Double) -> Self { setting { $0.spacingBefore = points } }
  /// The element with this `Style.spacingAfter`, in points.
  public func spacingAfter(_ points: Double) -> Self { setting { $0.spacingAfter = points } }
  /// The element with this `Style.flexGrow`. Default: 1.
  public func flexGrow(_ factor: Double = 1) -> Self { setting { $0.flexGrow = factor } }
  /// The element with this `Style.flexShrink`. Default: 1.
  public func flexShrink(_ factor: Double = 1) -> Self { setting { $0.flexShrink = factor } }
  /// The element with this `Style.flexBasis`.
  public func flexBasis(_ basis: Dimension) -> Self { setting { $0.flexBasis = basis } }
  /// The element with this `Style.alignSelf`.
  public func alignSelf(_ alignment: AlignSelf) -> Self { setting { $0.alignSelf = alignment } }
  /// The element with this `Style.ascender`, in points.
  public func ascender(_ points: Double) -> Self { setting { $0.ascender = points } }
  /// The element with this `Style.descender`, in points.
  public func descender(_ points: Double) -> Self { setting { $0.descender = points } }
  /// The element with this `Style.layoutPosition`, in points.
  public func layoutPosition(_ x: Double, _ y: Double) -> Self {
    setting { $0.layoutPosition = Point(x, y) }
  }
}
