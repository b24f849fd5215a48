import ArgumentParser
import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads
import Measuring

/// The options of several commands for a range and a font in place of the document's own.
struct ConstraintOptions: ParsableArguments {
  @Option(
    help: """
      Lay out at most this wide, in points, and exactly this wide if the range has one width. \
      Default: the document's own range.
      """)
  var width: Double?

  @Option(
    help: ArgumentHelp(
      """
      Lay out in this range: widths and heights below 10000000, each a number or from..to; to may be inf. For \
      example 320,0..inf. \
      Default: the document's own range.
      """, valueName: "widths,heights"))
  var range: RangeText?

  @Option(
    help: """
      Fail after this many computations (each lays out one element in one constraint), for untrusted
      documents; a layout that measures each element once never fails. Default: 500000, plus 8 per element,
      which take about two seconds at most, and longer only for documents of 100000 elements and more. Commands \
      that record layouts also fail after ten times as many measurements and computations together, plus 8 per element.
      """)
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      """
      Lay out texts in this font of the system, or in this file's: for example "DejaVu Sans 12". Needs the \
      package's trait Text. Default: monospace texts, as the document says.
      """, valueName: "family size"))
  var font: FontText?

  func validate() throws {
    try font?.check()
    try require("--limit", limit, from: 1)
    if let width, !width.isValidLength {
      throw ValidationError("--width takes 0 or more and less than 10000000 points, and not \(width)")
    }
  }

  /// The options as they are written on a command line.
  var arguments: [String] {
    var arguments: [String] = []
    if let width { arguments += ["--width", "\(width)"] }
    if let range { arguments += ["--range", range.text] }
    if let limit { arguments += ["--limit", "\(limit)"] }
    if let font { arguments += ["--font", font.text] }
    return arguments
  }

  /// Returns the computations that a layout of the tree may take: about two seconds, and for an ordinary large
  /// tree far more than it needs.
  func limit(for tree: LayoutTree) -> Int { limit ?? 500_000 + 8 * tree.elementCount }

  /// Returns the measurements and computations that a recorded layout of the tree may have together. Each takes
  /// about 200 bytes: by default a gigabyte, and for an ordinary tree far more than it needs.
  func recordedStepLimit(for tree: LayoutTree) -> Int {
    10 * min(limit ?? 500_000, .max / 40) + 8 * tree.elementCount
  }

  /// Changes the document's range and font by the options. Refuses a document whose layout takes too much
  /// work, or too much memory if the layout is to be recorded.
  func apply(to document: inout SpecDocument, file: String, isRecorded: Bool) throws(DocumentError) {
    document.constrainedSize = applied(to: document.constrainedSize)
    document.tree = applied(to: document.tree)
    let limit = limit(for: document.tree)
    var context = LayoutContext()
    context.computationLimit = limit
    context.layout(document.tree, in: document.constrainedSize)
    let steps = recordedStepLimit(for: document.tree)
    let amount: String
    if context.abandonedElement != nil {
      amount = "more than \(limit) computations"
    } else if isRecorded && context.counters.steps > steps {
      amount = "more than \(steps) measurements and computations, which are recorded"
    } else {
      return
    }
    throw DocumentError(
      exceeding: "\(amount), most of them here and below",
      at: context.mostAskedElement(of: document.tree), of: document.tree, file: file,
      expected: "fewer stacks within stacks that wrap, flex and take fractions; --limit allows more")
  }

  /// Reads a document or generates a workload, to lay it out in the range and the font of the options.
  ///
  /// - Parameter check: throws an error for a number of elements of the tree of this name, before its layout.
  func document(
    _ source: String, seed: UInt64, isRecorded: Bool = true,
    checking check: (Int, String) throws -> Void = { _, _ in }
  ) throws -> SpecDocument {
    if isDocument(source) {
      var document = try SpecDocument(readingFile: source)
      try check(document.tree.elementCount, fileName(source))
      try apply(to: &document, file: source, isRecorded: isRecorded)
      return document
    }
    let workload = try Catalogue.workload(source)
    if workload.job != nil {
      throw CommandFailure.badInput(
        "\(workload) is code, and no layout; \(ProgramName.command) profile '\(workload)' shows where its time goes"
      )
    }
    if let count = workload.elementCount { try check(count, workload.description) }
    let tree = workload.tree(seed: seed)
    try check(tree.elementCount, workload.description)
    return SpecDocument(
      name: workload.description, constrainedSize: applied(to: workload.range), tree: applied(to: tree))
  }

  /// Returns the tree, with its texts in the font of the options.
  func applied(to tree: LayoutTree) -> LayoutTree { font?.applied(to: tree) ?? tree }

  /// Returns the range, changed by the options.
  func applied(to own: SizeRange) -> SizeRange {
    let own = range?.value ?? own
    guard let width else { return own }
    let isExact = own.min.width == own.max.width
    return SizeRange(
      min: Size(isExact ? width : min(own.min.width, width), own.min.height),
      max: Size(width, own.max.height))
  }
}
