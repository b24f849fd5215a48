import Measuring

/// The ratio of one cell's metric to another cell's.
struct CellRatio: Hashable, Sendable {
  /// The median of the ratios of samples of one round, between which the machine had little time to change.
  /// Without a common round, the ratio of the cells' medians.
  var value: Double
  /// The interval of the median over rounds; nil if there is no common round.
  var interval: MedianInterval?
  /// True if either cell has a flag; not for a wide interval, since the ratio has an interval of its own.
  var isFlagged: Bool
  /// True if the cells have only one common round, which may have been disturbed, if the interval is wide, or if a speed-up
  /// is above the number of workers.
  var isUncertain = false

  /// The interval if it is worth showing in a chart.
  var shownInterval: MedianInterval? { interval.flatMap { $0.isTelling ? $0 : nil } }
  /// Half of the interval as a share of the ratio; nil without an interval, or with too few rounds for one.
  var spread: Double? { interval?.halfWidth(relativeTo: value) }
  /// The spread as text; from 100% on, both ends of the interval.
  var spreadText: String? { interval?.text(around: value) }

  /// The ratio such as `12.3×`, with an exclamation mark if either cell has a flag, or if it is uncertain.
  var text: String {
    NumberText.figure(value) + "×" + (isMarked ? CellRatio.mark : "")
  }

  var isMarked: Bool { isFlagged || isUncertain }

  /// The mark after figures that are unfit as a reference.
  static let mark = "!"
  /// The ratios that are uncertain, for a note.
  static let uncertainText = "ratios of a single round, with ± above 20%, or above the number of workers"
  /// The explanation of the mark, below a chart.
  static let flagNote =
    "\(mark) marks what is made from cells that are no reference; the run's table says why."
}
