import ArgumentParser
import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import Measuring

/// `layoutbench explain`: explains the size of an element.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain the size of an element of a spec document or a workload.",
    discussion: """
      For each axis: what its parent allowed, the resulting length, and the rule that chose it; then the same \
      for the elements around it, up to the root. Of a text, its lines as well: the characters of each, and why it \
      ends there. Without an element: a short form for the whole tree.

      EXAMPLES
        \(ProgramName.command) explain Benchmarks/trees/header-left-right.json username
        \(ProgramName.command) explain card.json
        \(ProgramName.command) explain 'feed(3)'
        \(ProgramName.command) explain card.json root.child.children[1] --width 250
        \(ProgramName.command) explain card.json title --range 320,0..inf --format json
      """)

  @OptionGroup var document: DocumentOptions

  @Argument(help: "The element: its name, or its path, such as root.children[0].child. Default: all.")
  var element: String?

  @Option(help: "text or json.")
  var format = ReportFormat.text

  func run() throws {
    let document = try document.read(isRecorded: true)
    let layout = document.tree.layoutThatFits(document.constrainedSize)
    let element = try element.map { try find($0, in: document.tree) }
    switch (format, element) {
    case (.text, let element?): print(layout.explain(element))
    case (.text, nil): layout.explainer().outline { print($0) }
    case (.json, let element): report(element, layout).write { StandardOutput.write($0) }
    }
  }

  private func find(_ reference: String, in tree: LayoutTree) throws -> ElementID {
    do throws(ElementReferenceError) {
      return try tree.element(named: reference)
    } catch {
      throw CommandFailure.badInput("\(document.source): \(error)")
    }
  }

  private func report(_ element: ElementID?, _ layout: Layout) -> ExplanationReport {
    let explainer = layout.explainer()
    let steps = element.map { explainer.explanation(of: $0).steps.filter { $0.axis == .horizontal } }
    let elements = steps?.map(\.element) ?? Array(layout.tree.elementIDs)
    return ExplanationReport(elements, of: explainer, in: layout.tree)
  }
}
