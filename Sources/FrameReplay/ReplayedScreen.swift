import Foundation
import LayoutSpecs

/// The screen of a replay: the list, what is in view, and the frames so far.
final class ReplayedScreen {
  private let replay: FrameReplay
  private let workers = VirtualWorkers()
  private let meter: WorkMeter
  private let list: LayoutList<Int>
  private var top = 0.0
  /// The cells that were in view in the last frame.
  private var shown: Set<ObjectIdentifier> = []
  private(set) var frames: [ReplayedFrame] = []
  /// The number of rows that were ever inserted.
  private var insertedCount = 0
  private var isLarge = false

  init(_ replay: FrameReplay) {
    self.replay = replay
    let (workers, heights) = (workers, replay.heights)
    let meter = WorkMeter(workers, preparation: replay.prices.preparation * replay.device.slowness)
    self.meter = meter
    list = LayoutList(
      width: replay.device.width, estimatedHeight: heights.reduce(0, +) / Double(heights.count)
    ) { row in
      meter.beginCell()
      let place = row >= 0 ? row : -1 - row
      return ReplayedCell(height: heights[place % heights.count], meter)
    }
    list.setItems(Array(0..<replay.cellCount))
    if replay.way != .main {
      list.tuningParameters = RangeTuningParameters(workerCount: replay.device.workerCount, queue: workers)
    }
  }

  /// Shows the list's top, and lets workers do what is to be done before a person begins.
  func settle() {
    list.layOut(from: top, to: top + replay.device.height)
    workers.run(until: .infinity)
    showFrame(step: 0, seconds: 0)
    frames = []
    workers.run(until: .infinity)
  }

  /// Ends the workers' threads.
  func finish() {
    list.tuningParameters = nil
    workers.run(until: .infinity)
  }

  func replay(_ step: FrameScript.Step, at place: Int) {
    let device = replay.device
    let (start, first) = (workers.now, top)
    let before = frames.last.map { $0.seconds + Double($0.lateCount + 1) / device.rate } ?? 0
    var (frame, edits) = (0, 0)
    while Double(frame) / device.rate < step.seconds {
      let seconds = Double(frame) / device.rate
      workers.run(until: start + Double(frame) * device.period)
      meter.counts = [:]
      switch step.action {
      case .open: break
      case .drag: top = first + step.pointsPerSecond * seconds
      case .fling: top = first + Self.distance(of: step.pointsPerSecond, seconds)
      case .dash:
        let speed = (list.contentSize.height - device.height - first) / Self.distance(of: 1, .infinity)
        top = first + Self.distance(of: speed, seconds)
      case .jump: top = step.place * (list.contentSize.height - device.height)
      case .insert: if frame == 0 { insert(step.rowCount) }
      case .text: if frame == 0 { enlargeText() }
      case .edit:
        top = first + step.pointsPerSecond * seconds
        if Int(seconds / step.editSeconds) >= edits {
          edits = Int(seconds / step.editSeconds) + 1
          for cell in list.visibleNodes { (cell as? ReplayedCell)?.edit() }
        }
      }
      top = min(max(0, top), max(0, list.contentSize.height - device.height))
      showFrame(step: place, seconds: before + seconds)
      frame += 1 + frames[frames.count - 1].lateCount
    }
    workers.run(until: start + Double(frame) * device.period)
  }

  /// The points that a list which decelerates has moved by.
  private static func distance(of pointsPerSecond: Double, _ seconds: Double) -> Double {
    pointsPerSecond / 1_000 * (1 - pow(0.998, 1_000 * seconds)) / -log(0.998)
  }

  private func insert(_ count: Int) {
    let anchor = list.anchor(from: top, to: top + replay.device.height)
    // Negative: the rows of the list count from 0.
    list.insert((1...count).map { -insertedCount - $0 }, at: 0)
    insertedCount += count
    meter.count(.insertion)
    top = list.layOut(at: anchor).top
  }

  private func enlargeText() {
    isLarge.toggle()
    let anchor = list.anchor(from: top, to: top + replay.device.height)
    list.traitOverrides.contentSizeCategory = isLarge ? .extraExtraLarge : .large
    guard replay.way != .blank else { return }
    top = list.layOut(at: anchor).top
  }

  private func showFrame(step: Int, seconds: Double) {
    let device = replay.device
    var blankCount = 0
    let indices: Range<Int>
    if replay.way == .blank {
      let (part, missing) = list.layOutReady(from: top, to: top + device.height)
      let visible = list.visibleNodes.count
      (indices, blankCount) = (part, max(0, min(missing.count, part.count - visible)))
    } else {
      indices = list.layOut(from: top, to: top + device.height)
    }
    var now: Set<ObjectIdentifier> = []
    for case let cell as ReplayedCell in list.visibleNodes {
      now.insert(ObjectIdentifier(cell))
      if cell.isPrepared, !shown.contains(ObjectIdentifier(cell)) { meter.count(.prepared) }
    }
    shown = now
    let busy = replay.prices.time(meter.counts) * device.slowness
    let periods = busy / (device.period * device.share)
    // Rounding errors make no frame late.
    let lateCount = max(0, Int((min(periods, 1e9) - 1e-9).rounded(.up)) - 1)
    frames.append(
      ReplayedFrame(
        seconds: seconds, step: step, top: top, busy: busy, lateCount: lateCount, units: meter.counts,
        visibleCount: indices.count, blankCount: blankCount))
  }
}
