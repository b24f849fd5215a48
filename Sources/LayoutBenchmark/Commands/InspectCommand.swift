import ArgumentParser
import Foundation
import LayoutDiagnostics
import LayoutDocuments
import Measuring

/// `layoutbench inspect`: makes a page that shows a layout and its reasons.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Make a page that shows a layout in every width, and why it is as it is.",
    discussion: """
      One HTML file, which needs no network: the tree of elements, their boxes to scale with the lines of texts, \
      and for each element its style, the sentences of `\(ProgramName.command) explain`, the findings of `\(ProgramName.command) lint` \
      and the cost that `\(ProgramName.command) profile` records. A slider shows the layout in every whole width from 200 to \
      1200 points.

      With --with a second layout stands beside it, and what moved or has another size is marked. With --base it is \
      what another revision makes of the same document or workload; its build is cached as compare's are.

      EXAMPLES
        \(ProgramName.command) inspect Benchmarks/trees/animal-card.json -o card.html
        \(ProgramName.command) inspect 'feed(3)' -o feed.html
        \(ProgramName.command) inspect new.json --with old.json -o difference.html
        \(ProgramName.command) inspect 'feed(3)' --base v1.0 -o change.html
        \(ProgramName.command) inspect cell.json --width 250 -o - > cell.html
        \(ProgramName.command) inspect cell.json --format json -o cell-widths.json
      """)

  @OptionGroup var document: DocumentOptions

  @OptionGroup var output: PageOutput

  @Option(
    help: ArgumentHelp(
      "A second document or workload, to compare: what differs from it is marked.", valueName: "file|workload"
    ),
    completion: .file(extensions: ["json"]))
  var with: String?

  @Option(
    help: ArgumentHelp(
      "A revision to compare with: its layout of the same document or workload.", valueName: "revision"),
    completion: .revisions)
  var base: String?

  @Option(
    help: "html; or json, the page's data: frames as functions of the width, reasons, findings and costs.")
  var format = Format.html

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case html
    case json
  }

  /// The most elements of a layout. A page with more is too large to be sent, and slow.
  static let mostElements = 5_000

  func validate() throws {
    if document.source == "-" && with == "-" {
      throw ValidationError("Only one of the two can be standard input")
    }
    if base != nil && with != nil { throw ValidationError("--with and --base are different comparisons") }
    if base != nil && document.source == "-" {
      throw ValidationError("--base needs a file or a workload, which the other revision reads too")
    }
  }

  func run() throws {
    try output.prepare()
    var layouts = try [document.source, with].compactMap { $0 }.map { InspectorPage.Part(try inspected($0)) }
    if let base { layouts.append(try layout(by: base)) }
    let page = InspectorPage(layouts: layouts)
    try output.write(format == .html ? page.html() : page.data + "\n")
  }

  /// Returns the layout by another revision's program.
  private func layout(by name: String) throws -> InspectorPage.Part {
    let program = try RevisionBuilds.program(of: name)
    let source = document.source
    var arguments = [
      program.path, "inspect", isDocument(source) ? URL(fileURLWithPath: source).path : source,
    ]
    arguments += ["--format", "json", "--output", "-", "--seed", "\(document.seed)"]
    arguments += document.constraint.arguments
    let result = SystemProcessRunner().run(arguments, environment: [:])
    guard result.exitCode == 0,
      let layout = InspectorPage.Part(readingData: result.output, by: name)
    else {
      let said = result.errors.split(separator: "\n").first.map(String.init) ?? "it wrote no layout"
      let reason = ["Error: ", "layoutbench: "].first(where: said.hasPrefix).map { said.dropFirst($0.count) }
      throw CommandFailure.failed(
        "the program of \(name) cannot inspect it, or is from before it could: \(reason ?? said[...])")
    }
    return layout
  }

  private func inspected(_ source: String) throws -> InspectedLayout {
    let constraint = document.constraint
    let document = try constraint.document(source, seed: document.seed, checking: requireFewElements)
    // A page has a thousand widths, of which the most take far less than the limit of one layout.
    let limit = 20 * min(constraint.limit(for: document.tree), .max / 20)
    do {
      return try InspectedLayout(
        of: document, name: document.name ?? fileName(source), computationLimit: limit)
    } catch let error as WidthSweep.Exhausted {
      throw CommandFailure.badInput(
        """
        \(fileName(source)): the layouts up to \(error.width) points wide take more than \(limit) \
        computations; --limit allows more for each
        """)
    }
  }

  private func requireFewElements(_ count: Int, in name: String) throws {
    guard count > InspectCommand.mostElements else { return }
    throw CommandFailure.badInput(
      """
      \(name) has \(count) elements, and a page shows at most \(InspectCommand.mostElements); \
      inspect a smaller workload, or a part of the document
      """)
  }
}
