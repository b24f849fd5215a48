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

  package var script: FrameScript
  /// The heights of the list's cells, which are used again and again.
  package var heights: [Double]
  package var prices: FramePrices
  package var way: Way
  package var device: FrameDevice

  /// The number of the list's cells. Default: 2,000.
  package var cellCount = 2_000

  /// - Precondition: there is a height.
  package init(
    _ script: FrameScript, heights: [Double], prices: FramePrices, way: Way,
    on device: FrameDevice = FrameDevice()
  ) {
    precondition(!heights.isEmpty, "A list has cells")
    (self.script, self.heights, self.prices, self.way, self.device) = (script, heights, prices, way, device)
  }

  /// - Complexity: linear in the number of frames and cells in view.
  package func frames() -> [ReplayedFrame] {
    let screen = ReplayedScreen(self)
    if script.steps.first?.action != .open { screen.settle() }
    for (place, step) in script.steps.enumerated() { screen.replay(step, at: place) }
    screen.finish()
    return screen.frames
  }

  /// The most that a device may be slower without a late frame: up to `mostSlowness`, to a hundredth.
  package func headroom() -> Double {
    func isFluent(_ slowness: Double) -> Bool {
      var other = self
      other.device.slowness = slowness
      return other.frames().allSatisfy { $0.lateCount == 0 }
    }
    if way == .main {
      // Nothing depends on the device as long as no frame is late.
      var other = self
      other.device.slowness = 1 / Self.mostSlowness
      let most = other.frames().map { $0.busy * Self.mostSlowness }.max() ?? 0
      return min(device.period * device.share / most, Self.mostSlowness)
    }
    var (low, high) = (1 / Self.mostSlowness, Self.mostSlowness)
    if isFluent(high) { return high }
    while high / low > 1.01 {
      let middle = (low * high).squareRoot()
      if isFluent(middle) { low = middle } else { high = middle }
    }
    return low
  }

  package static let mostSlowness = 10_000.0
}
