import Measuring

extension FunctionProfile {
  /// Returns the functions with the most instructions, allocations and counted references of their own.
  package func table(top: Int) -> Table<Row> {
    let total = total
    func figure(_ count: Double) -> String? { count == 0 ? nil : NumberText.count(count) }
    var columns: [TableColumn<Row>] = [
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
    return Table(columns: columns, rows: Array(rows.prefix(top)))
  }

  /// Returns the table and the meaning of its columns.
  ///
  /// - Parameter width: the characters that a line has room for; nil for lines of any length.
  package func text(top: Int, width: Int? = nil) -> String {
    let table = table(top: top).fitting(width)
    return table.text() + "\n"
      + table.legends.map { "\($0)\n".wrappingLines(width: width, indent: 2) }.joined()
  }

  /// Returns the lines of source with the most instructions, wherever the compiler put them.
  package func linesTable(top: Int) -> Table<(key: CallGraph.Line, value: Double)> {
    let lines = graph.lines.sorted {
      ($1.value, $0.key.file, $0.key.number) < ($0.value, $1.key.file, $1.key.number)
    }
    return Table(
      columns: [
        .left("line", isName: true) { "\(Self.short($0.key.file)):\($0.key.number)" },
        .right("instructions") { NumberText.count($0.value.rounded()) },
        .right("share") { NumberText.percentage($0.value / total) },
      ], rows: Array(lines.prefix(top)))
  }

  /// Returns a path from the folder of the sources on.
  private static func short(_ file: String) -> String {
    let parts = file.split(separator: "/")
    return parts.firstIndex(of: "Sources").map { parts[$0...].joined(separator: "/") } ?? file
  }

  /// Returns the sentence about a job as a whole, in lines with line ends.
  package func sentence(width: Int? = nil) -> String {
    let events = events
    func count(_ value: Double, _ noun: String) -> String { "\(NumberText.count(value)) \(noun)" }
    let sentence =
      "A job takes \(count(total.rounded(), "instructions")), \(count(events.allocations, "allocations")), "
      + "\(count(events.retains, "retains")) and \(count(events.releases, "releases"))."
    let rare = [
      (events.atomics, "atomic instructions"),
      (systemCalls, "calls of the system"), (cacheMisses, "misses of a cache of 1 MiB"),
    ].filter { $0.0 >= 0.5 }.map { count($0.0.rounded(), $0.1) }
    let last = rare.last.map { (rare.count > 1 ? " and " : "") + $0 }
    let more = last.map { " It has \(rare.dropLast().joined(separator: ", "))\($0)." } ?? ""
    return (sentence + more + "\n").wrappingLines(width: width)
  }
}

extension PhaseProfile {
  /// Returns the phases with their shares of a job.
  package func table(total: Double) -> Table<Row> {
    Table(
      columns: [
        .left("phase") { $0.phase }, .right("instructions") { NumberText.count($0.instructions.rounded()) },
        .right("share") { NumberText.percentage($0.instructions / total) },
      ], rows: rows)
  }
}

extension ClassProfile {
  /// Returns the classes with the most instructions; empty if a job makes and asks none.
  package func table(top: Int) -> Table<Row> {
    func figure(_ count: Double) -> String? { count == 0 ? nil : NumberText.count(count.rounded()) }
    return Table(
      columns: [
        .left("class", isName: true) { $0.name }, .right("objects") { figure($0.count) },
        .right("made") { figure($0.making) }, .right("asked") { figure($0.asking) },
        .right("freed") { figure($0.freeing) },
      ], rows: Array(rows.prefix(top)))
  }
}

extension SampledTime {
  /// Returns the functions with the most time beside their instructions.
  package func table(top: Int) -> Table<Row> {
    Table(
      columns: [
        .left("function", isName: true) { $0.name }, .right("time") { NumberText.percentage($0.share) },
        .right("instructions") { $0.instructionShare.map(NumberText.percentage) },
      ], rows: Array(rows.prefix(top)))
  }
}
