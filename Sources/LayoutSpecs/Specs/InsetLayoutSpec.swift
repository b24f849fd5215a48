/// A spec that puts space around its child.
///
/// ```swift
/// InsetLayoutSpec(insets: EdgeInsets(top: .infinity, left: 12, bottom: 12, right: 12), child: title)
/// ```
///
/// The child gets the room inside the insets. The spec ignores its own width, height, minimum and maximum.
///
/// Source: Texture's `ASInsetLayoutSpec`.
public struct InsetLayoutSpec<Child: LayoutElement>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The space, in points; an infinite inset pushes the child away from that edge, at the child's own size.
  public var insets: EdgeInsets
  /// The element in the middle.
  public var child: Child

  /// Creates a spec with `insets` around `child`.
  @inlinable
  public init(insets: EdgeInsets, child: consuming Child) {
    self.insets = insets
    self.child = child
  }

  /// Creates the spec with its child between braces.
  @inlinable
  public init(insets: EdgeInsets, @LayoutChildBuilder child: () -> Child) {
    self.init(insets: insets, child: child())
  }

  public var sublayoutElements: [any LayoutElement] { child.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.begin(.inset(insets), style, debugName)
    child._write(to: &builder)
    builder.end()
  }
}

extension InsetLayoutSpec<AnyLayoutElement> {
  /// Creates the spec with a child of any type.
  @_disfavoredOverload
  public init(insets: EdgeInsets, child: any LayoutElement) {
    self.init(insets: insets, child: AnyLayoutElement(child))
  }
}

extension LayoutPass {
  /// The child gets the range less the insets. On an axis with an infinite inset the child has its own size
  /// and is pushed away from that edge.
  func layOutInset(_ id: Int, _ insets: EdgeInsets, _ range: SizeRange, _ parentSize: Size) -> Size {
    let layout = InsetLayout(insets, range, parentSize)
    let child = id + 1
    let size = size(of: child, in: layout.childRange, layout.childParentSize)
    frames[child] = Rect(
      origin: Point(layout.x.childOrigin(size.width, grid), layout.y.childOrigin(size.height, grid)),
      size: size)
    if Recording.isOn { recorder.pointee.note(content: layout.unboundedSize(around: size)) }
    return layout.size(around: size)
  }
}

/// The layout of an inset spec in one range: the child's range, and the spec's size.
struct InsetLayout {
  private let range: SizeRange
  private let parentSize: Size
  fileprivate let x: InsetAxis
  fileprivate let y: InsetAxis

  @inline(__always)
  init(_ insets: EdgeInsets, _ range: SizeRange, _ parentSize: Size) {
    self.range = range
    self.parentSize = parentSize
    x = InsetAxis(insets.left, insets.right, range.min.width, range.max.width)
    y = InsetAxis(insets.top, insets.bottom, range.min.height, range.max.height)
  }

  @inline(__always)
  var childRange: SizeRange {
    SizeRange(uncheckedMin: Size(x.childMin, y.childMin), max: Size(x.childMax, y.childMax))
  }

  /// max(0, NaN) must be 0: `larger` returns its first operand if the two do not compare.
  @inline(__always)
  var childParentSize: Size {
    Size(larger(0, parentSize.width - x.finiteSum), larger(0, parentSize.height - y.finiteSum))
  }

  func size(around child: Size) -> Size {
    unboundedSize(around: child).clamped(to: range)
  }

  @inline(__always)
  func unboundedSize(around child: Size) -> Size {
    Size(x.length(around: child.width), y.length(around: child.height))
  }
}

/// One axis of an inset spec.
private struct InsetAxis {
  let leading: Double
  let trailing: Double
  let min: Double
  let max: Double

  /// In an unbounded length an infinite inset has nothing to fill, and counts as 0.
  init(_ leading: Double, _ trailing: Double, _ min: Double, _ max: Double) {
    let isBounded = max < .infinity
    self.leading = leading < .infinity || isBounded ? leading : 0
    self.trailing = trailing < .infinity || isBounded ? trailing : 0
    self.min = leading < .infinity && trailing < .infinity ? min : 0
    self.max = max
  }

  var finiteSum: Double {
    (leading < .infinity ? leading : 0) + (trailing < .infinity ? trailing : 0)
  }

  var childMin: Double { larger(0, min - finiteSum) }
  var childMax: Double { larger(0, max - finiteSum) }

  func length(around child: Double) -> Double {
    let length = child + leading + trailing
    return length < .infinity ? length : max
  }

  func childOrigin(_ child: Double, _ grid: PixelGrid) -> Double {
    if leading < .infinity { return leading }
    if trailing < .infinity { return max - (trailing + child) }
    return max - (grid.round((max - child) / 2) + child)
  }
}
