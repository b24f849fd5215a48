/// A frame of a script that was replayed over a list: a row of `frames.csv`.
package struct FrameRecord: Hashable, Sendable {
  package var workload: String
  /// Who gives cells their frames, and on which threads.
  package var way: String
  package var script: String
  /// When the frame began, from the script's beginning.
  package var seconds: Double
  /// The top of the part in view, in points.
  var top: Double
  package var mainNanoseconds: Double
  /// The number of frames that the screen shows the one before for.
  package var lateCount: Int
  package var visibleCount: Int
  package var blankCount: Int
  /// The cells that came into view and were made, that workers had prepared, that were laid out in another text size, and
  /// whose text changed; and the insertions.
  package var newCount = 0
  package var preparedCount = 0
  package var relaidCount = 0
  package var editedCount = 0
  package var insertionCount = 0
  /// How many times as slow as the machine of the run the device is.
  package var slowness: Double
  /// The time from a frame to the next one, and the part of it that the list may take.
  package var periodNanoseconds: Double
  package var deadlineNanoseconds: Double
  package var workerCount: Int

  package init(
    workload: String, way: String, script: String, seconds: Double, top: Double, mainNanoseconds: Double,
    lateCount: Int, visibleCount: Int, blankCount: Int, slowness: Double, periodNanoseconds: Double,
    deadlineNanoseconds: Double, workerCount: Int
  ) {
    (self.workload, self.way, self.script, self.seconds) = (workload, way, script, seconds)
    (self.top, self.mainNanoseconds, self.lateCount) = (top, mainNanoseconds, lateCount)
    (self.visibleCount, self.blankCount, self.slowness) = (visibleCount, blankCount, slowness)
    (self.periodNanoseconds, self.deadlineNanoseconds) = (periodNanoseconds, deadlineNanoseconds)
    self.workerCount = workerCount
  }

  /// When the next frame began.
  package var endSeconds: Double { seconds + Double(lateCount + 1) * periodNanoseconds / 1e9 }
}
