import Measuring

/// The functions of a job, as tables.
package struct FunctionTable {
  private let profile: FunctionProfile
  /// The number of functions that are listed.
  private let top: Int

  package init(_ profile: FunctionProfile, top: Int) { (self.profile, self.top) = (profile, top) }

  /// The functions with the most instructions, allocations and counted references of their own.
  private var table: Table<FunctionProfile.Row> {
    let total = profile.total
    func figure(_ count: Double) -> String? { count == 0 ? nil : NumberText.count(count) }
    var columns: [TableColumn<FunctionProfile.Row>] = [
      .left("function", isName: true) { $0.name },
      .right("cost", legend: "cost: instructions of the function itself and of the libraries that it called")
      {
        NumberText.count($0.cost.rounded())
      },
      .right("share") { NumberText.percentage($0.cost / total) },
      .right("libraries", legend: "libraries: counting references, allocating, copying", isDetail: true) {
        figure($0.libraries.rounded())
      },
      .right("total", legend: "total: with the program's functions that it called") {
        NumberText.count(min($0.inclusive, total).rounded())
      },
      .right("calls") { figure($0.calls) },
      .right("allocations") { figure($0.events.allocations) },
      .right("retains", isDetail: true) { figure($0.events.retains) },
      .right("releases", isDetail: true) { figure($0.events.releases) },
      .right(
        "atomics", legend: "atomics: atomic instructions, those of retains and releases too", isDetail: true
      ) {
        figure($0.events.atomics)
      },
      .left("called by", isName: true, isDetail: true) { $0.callers.first },
    ]
    columns[0].isCut = true
    return Table(columns: columns, rows: Array(profile.rows.prefix(top)))
  }

  /// The table for a page.
  package var page: PageTable { table.page() }

  /// Returns the table and the meaning of its columns.
  ///
  /// - Parameter width: the characters that a line has room for; nil for lines of any length.
  package func text(width: Int? = nil) -> String {
    let table = table.fitting(width)
    return table.text() + "\n"
      + table.legends.map { "\($0)\n".wrappingLines(width: width, indent: 2) }.joined()
  }

  /// Returns the lines of source with the most instructions, wherever the compiler put them.
  package func linesText() -> String {
    let lines = profile.graph.lines.sorted {
      ($1.value, $0.key.file, $0.key.number) < ($0.value, $1.key.file, $1.key.number)
    }
    return Table<(key: CallGraph.Line, value: Double)>(
      columns: [
        .left("line", isName: true) { "\(Self.short($0.key.file)):\($0.key.number)" },
        .right("instructions") { NumberText.count($0.value.rounded()) },
        .right("share") { NumberText.percentage($0.value / profile.total) },
      ], rows: Array(lines.prefix(top))
    ).text()
  }

  /// Returns a path from the folder of the sources on.
  private static func short(_ file: String) -> String {
    let parts = file.split(separator: "/")
    return parts.firstIndex(of: "Sources").map { parts[$0...].joined(separator: "/") } ?? file
  }

  /// Returns the sentence about a job as a whole, in lines with line ends.
  package func sentence(width: Int? = nil) -> String {
    let events = profile.events
    func count(_ value: Double, _ noun: String) -> String { "\(NumberText.count(value)) \(noun)" }
    let sentence =
      "A job takes \(count(profile.total.rounded(), "instructions")), \(count(events.allocations, "allocations")), "
      + "\(count(events.retains, "retains")) and \(count(events.releases, "releases"))."
    let rare = [
      (events.atomics, "atomic instructions"),
      (profile.systemCalls, "calls of the system"), (profile.cacheMisses, "misses of a cache of 1 MiB"),
    ].filter { $0.0 >= 0.5 }.map { count($0.0.rounded(), $0.1) }
    let last = rare.last.map { (rare.count > 1 ? " and " : "") + $0 }
    let more = last.map { " It has \(rare.dropLast().joined(separator: ", "))\($0)." } ?? ""
    return (sentence + more + "\n").wrappingLines(width: width)
  }
}
