import Foundation
import LayoutSpecs

/// The screen of a replay: a list, what is in view, and the frames so far.
package final class ReplayedScreen<Item: Hashable & Sendable> {
  private let script: FrameScript
  private let prices: FramePrices
  private let device: FrameDevice
  private let leavesBlank: Bool
  private let changeCell: (DisplayNode, FrameScript.Action) -> Void
  private let workers = VirtualWorkers()
  private let meter: WorkMeter
  private let list: LayoutList<Item>
  /// The rows that are to be inserted.
  private var newItems: ArraySlice<Item>
  private var (top, height): (Double, Double)
  private var frames: [ReplayedFrame] = []
  private var isLarge = false
  private var isTurned = false
  /// The time since when cells wait for their pictures, in seconds; infinite if they have them.
  private var pictureTimes: [ObjectIdentifier: Double] = [:]
  /// The items before each letter that filters them.
  private var unfiltered: [[Item]] = []
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
    device.check()
    prices.check()
    for step in script.steps { step.check() }
    (self.script, self.prices, self.device) = (script, prices, device)
    (self.leavesBlank, self.changeCell) = (leavesBlank, changeCell)
    let meter = WorkMeter(workers, preparation: prices.preparation * device.slowness)
    self.meter = meter
    list = LayoutList(like: source) { meter.makeCell($0) }
    list.width = device.width
    let items = source.items
    newItems = items.prefix(script.steps.reduce(0) { $0 + $1.rowCount })
    list.setItems(Array(items[newItems.endIndex...]))
    (top, height) = (0, device.height)
    guard var parameters = source.tuningParameters else { return }
    (parameters.workerCount, parameters.queue) = (device.workerCount, meter)
    list.tuningParameters = parameters
  }

  /// Replays the script.
  package func replay() -> ReplayedFrames {
    if script.steps.first?.action != .open { settle() }
    meter.isCounting = true
    for (place, step) in script.steps.enumerated() { replay(step, at: place) }
    // Ends the workers' threads.
    list.tuningParameters = nil
    workers.run(until: .infinity)
    let (count, time) = meter.neverShown
    return ReplayedFrames(
      frames: frames, waits: waits.sorted(), neverShownCount: count, neverShownTime: time)
  }

  /// Shows the list's top, and lets workers do what is to be done before a person begins.
  private func settle() {
    meter.measure { _ = list.layOut(from: top, to: top + height) }
    workers.run(until: .infinity)
    meter.measure { showFrame(step: 0, seconds: 0) }
    (frames, waits) = ([], [])
    workers.run(until: .infinity)
    workerTime = workers.busy
    meter.beginFrame()
  }

  private func replay(_ step: FrameScript.Step, at place: Int) {
    let start = workers.now
    let before = frames.last.map { $0.seconds + Double($0.lateCount + 1) / device.rate } ?? 0
    let first = top
    // The highest cell in view.
    let typed = list.visibleNodes.max { $0.calculatedSize.height < $1.calculatedSize.height }
    var (frame, edits) = (0, 0)
    while Double(frame) / device.rate < step.seconds {
      let seconds = Double(frame) / device.rate
      workers.run(until: start + Double(frame) * device.period)
      meter.measure {
        move(step, from: first, seconds)
        if frame == 0 { begin(step) }
        if step.action == .images { bringPictures(step, before + seconds) }
        if Int(seconds / step.editSeconds) >= edits {
          edits = Int(seconds / step.editSeconds) + 1
          if step.action == .edit { change(list.visibleNodes, step.action) }
          if step.action == .type { change([typed].compactMap { $0 }, step.action) }
          if step.action == .filter { filter(isLonger: seconds < step.seconds / 2) }
        }
        top = min(max(0, top), max(0, list.contentSize.height - height))
        showFrame(step: place, seconds: before + seconds)
      }
      frame += 1 + frames[frames.count - 1].lateCount
    }
    workers.run(until: start + Double(frame) * device.period)
  }

  /// Moves the list as a step does.
  private func move(_ step: FrameScript.Step, from first: Double, _ seconds: Double) {
    let end = list.contentSize.height - height
    switch step.action {
    case .drag, .edit, .images: top = first + step.pointsPerSecond * seconds
    case .fling: top = first + Self.distance(of: step.pointsPerSecond, seconds)
    case .dash: top = first + (end - first) / Self.distance(of: 1, .infinity) * Self.distance(of: 1, seconds)
    case .jump: top = step.place * end
    case .open, .insert, .text, .rotate, .type, .expand, .filter: break
    }
  }

  /// Does what a step does in its first frame.
  private func begin(_ step: FrameScript.Step) {
    switch step.action {
    case .insert:
      let rows = newItems.suffix(step.rowCount)
      newItems.removeLast(rows.count)
      meter.count(.insertion)
      keepPlaces(evenIfBlank: true) { list.insert(Array(rows), at: 0) }
    case .text:
      isLarge.toggle()
      keepPlaces { list.traitOverrides.contentSizeCategory = isLarge ? .extraExtraLarge : .large }
    case .rotate:
      isTurned.toggle()
      height = isTurned ? device.width : device.height
      keepPlaces { list.width = isTurned ? device.height : device.width }
    case .expand: keepPlaces { change(Array(list.visibleNodes.prefix(1)), step.action) }
    case .filter: unfiltered = []
    default: break
    }
  }

  /// Makes a change, after which what was in view stays where it was.
  private func keepPlaces(evenIfBlank: Bool = false, _ change: () -> Void) {
    let anchor = list.anchor(from: top, to: top + height)
    change()
    // Outdated cells would be measured here, and not left to workers.
    if !leavesBlank || evenIfBlank { top = list.layOut(at: anchor).top }
  }

  private func change(_ cells: [DisplayNode], _ action: FrameScript.Action) {
    for cell in cells { meter.change(cell) { changeCell($0, action) } }
  }

  /// Leaves every other item, or takes that back.
  private func filter(isLonger: Bool) {
    let items = list.items
    guard
      let others = isLonger
        ? stride(from: 0, to: items.count, by: 2).map({ items[$0] }) : unfiltered.popLast()
    else { return }
    if isLonger { unfiltered.append(items) }
    meter.count(.filtered, items.count + others.count)
    list.setItems(others)
    top = 0
  }

  /// Changes the cells that have been in view for as long as a picture takes.
  private func bringPictures(_ step: FrameScript.Step, _ seconds: Double) {
    for cell in list.visibleNodes {
      let time = pictureTimes[ObjectIdentifier(cell)] ?? seconds
      pictureTimes[ObjectIdentifier(cell)] = time
      guard seconds - time >= step.pictureSeconds else { continue }
      pictureTimes[ObjectIdentifier(cell)] = .infinity
      change([cell], step.action)
    }
  }

  /// The points that a list which decelerates has moved by.
  private static func distance(of pointsPerSecond: Double, _ seconds: Double) -> Double {
    pointsPerSecond / 1_000 * (1 - pow(0.998, 1_000 * seconds)) / -log(0.998)
  }

  private func showFrame(step: Int, seconds: Double) {
    var (blankCount, missing) = (0, [Int]())
    let indices: Range<Int>
    if leavesBlank {
      (indices, missing) = list.layOutReady(from: top, to: top + height)
      blankCount = max(0, min(missing.count, indices.count - list.visibleNodes.count))
    } else {
      indices = list.layOut(from: top, to: top + height)
    }
    meter.show(list.visibleNodes)
    let busy = prices.time(meter.loads) * device.slowness
    let periods = busy / (device.period * device.share)
    // Rounding errors make no frame late.
    let lateCount = max(0, Int((min(periods, 1e9) - 1e-9).rounded(.up)) - 1)
    wait(for: indices, blank: blankCount == 0 ? [] : missing, seconds, lateCount)
    let overrun = lateCount == 0 ? 0 : busy - device.period * device.share
    frames.append(
      ReplayedFrame(
        seconds: seconds, step: step, top: top, busy: busy, overrun: overrun,
        workerTime: workers.busy - workerTime, lateCount: lateCount, units: meter.units,
        madeCount: meter.madeCount, measuredAgainCount: meter.measuredAgainCount,
        appliedCount: meter.appliedCount,
        visibleCount: indices.count, blankCount: blankCount, keptCount: list.keptCellCount))
    workerTime = workers.busy
    meter.beginFrame()
  }

  /// Notes for how long cells were in view before the screen shows them.
  ///
  /// - Parameter missing: The indices of those that are blank, and of those that have changed since they were shown.
  private func wait(for indices: Range<Int>, blank missing: [Int], _ seconds: Double, _ lateCount: Int) {
    let (items, missing) = (list.items, Set(missing))
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
