/// The time and the work of layouts by kind of element, and by element for those with the most.
package struct ProfileTable: Sendable {
  /// The kinds, by their own time in descending order.
  package let kinds: [ProfileRow]
  /// The elements that are shown, in the given order.
  package let elements: [ProfileRow]
  /// The number of layouts that the rows are summed over.
  package let layoutCount: Int
  /// The time of all layouts together.
  package let nanoseconds: UInt64
  /// The part of it that belongs to no element.
  package let unattributedNanoseconds: UInt64

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
    let kindTable = TextGrid(
      headings: headings("kind", ["elements"]),
      rows: (kinds + [rest]).map { [$0.name, count($0.elementCount)] + figures($0) })
    guard !elements.isEmpty else { return kindTable.text() }
    let elementTable = TextGrid(
      headings: headings("element", []) + [.init(title: "path", alignment: .left)],
      rows: elements.map { [$0.name] + figures($0) + [$0.path ?? ""] })
    return kindTable.text() + "\n" + elementTable.text()
  }

  private func headings(_ name: String, _ more: [String]) -> [TextGrid.Heading] {
    let titles =
      more + ["measurements", "computations", "cache hits", "texts wrapped", "self µs", "self", "total µs"]
    return [.init(title: name, alignment: .left)] + titles.map { .init(title: $0, alignment: .right) }
  }

  private func figures(_ row: ProfileRow) -> [String] {
    let share = nanoseconds > 0 ? Double(row.selfNanoseconds) / Double(nanoseconds) : 0
    return [
      perLayout(row.measurements), perLayout(row.computations), perLayout(row.cacheHits),
      perLayout(row.textMeasurements), microseconds(row.selfNanoseconds), NumberText.percentage(share),
      microseconds(row.totalNanoseconds),
    ]
  }

  private func count(_ value: Int) -> String { value == 0 ? "" : NumberText.grouped(value) }

  /// Every layout of a tree does the same, so the quotient is whole.
  private func perLayout(_ value: Int) -> String { count(value / layoutCount) }

  private func microseconds(_ nanoseconds: UInt64) -> String {
    NumberText.figure(Double(nanoseconds) / Double(layoutCount) / 1000)
  }

  // MARK: CSV

  /// The columns of `csv`.
  package static let columns = [
    "scope", "name", "path", "elements", "layouts", "measurements", "computations", "cache_hits",
    "text_measurements", "self_ns", "total_ns",
  ]

  /// The kinds, then the elements, one row each, after a header: RFC 4180 with LF line ends. Figures are sums
  /// over all layouts.
  package var csv: String {
    func row(_ scope: String, _ row: ProfileRow) -> String {
      let numbers = [
        row.elementCount, layoutCount, row.measurements, row.computations, row.cacheHits,
        row.textMeasurements,
      ]
      return CSVText.row(
        [scope, row.name, row.path ?? ""] + numbers.map { String($0) }
          + [String(row.selfNanoseconds), String(row.totalNanoseconds)])
    }
    return CSVText.row(Self.columns) + kinds.map { row("kind", $0) }.joined()
      + elements.map { row("element", $0) }.joined()
  }
}
