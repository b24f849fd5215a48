import Foundation
import LayoutTestSupport
import StrictJSON
import Testing

@testable import Measuring
@testable import Reporting

@Suite("Recorded charts")
struct ChartSnapshotTests {
  @Test func `Every kind of chart and every theme is as recorded`() throws {
    let charts = try ChartFixtures.charts()
    #expect(
      charts.map(\.name) == [
        "growth-feed", "threads", "ratios", "memory-alloc_count_per_tree", "memory-alloc_bytes_per_tree",
        "forest-wall_ns", "forest-alloc_count", "frames-feed-dash",
      ])
    for kind in charts.map(\.kind).firstAppearances() {
      var specification = try #require(charts.first { $0.kind == kind }).specification(.light)
      specification["config"] = nil
      try expectRecorded(specification.formatted, as: "\(kind).vl.json")
    }
    for theme in ChartTheme.allCases {
      try expectRecorded(theme.config.formatted, as: "config-\(theme.rawValue).vl.json")
    }
  }
}

@Suite("What all charts have")
struct ChartStructureTests {
  /// A specification with its layers and panels, each with the fields of the rows that it draws.
  private func views(
    _ value: JSONValue, inherited: Set<String> = []
  ) -> [(view: JSONValue, fields: Set<String>)] {
    let rows = value["data"]?["values"]?.items
    let fields = rows.map { Set($0.flatMap { ($0.members ?? []).map(\.key) }) } ?? inherited
    let inner = (value["layer"]?.items ?? []) + (value["spec"].map { [$0] } ?? [])
    return [(value, fields)] + inner.flatMap { views($0, inherited: fields) }
  }

  /// If a colour tells series apart, so does a shape or a dash, in another layer at the latest. The length of a bar on a
  /// logarithmic axis would say how far away the axis was cut off.
  @Test func `Axes have units, fields are those of rows, no colour is alone, bars are none`() throws {
    for chart in try ChartFixtures.charts() {
      let views = views(chart.specification(.dark))
      let marks = views.compactMap { $0.view["mark"] }
      #expect(!marks.isEmpty && !marks.contains { $0["type"]?.string == "bar" }, "\(chart.name)")
      let encodings = views.flatMap { view, fields in
        (view["encoding"]?.members ?? []).map { (channel: $0.key, encoding: $0.value, fields: fields) }
      }
      let channels = Set(encodings.map(\.channel))
      #expect(
        !channels.contains("color") || channels.contains("shape") || channels.contains("strokeDash"),
        "\(chart.name)")
      #expect(!encodings.isEmpty, "\(chart.name)")
      for (channel, encoding, fields) in encodings {
        if let field = encoding["field"]?.string {
          #expect(fields.contains(field), "\(chart.name): \(channel) draws \(field), which no row has")
        }
        guard ["x", "y"].contains(channel), let type = encoding["type"]?.string, type != "nominal" else {
          continue
        }
        let title = encoding["title"]?.string ?? ""
        #expect(
          title.contains(#/ \(.+\)$/#),
          "\(chart.name): \(channel) has the title \"\(title)\" without a unit")
      }
    }
  }

  @Test(arguments: ChartTheme.allCases)
  func `Any two of twelve colours are far from each other, and from the page`(theme: ChartTheme) throws {
    let config = theme.config
    let colors = try (config["range"]?["category"]?.items ?? []).map { try Color(#require($0.string)) }
    let page = try Color(#require(config["background"]?.string))
    #expect(colors.count == 12)
    for (index, color) in colors.enumerated() {
      #expect(color.contrast(with: page) >= 2.2, "colour \(index)")
      for other in 0..<index {
        #expect(color.distance(to: colors[other]) > 30, "colours \(other) and \(index)")
      }
    }
    // The first 84 series have a pair of colour and shape of their own.
    #expect(Set((0..<84).map { [$0 % colors.count, $0 % ChartSeries.shapes.count] }).count == 84)
  }
}

/// A colour of the sRGB space.
private struct Color {
  private let linear: [Double]
  /// CIELAB, by the white point D65.
  private let lab: [Double]

  /// - Parameter text: As `#0072b2`.
  init(_ text: String) throws {
    struct IsNoColor: Error {}
    guard text.count == 7, let number = Int(text.dropFirst(), radix: 16) else { throw IsNoColor() }
    linear = [16, 8, 0].map { shift in
      let value = Double((number >> shift) & 0xFF) / 255
      return value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = (linear[0], linear[1], linear[2])
    let relative: [Double] = [
      (0.4125 * red + 0.3576 * green + 0.1804 * blue) / 0.9505,
      0.2127 * red + 0.7152 * green + 0.0722 * blue,
      (0.0193 * red + 0.1192 * green + 0.9503 * blue) / 1.089,
    ]
    let xyz: [Double] = relative.map { $0 > 0.008_856 ? cbrt($0) : 7.787 * $0 + 16.0 / 116 }
    lab = [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])]
  }

  /// The distance of 1976.
  func distance(to other: Color) -> Double {
    zip(lab, other.lab).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  /// As the Web Content Accessibility Guidelines define it: 1 to 21.
  func contrast(with other: Color) -> Double {
    let lights = [self, other].map {
      0.2126 * $0.linear[0] + 0.7152 * $0.linear[1] + 0.0722 * $0.linear[2] + 0.05
    }
    return lights.max()! / lights.min()!
  }
}

/// A run with every file that charts are drawn from: names with commas, quotes, markup and other scripts, and figures that are
/// easy to check.
enum ChartFixtures {
  static let oddSubject = "na,ive \"old\" </script>"
  static let oddWorkload = "trees/größe 木.json"

  /// Makes a folder named `run` that holds these files.
  static func makeRun(
    in temporary: TemporaryFolder, samples: [SampleRecord]? = nil,
    files: [String: String] = [:]
  ) throws -> RunFolder {
    let url = temporary.url.appendingPathComponent("run", isDirectory: true)
    let folder = try MeasuringTests.makeRun(at: url, description, samples: samples)
    for (name, text) in files { try folder.url.appending(path: name).write(text) }
    return folder
  }

  /// Makes such a folder, and returns the run that its charts are drawn from.
  static func run(
    samples: [SampleRecord]? = nil, files: [String: String] = [:]
  ) throws -> ChartRun {
    let temporary = TemporaryFolder()
    return try withExtendedLifetime(temporary) {
      try ChartRun(folder: makeRun(in: temporary, samples: samples, files: files))
    }
  }

  static let description: RunDescription = {
    var description = RunDescription(
      runID: "run-1", commandLine: ["layoutbench", "run"], suite: "odd", seed: 42,
      rounds: 3,
      startedUTC: "2026-11-21T05:20:13.000Z", git: GitState(revision: "0123456789abcdef", isDirty: true),
      build: BuildFacts(swiftVersion: "6.3", configuration: .release, allocator: "jemalloc 5.3.0"),
      machineAtStart: MachineFacts(
        cpuModel: "Fast & \"furious\"", logicalCores: 2, operatingSystem: "Some OS 1"))
    description.ending = .complete
    return description
  }()

  /// Three samples of a cell, of a tree in so many nanoseconds, a second apart.
  static func samples(_ cell: CellID, nanoseconds: [UInt64], first: Int = 0) -> [SampleRecord] {
    nanoseconds.enumerated().map { index, wall in
      changed(makeSample(cell, sequence: first + index, iterations: 1, wall: wall)) {
        $0.utc = Date(timeIntervalSince1970: 1_795_238_413 + Double(first + index)).iso8601
      }
    }
  }

  static func counts(_ cell: CellID, count: UInt64, bytes: UInt64) -> SampleRecord {
    changed(makeSample(cell, pass: .alloc, iterations: 1)) { ($0.allocCount, $0.allocBytes) = (count, bytes) }
  }

  /// Feeds of 10, 100 and 1,000 elements: `spec.cold` takes 10 ns an element, the odd subject 1 ns times the square of the
  /// elements; with two threads `spec.cold` is 1.6 times as fast; and an odd document.
  static var samples: [SampleRecord] {
    var samples: [SampleRecord] = []
    func add(_ cell: CellID, _ nanoseconds: UInt64) {
      samples += ChartFixtures.samples(
        cell, nanoseconds: [nanoseconds, nanoseconds * 9 / 10, nanoseconds * 12 / 10], first: samples.count)
    }
    for count in [10, 100, 1_000] {
      add(makeCell("spec.cold", workload: "feed(\(count))", nodeCount: count), UInt64(count * 10))
      add(makeCell(oddSubject, workload: "feed(\(count))", nodeCount: count), UInt64(count * count))
    }
    add(makeCell("spec.cold", workload: "feed(1000)", nodeCount: 1_000, threads: 2), 6_250)
    add(makeCell("spec.cold", workload: oddWorkload, nodeCount: 6), 240)
    add(makeCell("manual", workload: oddWorkload, nodeCount: 6), 60)
    samples.append(counts(makeCell("spec.cold", workload: oddWorkload, nodeCount: 6), count: 0, bytes: 0))
    samples.append(counts(makeCell("manual", workload: oddWorkload, nodeCount: 6), count: 12, bytes: 1_536))
    return samples
  }

  static func json(_ comparison: Comparison) -> String {
    String(decoding: (try? StableJSON.data(of: comparison)) ?? Data(), as: UTF8.self)
  }

  /// One that is slower, one that is not, one that lies elsewhere in memory, and allocations with and without a base.
  static var comparison: String {
    func time(
      _ subject: String, _ workload: String, _ ratio: Double, by spread: Double, _ verdict: Verdict
    ) -> MetricComparison {
      makeRow(
        makeCell(subject, workload: workload), metric: .wallNanoseconds, base: 1_000, ratio: ratio,
        spread: spread, excluded: 1.011, verdict: verdict)
    }
    return json(
      makeComparison([
        time("spec.cold", "feed(10)", 1.042, by: 0.006, .slower),
        time(oddSubject, oddWorkload, 1.001, by: 0.005, .same),
        time("manual", "feed(10)", 0.93, by: 0.005, .unresolved),
        makeCount(.allocCount, 1, 3, cell: makeCell("spec.cold", workload: "feed(10)")),
        makeCount(.allocCount, 0, 7, cell: makeCell("manual", workload: "feed(10)")),
      ]))
  }

  /// A dash in two ways: in one no frame is late, and of the other's three frames the second takes the time of two and a half.
  static let frames =
    [0.4, 0.5, 0.25].enumerated().map { index, busy in
      frame(oddSubject, at: Double(index) / 100, busy: busy)
    } + [
      frame("manual", at: 0, busy: 1, blankCount: 3), frame("manual", at: 0.01, busy: 2.5, lateCount: 2),
      frame("manual", at: 0.04, busy: 0.1),
    ]

  /// A frame in which the main thread takes so much of a hundredth of a second.
  static func frame(
    _ way: String, at seconds: Double, busy: Double, lateCount: Int = 0, blankCount: Int = 0
  ) -> FrameRecord {
    changed(FrameRecord()) {
      ($0.workload, $0.way, $0.script, $0.seconds) = ("feed(10)", way, "dash", seconds)
      ($0.mainNanoseconds, $0.periodNanoseconds, $0.deadlineNanoseconds) = (busy * 1e7, 1e7, 1e7)
      ($0.lateCount, $0.visibleCount, $0.blankCount, $0.slowness) = (lateCount, 12, blankCount, 30)
    }
  }

  static func charts() throws -> [Chart] {
    let run = try run(
      samples: samples, files: ["compare.json": comparison, "frames.csv": FrameRecord.csv(frames)])
    return ChartKind.allCases.flatMap { $0.charts(of: run) }
  }
}

extension Chart {
  /// The rows of data.
  var data: [JSONValue] { body["data"]?["values"]?.items ?? [] }
}
