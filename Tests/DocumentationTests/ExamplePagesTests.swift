import Foundation
import Testing

/// The pages of examples show each example as it is tested, beside the picture that its test draws.
@Suite("Pages of examples")
struct ExamplePagesTests {
  private static let names = [
    "Examples", "AnimalCard", "Questions", "DifferencesFromCSS", "ComingFromTexture", "Texts", "CustomSpecs",
    "Hosting", "Diagnosing",
  ]

  /// An example: a test's body, or a part of it.
  private struct Example {
    let title: String
    let code: [Substring]
    /// The picture's name; nil if none is drawn.
    let picture: String?

    /// Creates an example of lines of a test; those that draw are not shown.
    init(title: String, lines: [Substring]) {
      let drawing = /try draw\(\w+(?:, "([^"]+)")?\)/
      let pictures = lines.compactMap { $0.wholeMatch(of: drawing) }
        .map { $0.1.map(String.init) ?? pictureName(of: title) }
      let shown = lines.filter { $0.wholeMatch(of: drawing) == nil }
      self.title = title
      code = Array(
        shown.trimmingPrefix(while: \.isEmpty).reversed().trimmingPrefix(while: \.isEmpty).reversed())
      picture = pictures.first
    }

    /// The lines of the page below the sentences of the example.
    var block: [String] {
      ["```swift"] + code.map(String.init) + ["```"] + (picture.map { ["", "![\(title)](\($0).svg)"] } ?? [])
    }
  }

  /// The examples in the folder `Examples`. A test's name is its title; lines such as `// ### Title` divide a
  /// test into several.
  private static func examples() throws -> [String: Example] {
    let folder = Pages.root.appendingPathComponent("Tests/DocumentationTests/Examples")
    var found: [String: Example] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let source = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() {
        guard let name = line.prefixMatch(of: #/  @Test(?:\("| func `)([^"`]+)/#)?.1 else { continue }
        let body = lines[number...].drop { !$0.hasSuffix("{") }.dropFirst().prefix { $0 != "  }" }.map {
          $0.dropFirst(4)
        }
        let mark = "// ### "
        let starts = body.indices.filter { body[$0].hasPrefix(mark) }
        let parts = starts.enumerated().map { place, start in
          let end = place + 1 < starts.count ? starts[place + 1] : body.count
          return Example(
            title: String(body[start].dropFirst(mark.count)), lines: Array(body[start..<end].dropFirst()))
        }
        for example in parts.isEmpty ? [Example(title: String(name), lines: body)] : parts {
          #expect(found.updateValue(example, forKey: example.title) == nil, "\(example.title) is there twice")
        }
      }
    }
    return found
  }

  /// A page with each example's code and picture below its heading, and the titles of these examples.
  private static func page(
    _ text: String, with examples: [String: Example]
  ) -> (text: String, titles: [String]) {
    var lines: [String] = []
    var titles: [String] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var example: Example?
    while let line = rest.popFirst() {
      if line.hasPrefix("#") {
        example = line.hasPrefix("### ") ? examples[String(line.dropFirst(4))] : nil
      }
      guard line == "```swift", let shown = example else {
        lines.append(String(line))
        continue
      }
      // The first block below the heading, and the picture after it.
      rest = rest.drop { $0 != "```" }.dropFirst()
      if rest.first == "" && rest.dropFirst().first?.hasPrefix("![") == true { rest = rest.dropFirst(2) }
      lines += shown.block
      titles.append(shown.title)
      example = nil
    }
    return (lines.joined(separator: "\n"), titles)
  }

  /// With `LAYOUTBENCH_RECORD` in the environment code and pictures are put in anew below each heading.
  @Test("Each page shows each of its examples as it is tested, and each example is on one page")
  func examplePages() throws {
    let examples = try Self.examples()
    #expect(examples.count >= 65)
    var titles: [String] = []
    for name in Self.names {
      let file = Pages.catalogue.appendingPathComponent("\(name).md")
      let text = try String(contentsOf: file, encoding: .utf8)
      let page = Self.page(text, with: examples)
      titles += page.titles
      if Pages.isRecording {
        try Data(page.text.utf8).write(to: file)
      } else {
        let (shown, tested) = (text.split(separator: "\n"), page.text.split(separator: "\n"))
        let place = zip(shown, tested).first { $0 != $1 }.map { "\"\($0.0)\", and not \"\($0.1)\"" }
        let isShown = text == page.text
        #expect(isShown, "\(name).md shows \(place ?? "another end")")
      }
    }
    #expect(titles.count == examples.count && Set(titles).symmetricDifference(examples.keys).sorted() == [])
  }

  @Test(.disabled(if: Pages.isRecording, "pages and pictures are being written"))
  func `Every picture beside the pages is on one of them, and is drawn by a test`() throws {
    let pictures = try Set(
      FileManager.default.contentsOfDirectory(atPath: Pages.catalogue.path).filter { $0.hasSuffix(".svg") })
    let drawn = try Self.examples().values.compactMap(\.picture).map { "\($0).svg" }
    #expect(drawn.count >= 50 && Set(drawn).count == drawn.count)
    #expect(pictures.symmetricDifference(drawn).sorted() == [])
    let shown = try Pages.paths().filter { $0.contains("LayoutSpecs.docc") }.flatMap { path in
      try Pages.text(of: path).matches(of: /!\[[^\]]+\]\(([^)]+)\)/).map { String($0.1) }
    }
    #expect(shown.count == drawn.count && Set(shown).symmetricDifference(drawn).sorted() == [])
  }
}
