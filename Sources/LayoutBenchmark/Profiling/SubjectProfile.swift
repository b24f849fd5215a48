import Benchmarking
import Foundation

/// What a job of a subject costs, by phase and by function: counted in worker processes of this program, under callgrind.
struct SubjectProfile {
  let cell: WorkerCell
  let functions: FunctionProfile
  let phases: PhaseProfile

  init(_ cell: WorkerCell) throws {
    guard let program = ThisProgram.executable else {
      throw CommandFailure.failed("the program cannot find itself")
    }
    self.cell = cell
    Signals.watch()
    var status = StatusLine()
    defer { status.clear() }
    do throws(WorkerError) {
      let counter = try InstructionCounter()
      status.show("Counting instructions: \(cell.subject) \(cell.workload ?? cell.document ?? "")")
      functions = try counter.profile(program, cell: cell).functions
    } catch {
      throw CommandFailure.failed(error)
    }
    phases = PhaseProfile(functions, rules: Self.phases)
  }

  /// The phases of jobs of all subjects. What frees is looked at first, since it happens within all others.
  private static let phases: [PhaseProfile.Rule] = [
    PhaseProfile.Rule("free", [".deinit", "deallocating_deinit", "destroy for ", "outlined destroy of"]),
    PhaseProfile.Rule(
      "make nodes", ["Node.init", "Node.__allocating_init", "makeCell", "Node.allocating_init"]),
    PhaseProfile.Rule("change", ["TextEdit.change", "attributedText.set", "text.set"]),
    PhaseProfile.Rule("invalidate", ["setNeedsLayout", "DisplayNode.invalidate", "Invalidation."]),
    PhaseProfile.Rule("ask for specs", ["layoutSpecThatFits", "specThatFits", "calculateSizeThatFits"]),
    PhaseProfile.Rule(
      "prepare texts", ["PreparedText.init", "PreparedText.Builder.", "WordLengths.", "TextMetrics.words"]),
    PhaseProfile.Rule("compare", ["LayoutComparison.", "LayoutCompiler.compare", ".layOutAgain"]),
    PhaseProfile.Rule("write", ["._write(to:)", "LayoutCompiler.", "LayoutTreeBuilder.", "ElementRecipe."]),
    PhaseProfile.Rule("place", ["LayoutPass.place", "LayoutPass.placing"]),
    PhaseProfile.Rule("measure", ["LayoutPass.", "LayoutContext.", "LineBreaker.", "TextLayout."]),
    PhaseProfile.Rule(
      "keep", [
        "LayoutAssembly.", "NodeLayout.init", "NodeLayoutCache.", "NodeResults.", "NodeTable.", "Layout.init",
        "LayoutParts.", "takeTree", "LayoutSession.",
      ]),
    PhaseProfile.Rule("translate to constraints", ["LayoutTranslation.", "ConstraintSystem."]),
    PhaseProfile.Rule("solve", ["SimplexSolver.", "NaiveSolver."]),
    PhaseProfile.Rule("hand-written frames", ["HandWritten", "ManualFeed", "layoutCell", "setFrame"]),
  ]

  /// Returns the tables for a terminal of this width.
  func text(top: Int, width: Int?) -> String {
    let table = FunctionTable(functions, top: top)
    return table.sentence(width: width) + "\n" + phases.text(total: functions.total) + "\n" + table.text(width: width)
  }
}
