import Measuring
import Reporting

extension ChartRun {
  /// Reads the run for charts, which show the frames that its times mean if it has no `frames.csv`.
  init(replaying folder: RunFolder, filter: CellFilter = CellFilter()) throws(FileError) {
    try self.init(folder: folder, filter: filter)
    guard !hasStoredFrames else { return }
    // A list that this program does not know any more has no frames; the other charts do.
    replayedFrames = (try? FrameReport.pictured(of: summary)) ?? []
  }
}
