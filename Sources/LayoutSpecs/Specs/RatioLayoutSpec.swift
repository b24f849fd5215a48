/// A spec that keeps its child's height at a multiple of its width.
///
/// It needs a bound on at least one axis: in a range without any the ratio has no effect.
///
/// Source: Texture's `ASRatioLayoutSpec`.
public struct RatioLayoutSpec: LayoutElement {
  /// What the spec asks of the spec around it. Default: `Style.default`.
  public var style = Style()
  /// What the spec is called in descriptions and pictures. Default: nil.
  public var debugName: String?
  /// Height divided by width.
  public let ratio: Double
  /// The element whose size is kept in proportion.
  public let child: any LayoutElement

  /// `child` with a height of `ratio` times its width.
  ///
  /// - Precondition: `ratio` is finite and not negative.
  public init(ratio: Double, child: any LayoutElement) {
    precondition(ratio >= 0 && ratio < .infinity, "A ratio is a finite number, 0 or more")
    self.ratio = ratio
    self.child = child
  }

  /// Writes the spec and what it arranges.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.ratio(ratio), self, children: [child])
  }
}

extension LayoutPass {
  /// The child gets exactly the size whose height is nearest to `ratio` times its width, of the two that fill the range's
  /// width and its height. In a range that is bounded on neither axis the ratio has no effect.
  func layoutRatio(_ id: Int, _ ratio: Double, _ range: SizeRange) -> Size {
    let child = id + 1
    let size =
      if let best = grid.size(ofRatio: ratio, in: range) {
        measure(child, range.intersect(SizeRange(uncheckedMin: best, max: best)), best)
      } else {
        measure(child, range, .undefined)
      }
    frames[child] = Rect(origin: .zero, size: size)
    return size
  }
}

extension PixelGrid {
  /// The size whose height is nearest to `ratio` times its width, of the two that fill the range's width and its height; nil
  /// where the range is bounded on neither axis.
  func size(ofRatio ratio: Double, in range: SizeRange) -> Size? {
    var best: Size?
    if range.max.width.isValidLength {
      best = range.clamp(Size(range.max.width, floor(ratio * range.max.width)))
    }
    if range.max.height.isValidLength {
      let candidate = range.clamp(Size(floor(range.max.height / ratio), range.max.height))
      // On a tie the size that fills the width stands.
      if best == nil || distance(of: best!, from: ratio) > distance(of: candidate, from: ratio) {
        best = candidate
      }
    }
    return best
  }

  private func distance(of size: Size, from ratio: Double) -> Double {
    abs(size.height / size.width - ratio)
  }
}
