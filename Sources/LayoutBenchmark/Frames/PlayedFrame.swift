/// A frame that was played in real time.
struct PlayedFrame: Sendable {
  /// The main thread's processor time, in nanoseconds.
  let busy: Double
  /// The time from when the screen's frame began until it was laid out, in nanoseconds. The thread may have woken late.
  let elapsed: Double
  /// The time from one frame of the screen to the next one, in nanoseconds.
  let period: Double

  /// The number of frames that the screen shows the one before for.
  var lateCount: Int { max(0, Int((elapsed / period).rounded(.up)) - 1) }

  /// True if the frame is late by the main thread's own work.
  var isLateByWork: Bool { busy > period }

  /// True if the frame is late though the main thread worked for less than a frame: it woke late, another program had its
  /// processor, or it waited for a worker.
  var isLateByOthers: Bool { lateCount > 0 && !isLateByWork }
}
