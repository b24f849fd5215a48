/// The part of a list that is in view, and what the list prepares around it. Guarded by the list's lock.
///
/// Source: the tasks of Texture's `ASRangeController`.
struct RangeController {
  /// Nil if the list prepares nothing by itself.
  var parameters: RangeTuningParameters? {
    didSet { lookedTop = nil }
  }
  /// The part that was laid out last, in points; without a height before there is one.
  private(set) var top = 0.0
  private(set) var height = 0.0
  /// The points by which the last layout moved the part, positive if down; 0 if it did not.
  private(set) var step = 0.0
  /// The points by which the last layout moved the part less than the one before, if both moved it in one direction.
  private var slowdown = 0.0
  private(set) var isUpward = false
  /// The number of layouts.
  private(set) var round = 0
  /// The number of layouts that go by while a cell is prepared, a mean that forgets.
  private(set) var roundsPerCell = 0.0
  /// True if cells in view are missing, which `onNeedsLayout` tells once they are there.
  private(set) var isAwaited = false

  /// Where the part was when nothing was found to be done; nil if something has changed since.
  var lookedTop: Double?

  /// The number of workers that are running or queued.
  var workerCount = 0
  /// The indices that workers have picked since the last edit.
  var picked: Set<Int> = []
  /// The cells that were measured since the last layout, whose heights the list has not taken.
  var prepared: [ListCell] = []
  /// The first row that measuring all cells has not come to.
  var measuredEnd = 0
  /// The waiters for the end of the work.
  var waiters: [CheckedContinuation<Void, Never>] = []

  /// All cells of the list, in any order. The rows hold them.
  private(set) var cells: [Unmanaged<ListCell>] = []
  /// The number of cells that are still to be looked at, to be released or told that they are far away.
  var sweepCount = 0
  private var sweptTop = 0.0

  /// The most cells whose heights wait for a layout while all are measured.
  static let mostPrepared = 256

  /// The most screens that are prepared on a side: a search for cells that are left visits all cells there.
  private static let mostScreenfuls = 100.0

  /// The parameters that count now.
  var current: RangeTuningParameters? { parameters ?? (waiters.isEmpty ? nil : RangeTuningParameters()) }

  mutating func remember(_ cell: ListCell) {
    cell.place = cells.count
    cells.append(.passUnretained(cell))
  }

  mutating func forget(_ cell: ListCell) {
    let last = cells.removeLast().takeUnretainedValue()
    if last !== cell {
      cells[cell.place] = .passUnretained(last)
      last.place = cell.place
    }
    sweepCount = min(sweepCount, cells.count)
  }

  /// Takes the part that is in view now.
  ///
  /// - Parameters:
  ///   - distance: The points by which content above has moved the part since the last layout.
  ///   - isMissing: True if cells in the part are missing. Default: false.
  ///   - isSettled: True if the layout found nothing new. Default: false.
  mutating func look(
    from top: Double, to bottom: Double, movedBy distance: Double, isMissing: Bool = false,
    isSettled: Bool = false
  ) {
    isAwaited = isMissing
    if !isSettled { lookedTop = nil }
    let isFirst = height == 0
    let formerStep = step
    step = isFirst ? 0 : top - self.top - distance
    if !step.isFinite || abs(step) < PixelGrid.tolerance { step = 0 }
    slowdown = step * formerStep > 0 ? abs(formerStep) - abs(step) : 0
    if step != 0 { isUpward = step < 0 }
    (self.top, height) = (top, bottom - top)
    round += 1
    // Nothing that lies nearer than a screen has changed its side.
    if abs(top - sweptTop) >= height || isFirst { (sweptTop, sweepCount) = (top, cells.count) }
  }

  /// Takes the number of layouts that went by while a cell was prepared.
  mutating func passed(rounds: Int) { roundsPerCell += (Double(rounds) - roundsPerCell) / 8 }

  /// The parts to prepare, the most needed one first: distances from the edge of the part in view where cells come
  /// into view, in the direction of scrolling.
  ///
  /// - Parameter share: The share of the parts ahead and behind.
  func parts(share: Double = 1) -> [ClosedRange<Double>] {
    guard let current, height > 0, height < .infinity else { return [] }
    let speed = abs(step)
    let isDash = speed >= height
    // Cells that come into view before they are there are passed over: the layout measures them, or joins the worker.
    let passed = speed * (isDash ? larger(1, roundsPerCell) : roundsPerCell)
    let end = passed + speed * (isDash ? 3 : 1 + roundsPerCell)
    let lead = larger(screenfuls(current.leadingBufferScreenfuls * share), end)
    var parts: [ClosedRange<Double>] = []
    // If cells in view may be missing, those are prepared too that will still be in view.
    let first = isAwaited ? passed - height : passed
    if isAwaited, first < 0 { parts.append(first...0) }
    if isDash {
      // A list that moves by more than its view shows none of what lies between. Where it will be depends on whether its
      // speed goes on to change.
      let steps = passed / speed
      for count in [steps, steps + 1, steps + 2] {
        let (place, change) = (count * speed, slowdown * count * (count + 1) / 2)
        parts.append(smaller(place, place - change) - height...larger(place, place - change))
      }
      // It may have been a jump, after which nobody lays out again before the cells are there.
      if isAwaited { parts.append(-height...0) }
      if lead > end { parts.append(end...lead) }
    } else if lead > passed {
      parts.append(larger(0, first)...lead)
    }
    let trail = screenfuls(current.trailingBufferScreenfuls * share)
    if trail > 0 { parts.append(-height - trail ... -height) }
    return parts
  }

  private func screenfuls(_ count: Double) -> Double {
    count > 0 ? smaller(count, RangeController.mostScreenfuls) * height : 0
  }

  /// The distance from the part in view up to which cells count as prepared.
  var reach: Double { parts().reduce(0) { larger($0, larger($1.upperBound, -height - $1.lowerBound)) } }

  /// The distance from the part in view from which on cells are released; infinite if none is.
  var keptDistance: Double {
    guard let parameters, parameters.keptScreenfuls < .infinity else { return .infinity }
    let prepared = larger(
      screenfuls(parameters.leadingBufferScreenfuls), screenfuls(parameters.trailingBufferScreenfuls))
    return larger(larger(0, parameters.keptScreenfuls) * height, larger(prepared, reach) + height)
  }
}
