import Benchmarking
import ConstraintLayout
import LayoutSpecs

/// `cassowary`: constraints added one by one to an incremental simplex solver, as in Auto Layout.
struct CassowarySubject: Subject {
  let scope: ConstraintScope

  /// The most elements of one system. Above, a job takes minutes.
  static let mostElements = 4_000

  var name: String { "cassowary\(scope.suffix)" }
  var summary: String { "an incremental simplex: constraints written, added and solved, \(scope.summary)" }

  func check(_ input: BenchmarkInput) throws(Refusal) {
    for tree in try scope.systems(of: input) {
      _ = try CassowarySubject.solvedLayout(of: tree, in: input.range)
    }
  }

  /// Returns a solved layout whose frames agree with the engine's.
  static func solvedLayout(of tree: LayoutTree, in range: SizeRange) throws(Refusal) -> CassowaryLayout {
    guard tree.elementCount <= mostElements else {
      throw Refusal(
        description:
          "one system of \(tree.elementCount) elements takes too long; \(mostElements) are the most")
    }
    let layout = try refusingConstraintErrors(in: tree) { () throws(ConstraintLayoutError) in
      let layout = try CassowaryLayout(tree, in: range)
      try layout.solve()
      return layout
    }
    try requireFrames(layout.frames, of: tree, in: range)
    return layout
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    CassowaryWorker(try scope.systems(of: input).map { try CassowaryLayout($0, in: input.range) })
  }
}

/// `cassowary.width`: another width and back, in a solver that is kept.
struct CassowaryWidthSubject: Subject {
  let scope: ConstraintScope

  var name: String { "cassowary\(scope.suffix).width" }
  var summary: String { "an incremental simplex: another width suggested, and back, \(scope.summary)" }

  func check(_ input: BenchmarkInput) throws(Refusal) {
    guard let resizeRange = input.resizeRange else {
      throw Refusal(description: "no other range is defined for it")
    }
    for tree in try scope.systems(of: input) {
      let layout = try CassowarySubject.solvedLayout(of: tree, in: input.range)
      for range in [resizeRange, input.range] {
        try refusingConstraintErrors(in: tree) { () throws(ConstraintLayoutError) in
          try layout.resize(to: range)
        }
        try requireFrames(layout.frames, of: tree, in: range)
      }
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    let layouts = try scope.systems(of: input).map { try CassowaryLayout($0, in: input.range) }
    for layout in layouts { try layout.solve() }
    return CassowaryWorker(layouts, ranges: [input.range, input.resizeRange ?? input.range])
  }
}

/// Solves all systems from scratch, or in two ranges alternately.
private final class CassowaryWorker: Worker {
  private let layouts: [CassowaryLayout]
  /// The two ranges that jobs alternate between; empty if each job starts from scratch.
  private let ranges: [SizeRange]
  private var turn = 0

  init(_ layouts: [CassowaryLayout], ranges: [SizeRange] = []) {
    self.layouts = layouts
    self.ranges = ranges
  }

  func run(job index: Int) {
    turn = 1 - turn
    for layout in layouts {
      do throws(ConstraintLayoutError) {
        if ranges.isEmpty { try layout.solve() } else { try layout.resize(to: ranges[turn]) }
      } catch {
        preconditionFailure("What was checked can be solved: \(error)")
      }
    }
  }

  /// Returns the checksum of the frames of all systems, in the first of the two ranges.
  func resultChecksum() -> Double {
    if turn == 1 && !ranges.isEmpty { run(job: 0) }
    return layoutChecksum(of: layouts.flatMap(\.frames))
  }
}
