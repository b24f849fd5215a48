import LayoutSpecs

/// A cell that stands for another one: it has its height, and takes its share of the usual cell's price.
final class ReplayedCell: DisplayNode, @unchecked Sendable {
  // SAFETY: one thread runs at a time; see `VirtualWorkers`.
  private var height: Double
  let weight: Double

  /// The height of a picture that arrives, in points.
  private static let pictureHeight = 200.0

  init(height: Double, weight: Double) {
    (self.height, self.weight) = (height, weight)
    super.init()
  }

  /// Changes the cell as a step does.
  func change(_ action: FrameScript.Action) {
    if action == .images { height += Self.pictureHeight }
    if action == .expand { height *= 2 }
    setNeedsLayout()
  }

  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    // A larger text takes more lines.
    let isLarge = traits.contentSizeCategory == .extraExtraLarge
    return Size(constrainedSize.width, isLarge ? (height * 1.25).rounded() : height)
  }
}
