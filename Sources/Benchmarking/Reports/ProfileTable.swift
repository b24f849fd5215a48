/// The time and the work of layouts by kind of element, and by element for those with the most.
package struct ProfileTable: Sendable {
  /// The kinds, by their own time in descending order.
  let kinds: [ProfileRow]
  /// The elements that are shown, in the given order.
  let elements: [ProfileRow]
  /// The number of layouts that the rows are summed over.
  let layoutCount: Int
  /// The time of all layouts together.
  let nanoseconds: UInt64
  /// The part of it that belongs to no element.
  let unattributedNanoseconds: UInt64

  /// - Parameter layoutCount: at least 1.
  package init(
    kinds: [ProfileRow], elements: [ProfileRow], layoutCount: Int, nanoseconds: UInt64,
    unattributedNanoseconds: UInt64
  ) {
    precondition(layoutCount >= 1, "A profile is of a layout, or of several.")
    self.kinds = kinds.sorted {
      ($1.selfNanoseconds, $1.measurements, $0.name) < ($0.selfNanoseconds, $0.measurements, $1.name)
    }
    self.elements = elements
    self.layoutCount = layoutCount
    self.nanoseconds = nanoseconds
    self.unattributedNanoseconds = unattributedNanoseconds
  }

  // MARK: Text

  /// Returns both tables as plain text in lines with line ends. Figures are per layout.
  package func text() -> String {
    let rest = ProfileRow(
      name: "(none)", elementCount: 0, measurements: 0, computations: 0, cacheHits: 0, textMeasurements: 0,
      selfNanoseconds: unattributedNanoseconds, totalNanoseconds: nanoseconds)
    let elementCount: TableColumn<ProfileRow> = .right("elements") { count($0.elementCount) }
    let kindTable = Table(columns: columns("kind", then: [elementCount]), rows: kinds + [rest])
    guard !elements.isEmpty else { return kindTable.text() }
    return kindTable.text() + "\n" + elementTable.text()
  }

  /// The elements as a page shows them.
  package var page: PageTable { elementTable.page() }

  private var elementTable: Table<ProfileRow> {
    Table(columns: columns("element") + [.left("path") { $0.path }], rows: elements)
  }

  private func columns(_ name: String, then more: [TableColumn<ProfileRow>] = []) -> [TableColumn<ProfileRow>]
  {
    let figures: [TableColumn<ProfileRow>] = [
      .right("measurements") { perLayout($0.measurements) },
      .right("computations") { perLayout($0.computations) }, .right("cache hits") { perLayout($0.cacheHits) },
      .right("texts wrapped") { perLayout($0.textMeasurements) },
      .right("self µs") { microseconds($0.selfNanoseconds) },
      .right("self") { row in
        let share = nanoseconds > 0 ? Double(row.selfNanoseconds) / Double(nanoseconds) : 0
        return NumberText.percentage(share)
      }, .right("total µs") { microseconds($0.totalNanoseconds) },
    ]
    return [.left(name) { $0.name }] + more + figures
  }

  private func count(_ value: Int) -> String { value == 0 ? "" : NumberText.grouped(value) }

  /// Every layout of a tree does the same, so the quotient is whole.
  private func perLayout(_ value: Int) -> String { count(value / layoutCount) }

  private func microseconds(_ nanoseconds: UInt64) -> String {
    NumberText.figure(Double(nanoseconds) / Double(layoutCount) / 1000)
  }

  // MARK: CSV

  /// The kinds, then the elements, one row each, after a header: RFC 4180 with LF line ends. Figures are sums
  /// over all layouts.
  package var csv: String {
    let layoutCount = layoutCount
    return CSVText.file(
      [
        CSVColumn("scope") { $0.path == nil ? "kind" : "element" }, CSVColumn("name") { $0.name },
        CSVColumn("path") { $0.path.csv }, CSVColumn("elements") { $0.elementCount.csv },
        CSVColumn("layouts") { _ in layoutCount.csv }, CSVColumn("measurements") { $0.measurements.csv },
        CSVColumn("computations") { $0.computations.csv }, CSVColumn("cache_hits") { $0.cacheHits.csv },
        CSVColumn("text_measurements") { $0.textMeasurements.csv },
        CSVColumn("self_ns") { $0.selfNanoseconds.csv }, CSVColumn("total_ns") { $0.totalNanoseconds.csv },
      ], of: kinds + elements)
  }
}

/// The work of a kind of element, or of one element, over one or more layouts.
package struct ProfileRow: Hashable, Sendable {
  /// The name of the kind or of the element.
  var name: String
  /// The path to the element; nil for a kind.
  var path: String?
  /// The number of elements of the kind; 1 for an element.
  var elementCount: Int
  /// Sums over all layouts, like the figures that follow.
  var measurements: Int
  var computations: Int
  var cacheHits: Int
  var textMeasurements: Int
  var selfNanoseconds: UInt64
  var totalNanoseconds: UInt64

  package init(
    name: String, path: String? = nil, elementCount: Int, measurements: Int, computations: Int,
    cacheHits: Int, textMeasurements: Int, selfNanoseconds: UInt64, totalNanoseconds: UInt64
  ) {
    self.name = name
    self.path = path
    self.elementCount = elementCount
    self.measurements = measurements
    self.computations = computations
    self.cacheHits = cacheHits
    self.textMeasurements = textMeasurements
    self.selfNanoseconds = selfNanoseconds
    self.totalNanoseconds = totalNanoseconds
  }
}
