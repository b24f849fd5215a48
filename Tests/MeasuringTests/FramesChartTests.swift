import LayoutTestSupport
import StrictJSON
import Testing

@testable import Measuring
@testable import Reporting

@Suite("The picture of frames")
struct FramesChartTests {
  private func charts(_ frames: [FrameRecord]) throws -> [Chart] {
    let run = try ChartFixtures.run(
      samples: ChartFixtures.samples, files: ["frames.csv": FrameRecord.csv(frames)])
    return ChartKind.frames.charts(of: run)
  }

  private func chart(_ frames: [FrameRecord]) throws -> Chart {
    let charts = try charts(frames)
    #expect(charts.count == 1)
    return try #require(charts.first)
  }

  private func words(_ chart: Chart) -> [String] { chart.data.compactMap { $0["words"]?.string } }

  @Test func `A run without lists has no such chart`() throws {
    let run = try ChartFixtures.run(samples: ChartFixtures.samples)
    #expect(ChartKind.frames.charts(of: run).isEmpty)
    #expect(try charts([]).isEmpty, "Nor has an empty file.")
  }

  @Test func `Each way says how late it is, and a late frame lasts until the next one`() throws {
    let chart = try chart(ChartFixtures.frames)
    #expect(chart.title == "feed(10), dash, on a device 30 × as slow, with 1 worker")
    #expect(
      words(chart) == ["no frame late\nlongest 50.0%", "400 ms/s late\n8.3% blank\nlongest 250%"])
    #expect(chart.notes.contains("run/frames.csv; suite odd; 2026-11-21; revision 0123456789 with changes"))
    let late = chart.data.filter { $0["late_until"] != nil }
    #expect(late.map { $0["seconds"]?.number } == [0.01] && late.map { $0["late_until"]?.number } == [0.04])
    #expect(chart.data.compactMap { $0["blank"]?.number }.first == -25)
  }

  @Test func `One frame is a bar as wide as a frame, and a way that is missing has no row`() throws {
    let chart = try chart([ChartFixtures.frame("manual", at: 0, busy: 0.5)])
    #expect(chart.data.map { $0["seconds"]?.number } == [0, 0.01, nil])
    #expect(words(chart) == ["no frame late\nlongest 50.0%"])
    #expect(chart.specification(.light)["facet"]?["sort"] == ["manual"])
    #expect(!chart.notes.contains { $0.contains("cut off") || $0.contains("blank") })
  }

  @Test func `A frame of forty periods is cut off, and the chart says so`() throws {
    let chart = try chart([ChartFixtures.frame("manual", at: 0, busy: 40, lateCount: 39)])
    #expect(chart.notes.contains("Bars are cut off at 300%."))
    #expect(words(chart) == ["975 ms/s late\nlongest 4,000%"])
  }

  @Test func `Thousands of frames are a few hundred bars, which lose no late frame and not the longest`()
    throws
  {
    var frames = (0..<7_200).map { index in
      ChartFixtures.frame("manual", at: Double(index) / 100, busy: 0.2)
    }
    frames[5_000] = ChartFixtures.frame("manual", at: 50, busy: 1.5, lateCount: 1)
    frames.remove(at: 5_001)
    let chart = try chart(frames)
    #expect(chart.data.count <= 303)
    #expect(chart.data.compactMap { $0["busy"]?.number }.max() == 150)
    #expect(chart.data.filter { $0["late_until"] != nil }.count == 1)
    #expect(chart.notes.contains("A bar is the longest frame of 240 ms, and all late ones."))
  }

  @Test func `Other scripts and lists have pictures of their own, and a filter leaves lists out`() throws {
    let other = changed(ChartFixtures.frames[0]) { $0.script = "mine" }
    let foreign = changed(ChartFixtures.frames[0]) { $0.workload = "feed(7)" }
    let names = try charts(ChartFixtures.frames + [other, foreign]).map(\.name)
    #expect(names == ["frames-feed-dash", "frames-feed-mine"], "No cell of feed(7) is in the run.")
  }

  @Test func `A count that no replay has is refused, since the sum of two may be too large`() {
    let frame = changed(ChartFixtures.frames[1]) { $0.visibleCount = .max - 1 }
    let file = FrameRecord.csv([frame, frame])
    let error = failure {
      try ChartFixtures.run(samples: ChartFixtures.samples, files: ["frames.csv": file])
    }
    #expect(error?.message.contains("visible_cells: expected a number of a replay") == true)
  }

  @Test(arguments: ["nan", "inf", "-1", "1e300"])
  func `A figure that no replay has is refused, with its line`(number: String) throws {
    let file = FrameRecord.csv([ChartFixtures.frames[1]]).replacing(",0.01,", with: ",\(number),")
    #expect(file.contains(number))
    let error = failure {
      try ChartFixtures.run(samples: ChartFixtures.samples, files: ["frames.csv": file])
    }
    #expect(error?.message.contains("seconds: expected a number of a replay") == true)
  }
}
