import Foundation
import FrameReplay
import LayoutSpecs
import MainThreadJobs
import Measuring

/// A script over a list with real cells, in real time: a thread wakes when a frame of the screen begins, as an app's main
/// thread does, and lays the list out. The time of a frame counts from then, and not from when the thread woke.
struct RealTimePlay: Sendable {
  let script: FrameScript
  let way: FrameReplay.Way
  let device: FrameDevice
  let cellCount: Int
  let makeCell: @Sendable (Int) -> DisplayNode

  /// The pause in which workers do what is to be done before a person begins, in seconds.
  private static let pause = 0.1

  /// Plays the script on the calling thread, and returns its frames in order. Takes as long as the script.
  func frames() -> [PlayedFrame] {
    let list = LayoutList<Int>(width: device.width) { [makeCell, cellCount] row in
      makeCell(FrameScript.cell(ofRow: row, among: cellCount))
    }
    var unusedTime = 0.0
    let screen = ScriptedScreen(
      script, over: list, of: script.rows(FrameReplay.usualCellCount), on: device, leavesBlank: way == .blank
    ) { cell, _ in
      // An app knows its longest text.
      let start = Self.processorTime
      let text = EditedText(of: cell)
      unusedTime += Self.processorTime - start
      text?.change()
    }
    if way != .main { list.tuningParameters = RangeTuningParameters(workerCount: device.workerCount) }
    defer { list.tuningParameters = nil }
    if script.steps.first?.action != .open {
      screen.showAll()
      Thread.sleep(forTimeInterval: Self.pause)
      screen.showAll()
      Thread.sleep(forTimeInterval: Self.pause)
    }
    var time = 0.0
    return script.steps.flatMap { step in
      screen.begin(step)
      defer { time += step.seconds }
      return Self.play(step.seconds, at: device.rate) { seconds in
        unusedTime = 0
        screen.act(seconds, at: time + seconds)
        screen.show()
        return unusedTime
      }
    }
  }

  /// Plays frames in which there is nothing to do.
  static func emptyFrames(_ seconds: Double, on device: FrameDevice) -> [PlayedFrame] {
    play(seconds, at: device.rate) { _ in 0 }
  }

  /// - Parameter show: Shows the frame that begins so many seconds after the first one. Returns the processor time that is
  ///   not the frame's, in nanoseconds.
  private static func play(
    _ seconds: Double, at rate: Double, _ show: (Double) -> Double
  ) -> [PlayedFrame] {
    let clock = SystemClock()
    let start = clock.wallNanoseconds()
    var frames: [PlayedFrame] = []
    var number = 0
    while Double(number) / rate < seconds {
      let beginning = Double(number) / rate * 1e9
      let ahead = beginning - Double(clock.wallNanoseconds() - start)
      if ahead > 0 { Thread.sleep(forTimeInterval: ahead / 1e9) }
      let before = processorTime
      let unused = show(Double(number) / rate)
      let frame = PlayedFrame(
        busy: processorTime - before - unused,
        elapsed: Double(clock.wallNanoseconds() - start) - beginning - unused, period: 1e9 / rate)
      frames.append(frame)
      number += 1 + frame.lateCount
    }
    return frames
  }

  /// The processor time of the calling thread, in nanoseconds.
  private static var processorTime: Double { Double(SystemClock().threadCPUNanoseconds() ?? 0) }
}
