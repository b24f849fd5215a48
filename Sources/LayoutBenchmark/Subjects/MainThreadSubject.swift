import ConstraintLayout
import LayoutSpecs
import LayoutWorkloads
import MainThreadJobs
import Measuring

/// A job of `MainThreadJobs`: work of an app's main thread with the nodes of a table or a list.
struct MainThreadSubject: Subject {
  enum Job {
    case cells(CellJob.Kind)
    case list(ListJob.Kind)
  }

  /// How cells come to their frames.
  enum Way: String, CaseIterable {
    /// By the specs that their nodes return.
    case specs
    /// By code that sets the leaves' frames: the yardstick.
    case manual
    /// By constraints, with an incremental simplex in a fresh cell.
    case cassowary
    /// The same, with the time to write the constraints.
    case written = "cassowary.written"
    /// The same, with the solver of the cell before.
    case reused = "cassowary.reused"
    /// By constraints, solved from scratch.
    case naive
  }

  let job: Job
  /// Default: specs.
  var way = Way.specs
  /// True for jobs after a pause as between two frames of a screen. Default: false.
  var isCold = false

  var name: String {
    let prefix = way == .specs ? "" : way.rawValue + "."
    let suffix = isCold ? ".cold" : ""
    switch job {
    case .cells(let kind): return prefix + (way == .specs ? "node." : "nodes.") + kind.rawValue + suffix
    case .list(let kind): return prefix + "list." + kind.rawValue + suffix
    }
  }

  var summary: String {
    if isCold {
      return "\(MainThreadSubject(job: job, way: way).name) after a pause as between two frames of a screen"
    }
    let other = MainThreadSubject(job: job).name
    switch way {
    case .specs: break
    case .manual: return "hand-written: cells that set their leaves' frames: the yardstick for \(other)"
    case .cassowary: return "an incremental simplex: \(other) with a system a cell"
    case .written:
      return "an incremental simplex: \(other) with a system a cell, whose constraints are written too"
    case .reused:
      return "an incremental simplex: \(other) with the system of the cell before, as of a reused cell"
    case .naive: return "a constraint solver: \(other), with a cell's equations solved from scratch"
    }
    return switch job {
    case .cells(.make): "nodes of an app: each cell's made, and no more"
    case .cells(.measure): "nodes of an app: new cells measured"
    case .cells(.apply): "nodes of an app: new cells that are measured get their subnodes and frames"
    case .cells(.shown): "nodes of an app: each cell made, measured, and given its subnodes and frames"
    case .list(.append): "a list of an app: twenty rows added at the end"
    case .list(.insert): "a list of an app: twenty rows added at the top, above the screen"
    case .list(.same): "a list of an app: given the rows that it has"
    case .list(.traits): "a list of an app: another text size"
    case .list(.edit): "a list of an app: a text of each cell in view changed"
    case .list(.filter):
      "a list of an app: every other row of two thousand or more left, as by a letter that filters"
    case .list(.still): "a list of an app: scrolled by a point, so that no cell comes into view"
    case .list(.ahead): "a list of an app: scrolled a screen further, to cells that workers have prepared"
    case .list(.scroll): "a list of an app: scrolled a screen further, to new cells"
    }
  }

  /// The shipped ones. Where the ways differ by nothing but their cells' frames, specs are measured alone.
  static let all: [any Subject] = {
    var all: [MainThreadSubject] = []
    for way in Way.allCases {
      func add(_ job: Job, _ temperatures: [Bool]) {
        all += temperatures.map { MainThreadSubject(job: job, way: way, isCold: $0) }
      }
      if way != .written, way != .reused {
        for kind in CellJob.Kind.allCases { add(.cells(kind), kind == .shown ? [false, true] : [false]) }
      }
      // The constraints of cells in view are written already.
      let kinds: [ListJob.Kind] = way == .written ? [.scroll] : [.scroll, .edit, .traits]
      for kind in kinds { add(.list(kind), [false, true]) }
      guard way == .specs else { continue }
      for kind in [ListJob.Kind.ahead, .still, .insert, .filter] { add(.list(kind), [false, true]) }
      for kind in [ListJob.Kind.append, .same] { add(.list(kind), [false]) }
    }
    return all
  }()

  /// The most cells that are checked.
  private static let mostChecked = 1_000

  func check(_ input: BenchmarkInput) throws(Refusal) {
    switch way {
    case .specs, .manual: break
    case .cassowary, .written, .reused: try JobSubject.cassowary(.cells).check(input)
    case .naive: try JobSubject.naive(.cells).check(input)
    }
    let (nodes, makeCell) = try cells(of: input)
    for index in 0..<min(nodes.cellCount, Self.mostChecked) {
      let (cell, own) = (nodes.makeManagedCell(index), makeCell(index))
      let layout = cell.layoutThatFits(input.range)
      let size = own.layoutThatFits(input.range).size
      cell.layoutIfNeeded()
      own.layoutIfNeeded()
      let (frames, expected) = (
        own.leafFrames + [Rect(origin: .zero, size: size)],
        cell.leafFrames + [Rect(origin: .zero, size: layout.size)]
      )
      guard cell.appliedFrames == layout.nodeFrames.compactMap(\.self), areEqual(frames, expected) else {
        throw Refusal(description: "the frames of cell \(index) are not its layout's", isFailure: true)
      }
    }
  }

  /// Solvers may be off by a pixel.
  private func areEqual(_ frames: [Rect], _ expected: [Rect]) -> Bool {
    if way == .specs || way == .manual { return frames == expected }
    return frames.count == expected.count
      && zip(frames, expected).allSatisfy { FrameComparison.difference($0, $1) <= 1 }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    let (nodes, makeCell) = try cells(of: input)
    let (count, range) = (nodes.cellCount, input.range)
    switch job {
    case .cells(let kind):
      return MainThreadWorker(
        job: CellJob(kind, isCold: isCold, count: count, in: range, makeCell: makeCell))
    case .list(let kind):
      return MainThreadWorker(
        job: ListJob(kind, isCold: isCold, rowCount: count, width: range.max.width, makeCell: makeCell))
    }
  }

  /// Returns the workload's cells, and what makes those of this way.
  func cells(
    of input: BenchmarkInput
  ) throws(Refusal) -> (any NodeWorkload, @Sendable (Int) -> DisplayNode) {
    let nodes = try input.nodes()
    if case .list = job, nodes.cellCount < ListJob.fewestRows {
      throw Refusal(description: "it has fewer than the \(ListJob.fewestRows) cells of a list")
    }
    switch way {
    case .specs: return (nodes, { nodes.makeManagedCell($0) })
    case .manual:
      guard let makeCell = nodes.makeCellByHand else {
        throw Refusal(description: "its cells are not written by hand")
      }
      return (nodes, makeCell)
    case .cassowary, .written, .reused: return (nodes, try input.cellsByCassowary(way))
    case .naive: return (nodes, try input.cellsByNaiveSolver())
    }
  }
}

private struct MainThreadWorker: Worker {
  let job: any MainThreadJob
  var mostPreparedJobs: Int? { job.mostPreparedJobs }

  func prepare(jobs: Int) { job.prepare(jobs: jobs) }
  func run(job index: Int) { job.run() }
  func resultChecksum() -> Double { layoutChecksum(of: job.shownFrames()) }
}
