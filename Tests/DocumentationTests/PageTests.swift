import Foundation
import LayoutBenchmark
import LayoutDiagnostics
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("README")
struct ReadmePictureTests {
  @Test func `The picture is of the example above it`() throws {
    let time = TextNode("30m")
    let header = InsetLayoutSpec(
      insets: EdgeInsets(12),
      child: StackLayoutSpec(direction: .horizontal, spacing: 8, alignItems: .center) {
        ImageNode(imageSize: Size(40, 40))
        TextNode("Ada Lovelace").flexShrink()
        LayoutSpec().flexGrow()
        time
      })
    let picture = header.layoutThatFits(SizeRange(width: 320)).svg(width: 360)
    let file = Pages.root.appending(path: "Documentation/pages/header.svg")
    if Pages.isRecording { try file.write(picture) }
    #expect(try file.text() == picture)
    let code = [
      "ImageNode(imageSize: Size(40, 40))", "header.layoutThatFits(SizeRange(width: 320))",
      "pages/header.svg",
    ]
    let page = try Pages.text(of: "README.md")
    #expect(code.filter { !page.contains($0) } == [])
  }
}

@Suite("Pages of examples")
struct ExamplePagesTests {
  private static let names = [
    "Examples", "AnimalCard", "Questions", "DifferencesFromCSS", "ComingFromTexture", "Texts", "CustomSpecs",
    "Hosting", "Diagnosing",
  ]

  /// An example: the body of a test, or a part of the body.
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
    let folder = Pages.root.appending(path: "Tests/DocumentationTests/Examples")
    var found: [String: Example] = [:]
    for name in folder.names {
      let source = try folder.appending(path: name).text()
      let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() {
        guard let name = line.prefixMatch(of: #/  @Test(?:\("|(?: @MainActor)? func `)([^"`]+)/#)?.1 else {
          continue
        }
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
      if line.hasPrefix("#") { example = line.hasPrefix("### ") ? examples[String(line.dropFirst(4))] : nil }
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
  @Test func `Each page shows each of its examples as it is tested, each on one page`() throws {
    let examples = try Self.examples()
    #expect(examples.count >= 65)
    var titles: [String] = []
    for name in Self.names {
      let file = Pages.catalogue.appending(path: "\(name).md")
      let text = try file.text()
      let page = Self.page(text, with: examples)
      titles += page.titles
      if Pages.isRecording {
        try file.write(page.text)
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
    let pictures = Set(Pages.catalogue.names.filter { $0.hasSuffix(".svg") })
    let drawn = try Self.examples().values.compactMap(\.picture).map { "\($0).svg" }
    #expect(drawn.count >= 50 && Set(drawn).count == drawn.count)
    #expect(pictures.symmetricDifference(drawn).sorted() == [])
    let shown = try Pages.paths().filter { $0.contains("LayoutSpecs.docc") }.flatMap { path in
      try Pages.text(of: path).matches(of: /!\[[^\]]+\]\(([^)]+)\)/).map { String($0.1) }
    }
    #expect(shown.count == drawn.count && Set(shown).symmetricDifference(drawn).sorted() == [])
  }
}

/// Every Swift sample of every page is compiled as it is, all of them in one call of the compiler.
@Suite("Samples on the pages")
struct PageSamplesTests {
  /// The code that replaces the macros of tests.
  private static let support = """
    func required<Value>(_ value: Value?) throws -> Value {
      guard let value else { throw CancellationError() }
      return value
    }
    """

  private static func messages(of pages: [(page: String, text: String)]) throws -> [SwiftCompiler.Message] {
    let standIns = "UIKitStandIns.swift"
    var files = [
      "Support.swift": support, standIns: try Pages.text(of: "Tests/DocumentationTests/\(standIns)"),
    ]
    for (number, page) in pages.enumerated() {
      let samples = try PageSample.samples(of: page.text, page: page.page).filter { !$0.isManifest }
      if samples.isEmpty { continue }
      files["Page\(number).swift"] = PageSample.source(of: samples, function: "page\(number)")
    }
    return try SwiftCompiler.check(files)
  }

  @Test func `Every sample compiles in Swift 6 mode`() throws {
    let pages = try Pages.paths().map { (page: $0, text: try Pages.text(of: $0)) }
    let samples = try pages.flatMap { try PageSample.samples(of: $0.text, page: $0.page) }
    #expect(samples.count >= 85)
    #expect(
      Set(samples.map(\.page)).isSuperset(of: ["README.md", "Sources/LayoutSpecs/LayoutSpecs.docc/Nodes.md"]))
    let errors = try Self.messages(of: pages).filter { $0.kind == "error" }
    #expect(errors.isEmpty, "\(errors.map(\.description).joined(separator: "\n"))")
  }

  @Test func `A wrong sample is an error in its line of its page, and one that goes on is none`() throws {
    let page = """
      # A page

      ```swift
      let title = TextNode("title")
      ```

      <!-- swift
      let body = TextNode("body")
      -->

      ```swift
      let stack = StackLayoutSpec {
        title.flexShrink()
        body.flexGrows()
      }
      #expect(stack.spacing == 0)
      let title = try #require(stack.debugName)
      ```

      ```sh
      this is no Swift
      ```
      """
    let wrong = try Self.messages(of: [("page.md", page)]).filter { $0.kind == "error" }
    #expect(wrong.first?.file == "page.md" && wrong.first?.line == 14, "\(wrong)")
    let right = page.replacing("flexGrows", with: "flexGrow")
    #expect(try Self.messages(of: [("page.md", right)]).filter { $0.kind == "error" }.isEmpty)
    // So is a block that does not end, or is not at the margin.
    #expect(throws: PageError.self) { try PageSample.samples(of: "```swift\nlet x = 1\n", page: "a") }
    #expect(throws: PageError.self) { try PageSample.samples(of: "1. ```swift\n   ```\n", page: "a") }
  }

  @Test func `The program that layoutbench init writes compiles, without warnings`() throws {
    let messages = try SwiftCompiler.check(["Benchmarks.swift": BenchmarkPackage.program])
    #expect(messages.isEmpty, "\(messages)")
  }

  @Test func `A manifest on a page turns on the traits that its page is about, and is no sample`() throws {
    let samples = try Pages.paths().flatMap { try PageSample.samples(of: Pages.text(of: $0), page: $0) }
    let manifests = samples.filter(\.isManifest)
    #expect(manifests.count >= 2)
    for manifest in manifests {
      let isForBenchmarks = manifest.page.contains("LayoutBenchmark.docc")
      let isForFonts = manifest.page.hasSuffix("/Texts.md")
      let traits = isForBenchmarks ? "[.defaults, \"Jemalloc\"]" : isForFonts ? "[\"Text\"]" : "[]"
      let lines = manifest.code.filter { $0.contains(".package(") }
      #expect(lines.count == 1 && lines[0].hasSuffix("traits: \(traits)),"), "\(manifest.page)")
    }
  }
}

@Suite("The table of folders in CONTRIBUTING.md")
struct FolderTableTests {
  /// The rows of each module, the first of which names it: their text, and the folders that have their own. A row
  /// that begins with spaces belongs to the one before it.
  private static func sections() throws -> [String: (text: String, rows: [String])] {
    var sections: [String: (text: String, rows: [String])] = [:]
    var module = ""
    for line in try Pages.text(of: "CONTRIBUTING.md").split(separator: "\n") where line.hasPrefix("| `") {
      let folders = line.split(separator: "|")[0]
      let names = folders.split(separator: "`").map(String.init).filter { $0.contains(where: \.isLetter) }
      if let name = names.first(where: { $0.hasPrefix("Sources/") }) {
        module = String(name.dropFirst("Sources/".count))
        sections[module] = (String(line), [])
      } else if folders.contains("`  ") {
        sections[module]?.text += line
        sections[module]?.rows += names.map { $0.trimmingCharacters(in: .whitespaces) }
      } else if !sections.isEmpty {
        break
      }
    }
    return sections
  }

  /// The folders below a folder that hold anything, without documentation: git leaves empty ones behind.
  private static func folders(in path: String) -> [String] {
    let folder = URL.package.appending(path: path)
    return folder.names.filter { !folder.appending(path: $0).names.isEmpty && !$0.hasSuffix(".docc") }
  }

  @Test func `It names every module written in Swift and each of its folders, and none that is not there`()
    throws
  {
    let (sections, modules) = (try Self.sections(), Self.folders(in: "Sources"))
    #expect(sections.count > 8 && Set(sections.keys).subtracting(modules) == [])
    for module in modules {
      let files = URL.package.appending(path: "Sources/\(module)").names
      guard !files.contains("module.modulemap"), !files.contains("include") else { continue }
      let (text, rows) = try #require(sections[module], "Sources/\(module)")
      let folders = Self.folders(in: "Sources/\(module)")
      #expect(folders.filter { !text.contains("`\($0)`") && !rows.contains($0) } == [], "Sources/\(module)")
      #expect(rows.filter { !folders.contains($0) } == [], "Sources/\(module)")
    }
  }
}

@Suite("Coming from Texture")
struct ComingFromTextureTests {
  private static let path = "Sources/LayoutSpecs/LayoutSpecs.docc/ComingFromTexture.md"

  /// All words in the code of the modules that the page names.
  private static func words() throws -> Set<Substring> {
    var words: Set<Substring> = []
    for module in ["LayoutSpecs", "LayoutDiagnostics"] {
      let folder = URL.package.appending(path: "Sources/\(module)")
      for name in try folder.paths() where name.hasSuffix(".swift") {
        let source = try folder.appending(path: name).text()
        for line in source.split(separator: "\n") where !line.contains(/^ *\/\//) {
          words.formUnion(line.matches(of: /\w+/).map { line[$0.range] })
        }
      }
      words.insert(Substring(module))
    }
    return words
  }

  @Test func `Every name of the table is one of this package`() throws {
    let words = try Self.words()
    let page = try Pages.text(of: Self.path)
    let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Names\n") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    #expect(rows.count >= 25)
    for row in rows {
      let cells = row.split(separator: "|")
      #expect(cells.count == 2, "\(row)")
      for code in cells[1].matches(of: /`([^`]+)`/) {
        for word in code.1.matches(of: /[A-Za-z]\w+/) {
          let isKnown = words.contains(code.1[word.range])
          #expect(isKnown, "there is no \(code.1)")
        }
      }
    }
  }
}
