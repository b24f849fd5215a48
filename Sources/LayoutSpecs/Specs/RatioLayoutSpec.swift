/// A spec whose child has a height of `ratio` times its width.
///
/// Two sizes are candidates: the one that fills the range's width, and the one that fills its height. The
/// child gets the one whose proportion is nearest to `ratio`. A candidate counts only if it is finite and
/// below 10,000,000 points. If neither counts, the ratio has no effect: the child gets the range as it is,
/// and its parent's size is undefined. That happens
///
/// - in a range that is bounded on neither axis;
/// - if only the height is bounded, and the width would be 10,000,000 points or more, as for a ratio of 0;
/// - if only the width is bounded, and the height would be 10,000,000 points or more.
///
/// In a bounded width a ratio of 0 gives a height of 0. An image whose size is not known yet has that ratio.
/// A number that is no ratio, as 0/0 of an image of 0 × 0, has no effect: the child is laid out as in a
/// `WrapperLayoutSpec`, and the compiled tree has a wrapper in the spec's place.
///
/// Source: Texture's `ASRatioLayoutSpec`.
public struct RatioLayoutSpec<Child: LayoutElement>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// Height divided by width. Without effect if it is NaN, infinite or below 0.
  public var ratio: Double
  /// The element with that proportion.
  public var child: Child

  /// Creates a spec whose child has a height of `ratio` times its width.
  @inlinable
  public init(ratio: Double, child: consuming Child) {
    self.ratio = ratio
    self.child = child
  }

  /// Creates the spec with its child between braces.
  @inlinable
  public init(ratio: Double, @LayoutChildBuilder child: () -> Child) {
    self.init(ratio: ratio, child: child())
  }

  public var sublayoutElements: [any LayoutElement] { child.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.begin(ratio >= 0 && ratio < .infinity ? .ratio(ratio) : .wrapper, style, debugName)
    child._write(to: &builder)
    builder.end()
  }
}

extension RatioLayoutSpec<AnyLayoutElement> {
  /// Creates the spec with a child of any type.
  @_disfavoredOverload
  public init(ratio: Double, child: any LayoutElement) {
    self.init(ratio: ratio, child: AnyLayoutElement(child))
  }
}

extension LayoutPass {
  /// The child gets exactly the size that the ratio selects in the range, or the range itself if no candidate counts.
  func layOutRatio(_ id: Int, _ ratio: Double, _ range: SizeRange) -> Size {
    let child = id + 1
    let size =
      if let best = grid.size(ofRatio: ratio, in: range) {
        self.size(of: child, in: range.intersection(SizeRange(uncheckedMin: best, max: best)), best)
      } else {
        self.size(of: child, in: range, .undefined)
      }
    frames[child] = Rect(origin: .zero, size: size)
    return size
  }
}

extension PixelGrid {
  /// Returns the size that fills the range's width or the one that fills its height, whichever has the proportion
  /// nearest to `ratio`. A size counts if it is valid once limited to the range; nil if neither is.
  package func size(ofRatio ratio: Double, in range: SizeRange) -> Size? {
    var best = Size.zero
    var isFound = false
    if range.max.width.isValidLength {
      best = Size(range.max.width, floor(ratio * range.max.width)).clamped(to: range)
      // The width is the range's own. An undefined or infinite height is not below the limit.
      isFound = best.height < .lengthLimit
    }
    if range.max.height.isValidLength {
      let candidate = Size(floor(range.max.height / ratio), range.max.height).clamped(to: range)
      // On a tie the size that fills the width wins.
      if candidate.width < .lengthLimit,
        !isFound || distance(of: best, from: ratio) > distance(of: candidate, from: ratio)
      {
        return candidate
      }
    }
    return isFound ? best : nil
  }

  private func distance(of size: Size, from ratio: Double) -> Double {
    abs(size.height / size.width - ratio)
  }
}
