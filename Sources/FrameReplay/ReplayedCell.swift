import LayoutSpecs

/// A cell of a replay, which has a height and counts who measures it.
final class ReplayedCell: DisplayNode, @unchecked Sendable {
  // SAFETY: one thread runs at a time; see `VirtualWorkers`.
  private let height: Double
  private let meter: WorkMeter
  private var isMeasured = false
  private var isEdited = false
  /// True if a worker measured it first.
  private(set) var isPrepared = false

  init(height: Double, _ meter: WorkMeter) {
    (self.height, self.meter) = (height, meter)
    super.init()
  }

  /// Changes a text.
  func edit() {
    isEdited = true
    setNeedsLayout()
  }

  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    if meter.isWorker {
      if isMeasured { meter.measureAgain() } else { isPrepared = true }
    } else {
      meter.count(!isMeasured ? .new : isEdited ? .edited : .relaid)
    }
    (isMeasured, isEdited) = (true, false)
    // A larger text takes more lines.
    let isLarge = traits.contentSizeCategory == .extraExtraLarge
    return Size(constrainedSize.width, isLarge ? (height * 1.25).rounded() : height)
  }
}
