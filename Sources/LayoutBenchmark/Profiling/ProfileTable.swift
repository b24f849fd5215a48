import LayoutDiagnostics
import LayoutSpecs
import Measuring
import Reporting
import StrictJSON

/// The time and the work of layouts by kind of element, and by element for the elements with the most time.
struct ProfileTable {
  let kinds: [ProfileRow]
  /// The elements that are shown, in the given order.
  let elements: [ProfileRow]
  /// The time of the layout.
  let nanoseconds: UInt64
  /// The part of the time that belongs to no element.
  let unattributedNanoseconds: UInt64

  /// Returns both tables as plain text in lines with line ends, kinds by their own time in descending order.
  func text() -> String {
    var rest = ProfileRow(name: "(none)", entry: LayoutProfile.Entry())
    (rest.entry.selfNanoseconds, rest.entry.totalNanoseconds) = (unattributedNanoseconds, nanoseconds)
    let elementCount: TableColumn<ProfileRow> = .right("elements") { count($0.entry.elementCount) }
    let sorted = kinds.sorted {
      ($1.entry.selfNanoseconds, $1.entry.counters.measurements, $0.name)
        < ($0.entry.selfNanoseconds, $0.entry.counters.measurements, $1.name)
    }
    let kindTable = Table(columns: columns("kind", then: [elementCount]), rows: sorted + [rest])
    guard !elements.isEmpty else { return kindTable.text() }
    return kindTable.text() + "\n" + elementTable.text()
  }

  var page: PageTable { elementTable.page() }

  private var elementTable: Table<ProfileRow> {
    Table(columns: columns("element") + [.left("path") { $0.path }], rows: elements)
  }

  private func columns(_ name: String, then more: [TableColumn<ProfileRow>] = []) -> [TableColumn<ProfileRow>]
  {
    let figures: [TableColumn<ProfileRow>] = [
      .right("measurements") { count($0.entry.counters.measurements) },
      .right("computations") { count($0.entry.counters.computations) },
      .right("cache hits") { count($0.entry.counters.cacheHits) },
      .right("texts wrapped") { count($0.entry.counters.textMeasurements) },
      .right("self µs") { microseconds($0.entry.selfNanoseconds) },
      .right("self") { row in
        let share = nanoseconds > 0 ? Double(row.entry.selfNanoseconds) / Double(nanoseconds) : 0
        return NumberText.percentage(share)
      }, .right("total µs") { microseconds($0.entry.totalNanoseconds) },
    ]
    return [.left(name) { $0.name }] + more + figures
  }

  private func count(_ value: Int) -> String { value == 0 ? "" : NumberText.grouped(value) }

  private func microseconds(_ nanoseconds: UInt64) -> String { NumberText.figure(Double(nanoseconds) / 1000) }
}

/// The work of a kind of element, or of one element.
struct ProfileRow {
  /// The name of the kind or of the element.
  var name: String
  /// The path to the element; nil for a kind.
  var path: String?
  var entry: LayoutProfile.Entry
}

// MARK: - Timelines and stacks

/// Slices as JSON for Perfetto (ui.perfetto.dev) and chrome://tracing: complete events, in microseconds.
///
/// Source: Google, "Trace Event Format".
struct ChromeTrace {
  /// The slices in any order.
  let slices: [TraceSlice]

  /// The file's text, one event per line, so that two files can be compared, with a line end at the end.
  ///
  /// - Complexity: linear in the number of slices.
  var json: String {
    let events = slices.map(Self.event).joined(separator: ",\n")
    return #"{"displayTimeUnit":"ns","traceEvents":["# + "\n\(events)\n]}\n"
  }

  private static func event(_ slice: TraceSlice) -> String {
    let details = slice.details.sorted { $0.key < $1.key }
      .map { "\(quotedJSON($0.key)):\(quotedJSON($0.value))" }.joined(separator: ",")
    let (name, category) = (quotedJSON(slice.name), quotedJSON(slice.category))
    let (begin, duration) = (microseconds(slice.begin), microseconds(slice.duration))
    return #"{"name":\#(name),"cat":\#(category),"ph":"X","pid":1,"tid":1"#
      + #","ts":\#(begin),"dur":\#(duration)"# + (details.isEmpty ? "" : #","args":{\#(details)}"#) + "}"
  }

  /// Returns the exact time, with three digits after the point if it is not whole.
  private static func microseconds(_ nanoseconds: UInt64) -> String {
    let rest = nanoseconds % 1000
    return "\(nanoseconds / 1000)" + (rest == 0 ? "" : ".\(NumberText.padded(rest, digits: 3))")
  }
}

/// A span of time, for programs that draw timelines. Slices are nested or apart.
struct TraceSlice {
  var name: String
  /// The category that programs can filter by: `computed`, `half`.
  var category: String
  /// The start in nanoseconds since the start of the trace.
  var begin: UInt64
  /// The duration in nanoseconds.
  var duration: UInt64
  /// Further details, by name.
  var details: [String: String] = [:]
}
