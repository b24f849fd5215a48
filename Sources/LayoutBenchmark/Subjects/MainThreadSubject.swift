import LayoutSpecs
import LayoutWorkloads
import MainThreadJobs
import Measuring
import Reporting

/// A job of `MainThreadJobs`: work of an app's main thread with the nodes of a table or a list.
struct MainThreadSubject: Subject {
  enum Job {
    case cells(CellJob.Kind)
    case list(ListJob.Kind)
  }

  let job: Job
  /// True for the yardstick: the same job with cells that are written by hand. Default: false.
  var isByHand = false

  var name: String {
    switch job {
    case .cells(let kind): (isByHand ? "manual.nodes." : "node.") + kind.rawValue
    case .list(let kind): (isByHand ? "manual.list." : "list.") + kind.rawValue
    }
  }

  var summary: String {
    if isByHand {
      let other = MainThreadSubject(job: job).name
      return "hand-written: cells that set their leaves' frames: the yardstick for \(other)"
    }
    return switch job {
    case .cells(.apply): "nodes of an app: new cells that are measured get their subnodes and frames"
    case .cells(.shown): "nodes of an app: each cell made, measured, and given its subnodes and frames"
    case .cells(.shownCold): "nodes of an app: the same after a pause as between two frames of a screen"
    case .list(.append): "a list of an app: twenty rows added at the end"
    case .list(.insert): "a list of an app: twenty rows added at the top, above the screen"
    case .list(.same): "a list of an app: given the rows that it has"
    case .list(.traits): "a list of an app: another text size"
    case .list(.scroll): "a list of an app: scrolled a screen further, to new cells"
    case .list(.ahead): "a list of an app: scrolled a screen further, to cells that workers have prepared"
    }
  }

  /// The most cells that are checked.
  private static let mostChecked = 1_000

  func check(_ input: BenchmarkInput) throws(Refusal) {
    let (nodes, makeCell) = try cells(of: input)
    for index in 0..<min(nodes.cellCount, Self.mostChecked) {
      let (cell, own) = (nodes.makeManagedCell(index), makeCell(index))
      let layout = cell.layoutThatFits(input.range)
      let size = own.layoutThatFits(input.range).size
      cell.layoutIfNeeded()
      own.layoutIfNeeded()
      guard cell.appliedFrames == layout.nodeFrames.compactMap(\.self), size == layout.size,
        own.leafFrames == cell.leafFrames
      else {
        throw Refusal(description: "the frames of cell \(index) are not its layout's", isFailure: true)
      }
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    let (nodes, makeCell) = try cells(of: input)
    let (count, range) = (nodes.cellCount, input.range)
    switch job {
    case .cells(let kind):
      return MainThreadWorker(job: CellJob(kind, count: count, in: range, makeCell: makeCell))
    case .list(let kind):
      let width = range.max.width
      return MainThreadWorker(job: ListJob(kind, rowCount: count, width: width, makeCell: makeCell))
    }
  }

  private func cells(
    of input: BenchmarkInput
  ) throws(Refusal) -> (any NodeWorkload, @Sendable (Int) -> DisplayNode) {
    let nodes = try input.nodes()
    if case .list = job, nodes.cellCount < ListJob.fewestRows {
      throw Refusal(description: "it has fewer than the \(ListJob.fewestRows) cells of a list")
    }
    guard isByHand else { return (nodes, { nodes.makeManagedCell($0) }) }
    guard let makeCell = nodes.makeCellByHand else {
      throw Refusal(description: "its cells are not written by hand")
    }
    return (nodes, makeCell)
  }
}

private struct MainThreadWorker: Worker {
  let job: any MainThreadJob
  var mostPreparedJobs: Int? { job.mostPreparedJobs }

  func prepare(jobs: Int) { job.prepare(jobs: jobs) }
  func run(job index: Int) { job.run() }
  func resultChecksum() -> Double { layoutChecksum(of: job.shownFrames()) }
}
