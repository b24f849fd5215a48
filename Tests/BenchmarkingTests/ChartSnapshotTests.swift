import Foundation
import StrictJSON
import Testing

@testable import Benchmarking

@Suite("Recorded charts")
struct ChartSnapshotTests {
  @Test func `Every kind of chart is as recorded`() throws {
    let charts = try ChartFixtures.charts()
    #expect(
      charts.map(\.name) == [
        "growth-feed", "threads", "ratios", "memory-alloc_count_per_tree", "memory-alloc_bytes_per_tree",
        "latency", "progression", "forest-wall_ns", "forest-alloc_count",
      ])
    for kind in charts.map(\.kind).firstAppearances() {
      var specification = try #require(charts.first { $0.kind == kind }).specification(.light)
      specification["config"] = nil
      try expectRecorded(specification.formatted, as: "\(kind).vl.json")
    }
  }

  @Test(arguments: ChartTheme.allCases)
  func `Each theme is as recorded`(theme: ChartTheme) throws {
    try expectRecorded(theme.config.formatted, as: "config-\(theme.rawValue).vl.json")
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

  @Test func `Axes have titles with units, and each channel draws a field that the rows have`() throws {
    for chart in try ChartFixtures.charts() {
      let encodings = views(chart.specification(.dark)).flatMap { view, fields in
        (view["encoding"]?.members ?? []).map { (channel: $0.key, encoding: $0.value, fields: fields) }
      }
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

  /// The length of a bar on a logarithmic axis says how far away the axis was cut off.
  @Test func `No chart has bars on a logarithmic axis`() throws {
    for chart in try ChartFixtures.charts() {
      let marks = views(chart.specification(.light)).compactMap { $0.view["mark"] }
      #expect(!marks.isEmpty && !marks.contains { $0["type"]?.string == "bar" }, "\(chart.name)")
    }
  }

  /// If a colour tells series apart, so does a shape or a dash, in another layer at the latest.
  @Test func `No series is told from another by colour alone`() throws {
    for chart in try ChartFixtures.charts() {
      let encodings = views(chart.specification(.dark)).compactMap { $0.view["encoding"]?.members }
      let channels = Set(encodings.joined().map(\.key))
      #expect(
        !channels.contains("color") || channels.contains("shape") || channels.contains("strokeDash"),
        "\(chart.name)")
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
  }

  @Test func `The first 84 series have a pair of colour and shape of their own`() {
    let colors = ChartTheme.light.config["range"]?["category"]?.items?.count ?? 0
    let pairs = Set((0..<84).map { [$0 % colors, $0 % ChartSeries.shapes.count] })
    #expect(pairs.count == 84)
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
