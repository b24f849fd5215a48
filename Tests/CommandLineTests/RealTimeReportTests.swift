import FrameReplay
import LayoutSpecs
import Testing

@testable import LayoutBenchmark
@testable import Measuring

@Suite("Scripts in real time")
struct RealTimeReportTests {
  private func frame(busy: Double, elapsed: Double) -> PlayedFrame {
    PlayedFrame(busy: busy, elapsed: elapsed, period: 8e6)
  }

  @Test func `A frame is late by work if the main thread itself worked for longer than a frame`() {
    let (short, long) = (frame(busy: 1e6, elapsed: 8e6), frame(busy: 9e6, elapsed: 17e6))
    #expect(short.lateCount == 0 && !short.isLateByWork && !short.isLateByOthers)
    #expect(long.lateCount == 2 && long.isLateByWork && !long.isLateByOthers)
    // It woke late, or waited, or another program had its processor.
    let late = frame(busy: 1e6, elapsed: 8e6 + 1)
    #expect(late.lateCount == 1 && !late.isLateByWork && late.isLateByOthers)
    // A clock that was read before the frame began.
    #expect(frame(busy: 0, elapsed: -5).lateCount == 0)
  }

  private func entry(
    _ script: FrameScript, busy: Double?, lateCount: Int = 0, voidCount: Int = 0
  ) -> RealTimeReport.Entry {
    let prices = FramePrices.usual
    let cell = CellID(subject: "list.still.cold", workload: "feed(100)", seed: 42, threads: 1)
    let row = FrameReport.Row(
      cell: cell, way: FrameReport.Way.all[2], heights: [100], weights: [1], prices: prices, low: prices,
      high: prices)
    return RealTimeReport.Entry(
      row: row, script: script, busy: busy, replayed: 50_000, voidCount: voidCount,
      frameCount: busy == nil ? 0 : 1_000, lateCount: lateCount)
  }

  private func text(_ entries: [RealTimeReport.Entry], isFirst: Bool = true) -> String {
    RealTimeReport(
      entries: entries, device: FrameDevice(), roundCount: 4,
      emptyFrames: [frame(busy: 0, elapsed: 2e5)], isFirst: isFirst
    ).text(width: nil)
  }

  @Test func `Real frames stand beside the replay's, with those that are late and the plays that are void`() {
    let text = text([entry(.fling, busy: 60_000, voidCount: 1), entry(.dash, busy: 200_000, lateCount: 2)])
    for part in [
      "the median of 4 plays:", "specs on the main thread  60.0  200\n",
      "specs on the main thread  1.20 4.00\n",
      "Frames take 2.60 times as much as in the replay, half of these figures 1.90 to 3.30, all 1.20 to 4.00.",
      "2 of 2,000 frames are late by the main thread's work: 2 in dash of feed(100), specs on the main thread.",
      "1 of 8 plays are void", "up to 200 µs late (99th percentile)", "had real-time priority",
    ] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test func `If the machine was late in every play nothing is said of layout`() {
    let text = text([entry(.fling, busy: nil, voidCount: 4)], isFirst: false)
    #expect(
      !text.contains("Frames take") && text.contains("0 of 0 frames are late by the main thread's work. "))
    #expect(text.contains("4 of 4 plays are void") && text.contains("takes root or `ulimit -r`"), "\(text)")
  }
}
