/// A frame of a replay.
package struct ReplayedFrame: Hashable, Sendable {
  /// When the frame began, in seconds from the script's beginning.
  package var seconds: Double
  /// The place of the frame's step in the script.
  package var step: Int
  /// The top of the part in view, in points.
  package var top: Double
  /// The main thread's time, in nanoseconds.
  package var busy: Double
  /// The number of frames that the screen shows the one before for, because this one is late.
  package var lateCount: Int
  /// The units of work that were done.
  package var units: [FramePrices.Unit: Int]
  /// The cells in view, and those of them that are blank.
  package var visibleCount: Int
  package var blankCount: Int
}
