import Measuring

/// How late the frames of a script are.
package struct FrameLateness {
  /// The number of frames that the screen shows the one before for.
  package let lateCount: Int
  private let frameCount: Int
  private let blankShare: Double

  package init(of frames: [FrameRecord]) {
    lateCount = frames.reduce(0) { $0 + $1.lateCount }
    frameCount = frames.count
    let visible = frames.reduce(0) { $0 + $1.visibleCount }
    blankShare = Double(frames.reduce(0) { $0 + $1.blankCount }) / Double(max(1, visible))
  }

  /// The late milliseconds a second.
  package var millisecondsText: String {
    NumberText.figure(1_000 * Double(lateCount) / Double(max(1, frameCount + lateCount)))
  }

  /// `3% blank`; nil if no cell is.
  package var blankText: String? {
    blankShare == 0 ? nil : "\(NumberText.percentage(blankShare)) blank"
  }
}
