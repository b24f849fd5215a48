/// The frames of a replay, and what they come to.
public struct ReplayedFrames: Hashable, Sendable {
  /// The frames that were shown, in order. There is none for a frame that was skipped because another was late.
  public var frames: [ReplayedFrame]
  /// For each cell that came into view, the time until the screen showed it, or until it left blank: in seconds, the shortest
  /// first. It is 0 for a cell that is there in its first frame, if that is in time.
  public var waits: [Double]
  /// The number of cells that were made, and never in view until the end, on any thread, from the first frame on.
  public var neverShownCount: Int
  /// The time that workers took for them, in nanoseconds.
  public var neverShownTime: Double

  private func sum(_ count: (ReplayedFrame) -> Int) -> Int { frames.reduce(0) { $0 + count($1) } }

  /// How many frames the screen has shown an old one for.
  ///
  /// - Complexity: linear in the number of frames, as of all sums.
  public var lateCount: Int { sum(\.lateCount) }

  /// The time in which the screen has shown an old frame, in milliseconds for each second; 0 without frames.
  ///
  /// Source: Apple's hitch time ratio, which counts up to 5 as good, and from 10 on as critical.
  public var lateMillisecondsPerSecond: Double {
    1_000 * Double(lateCount) / Double(max(1, frames.count + lateCount))
  }

  /// The overruns of the late frames, in nanoseconds, the shortest first.
  public var overruns: [Double] { frames.filter { $0.lateCount > 0 }.map(\.overrun).sorted() }

  /// The first of the frames with the longest overrun; nil if none is late.
  public var worst: ReplayedFrame? {
    frames.filter { $0.lateCount > 0 }.max { $0.overrun < $1.overrun }
  }

  /// The time for which workers have worked, in nanoseconds.
  public var workerTime: Double { frames.reduce(0) { $0 + $1.workerTime } }

  /// The most cells that the list has kept.
  public var mostKept: Int { frames.map(\.keptCount).max() ?? 0 }

  /// The number of cells that were made, on any thread, from the first frame on: not before a person begins.
  public var madeCount: Int { sum(\.madeCount) }

  /// The number of cells that the main thread has measured, each as often as that.
  public var measuredCount: Int {
    sum { frame in [.new, .relaid, .edited].reduce(0) { $0 + (frame.units[$1] ?? 0) } }
  }

  /// The number of cells that were measured again, on any thread, each as often as that.
  public var measuredAgainCount: Int { sum(\.measuredAgainCount) }

  /// The number of cells whose layouts the main thread has applied, each as often as that.
  public var appliedCount: Int { sum(\.appliedCount) }

  /// The part of the cells in view that were blank, from 0 to 1; 0 if none was in view.
  public var blankShare: Double { Double(sum(\.blankCount)) / Double(max(1, sum(\.visibleCount))) }
}

extension ReplayedFrames: CustomStringConvertible {
  /// The sums as `3 late frames in 240; cells: 40 made, 12 measured on the main thread, 0 measured again, 0% blank`.
  public var description: String {
    let blank = blankShare == 0 ? 0 : max(1, Int((100 * blankShare).rounded()))
    return
      "\(lateCount) late frames in \(frames.count + lateCount); cells: \(madeCount) made, \(measuredCount) measured "
      + "on the main thread, \(measuredAgainCount) measured again, \(blank)% blank"
  }
}
