/// A spec that keeps its child's height at a multiple of its width.
///
/// The child gets one of the two sizes that fill the range's width and its height: the one whose height is
/// nearest to `ratio` times its width. A size counts only if an element can have it, that is if it is finite
/// and below 10,000,000 points. If neither counts, the ratio has no effect: the child gets the range as it
/// is, and its parent's size is undefined. That happens
///
/// - in a range that is bounded on neither axis;
/// - in one whose height alone is bounded, if the ratio is 0 or so small that the width would be 10,000,000
///   points or more;
/// - in one whose width alone is bounded, if the ratio is so large that the height would be.
///
/// In a bounded width a ratio of 0 gives a height of 0. An image whose size is not known yet has that ratio.
///
/// Source: Texture's `ASRatioLayoutSpec`.
public struct RatioLayoutSpec: LayoutElement {
  /// What the spec asks of the spec around it. Default: `Style.default`.
  public var style = Style()
  /// What the spec is called in descriptions and pictures. Default: nil.
  public var debugName: String?
  /// Height divided by width: finite, 0 or more.
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
  /// The child gets exactly the size that the ratio chooses in the range, or the range itself where it
  /// chooses none.
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
  /// The size whose height is nearest to `ratio` times its width, of the two that fill the range's width and
  /// its height and are valid when they are brought into the range; nil where neither is.
  func size(ofRatio ratio: Double, in range: SizeRange) -> Size? {
    var best: Size?
    if range.max.width.isValidLength {
      let candidate = range.clamp(Size(range.max.width, floor(ratio * range.max.width)))
      // The width is the range's own; what is undefined or infinite is not below the limit.
      if candidate.height < .lengthLimit { best = candidate }
    }
    if range.max.height.isValidLength {
      let candidate = range.clamp(Size(floor(range.max.height / ratio), range.max.height))
      guard candidate.width < .lengthLimit else { return best }
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
