/// How far around the part in view a list prepares cells, where, and how many it keeps.
///
/// ```swift
/// list.tuningParameters = RangeTuningParameters(leadingBufferScreenfuls: 2)
/// ```
///
/// To prepare a cell is to make its node, to measure it, and to give it and its subnodes their frames. What is
/// left for the thread that scrolls is to place it.
///
/// Source: Texture's `ASRangeTuningParameters`, and the display range of its `ASTableNode`.
public struct RangeTuningParameters: Sendable {
  /// The part to prepare ahead of the part in view, in the direction in which the list scrolled last, in heights
  /// of the part in view. Default: 1. Less than 0, or undefined, counts as 0, and
  /// more than 100 as 100.
  ///
  /// While the list scrolls so fast that cells come into view before they are prepared, the list looks further
  /// ahead, by its speed and by the time that a cell takes, and passes over cells that are out of view by then.
  public var leadingBufferScreenfuls: Double
  /// The part to prepare behind the part in view, likewise. Default: 0.5.
  public var trailingBufferScreenfuls: Double
  /// The distance from the part in view from which on cells are released, in heights of that part. Default: 10.
  /// Infinite: all cells are kept. What is prepared is kept in any case.
  ///
  /// A released cell is made again when it comes near. Its height stays known, so nothing moves. Cells that are
  /// selected or highlighted are kept: see ``CellNode``. Other state belongs to the app's model, not to a cell.
  public var keptScreenfuls: Double
  /// True if all cells below the part in view are measured in the end, after the parts to prepare, so that
  /// `contentSize` becomes exact. Default: false.
  ///
  /// The list takes the heights when it is laid out, and calls `onNeedsLayout` when it has measured some hundred.
  public var measuresAllCells: Bool
  /// The number of cells to prepare at once, at least 1. Default: the number of cores less one.
  public var workerCount: Int
  /// The queue on which cells are made and prepared; if it is a dispatch queue it should be concurrent. Default: the
  /// global queue of the quality of service `userInitiated`.
  public var queue: any LayoutQueue

  /// Creates parameters.
  ///
  /// - Precondition: `workerCount` is at least 1.
  public init(
    leadingBufferScreenfuls: Double = 1, trailingBufferScreenfuls: Double = 0.5, keptScreenfuls: Double = 10,
    measuresAllCells: Bool = false, workerCount: Int = LayoutBatch.usualWorkerCount,
    queue: any LayoutQueue = .userInitiated
  ) {
    precondition(workerCount >= 1, "A list prepares at least one cell at once")
    self.leadingBufferScreenfuls = leadingBufferScreenfuls
    self.trailingBufferScreenfuls = trailingBufferScreenfuls
    self.keptScreenfuls = keptScreenfuls
    self.measuresAllCells = measuresAllCells
    self.workerCount = workerCount
    self.queue = queue
  }
}
