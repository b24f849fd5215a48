import Foundation
import StrictJSON

/// An axis of a chart: how a field of the data becomes a position, with scale, ticks and title.
struct ChartAxis {
  /// The field that layers show unless they name another one.
  let field: String
  /// With the unit in brackets; nil for names, which need none.
  let title: String?
  /// Vega-Lite's type of data, and what else it says of an axis: `scale`, `axis`, `sort`.
  let properties: ChartRow

  /// Numbers on a linear scale.
  ///
  /// - Parameter scale: Vega-Lite's; nil leaves the ends to it.
  static func linear(
    _ field: String, title: String, scale: JSONValue? = nil, axis: JSONValue? = nil
  ) -> ChartAxis {
    var properties: ChartRow = ["type": "quantitative"]
    properties["scale"] = scale
    properties["axis"] = axis
    return ChartAxis(field: field, title: title, properties: properties)
  }

  /// Numbers on a logarithmic scale.
  ///
  /// - Parameter format: d3's, of the numbers at the ticks. Default: decimal points, and commas between
  ///   thousands.
  static func logarithmic(
    _ field: String, title: String, scale: LogScale, format: String = ",~r"
  ) -> ChartAxis {
    let domain: JSONValue = .numbers([scale.domain.lowerBound, scale.domain.upperBound])
    return linear(
      field, title: title, scale: ["type": "log", "domain": domain, "nice": false],
      axis: ["values": .numbers(scale.ticks), "format": .string(format)])
  }

  /// Nanoseconds on a logarithmic scale, with numbers in the unit that fits each: `100 ns`, `1 ms`.
  static func times(_ field: String, title: String, scale: LogScale) -> ChartAxis {
    linear(
      field, title: title, scale: logarithmic(field, title: title, scale: scale).properties["scale"],
      axis: ["values": .numbers(scale.ticks), "labelExpr": .string(TimeUnit.tickExpression)])
  }

  /// Names in this order.
  static func names(
    _ field: String, title: String? = nil, _ names: [String], axis: JSONValue? = nil
  ) -> ChartAxis {
    var properties: ChartRow = ["type": "nominal", "sort": .strings(names)]
    properties["axis"] = axis
    return ChartAxis(field: field, title: title, properties: properties)
  }

  /// Vega-Lite's encoding of a field.
  func encoding(of field: String) -> JSONValue {
    let title: JSONValue = title.map { .string($0) } ?? .null
    return .object(properties.merging(["field": .string(field), "title": title]) { $1 })
  }
}

/// The ends and ticks of a logarithmic axis: at 1, 2 and 5 times powers of ten if there is room, else at
/// powers of ten.
struct LogScale {
  let domain: ClosedRange<Double>
  let ticks: [Double]

  /// The factor between the outermost values and the ends, so that no mark is cut in two.
  private static let margin = 1.08

  /// The smallest scale with round ends around the values. Values that are not above 0 or not finite have no
  /// place on it and are ignored; without any others it goes from 1 to 10.
  init(_ values: some Sequence<Double>, mostTicks: Int = 8) {
    let values = values.filter { $0 > 0 && $0.isFinite }
    let (low, high) = (values.min() ?? 1, values.max() ?? 10)
    let decades = Int(log10(low).rounded(.down)) - 1...Int(log10(high).rounded(.up)) + 1
    // From text, which gives the nearest number to each.
    let steps = decades.flatMap { decade in [1, 2, 5].compactMap { Double("\($0)e\(decade)") } }
      .filter { $0 > 0 && $0.isFinite }
    let first = steps.lastIndex { $0 <= low / Self.margin } ?? 0
    let last = steps.firstIndex { $0 >= high * Self.margin } ?? steps.count - 1
    domain = steps[first]...steps[last]
    let inside = Array(steps[first...last])
    guard inside.count > mostTicks else {
      ticks = inside
      return
    }
    let powers = inside.filter { abs(log10($0) - log10($0).rounded()) < 1e-6 }
    let stride = max(1, (powers.count + mostTicks - 1) / mostTicks)
    // With 1 among them, if it is on the axis.
    ticks = powers.filter { Int(log10($0).rounded()).isMultiple(of: stride) }
  }
}

extension Metric {
  /// Its name in titles, without a unit.
  var title: String { names.title }

  /// Its name at an axis, with the unit in brackets.
  var axisTitle: String { names.axis }

  private var names: (title: String, axis: String) {
    switch self {
    case .wallNanosecondsPerElement: ("time per element", "time (ns per element)")
    case .cpuNanosecondsPerElement: ("CPU time per element", "CPU time (ns per element)")
    case .treesPerSecond: ("throughput", "throughput (trees per second)")
    case .queueWaitNanoseconds: ("queue wait", "queue wait (ns)")
    case .peakResidentBytes: ("peak resident memory", "peak resident memory (bytes)")
    case .involuntaryContextSwitches:
      ("involuntary context switches per batch", "involuntary context switches per batch (count)")
    case .allocCountPerTree: ("allocations per tree", "allocations per tree (count)")
    case .allocBytesPerTree: ("allocated memory per tree", "allocated memory (bytes per tree)")
    case .instructionsPerTree: ("instructions per tree", "instructions per tree (count)")
    case .cyclesPerTree: ("cycles per tree", "cycles per tree (count)")
    case .instructionsPerCycle: ("instructions per cycle", "instructions per cycle (ratio)")
    case .branchMissesPerTree: ("branch misses per tree", "branch misses per tree (count)")
    case .cacheMissesPerTree: ("cache misses per tree", "cache misses per tree (count)")
    case .busyShare: ("worker utilization", "worker utilization (ratio)")
    case .latencyNanoseconds: ("latency per tree", "latency (ns per tree)")
    }
  }
}

extension String {
  /// With a capital letter in front, as titles begin.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The unit of all times on one axis.
enum TimeUnit: String, CaseIterable {
  case nanoseconds = "ns"
  case microseconds = "µs"
  case milliseconds = "ms"
  case seconds = "s"

  /// The one in which the largest time has at most four digits before the point.
  init(fitting nanoseconds: Double) {
    self = Self.allCases.first { nanoseconds < 10_000 * $0.nanoseconds } ?? .seconds
  }

  /// Nanoseconds in one.
  var nanoseconds: Double {
    switch self {
    case .nanoseconds: 1
    case .microseconds: 1e3
    case .milliseconds: 1e6
    case .seconds: 1e9
    }
  }
  /// Vega's expression for the text at a tick of so many nanoseconds.
  static let tickExpression = allCases.reversed().reduce("") { longer, unit in
    let text = "format(datum.value / \(unit.nanoseconds), ',~r') + ' \(unit.rawValue)'"
    return longer.isEmpty ? text : "datum.value < \(1000 * unit.nanoseconds) ? \(text) : \(longer)"
  }
}
