import Foundation
import Testing

@Suite("The command chart")
struct ChartTests {
  private static let growth = "results/reference/growth"
  /// Without a renderer, whatever is installed here.
  private static let bare = ["LAYOUTBENCH_RENDERER": ""]

  /// A program that stands in for the renderer: makes each picture from its arguments, or fails.
  private func makeRenderer(in folder: URL, _ script: String) throws -> [String: String] {
    let file = folder.appending(path: "renderer")
    try file.write(script: "#!/bin/sh\n\(script)\n")
    return ["LAYOUTBENCH_RENDERER": file.path]
  }

  private func chart(
    _ options: String..., of run: String = growth, environment: [String: String] = bare
  ) throws -> Program.Outcome {
    try Program.run("chart", run, "--kind", "growth", with: options, environment: environment)
  }

  @Test func `Without a renderer specifications are written, over none that was changed`() throws {
    let folder = try Program.makeFolder()
    let outcome = try chart("--filter", "feed(", "-o", folder.path)
    outcome.expect(0, error: "run scripts/install-renderer\n")
    #expect(folder.names == ["growth-feed-dark.vl.json", "growth-feed-light.vl.json"])
    #expect(
      outcome.output == ["light", "dark"].map { "\(folder.path)/growth-feed-\($0).vl.json\n" }.joined())
    let file = folder.appending(path: "growth-feed-light.vl.json")
    let json = try JSON(file.text())
    #expect(json["$schema"].string == "https://vega.github.io/schema/vega-lite/v5.json")
    // One that was changed is kept unless --force is given.
    try file.write("{}")
    try chart("--filter", "feed(", "-o", folder.path).expectRefusal(
      "\(file.path): was changed since it was drawn", exitCode: 1)
    try chart("--filter", "feed(", "-o", folder.path, "--force").expect(0)
    #expect(try Data(contentsOf: file).count > 2)
  }

  @Test func `The renderer gets the specifications and formats, and a theme can be chosen`() throws {
    let folder = try Program.makeFolder()
    let environment = try makeRenderer(in: folder, "printf '%s\\n' \"$@\" >\"$(dirname \"$0\")/arguments\"")
    let out = folder.appending(path: "out")
    let outcome = try chart(
      "--filter", "feed(", "--format", "vl,png,svg", "--theme", "dark", "-o", out.path,
      environment: environment)
    #expect(outcome.exitCode == 0 && outcome.error.isEmpty)
    let arguments = try folder.appending(path: "arguments").text()
    #expect(arguments == "--format\npng,svg\n--\n\(out.path)/growth-feed-dark.vl.json\n")
    #expect(
      outcome.output == ["vl.json", "png", "svg"].map { "\(out.path)/growth-feed-dark.\($0)\n" }.joined())
    try folder.appending(path: "arguments").remove()
    let alone = try chart("--format", "vl", "-o", out.path, environment: environment)
    #expect(alone.exitCode == 0 && alone.error.isEmpty)
    #expect(!folder.appending(path: "arguments").exists)
    // One that fails is told by its last words.
    let failing = try makeRenderer(in: folder, "echo first >&2; echo 'no such luck' >&2; exit 3")
    let failed = try chart("-o", out.path, environment: failing).expect(1)
    #expect(failed.error == "layoutbench: the charts cannot be drawn: no such luck\n")
    try chart("-o", out.path, environment: ["LAYOUTBENCH_RENDERER": "/no/such/program"])
      .expect(1, error: "the charts cannot be drawn: the program could not be started: /no/such/program")
  }

  @Test func `Specifications are the same in any locale, and drawing again changes nothing`() throws {
    let folder = try Program.makeFolder()
    func draw() throws -> [String: Data] {
      let german = ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"].merging(Self.bare) { $1 }
      let environment = folder.names.isEmpty ? Self.bare : german
      try Program.start("chart", Self.growth, "-o", folder.path, environment: environment).expect(0)
      return try Dictionary(
        uniqueKeysWithValues: folder.names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
    }
    let first = try draw()
    #expect(first.count > 20)
    #expect(try draw() == first)
  }

  @Test func `Charts go into the run's folder, if it is one`() throws {
    let run = try Program.makeFolder().appending(path: "run")
    try Program.copyReference("growth", to: run)
    try chart(of: run.path).expect(0)
    #expect(run.appending(path: "charts").names.count == 10)
    try run.appending(path: "run.json").remove()
    try run.appending(path: "charts").remove()
    try chart(of: run.path).expect(65, error: "there is no run.json in it")
    #expect(!run.names.contains("charts"))
  }

  private static let python = URL.package.appending(path: "Benchmarks/charts/.venv/bin/python")

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python.path)))
  func `Where the renderer is installed it draws every format, and names end no script`() throws {
    let folder = try Program.makeFolder()
    let run = folder.appending(path: "run")
    try Program.copyReference("nodes", to: run)
    let samples = run.appending(path: "samples.csv")
    let text = try samples.text()
    try samples.write(text.replacing(",node.first,", with: ",größe</script>,"))
    try Program.run(
      "chart", run.path, "--kind", "ratios", "--reference", "manual.nodes", "--format", "svg,png,html",
      "--theme", "light", "-o", folder.path
    ).expect(0)
    let base = folder.appending(path: "ratios-light")
    let svg = try base.appendingPathExtension("svg").text()
    #expect(svg.hasPrefix("<svg") && svg.contains("größe") && svg.contains("&lt;/script&gt;"))
    let png = try Data(contentsOf: base.appendingPathExtension("png"))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let html = try base.appendingPathExtension("html").text()
    #expect(html.contains("\\u003c/script>") && html.contains("größe"))
    #expect(!html.contains("src=\"http"))
  }

  @Test func `A report grows with cells, and not with samples`() throws {
    let run = try Program.makeFolder().appending(path: "run")
    try Program.copyReference("nodes", to: run)
    let small = try Program.run("report", run.path, "-o", "-", environment: Self.bare)
    small.expect(0, output: #"download="samples.csv""#)

    // Forty times the samples, in further rounds: more than 64 KiB a cell.
    let file = run.appending(path: "samples.csv")
    let lines = try file.text().split(separator: "\n")
    // Before the sequence, up to the round, the round, and behind it.
    let rows = lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      func joined(_ range: Range<Int>) -> String { fields[range].joined(separator: ",") }
      return (joined(0..<3), joined(4..<19), Int(fields[19]) ?? 0, joined(20..<fields.count))
    }
    var number = 0
    var text = "\(lines[0])\n"
    for time in 0..<40 {
      for (begin, middle, round, end) in rows {
        text += "\(begin),\(number),\(middle),\(round + 1_000 * time),\(end)\n"
        number += 1
      }
    }
    try file.write(text)
    let large = try Program.run("report", run.path, "-o", "-", environment: Self.bare)
    large.expect(
      0, output: "<li>run/samples.csv (",
      "KiB; a page holds 1920 KiB of samples at most, and summary.csv their figures)")
    #expect(large.output.utf8.count < small.output.utf8.count + 10_000)
  }

  @Test func `A page shows no marks of Markdown`() throws {
    let page = try Program.run(
      "report", "results/reference/compare-slower", "-o", "-", environment: Self.bare
    )
    .output
    let shown = page.components(separatedBy: "<script")[0]
    #expect(
      shown.contains("<h1") && !shown.contains("`"),
      "\(shown.split(separator: "\n").filter { $0.contains("`") })")
  }

  @Test func `A page says in one line that not all rounds were measured`() throws {
    let run = try Program.makeFolder().appending(path: "run")
    try Program.copyReference("nodes", to: run)
    try RunFiles(folder: run).edit { $0["rounds"] = 1_000 }
    let page = try Program.run("report", run.path, "-o", "-", environment: Self.bare).output
    let sentence = try #require(
      page.split(separator: "\n").first { $0.contains("of 1000 rounds were measured: ") })
    #expect(sentence.hasSuffix(".</p>") && !sentence.contains("\\n"), "\(sentence)")
  }

  @Test func `Where drawing fails, a report has no pictures and says so, and controls no terminal`() throws {
    let folder = try Program.makeFolder()
    let run = folder.appending(path: "run")
    try Program.copyReference("nodes", to: run)
    try RunFiles(folder: run).edit { $0["machineAtStart"] = ["cpuModel": "Fast\u{1B}[31m"] }
    let environment = try makeRenderer(in: folder, "echo 'it is broken' >&2; exit 3")
    let page = try Program.run("report", run.path, "-o", "-", environment: environment)
    page.expect(
      0, output: "The charts were not drawn",
      error: "warning: the page has no pictures: the charts cannot be drawn: it is broken")
    try Program.run("report", run.path, "-o", "-", environment: Self.bare).expect(
      0, error: "renderer of charts is not installed; run scripts/")
    let table = try Program.run("table", run.path)
    #expect(table.output.contains("Fast\\u{1B}[31m"))
    for text in [page.output, page.error, table.output] { #expect(!text.contains("\u{1B}")) }
  }
}
