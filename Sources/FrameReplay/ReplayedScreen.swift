import LayoutSpecs

/// The screen of a replay, and the frames so far.
package final class ReplayedScreen<Item: Hashable & Sendable> {
  private let script: FrameScript
  private let prices: FramePrices
  private let device: FrameDevice
  private let workers = VirtualWorkers()
  private let meter: WorkMeter
  private let screen: ScriptedScreen<Item>
  private var frames: [ReplayedFrame] = []
  /// The items whose cells the last frame showed, and when those of others came into view that are blank, in seconds.
  private var shownItems: Set<Item> = []
  private var blankItems: [Item: Double] = [:]
  private var waits: [Double] = []
  /// The workers' time up to the last frame.
  private var workerTime = 0.0

  /// - Parameters:
  ///   - source: The list, which is copied without its cells.
  ///   - leavesBlank: True if what workers have not prepared stays blank.
  ///   - changeCell: Changes a cell as an action does.
  package init(
    _ script: FrameScript, over source: LayoutList<Item>, prices: FramePrices, on device: FrameDevice,
    leavesBlank: Bool, changeCell: @escaping (DisplayNode, FrameScript.Action) -> Void
  ) {
    prices.check()
    (self.script, self.prices, self.device) = (script, prices, device)
    let meter = WorkMeter(workers, preparation: prices.preparation * device.slowness)
    self.meter = meter
    let list = LayoutList(like: source) { meter.makeCell($0) }
    screen = ScriptedScreen(
      script, over: list, of: source.items, on: device, leavesBlank: leavesBlank
    ) { cell, action in
      meter.change(cell) { changeCell($0, action) }
    } onUnits: {
      meter.count($0, $1)
    }
    guard var parameters = source.tuningParameters else { return }
    (parameters.workerCount, parameters.queue) = (device.workerCount, meter)
    list.tuningParameters = parameters
  }

  /// Replays the script, until a frame is not as it should be.
  ///
  /// - Parameter isGood: Returns false for the frame that is to be the last. Default: the script is replayed to its end.
  package func replay(while isGood: (ReplayedFrame) -> Bool = { _ in true }) -> ReplayedFrames {
    if script.steps.first?.action != .open { settle() }
    meter.isCounting = true
    // Only the last frame may be another.
    for (place, step) in script.steps.enumerated() where frames.last.map(isGood) != false {
      replay(step, at: place, while: isGood)
    }
    screen.list.tuningParameters = nil
    workers.run(until: .infinity)
    workers.end()
    let (count, time) = meter.neverShown
    return ReplayedFrames(
      frames: frames, waits: waits.sorted(), neverShownCount: count, neverShownTime: time)
  }

  /// Shows the list's top, and lets workers do what is to be done before a person begins.
  private func settle() {
    meter.measure { screen.showAll() }
    workers.run(until: .infinity)
    meter.measure { showFrame(step: 0, seconds: 0) }
    (frames, waits) = ([], [])
    workers.run(until: .infinity)
    workerTime = workers.busy
    meter.beginFrame()
  }

  private func replay(_ step: FrameScript.Step, at place: Int, while isGood: (ReplayedFrame) -> Bool) {
    let start = workers.now
    let before = frames.last.map { $0.seconds + Double($0.lateCount + 1) / device.rate } ?? 0
    screen.begin(step)
    var frame = 0
    while Double(frame) / device.rate < step.seconds {
      let seconds = Double(frame) / device.rate
      workers.run(until: start + Double(frame) * device.period)
      meter.measure {
        screen.act(seconds, at: before + seconds)
        showFrame(step: place, seconds: before + seconds)
      }
      let shown = frames[frames.count - 1]
      frame += 1 + shown.lateCount
      if !isGood(shown) { break }
    }
    workers.run(until: start + Double(frame) * device.period)
  }

  private func showFrame(step: Int, seconds: Double) {
    let shown = screen.show()
    let list = screen.list
    meter.show(list.visibleNodes)
    let busy = prices.time(meter.loads) * device.slowness
    let periods = busy / (device.period * device.share)
    // Rounding errors make no frame late.
    let lateCount = max(0, Int((min(periods, 1e9) - 1e-9).rounded(.up)) - 1)
    wait(for: shown.indices, blank: shown.blankCount == 0 ? [] : shown.missing, seconds, lateCount)
    let overrun = lateCount == 0 ? 0 : busy - device.period * device.share
    frames.append(
      ReplayedFrame(
        seconds: seconds, step: step, top: screen.top, busy: busy, overrun: overrun,
        workerTime: workers.busy - workerTime, lateCount: lateCount, units: meter.units,
        madeCount: meter.madeCount, measuredAgainCount: meter.measuredAgainCount,
        appliedCount: meter.appliedCount,
        visibleCount: shown.indices.count, blankCount: shown.blankCount, keptCount: list.keptCellCount))
    workerTime = workers.busy
    meter.beginFrame()
  }

  /// Notes for how long cells were in view before the screen shows them.
  ///
  /// - Parameter missing: The indices of those that are blank, and of those that have changed since they were shown.
  private func wait(for indices: Range<Int>, blank missing: [Int], _ seconds: Double, _ lateCount: Int) {
    let (items, missing) = (screen.list.items, Set(missing))
    let (formerlyShown, formerlyBlank) = (shownItems, blankItems)
    (shownItems, blankItems) = ([], [:])
    for index in indices {
      let item = items[index]
      let beginning = formerlyBlank[item] ?? seconds
      if missing.contains(index), !formerlyShown.contains(item) {
        blankItems[item] = beginning
        continue
      }
      shownItems.insert(item)
      if !formerlyShown.contains(item) {
        waits.append(seconds - beginning + Double(lateCount) / device.rate)
      }
    }
    for (item, beginning) in formerlyBlank where blankItems[item] == nil && !shownItems.contains(item) {
      waits.append(seconds - beginning)
    }
  }
}
