import ArgumentParser
import Foundation
import LayoutDocuments
import LayoutWorkloads
import Measuring

/// `layoutbench profile`: shows the time and the measurements of a layout by element.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show where time and work go: in a layout by element, or in a job of any subject by function.",
    discussion: """
      Without --subject, layouts of a compiled tree are recorded: every measurement and computation of an element with \
      its time. Recording slows the layout \
      down by a factor that is measured and printed. So compare times within a profile, and measure with \
      `\(ProgramName.command) run`.

      With --subject, jobs of a subject of `\(ProgramName.command) run` are counted in worker processes under valgrind's callgrind: \
      instructions, allocations and counted references are exact, and the same each time. Where perf may be used, the \
      time of each function is sampled too.

      If a trace or a page goes to standard output, the table goes to standard error.

      EXAMPLES
        \(ProgramName.command) profile 'feed(1000)'
        \(ProgramName.command) profile Benchmarks/trees/animal-card.json --top 20
        \(ProgramName.command) profile 'feed(100)' --trace feed.trace.json
        \(ProgramName.command) profile 'feed(100)' --subject node.first
        \(ProgramName.command) profile 'feed(100)' --subject node.relayout -o relayout.html
        \(ProgramName.command) profile 'feed(100)' --subject spec.cold --base ../before/layoutbench
      """)

  @OptionGroup var document: DocumentOptions

  @Option(
    help: """
      Profile jobs of this subject, as measured by \(ProgramName.command) run: its phases and functions, their instructions, \
      allocations and counted references, under valgrind's callgrind. Default: the layout of a compiled tree by element; of \
      a workload that is code, closure.
      """)
  var subject: String?

  @Option(help: "The number of elements to list, or of functions with --subject, the most costly first.")
  var top = 10

  @Option(
    help: "Write a trace for Perfetto, speedscope and chrome://tracing; - is standard output.",
    completion: .file(),
    transform: nonEmptyName)
  var trace: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "With --subject: write a page with a flame graph, and the layout by element; - is standard output.",
    completion: .file(),
    transform: nonEmptyName)
  var page: String?

  @Option(
    help: ArgumentHelp(
      """
      With --subject: count jobs of another build of this program, too, and say which functions cost more or less \
      than there.
      """, valueName: "program"), completion: .file(), transform: nonEmptyName)
  var base: String?

  @Flag(help: "With --subject: list the lines of source that took the most instructions, too.")
  var lines = false

  @OptionGroup
  var table: TableOptions

  @Flag(help: "Overwrite existing files.")
  var force = false

  private var source: String { document.source }

  /// The file to write: the trace is of recorded layouts, and the page of a subject.
  private var file: String? { trace ?? page }

  /// The subject whose jobs are profiled: the named one, or else the subject of code; nil to record layouts.
  private var chosenSubject: String? {
    if subject != nil || isDocument(source) { return subject }
    return (try? Catalogue.workload(source))?.job == nil ? nil : JobSubject.closure.name
  }

  func validate() throws {
    try require("--top", top, from: 0)
    // Options of one kind of profile say nothing of the other kind.
    let ofFunctions: KeyValuePairs = ["--output": page != nil, "--lines": lines, "--base": base != nil]
    // Workers lay out a workload as `run` does.
    let ofLayouts = (trace == nil ? [] : ["--trace"]) + document.constraint.arguments
    if chosenSubject == nil, let option = ofFunctions.first(where: \.value)?.key {
      throw ValidationError("\(option) needs --subject")
    }
    if chosenSubject != nil, let option = ofLayouts.first {
      throw ValidationError("\(option) is of recorded layouts, without --subject")
    }
    if subject != nil && source == "-" {
      throw ValidationError("--subject needs a document's file, which its workers read")
    }
  }

  @OptionGroup
  var job: JobOptions

  func run() throws {
    if let file { try WholeFile.check(file, force: force) }
    if let chosenSubject { return try job.limit { try profile(chosenSubject) } }
    let run = try recorded()
    show(run.table(topElements: top).text())
    try writeFile(trace) {
      let steps = run.timelineSteps()
      if steps.shown < steps.all {
        StandardError.print(
          """
          note: the trace has the longest \(steps.shown) of \(steps.all) steps, those of \(steps.least) ns and more
          """)
      }
      return ChromeTrace(slices: run.slices()).json
    }
    StandardError.print(run.overhead)
  }

  /// Profiles jobs of a subject.
  private func profile(_ subject: String) throws {
    if try Catalogue.subject(named: subject) is PeerSubject {
      throw CommandFailure.badInput("\(subject) is another program, which valgrind does not see")
    }
    let file = isDocument(source) ? CellSource.document(URL(fileURLWithPath: source).path) : nil
    // Files are looked at here, because a worker that lacks one reports a failure of its own, and no bad input.
    if file != nil { _ = try SpecDocument(readingFile: source) }
    if let base, !FileManager.default.isExecutableFile(atPath: base) {
      throw CommandFailure.badInput("\(base) is no program, such as another build of \(ThisProgram.name)")
    }
    let name = file == nil ? try Catalogue.workload(source).description : source
    let cell = CellID(subject: subject, workload: name, seed: document.seed, threads: 1)
    let profile = try SubjectProfile(
      Cell(id: cell, source: file), base: base.map { URL(fileURLWithPath: $0) })
    show(profile.text(top: top, width: table.width, showsLines: lines))
    for note in profile.notes { StandardError.print("note: \(note)") }
    try writeFile(page) {
      try ProfilePage(
        profile: profile, title: "\(subject) of \(name)",
        layout: ["spec.", "node."].contains(where: subject.hasPrefix) ? recorded() : nil
      ).html()
    }
  }

  /// Records layouts of the compiled tree.
  private func recorded() throws -> ProfileRun {
    let recorded = try document.read(isRecorded: true)
    return try ProfileRun(
      name: recorded.name ?? source, tree: recorded.tree, range: recorded.constrainedSize,
      stepLimit: document.constraint.recordedStepLimit(for: recorded.tree))
  }

  private func show(_ text: String) {
    if file.map(WholeFile.isStandardOutput) == true {
      StandardError.write(text)
    } else {
      print(text, terminator: "")
    }
  }

  private func writeFile(_ file: String?, _ text: () throws -> String) throws {
    guard let file else { return }
    try WholeFile.write(Data(try text().utf8), to: file, force: force)
  }
}
