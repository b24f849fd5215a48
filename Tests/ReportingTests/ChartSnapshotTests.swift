import Foundation
import Testing

@testable import Reporting

/// Specifications as they are written, against those in `Snapshots`. With `LAYOUTBENCH_RECORD` in the environment they are written
/// there anew: look at what changed before you keep it.
@Suite struct ChartSnapshotTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots")

  private func compare(_ text: String, with name: String) throws {
    let file = Self.folder.appendingPathComponent("\(name).vl.json")
    if ProcessInfo.processInfo.environment["LAYOUTBENCH_RECORD"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(text == recorded, "\(name) is not as recorded")
  }

  @Test func everyKindIsAsRecorded() throws {
    let charts = try ChartFixtures.charts()
    #expect(
      charts.map(\.name) == [
        "growth-feed", "threads", "ratios", "memory-alloc_count_per_tree", "memory-alloc_bytes_per_tree",
        "latency",
        "progression", "forest-wall_ns", "forest-alloc_count", "trend",
      ])
    for chart in charts {
      var specification = chart.specification(.light)
      specification["config"] = nil
      try compare(specification.formatted, with: chart.name)
    }
  }

  @Test(arguments: ChartTheme.allCases)
  func themesAreAsRecorded(theme: ChartTheme) throws {
    try compare(theme.config.formatted, with: "config-\(theme.rawValue)")
  }

  @Test func aCustomChartIsAsRecorded() throws {
    let text =
      "size,wall_ns,\"who, where\",part\n1,10,größe,a\n1,30,größe,a\n1,20,größe,a\n10,200,größe,a\n1,5,\"x\"\"y\",\n"
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("odd name.csv")
      try Data(text.utf8).write(to: file)
      let chart = CustomChart(
        x: "size", y: "wall_ns", color: "who, where", facet: "part", isLogarithmic: true)
      let charts = try chart.charts(ofFile: file.path) { Issue.record("\($0)") }
      #expect(charts.map(\.name) == ["custom-odd-name-wall_ns-by-size"])
      for chart in charts {
        var specification = chart.specification(.light)
        specification["config"] = nil
        try compare(specification.formatted, with: chart.name)
      }
    }
  }
}

/// What holds for every specification.
@Suite struct ChartStructureTests {
  /// Every object under a key, with the data that its layer draws.
  private struct Layer {
    var encoding: JSONValue
    var fields: Set<String>
  }

  private func fields(_ value: JSONValue) -> Set<String>? {
    guard let rows = value["data"]?["values"]?.elements else { return nil }
    return rows.reduce(into: []) { names, row in
      if case .object(let members) = row { names.formUnion(members.keys) }
    }
  }

  private func layers(_ value: JSONValue, inherited: Set<String> = []) -> [Layer] {
    let available = fields(value) ?? inherited
    var found = value["encoding"].map { [Layer(encoding: $0, fields: available)] } ?? []
    for layer in value["layer"]?.elements ?? [] { found += layers(layer, inherited: available) }
    if let panel = value["spec"] { found += layers(panel, inherited: available) }
    return found
  }

  @Test func axesHaveTitlesWithUnitsAndDrawFieldsThatAreThere() throws {
    for chart in try ChartFixtures.charts() {
      let specification = chart.specification(.dark)
      let layers = layers(specification)
      #expect(!layers.isEmpty, "\(chart.name)")
      for layer in layers {
        guard case .object(let channels) = layer.encoding else { continue }
        for (channel, encoding) in channels {
          if let field = encoding["field"]?.text {
            #expect(
              layer.fields.contains(field), "\(chart.name): \(channel) draws \(field), which no row has")
          }
          guard channel == "x" || channel == "y", let type = encoding["type"]?.text, type != "nominal" else {
            continue
          }
          let title = encoding["title"]?.text ?? ""
          #expect(
            title.contains(#/ \(.+\)$/#),
            "\(chart.name): \(channel) has the title \"\(title)\" without a unit")
        }
      }
    }
  }

  @Test func everyChartHasDataATitleAndWhereItComesFrom() throws {
    for chart in try ChartFixtures.charts() {
      let specification = chart.specification(.light)
      #expect(specification["$schema"]?.text?.hasSuffix("/vega-lite/v5.json") == true)
      #expect(!chart.data.isEmpty, "\(chart.name)")
      let notes = specification["title"]?["subtitle"]?.elements.compactMap(\.text) ?? []
      #expect(notes.contains { $0.contains("run/") || $0.hasPrefix("run, run") }, "\(chart.name): \(notes)")
      #expect(
        notes.contains { $0.contains("Fast & \"furious\"; 2 cores; Some OS 1") }, "\(chart.name): \(notes)")
      #expect(notes.allSatisfy { $0.count <= 120 }, "\(chart.name): \(notes)")
      if chart.kind != "trend" {
        #expect(
          notes.contains { $0.contains("2026-11-21; revision 0123456789 with changes") }, "\(chart.name)")
      }
    }
  }

  @Test func noNumberIsLostAndNoNameIsChanged() throws {
    let charts = try ChartFixtures.charts()
    for name in ["growth-feed", "latency", "forest-wall_ns"] {
      let chart = try #require(charts.first { $0.name == name })
      let text = chart.specification(.light).formatted
      #expect(text.contains("na,ive \\\"old\\\" </script>"), "\(name)")
      let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
      #expect(decoded == chart.specification(.light), "\(name) does not read back as it was")
    }
  }
}
