import Foundation
import LayoutSpecs
import Testing

@testable import FrameReplay

@Suite("Frames in virtual time")
struct FrameReplayTests {
  /// A millisecond, in nanoseconds.
  static let ms = 1e6
  static let prices = FramePrices(
    still: 0.01 * ms,
    units: [
      .new: .init(first: 0.05 * ms, each: 0.02 * ms), .prepared: .init(first: 0.02 * ms, each: 0.004 * ms),
      .relaid: .init(first: 0.03 * ms, each: 0.01 * ms), .edited: .init(first: 0.03 * ms, each: 0.015 * ms),
      .insertion: .init(first: 0.08 * ms, each: 0.01 * ms),
    ], preparation: 0.02 * ms)
  /// Some cells are higher than the screen, and some have no height.
  static let heights = [245.0, 44, 180, 1_000, 0, 96, 310, 44]

  private func replay(
    _ script: FrameScript, _ way: FrameReplay.Way = .main, slowness: Double = 1, workers: Int = 1,
    heights: [Double] = heights, prices: FramePrices = prices
  ) -> FrameReplay {
    let device = FrameDevice(slowness: slowness, workerCount: workers)
    return FrameReplay(script, heights: heights, prices: prices, way: way, on: device)
  }

  private func script(
    _ action: FrameScript.Action, seconds: Double = 0.5, _ change: (inout FrameScript.Step) -> Void = { _ in }
  )
    -> FrameScript
  {
    var step = FrameScript.Step(action: action, seconds: seconds)
    change(&step)
    return FrameScript(name: "test", steps: [step])
  }

  private func sum(_ unit: FramePrices.Unit, _ frames: [ReplayedFrame]) -> Int {
    frames.reduce(0) { $0 + ($1.units[unit] ?? 0) }
  }

  @Test(arguments: FrameReplay.Way.allCases, [1, 2, 8])
  func `The same prices give the same frames, again and again`(way: FrameReplay.Way, workers: Int) {
    for script in FrameScript.all {
      let weights = Self.heights.indices.map { 0.6 + 0.1 * Double($0) }
      func result() -> ReplayedFrames {
        var replay = replay(script, way, slowness: 30, workers: workers)
        replay.weights = weights
        return replay.frames()
      }
      let expected = result()
      #expect(!expected.frames.isEmpty)
      for _ in 0..<5 { #expect(result() == expected, "\(script.name)") }
    }
  }

  @Test func `A list that opens makes the cells in view and no other, on the main thread, once`() {
    let list = LayoutList<Int>(width: 375) { FixedCell(height: Self.heights[$0 % Self.heights.count]) }
    list.setItems(Array(0..<100))
    let visible = list.layOut(from: 0, to: 812).count
    let frames = replay(script(.open)).frames().frames
    #expect(frames[0].units == [.new: visible])
    #expect(frames.dropFirst().allSatisfy { $0.units.isEmpty && $0.visibleCount == visible })
    #expect(frames.count == 60)
  }

  @Test func `What workers have prepared in time costs the main thread no cell`() {
    let slow = script(.drag, seconds: 2) { $0.pointsPerSecond = 3_000 }
    let (ahead, main) = (replay(slow, .ahead).frames().frames, replay(slow, .main).frames().frames)
    #expect(sum(.new, ahead) == 0 && sum(.prepared, ahead) > 3)
    #expect(sum(.new, main) == sum(.prepared, ahead) && sum(.prepared, main) == 0)
    #expect(ahead.map(\.top) == main.map(\.top) && ahead.map(\.visibleCount) == main.map(\.visibleCount))
  }

  @Test
  func `A worker that is too slow leaves cells to the main thread, or blank, and more workers leave fewer`() {
    let fling = FrameScript.all[1]
    var prices = Self.prices
    prices.preparation = 20 * Self.ms
    func left(_ workers: Int) -> (new: Int, blank: Int) {
      let (ahead, blank) = (
        replay(fling, .ahead, workers: workers, prices: prices).frames().frames,
        replay(fling, .blank, workers: workers, prices: prices).frames().frames
      )
      #expect(sum(.new, blank) == 0)
      return (sum(.new, ahead), blank.reduce(0) { $0 + $1.blankCount })
    }
    let (one, eight) = (left(1), left(8))
    #expect(one.new > eight.new && one.blank > eight.blank)
    let none = replay(fling, .blank).frames().frames
    #expect(none.allSatisfy { $0.blankCount == 0 })
  }

  @Test
  func `A frame is late by as many frames as its work goes on for, and the list stands still meanwhile`() {
    func frames(_ periods: Double, share: Double = 1) -> [ReplayedFrame] {
      let prices = FramePrices(still: periods * FrameDevice().period, units: [:], preparation: 0)
      var replay = replay(script(.drag) { $0.pointsPerSecond = 1_200 }, prices: prices)
      replay.device.share = share
      return replay.frames().frames
    }
    #expect(frames(1).allSatisfy { $0.lateCount == 0 } && frames(1).count == 60)
    #expect(frames(1.01).allSatisfy { $0.lateCount == 1 } && frames(1.01).count == 30)
    #expect(frames(2.5).allSatisfy { $0.lateCount == 2 } && frames(2.5).count == 20)
    #expect(frames(2.5)[1].top == 30, "Three frames later, at ten points a frame.")
    #expect(frames(0.6, share: 0.5).allSatisfy { $0.lateCount == 1 })
    #expect(frames(0).allSatisfy { $0.busy == 0 && $0.lateCount == 0 })
  }

  @Test func `Headroom is what the longest frame leaves, and a device at it is just in time`() {
    for script in FrameScript.all {
      for way in FrameReplay.Way.allCases {
        let headroom = replay(script, way).headroom()
        func lateCount(_ slowness: Double) -> Int {
          replay(script, way, slowness: slowness).frames().frames.reduce(0) { $0 + $1.lateCount }
        }
        #expect(lateCount(headroom * (1 - 1e-9)) == 0, "\(script.name) \(way)")
        // Which of those that are a hundredth slower is late depends on when a worker is done.
        let isLate = (1...10).contains { lateCount(headroom * (1 + 0.00101 * Double($0))) > 0 }
        #expect(isLate, "\(script.name) \(way)")
      }
    }
    var half = replay(FrameScript.all[1])
    let whole = half.headroom()
    half.device.share = 0.5
    #expect(abs(half.headroom() - whole / 2) < 1e-9 * whole)
    let free = FramePrices(still: 0, units: [:], preparation: 0)
    #expect(replay(FrameScript.all[1], prices: free).headroom() == FrameReplay.mostSlowness)
  }

  @Test func `A dearer unit changes the frames that have it, and no other`() {
    var dearer = Self.prices
    dearer.units[.edited]?.first += 0.3 * Self.ms
    for script in FrameScript.all {
      let (before, after) = (replay(script).frames().frames, replay(script, prices: dearer).frames().frames)
      #expect((before != after) == (script.name == "edit"), "\(script.name)")
      for (a, b) in zip(before, after) {
        let more = a.units[.edited] == nil ? 0 : 0.3 * Self.ms
        #expect(abs(b.busy - a.busy - more) < 1e-6)
      }
    }
  }

  @Test func `A fling goes as far as a scroll view's, and a dash to the end of the list`() {
    let fling = replay(FrameScript.all[1]).frames().frames
    // The speed a millisecond, by the sum of the powers of 0.998.
    let distance = 20 / -log(0.998)
    #expect(fling.last!.top > 0.97 * distance && fling.last!.top < distance)
    #expect(zip(fling, fling.dropFirst()).allSatisfy { $0.top < $1.top })
    var dash = replay(FrameScript.all[2], heights: [100])
    dash.script.steps[0].seconds = 8
    #expect(abs(dash.frames().frames.last!.top - (200_000 - 812)) < 1)
  }

  @Test func `Rows above move nothing in view, and a larger text measures what is in view`() {
    let inserted = replay(FrameScript.all[4]).frames().frames
    #expect(inserted[0].units == [.insertion: 1] && sum(.insertion, inserted) == 1)
    #expect(inserted[0].top > 0 && Set(inserted.map(\.top)).count == 1)
    let enlarged = replay(FrameScript.all[5]).frames().frames
    #expect(sum(.relaid, enlarged) >= enlarged[0].visibleCount && sum(.new, enlarged) == 0)
    let blank = replay(FrameScript.all[5], .blank).frames().frames
    #expect(sum(.relaid, blank) == 0)
  }

  @Test
  func `A screen that is turned measures what is in view once more, and turned back shows what it showed`() {
    var turned = replay(script(.rotate))
    turned.script.steps = [
      .init(action: .jump, seconds: 0.1, place: 0.5), .init(action: .rotate, seconds: 0.1),
      .init(action: .rotate, seconds: 0.1),
    ]
    let frames = turned.frames().frames
    let (before, wide, back) = (frames[11], frames[12], frames[24])
    #expect(wide.visibleCount < before.visibleCount && (wide.units[.relaid] ?? 0) >= wide.visibleCount)
    #expect(wide.units[.new] == nil && back.visibleCount == before.visibleCount && back.top == before.top)
    // Layouts of the first width are kept by the nodes.
    #expect((back.units[.relaid] ?? 0) <= before.visibleCount)
  }

  @Test func `Pictures arrive once for each cell, some time after it came into view, and make it higher`() {
    let images = script(.images, seconds: 1) { $0.pictureSeconds = 0.1 }
    let still = replay(images, heights: [300]).frames().frames
    // Three cells of 300 points; two of 500 leave no room for the third, which is not measured.
    #expect(still.prefix(12).allSatisfy { $0.units.isEmpty && $0.visibleCount == 3 })
    #expect(still[12].units == [.edited: 2] && still[13].visibleCount == 2)
    #expect(sum(.edited, still) == 2)
    let never = script(.images, seconds: 1) {
      ($0.pictureSeconds, $0.pointsPerSecond) = (.infinity, 900)
    }
    #expect(sum(.edited, replay(never).frames().frames) == 0)
    let moving = script(.images, seconds: 1) { ($0.pictureSeconds, $0.pointsPerSecond) = (0.1, 900) }
    let moved = replay(moving, heights: [300]).frames().frames
    #expect(sum(.edited, moved) > 3 && sum(.edited, moved) <= 3 + sum(.new, moved))
  }

  @Test func `Typing measures one cell ten times a second, and a cell that grows is measured in one frame`() {
    let typed = replay(script(.type, seconds: 2) { $0.editSeconds = 0.1 }).frames().frames
    #expect(sum(.edited, typed) == 20 && typed.allSatisfy { ($0.units[.edited] ?? 0) <= 1 })
    let expanded = replay(script(.expand), heights: [100]).frames().frames
    #expect(expanded[0].units == [.edited: 1] && sum(.edited, expanded) == 1)
    // Nine of 100 points, and one of 200 with seven of 100.
    #expect(expanded[0].visibleCount == 8)
  }

  @Test func `Letters leave every other row, and are taken back, and the list shows its top`() {
    var filtering = script(.filter, seconds: 1) { $0.editSeconds = 0.25 }
    filtering.steps.insert(.init(action: .jump, seconds: 0.1, place: 0.5), at: 0)
    let frames = replay(filtering, heights: [100]).frames().frames
    let letters = frames.filter { $0.units[.filtered] != nil }
    #expect(letters.map { $0.units[.filtered] } == [3_000, 1_500, 1_500, 3_000])
    #expect(frames[11].top > 0 && frames.dropFirst(12).allSatisfy { $0.top == 0 && $0.visibleCount == 9 })
    // Five of nine were in view before. A cell whose row was left out is made again.
    #expect(letters.map { $0.units[.new] } == [4, 4, 4, 4])
    var prices = Self.prices
    prices.units[.filtered] = .init(first: 0.1 * Self.ms, each: 0.001 * Self.ms)
    let dearer = replay(filtering, heights: [100], prices: prices).frames().frames
    #expect(abs(dearer[12].busy - frames[12].busy - 3.1 * Self.ms) < 1e-6)
    #expect(dearer[13].busy == frames[13].busy)
  }

  @Test func `An overrun is what a late frame takes beyond its deadline, and the worst is the longest`() {
    let period = FrameDevice().period
    var prices = FramePrices(still: 0.5 * period, units: [:], preparation: 0)
    prices.units[.edited] = .init(first: 0, each: 1.25 * period)
    let typing = replay(script(.type) { $0.editSeconds = 0.1 }, heights: [100], prices: prices).frames()
    #expect(typing.overruns.count == 5 && typing.lateCount == 5)
    #expect(typing.overruns.allSatisfy { abs($0 - 0.75 * period) < 1 })
    #expect(typing.worst == typing.frames[0] && typing.worst?.units == [.edited: 1])
    #expect(typing.frames.allSatisfy { ($0.overrun > 0) == ($0.lateCount > 0) })
    #expect(replay(script(.type)).frames().worst == nil)
  }

  @Test func `A cell waits until the screen shows it, a period for each frame that is late or has it blank`()
  {
    let fling = FrameScript.all[1]
    var slow = Self.prices
    slow.preparation = 20 * Self.ms
    let blank = replay(fling, .blank, prices: slow).frames()
    let blankCount = blank.frames.reduce(0) { $0 + $1.blankCount }
    #expect(blankCount > 0 && blank.lateCount == 0 && blank.frames[239].blankCount == 0)
    #expect(abs(blank.waits.reduce(0, +) * 120 - Double(blankCount)) < 1e-6)
    let inTime = replay(fling).frames()
    #expect(inTime.waits.allSatisfy { $0 == 0 } && inTime.waits.count >= sum(.new, inTime.frames))
    let late = replay(script(.open), slowness: 100).frames()
    let period = FrameDevice().period / 1e9
    #expect(
      late.waits == Array(repeating: Double(late.lateCount) * period, count: late.frames[0].visibleCount))
  }

  @Test func `Workers' time is that of the cells they prepare, and some are never shown`() {
    let opened = replay(script(.open), .ahead, heights: [100]).frames()
    #expect(opened.neverShownCount == opened.madeCount - 9 && opened.neverShownCount > 0)
    #expect(abs(opened.neverShownTime - Double(opened.neverShownCount) * Self.prices.preparation) < 1)
    #expect(abs(opened.workerTime - opened.neverShownTime) < 1, "The main thread has made the others.")
    let main = replay(script(.open), heights: [100]).frames()
    #expect(main.neverShownCount == 0 && main.workerTime == 0 && main.mostKept == 9)
    let (kept, released) = (replay(FrameScript.all[2]).frames(), replay(FrameScript.all[2], .ahead).frames())
    #expect(kept.mostKept > kept.madeCount && released.mostKept < released.madeCount)
  }

  @Test func `A dear cell makes a dear frame, and takes a worker longer`() {
    var dear = replay(script(.open), heights: [100])
    dear.weights = [0.5, 0.5, 2]
    dear.heights = [100, 100, 100]
    // Nine cells in view, as dear as usual ones.
    let expected = replay(script(.open), heights: [100]).frames().frames[0].busy
    #expect(abs(dear.frames().frames[0].busy - expected) < 1e-6)
    dear.script = script(.drag, seconds: 2) { $0.pointsPerSecond = 600 }
    let busy = Set(dear.frames().frames.filter { $0.units == [.new: 1] }.map { ($0.busy / 100).rounded() })
    #expect(busy == [700, 1_000])
    dear.way = .ahead
    let ahead = dear.frames()
    #expect(
      Set(ahead.frames.filter { $0.units == [.prepared: 1] }.map { ($0.busy / 100).rounded() }) == [320, 380])
    dear.weights = [3, 3, 3]
    #expect(dear.frames().workerTime > 2 * ahead.workerTime)
  }

  @Test func `Workers that are slower have to be further ahead, and more workers less far`() {
    let fling = replay(script(.drag, seconds: 2) { $0.pointsPerSecond = 4_000 }, .blank)
    func screenfuls(_ milliseconds: Double, _ workers: Int) -> Double? {
      var replay = fling
      replay.prices.preparation = milliseconds * Self.ms
      replay.device.workerCount = workers
      return replay.screenfulsAhead()
    }
    let (fast, slow) = (screenfuls(1, 1) ?? .infinity, screenfuls(60, 1) ?? .infinity)
    #expect(fast < slow && (screenfuls(60, 4) ?? .infinity) < slow)
    var opening = fling
    opening.script = script(.open)
    #expect(opening.screenfulsAhead() == nil)
    var ahead = fling
    ahead.way = .ahead
    ahead.tuningParameters.leadingBufferScreenfuls = ahead.screenfulsAhead() ?? 0
    #expect(ahead.frames().measuredCount == 0)
    // Cells that change are measured by the main thread however far ahead others are prepared.
    ahead.script = script(.edit)
    #expect(ahead.screenfulsAhead() == 0 && ahead.frames().measuredCount > 0)
  }

  /// From rest nobody knows where the list will be next. From the third frame on its speed says it, and how that changes: each
  /// step is a sixtieth shorter than the one before. Cells that are not as high as the others move the rest now and then.
  @Test(arguments: [[245], [44, 180, 96, 310], [1_000, 30, 0, 44]], [1, 10])
  func `In a dash the main thread measures the cells of the first frames, and hardly another`(
    heights: [Double], slowness: Double
  ) {
    var dash = replay(.dash, .ahead, slowness: slowness, workers: 2, heights: heights)
    let frames = dash.frames().frames
    let busy = frames.indices.filter { frames[$0].units[.new] != nil }
    #expect(busy.prefix(2) == [1, 2])
    let others = busy.dropFirst(2).reduce(0) { $0 + (frames[$1].units[.new] ?? 0) }
    #expect(others <= (heights.count == 1 ? 0 : 20))
    let far = dash.screenfulsAhead() ?? .infinity
    dash.tuningParameters.leadingBufferScreenfuls = far
    #expect(far > 1 && far <= 100 && dash.frames().measuredCount == 0, "\(far)")
  }

  @Test func `Wrong numbers end the program`() async {
    await #expect(processExitsWith: .failure) { run { $0.slowness = 0 } }
    await #expect(processExitsWith: .failure) { run { $0.slowness = .nan } }
    await #expect(processExitsWith: .failure) { run { $0.slowness = .infinity } }
    await #expect(processExitsWith: .failure) { run { $0.share = 1.5 } }
    await #expect(processExitsWith: .failure) { run { $0.height = -1 } }
    await #expect(processExitsWith: .failure) { run(FramePrices(still: .nan, units: [:], preparation: 0)) }
    await #expect(processExitsWith: .failure) { run(seconds: .infinity) }
    await #expect(processExitsWith: .failure) { run(heights: [.infinity]) }
    await #expect(processExitsWith: .success) { run { $0.slowness = 1e-6 } }
  }

  @Test(arguments: [0, 1, 3])
  func `Lists with no cell, with one and with less than a screen have frames`(count: Int) {
    for script in FrameScript.all {
      for way in FrameReplay.Way.allCases {
        var small = replay(script, way)
        small.cellCount = count
        let frames = small.frames().frames
        #expect(!frames.isEmpty && frames.allSatisfy { $0.top >= 0 && $0.top < 60_000 })
      }
    }
  }

  @Test func `Steps come one after the other`() {
    let script = FrameScript(
      name: "test",
      steps: [
        .init(action: .open, seconds: 0.1), .init(action: .jump, seconds: 0.1, place: 1),
        .init(action: .jump, seconds: 0.1, place: 0),
      ])
    let frames = replay(script).frames().frames
    #expect(frames.map(\.step) == [0, 1, 2].flatMap { Array(repeating: $0, count: 12) })
    for (index, frame) in frames.enumerated() { #expect(abs(frame.seconds - Double(index) / 120) < 1e-9) }
    #expect(frames[12].top > 100_000 && frames[24].top == 0)
  }
}

/// Replays a script of half a second.
private func run(
  _ prices: FramePrices = .usual, seconds: Double = 0.5, heights: [Double] = [100],
  _ change: (inout FrameDevice) -> Void = { _ in }
) {
  var device = FrameDevice()
  change(&device)
  let script = FrameScript(
    name: "test", steps: [.init(action: .drag, seconds: seconds, pointsPerSecond: 900)])
  _ = FrameReplay(script, heights: heights, prices: prices, way: .ahead, on: device).frames()
}

/// A cell of one height.
private final class FixedCell: DisplayNode, @unchecked Sendable {
  let height: Double
  init(height: Double) {
    self.height = height
    super.init()
  }
  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size { Size(constrainedSize.width, height) }
}
