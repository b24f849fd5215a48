import Foundation
import Measuring
import Reporting

/// The cost of a subject's job, by phase and by function: counted in worker processes of this program, under callgrind.
struct SubjectProfile {
  let cell: Cell
  let functions: FunctionProfile
  let phases: PhaseProfile
  /// The time by function; nil where it cannot be sampled.
  private(set) var sampled: SampledTime?
  /// The missing parts, and the reasons.
  private(set) var notes: [String] = []

  /// The profile of another build, with which this one is compared; nil if there is none.
  let base: FunctionProfile?

  /// - Parameter base: The program of another build.
  init(_ cell: Cell, base: URL? = nil) throws {
    let program = try ThisProgram.requireExecutable()
    self.cell = cell
    Signals.watch()
    var status = StatusLine()
    defer { status.clear() }
    let name = "\(cell.id.subject) \(cell.id.workload)"
    let counter = try InstructionCounter()
    status.show("Counting instructions: \(name)")
    let iterations: Int
    (functions, iterations) = try counter.profile(program, cell: cell)
    self.base = try base.map { try counter.profile($0, cell: cell, iterations: iterations) }
    phases = PhaseProfile(functions, rules: Self.phases)
    if functions.isMangled {
      notes.append("functions have the linker's names: swift demangle, of Swift's toolchain, was not found")
    }
    if functions.isStripped {
      notes.append(
        "most functions have no names: the program has no symbols, as strip leaves it; build it anew")
    }
    guard base == nil else { return }
    status.show("Sampling time: \(name)")
    do throws(WorkerError) {
      sampled = try SampledTime(of: functions, program, cell: cell)
    } catch {
      notes.append("no time was sampled: \(error)")
    }
  }

  /// The phases of jobs of all subjects. The first matching rule counts; freeing is first, since it happens within all
  /// other phases.
  static let phases: PhaseProfile.Rules = [
    "free": [".deinit", "deallocating_deinit", "destroy for ", "outlined destroy of"],
    "make nodes": ["Node.init", "Node.__allocating_init", "makeCell"],
    "make specs": [
      "layoutSpecThatFits", "calculateSizeThatFits", "makeElement", "ElementRecipe.",
    ],
    "change": [
      "TextEdit.change", "JobSubject.edit", "text.setter", "record(of:over:)", "catchUp(with:",
      "discardPath(",
    ],
    "invalidate": ["setNeedsLayout", "DisplayNode.invalidate"],
    "prepare texts": ["PreparedText.", "WordLengths.", "TextMetrics.", "JobSubject.prepare"],
    "compare": ["LayoutComparison.", "LayoutTreeBuilder.compare", ".compareWithLast"],
    "write": ["._write(to:)", "LayoutTreeBuilder."],
    "place": ["LayoutPass.place", "LayoutPass.finishDescent"],
    "measure": ["LayoutPass.", "LayoutContext.", "LineBreaker."],
    "keep": [
      "LayoutAssembly.", "NodeLayout.", "NodeLayoutCache.", "NodeResults.", "NodeExtras.", "NodeTable.",
      "Layout.init",
      "LayoutStorage.",
      "LayoutSession.", "DisplayNode.measure", "DisplayNode.layoutThatFits",
    ],
    "write constraints": [
      "LayoutTranslation.", "WrittenConstraints.", "CassowaryLayout.", "NaiveConstraintSolver.",
    ],
    "solve": ["SimplexSolver.", "Tableau.", "DenseSimplex.", "DenseSystem."],
    "hand-written frames": ["HandWritten"],
  ]

  /// Returns the tables for a terminal of this width.
  func text(top: Int, width: Int?, showsLines: Bool) -> String {
    if let base {
      let difference = ProfileDifference(base: base, candidate: functions)
      return functions.sentence(width: width) + difference.text(width: width)
    }
    var parts = [
      functions.sentence(width: width), phases.table(total: functions.total).text(),
      functions.text(top: top, width: width),
    ]
    let classes = ClassProfile(
      functions, methods: ["layoutSpecThatFits(_:)", "calculateSizeThatFits(_:)"]
    ).table(top: top).text()
    if !classes.isEmpty { parts.insert(classes, at: 2) }
    if showsLines { parts.append(functions.linesTable(top: top).text()) }
    if let sampled { parts.append(sampled.table(top: top).text()) }
    return parts.joined(separator: "\n")
  }

  /// The flame graph of a job, or of the difference from the base.
  var flame: FlameGraph {
    let tree = FlameTree(functions, sampled)
    guard let base else { return FlameGraph(tree) }
    var graph = FlameGraph(FlameTree(base: FlameTree(base), candidate: tree))
    graph.title = "\(cell.id.subject) \(cell.id.workload)"
    return graph
  }
}
