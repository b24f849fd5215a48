import Foundation
import Testing

@Suite("The command chart", .temporaryFolders)
struct ChartTests {
  private static let growth = "results/reference/growth"
  /// Without a renderer, whatever is installed here.
  private static let bare = ["LAYOUTBENCH_RENDERER": ""]

  /// A program that stands in for the renderer: makes each picture from its arguments, or fails.
  private func makeRenderer(in folder: URL, _ script: String) throws -> [String: String] {
    let file = folder.appendingPathComponent("renderer")
    try Program.write(script: "#!/bin/sh\n\(script)\n", to: file)
    return ["LAYOUTBENCH_RENDERER": file.path]
  }

  @Test func `Without a renderer the specifications are written and the one line to type is said`() throws {
    let folder = try Program.makeFolder()
    let outcome = try Program.run(
      "chart", Self.growth, "--kind", "growth", "--filter", "feed(", "-o", folder.path,
      environment: Self.bare)
    #expect(outcome.exitCode == 0)
    #expect(outcome.error.contains("run scripts/install-renderer\n"))
    #expect(names(in: folder) == ["growth-feed-dark.vl.json", "growth-feed-light.vl.json"])
    #expect(
      outcome.output == ["light", "dark"].map { "\(folder.path)/growth-feed-\($0).vl.json\n" }.joined())
    for name in names(in: folder) {
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(json["$schema"] as? String == "https://vega.github.io/schema/vega-lite/v5.json")
    }
  }

  @Test func `The renderer gets the specifications and formats, and a theme can be chosen`() throws {
    let folder = try Program.makeFolder()
    let environment = try makeRenderer(in: folder, "printf '%s\\n' \"$@\" >\"$(dirname \"$0\")/arguments\"")
    let out = folder.appendingPathComponent("out")
    let outcome = try Program.run(
      "chart", Self.growth, "--kind", "growth", "--filter", "feed(", "--format", "vl,png,svg", "--theme",
      "dark", "-o",
      out.path, environment: environment)
    #expect(outcome.exitCode == 0 && outcome.error.isEmpty)
    let arguments = try contents(of: folder.appendingPathComponent("arguments"))
    #expect(arguments == "--format\npng,svg\n--\n\(out.path)/growth-feed-dark.vl.json\n")
    #expect(
      outcome.output == ["vl.json", "png", "svg"].map { "\(out.path)/growth-feed-dark.\($0)\n" }.joined())
    try FileManager.default.removeItem(at: folder.appendingPathComponent("arguments"))
    let alone = try Program.run(
      "chart", Self.growth, "--kind", "growth", "--format", "vl", "-o", out.path, environment: environment)
    #expect(alone.exitCode == 0 && alone.error.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("arguments").path))
  }

  @Test func `A renderer that fails is exit code 1 with its last words`() throws {
    let folder = try Program.makeFolder()
    let environment = try makeRenderer(in: folder, "echo first >&2; echo 'no such luck' >&2; exit 3")
    let outcome = try Program.run(
      "chart", Self.growth, "--kind", "growth", "-o", folder.path + "/out", environment: environment)
    #expect(outcome.exitCode == 1)
    #expect(outcome.error == "layoutbench: the charts cannot be drawn: no such luck\n")
    let missing = try Program.run(
      "chart", Self.growth, "--kind", "growth", "-o", folder.path + "/out",
      environment: ["LAYOUTBENCH_RENDERER": "/no/such/program"])
    #expect(missing.exitCode == 1 && missing.error.contains("/no/such/program does not start"))
  }

  @Test func `Specifications are the same in any locale, and drawing again changes nothing`() throws {
    let folder = try Program.makeFolder()
    func draw() throws -> [String: Data] {
      let german = ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"].merging(Self.bare) { $1 }
      let environment = names(in: folder).isEmpty ? Self.bare : german
      let outcome = try Program.start(
        "chart", Self.growth, "-o", folder.path, environment: environment)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return try Dictionary(
        uniqueKeysWithValues: names(in: folder).map {
          ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
        })
    }
    let first = try draw()
    #expect(first.count > 20)
    #expect(try draw() == first)
  }

  @Test func `A specification that was changed is kept unless --force is given`() throws {
    let folder = try Program.makeFolder()
    func draw(_ more: String...) throws -> Program.Outcome {
      let arguments = ["chart", Self.growth, "--kind", "growth", "--filter", "feed(", "-o", folder.path]
      return try Program.run(arguments + more, environment: Self.bare)
    }
    _ = try draw()
    let file = folder.appendingPathComponent("growth-feed-light.vl.json")
    try Data("{}".utf8).write(to: file)
    let refused = try draw()
    #expect(refused.exitCode == 1 && refused.output.isEmpty)
    #expect(refused.error.contains("\(file.path): Was changed since it was drawn"))
    #expect(try draw("--force").exitCode == 0)
    #expect(try Data(contentsOf: file).count > 2)
  }

  @Test func `Charts go into the run's folder, and a folder without a description is none`() throws {
    let folder = try Program.makeFolder()
    let run = folder.appendingPathComponent("run")
    try Program.copyReference("growth", to: run)
    let inside = try Program.run("chart", run.path, "--kind", "growth", environment: Self.bare)
    #expect(inside.exitCode == 0)
    #expect(names(in: run).contains("charts") && names(in: run.appendingPathComponent("charts")).count == 10)
    try FileManager.default.removeItem(at: run.appendingPathComponent("run.json"))
    try FileManager.default.removeItem(at: run.appendingPathComponent("charts"))
    let outside = try Program.run("chart", run.path, "--kind", "growth", environment: Self.bare)
    #expect(outside.exitCode == 65 && outside.error.contains("there is no run.json in it"))
    #expect(!names(in: run).contains("charts"))
  }

  @Test func `Kinds are listed`() throws {
    let outcome = try Program.run("chart", "--kind", "list")
    #expect(outcome.exitCode == 0)
    let names = outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names == ["growth", "threads", "ratios", "memory", "latency", "progression", "forest"])
  }

  private static let python = Program.package.appendingPathComponent("Benchmarks/charts/.venv/bin/python")

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python.path)))
  func `Where the renderer is installed it draws every format, and names end no script`() throws {
    let folder = try Program.makeFolder()
    let run = folder.appendingPathComponent("run")
    try Program.copyReference("nodes", to: run)
    let samples = run.appendingPathComponent("samples.csv")
    let text = try contents(of: samples)
    try text.replacing(",node.first,", with: ",größe</script>,").write(
      to: samples, atomically: true, encoding: .utf8)
    let outcome = try Program.run(
      "chart", run.path, "--kind", "ratios", "--reference", "manual.nodes", "--format", "svg,png,html",
      "--theme", "light", "-o", folder.path)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let base = folder.appendingPathComponent("ratios-light")
    let svg = try contents(of: base.appendingPathExtension("svg"))
    #expect(svg.hasPrefix("<svg") && svg.contains("größe") && svg.contains("&lt;/script&gt;"))
    let png = try Data(contentsOf: base.appendingPathExtension("png"))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let html = try contents(of: base.appendingPathExtension("html"))
    #expect(html.contains("\\u003c/script>") && html.contains("größe"))
    #expect(!html.contains("src=\"http"))
  }

  @Test(
    "Where drawing fails, a report is made without pictures and says so; nothing in it controls a terminal")
  func failingDrawings() throws {
    let folder = try Program.makeFolder()
    let run = folder.appendingPathComponent("run")
    try Program.copyReference("nodes", to: run)
    let files = RunFiles(folder: run)
    try files.edit { description in
      var machine = description["machineAtStart"] as? [String: Any] ?? [:]
      machine["cpuModel"] = "Fast\u{1B}[31m"
      description["machineAtStart"] = machine
    }
    let environment = try makeRenderer(in: folder, "echo 'it is broken' >&2; exit 3")
    let page = try Program.run("report", run.path, "-o", "-", environment: environment)
    #expect(page.exitCode == 0 && page.output.contains("The charts were not drawn"))
    #expect(
      page.error.contains("warning: the page has no pictures: the charts cannot be drawn: it is broken"))
    let bare = try Program.run("report", run.path, "-o", "-", environment: Self.bare)
    #expect(bare.exitCode == 0 && bare.error.contains("renderer of charts is not installed; run scripts/"))
    let table = try Program.run("table", run.path)
    #expect(table.output.contains("Fast\\u{1B}[31m"))
    for text in [page.output, page.error, table.output] { #expect(!text.contains("\u{1B}")) }
  }
}
