/// A frame of a replay.
public struct ReplayedFrame: Hashable, Sendable {
  /// When the frame began, in seconds from the script's beginning.
  public var seconds: Double
  /// The place of the frame's step in the script.
  public var step: Int
  /// The top of the part in view, in points.
  public var top: Double
  /// The main thread's time, in nanoseconds.
  public var busy: Double
  /// The part of it after the end of the list's part of the frame, in nanoseconds; 0 if the frame is in time.
  public var overrun: Double
  /// The time for which workers have begun to work since the frame before, in nanoseconds.
  public var workerTime: Double
  /// The number of frames that the screen shows the one before for, because this one is late; 0 if it is in time.
  public var lateCount: Int
  /// The units of the main thread's work. Units that are missing were not done.
  public var units: [FramePrices.Unit: Int]
  /// The number of cells that any thread has made since the frame before.
  public var madeCount: Int
  /// The number of cells that any thread has measured since the frame before, and that were measured earlier in the replay.
  public var measuredAgainCount: Int
  /// The number of cells in view whose layouts the main thread has applied: all that it has measured, and those that a worker
  /// has measured while they were in view.
  public var appliedCount: Int
  /// The number of cells in view.
  public var visibleCount: Int
  /// The number of cells in view that are blank.
  public var blankCount: Int
  /// The number of cells that the list keeps, in view or not.
  public var keptCount: Int
}
