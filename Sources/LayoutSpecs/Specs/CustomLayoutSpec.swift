/// A leaf with its own measurement and no children.
///
/// ```swift
/// struct Badge: LeafElement {
///   var style = Style()
///   var debugName: String?
///   let count: Int
///   var measurement: any LeafMeasurement { BadgeMeasurement(digits: "\(count)".count) }
/// }
/// ```
///
/// A leaf has no identity: its place in the layout gives its frame. For identity, subclass `DisplayNode`.
public protocol LeafElement: LayoutElement {
  /// The measurement of the leaf.
  var measurement: any LeafMeasurement { get }
}

extension LeafElement {
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.writeCustom(.measured(measurement), self)
  }
}

/// A spec with its own algorithm: children, and how they are arranged.
///
/// ```swift
/// struct GridSpec: CustomLayoutSpec {
///   var style = Style()
///   var debugName: String?
///   let children: [any LayoutElement]
///   let columns: Int
///   var algorithm: any LayoutAlgorithm { GridAlgorithm(columns: columns) }
/// }
/// ```
public protocol CustomLayoutSpec: LayoutElement {
  /// The elements that the spec arranges.
  var children: [any LayoutElement] { get }
  /// The algorithm that arranges the children.
  var algorithm: any LayoutAlgorithm { get }
}

extension CustomLayoutSpec {
  public var sublayoutElements: [any LayoutElement] { children }

  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.writeCustom(.custom(algorithm), self, children: children)
  }
}

extension LayoutPass {
  /// Lays out a custom spec. A child is 0 × 0 at the origin, without a layout, until it is measured.
  func layOutCustom(_ id: Int, _ algorithm: any LayoutAlgorithm, _ range: SizeRange) -> Size {
    var count = 0
    for child in children(of: id) {
      if Recording.isOn { recordLeftEmpty(child, .undefined) }
      leaveWithoutLayout(child)
      frames[child].origin = .zero
      count += 1
    }
    let children = ChildLayouts(pass: converted(to: SilentPass()), firstChild: id + 1, count: count)
    return algorithm.calculateLayoutThatFits(range, children: children).finite(in: range)
  }
}

/// The children of a custom spec, to be measured and then placed.
///
/// Valid only during the call that receives it.
public struct ChildLayouts: ~Copyable {
  /// The pass. If its scratch has a recorder, the children's measurements are recorded.
  let pass: LayoutPass<SilentPass>
  let firstChild: Int
  /// The number of children.
  public let count: Int

  /// Returns the style of the child at index `child`.
  ///
  /// - Complexity: linear in the number of children before it.
  public func style(of child: Int) -> Style {
    Style(pass.styles[Int(pass.elements[id(of: child)].style)].style)
  }

  /// Measures the child at index `child` and returns its size, in points. The last measured size counts.
  ///
  /// In a layout that is given up, because it is cancelled or because a deep tree has to be laid out in parts,
  /// the size may be 0 × 0. The algorithm's result then does not count.
  ///
  /// - Parameters:
  ///   - child: The child's index, from 0.
  ///   - constrainedSize: The sizes that the child may have. Lengths below 0 count as 0, a minimum of more than
  ///     10,000,000 points as 10,000,000, and a maximum of 10,000,000 points or more, or NaN, as no bound.
  ///   - parentSize: The size that fractions in the child's style refer to; a NaN length is undefined, and
  ///     fractions of it count as `auto`. A length of 10,000,000 points or more is infinite.
  /// - Complexity: linear in the number of children before it, plus the cost of measuring.
  public func measure(_ child: Int, in constrainedSize: SizeRange, parentSize: Size = .undefined) -> Size {
    let id = id(of: child)
    let constrainedSize = constrainedSize.withValidBounds
    let parentSize = parentSize.infiniteBeyondLimit
    let size =
      pass.scratch.pointee.recorder == nil
      ? pass.size(of: id, in: constrainedSize, parentSize)
      : pass.converted(to: RecordedPass()).size(of: id, in: constrainedSize, parentSize)
    pass.frames[id].size = size
    return size
  }

  /// Places the child at `position`, in points from the spec's top left corner. Default: (0, 0).
  ///
  /// A coordinate that is NaN, infinite or -0 counts as 0.
  ///
  /// - Complexity: linear in the number of children before it.
  public func place(_ child: Int, at position: Point) {
    pass.frames[id(of: child)].origin = Point(
      position.x.isFinite ? position.x + 0 : 0, position.y.isFinite ? position.y + 0 : 0)
  }

  private func id(of child: Int) -> Int {
    precondition(child >= 0 && child < count, "There is no child \(child); there are \(count)")
    var id = firstChild
    for _ in 0..<child { id = Int(pass.elements[id].end) }
    return id
  }
}
