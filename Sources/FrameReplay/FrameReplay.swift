import LayoutSpecs

/// A script over a list, in virtual time: `LayoutList` itself decides what is made and prepared when, and every unit of work
/// takes its price. The same prices give the same frames on every machine.
///
/// A cell that a worker has begun when it comes into view is measured on the main thread anew. The list would wait for
/// what is left of the worker's time, which is less.
package struct FrameReplay {
  /// Who makes and measures cells.
  package enum Way: String, Hashable, Sendable, CaseIterable {
    /// The main thread, when they come into view.
    case main
    /// Workers, ahead of the part in view; the main thread, if a cell comes into view before.
    case ahead
    /// Workers alone: a cell that comes into view before is blank.
    case blank
  }

  var script: FrameScript
  /// The heights of the list's cells, which are used again and again.
  var heights: [Double]
  /// The shares that the cells with these heights take of the usual cell's price. Default: 1 each.
  var weights: [Double]
  var prices: FramePrices
  var way: Way
  package var device: FrameDevice

  /// The number of the list's cells. Default: 2,000.
  var cellCount = FrameReplay.usualCellCount

  /// How workers prepare cells ahead. Default: as the list does by default.
  var tuningParameters = RangeTuningParameters()

  /// The number of cells of a list that says no other.
  package static let usualCellCount = 2_000

  /// - Precondition: there is a height, and all are finite and not negative. There are as many weights, or none.
  package init(
    _ script: FrameScript, heights: [Double], weights: [Double] = [], prices: FramePrices, way: Way,
    on device: FrameDevice = FrameDevice()
  ) {
    precondition(
      !heights.isEmpty && heights.allSatisfy { $0 >= 0 && $0 < .infinity }, "A list has cells with heights")
    precondition(weights.isEmpty || weights.count == heights.count, "Each cell has a share of the price")
    (self.script, self.heights, self.prices, self.way, self.device) = (script, heights, prices, way, device)
    self.weights = weights.isEmpty ? heights.map { _ in 1 } : weights
  }

  /// - Parameter isGood: Returns false for the frame that is to be the last. Default: the script is replayed to its end.
  /// - Complexity: linear in the number of frames and cells in view.
  package func frames(while isGood: (ReplayedFrame) -> Bool = { _ in true }) -> ReplayedFrames {
    let (heights, weights) = (heights, weights)
    let list = LayoutList<Int>(
      width: device.width, estimatedHeight: heights.reduce(0, +) / Double(heights.count)
    ) { row in
      let place = FrameScript.cell(ofRow: row, among: heights.count)
      return ReplayedCell(height: heights[place], weight: weights[place])
    }
    list.setItems(script.rows(cellCount))
    if way != .main { list.tuningParameters = tuningParameters }
    let screen = ReplayedScreen(
      script, over: list, prices: prices, on: device, leavesBlank: way == .blank
    ) { cell, action in
      (cell as? ReplayedCell)?.change(action)
    }
    return screen.replay(while: isGood)
  }

  /// Returns true if each frame is good. The replay ends with the first one that is not.
  private func isEach(_ isGood: (ReplayedFrame) -> Bool) -> Bool {
    frames(while: isGood).frames.allSatisfy(isGood)
  }

  /// The most that a device may be slower without a late frame: up to `mostSlowness`, to a hundredth. Where cells are blank
  /// until workers bring them, it depends on the moment how many come at once, so that a faster device may have a late frame.
  package func headroom() -> Double {
    func on(_ slowness: Double) -> FrameReplay {
      var other = self
      other.device.slowness = slowness
      return other
    }
    func isFluent(_ slowness: Double) -> Bool { on(slowness).isEach { $0.lateCount == 0 } }
    // On a device as fast as this the workers leave nothing to the main thread that they can do.
    let fastest = 1 / Self.mostSlowness
    let busiest = on(fastest).frames().frames.map(\.busy).max() ?? 0
    let guess = min(device.period * device.share / busiest * fastest, Self.mostSlowness)
    // Without workers nothing depends on the device as long as no frame is late.
    if way == .main || guess == Self.mostSlowness { return guess }
    var (low, high) = (guess * (1 - 1e-9), guess * 1.01)
    if isFluent(low) {
      if !isFluent(high) { return guess }
      // A slower worker brings fewer cells into one frame.
      repeat { (low, high) = (high, min(high * 2, Self.mostSlowness)) } while isFluent(high) && low < high
    } else {
      repeat { (low, high) = (low / 10, low) } while low > fastest && !isFluent(low)
    }
    while high / low > 1.01 {
      let middle = (low * high).squareRoot()
      if isFluent(middle) { low = middle } else { high = middle }
    }
    return low
  }

  package static let mostSlowness = 10_000.0

  /// How far ahead workers have to prepare cells so that none comes into view that is blank, or that the main thread has to
  /// make: in heights of the screen, by bisection; nil if 100 are not far enough, the most that a list prepares.
  package func screenfulsAhead() -> Double? {
    let tried = [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100]
    var (low, high) = (0, tried.count)
    while low < high {
      let middle = (low + high) / 2
      var other = self
      other.tuningParameters.leadingBufferScreenfuls = tried[middle]
      if other.isEach({ $0.blankCount == 0 && $0.units[.new] == nil }) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low < tried.count ? tried[low] : nil
  }
}
