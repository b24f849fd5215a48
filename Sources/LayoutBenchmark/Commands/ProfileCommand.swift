import ArgumentParser
import Benchmarking
import Foundation
import LayoutSpecs
import LayoutWorkloads

/// `layoutbench profile`: shows the time and the measurements of a layout by element.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Record layouts of a workload or a document, and show where time and work go.",
    discussion: """
      Every measurement and computation of an element is recorded with its time. Recording slows the layout \
      down by a factor that is measured and printed. So compare times within a profile, and measure with \
      `layoutbench run`. If a trace or folded stacks go to standard output, the table goes to standard error.

      EXAMPLES
        layoutbench profile 'feed(1000)'
        layoutbench profile Benchmarks/trees/animal-card.json --top 20
        layoutbench profile 'feed(100)' --threads 2 --trace feed.trace.json
        layoutbench profile 'mixed(100)' --folded mixed.folded --folded-by count
        layoutbench profile 'mixed(100)' --folded - | flamegraph.pl > mixed.svg
        layoutbench profile 'feed(1000)' --format csv
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case csv
  }

  enum Weight: String, ExpressibleByArgument, CaseIterable {
    case time
    case count
  }

  @Argument(
    help: ArgumentHelp(
      "A workload such as 'feed(1000)'; or a document: a path with / or .json, or - for standard input.",
      valueName: "workload|file"),
    completion: .file(extensions: ["json"]))
  var source: String

  @OptionGroup var constraint: ConstraintOptions

  @Option(
    help: """
      Profile jobs of this subject, as measured by layoutbench run: its phases and functions, their instructions, \
      allocations and counted references, under valgrind's callgrind. Default: the layout of a compiled tree by element.
      """)
  var subject: String?

  @Option(help: "The seed of a workload's random numbers, 0 or more.")
  var seed: UInt64 = Workload.defaultSeed

  @Option(help: "The number of workers that lay out trees at the same time.")
  var threads = 1

  @Option(
    help: """
      The number of layouts of the tree, which the workers share and which all count. Default: one per worker; \
      with one worker the median of up to 99.
      """)
  var trees: Int?

  @Option(help: "The number of elements to list, by their own time in descending order.")
  var top = 10

  @Option(help: "text or csv.")
  var format = Format.text

  @Option(
    help: "Write a trace for Perfetto and chrome://tracing; - is standard output.", completion: .file(),
    transform: nonEmptyName)
  var trace: String?

  @Option(
    help: "Write folded stacks for flame graphs; - is standard output.", completion: .file(),
    transform: nonEmptyName)
  var folded: String?

  @Option(help: "The weight of folded stacks: time, in nanoseconds; or count, the number of occurrences.")
  var foldedBy = Weight.time

  @Flag(help: "Overwrite existing files.")
  var force = false

  /// The files to write.
  private var files: [String] { [trace, folded].compactMap { $0 } }

  func validate() throws {
    try require("--threads", threads, from: 1, to: WorkerPool.maximumThreads)
    try require("--trees", trees, from: 1)
    try require("--top", top, from: 0)
    if files.count == 2 && files.allSatisfy(WholeFile.isStandardOutput) {
      throw ValidationError("--trace and --folded cannot both go to standard output")
    }
    if files.count == 2 && files[0] == files[1] {
      throw ValidationError("--trace and --folded are different files, and not both \(files[0])")
    }
  }

  func run() throws {
    try reportingFailures {
      for file in files { try WholeFile.check(file, force: force) }
      if let subject { return try profile(subject) }
      let input = try input()
      let run: ProfileRun
      do {
        run = try ProfileRun(
          name: input.name, tree: input.tree, range: input.range, threads: threads, treeCount: trees)
      } catch {
        throw CommandFailure.failed("\(error)")
      }
      let table = run.table(topElements: top)
      let text = format == .csv ? table.csv : table.text()
      if files.contains(where: WholeFile.isStandardOutput) {
        StandardError.write(text)
      } else {
        print(text, terminator: "")
      }
      try write(trace) { run.chromeTrace().json }
      try write(folded) { run.foldedStacks(byCount: foldedBy == .count) }
      sayOverhead(run.measureOverhead())
    }
  }

  private func profile(_ subject: String) throws {
    let isDocument = source.contains("/") || source.hasSuffix(".json")
    let cell = WorkerCell(
      subject: subject, workload: isDocument ? nil : try ThisProgram.workload(source).description,
      document: isDocument ? URL(fileURLWithPath: source).path : nil, seed: seed, threads: 1)
    let profile = try SubjectProfile(cell)
    let text =
      format == .csv
      ? FunctionTable(profile.functions, top: top).csv
      : profile.text(top: top, width: TerminalWidth.ofStandardOutput)
    print(text, terminator: "")
  }

  private func input() throws -> (name: String, tree: LayoutTree, range: SizeRange) {
    if source == "-" || source.contains("/") || source.hasSuffix(".json") {
      let document = try readDocument(source, in: constraint)
      return (document.name ?? source, document.tree, document.constrainedSize)
    }
    let workload = try ThisProgram.workload(source)
    let tree = constraint.applied(to: workload.tree(seed: seed))
    return (workload.description, tree, constraint.applied(to: workload.range))
  }

  private func sayOverhead(_ overhead: InterleavedRatio) {
    let times = NumberText.figure(overhead.ratio)
    let silent = NumberText.figure(overhead.baseNanoseconds / 1000)
    let recorded = NumberText.figure(overhead.otherNanoseconds / 1000)
    StandardError.print(
      "recording makes a layout take \(times) times as long: \(recorded) µs, and \(silent) without (medians of \(overhead.rounds) batches in turns)"
    )
  }

  private func write(_ file: String?, _ text: () -> String) throws {
    guard let file else { return }
    try WholeFile.write(Data(text().utf8), to: file, force: force)
  }
}
