/// A frame of a script that was replayed over a list: a row of `frames.csv`.
package struct FrameRecord: Hashable, Sendable {
  package var workload = ""
  /// Who gives cells their frames, and on which threads.
  package var way = ""
  package var script = ""
  /// When the frame began, from the script's beginning.
  package var seconds = 0.0
  /// The top of the part in view, in points.
  package var top = 0.0
  package var mainNanoseconds = 0.0
  /// The number of frames that the screen shows the one before for.
  package var lateCount = 0
  package var visibleCount = 0
  package var blankCount = 0
  /// The cells that came into view and were made, that workers had prepared, that were laid out in another text size, and
  /// whose text changed; and the insertions.
  package var newCount = 0
  package var preparedCount = 0
  package var relaidCount = 0
  package var editedCount = 0
  package var insertionCount = 0
  /// The items of the list before and after a filter.
  package var filteredCount = 0
  /// How many times as slow as the machine of the run the device is.
  package var slowness = 1.0
  /// The time from a frame to the next one, and the part of it that the list may take.
  package var periodNanoseconds = 1.0
  package var deadlineNanoseconds = 1.0
  package var workerCount = 1

  package init() {}

  /// When the next frame began.
  package var endSeconds: Double { seconds + Double(lateCount + 1) * periodNanoseconds / 1e9 }
}
