import LayoutBenchmark
import Testing

/// Every Swift sample of every page is compiled as it is, all of them in one call of the compiler.
@Suite("Samples on the pages")
struct PageSamplesTests {
  /// What stands for the macros of tests.
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

  @Test("A sample that is wrong is an error in its line of its page, and one that goes on is none")
  func mistake() throws {
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
  }

  @Test func `The program that layoutbench init writes compiles, without warnings`() throws {
    let messages = try SwiftCompiler.check(["Benchmarks.swift": BenchmarkPackage.program])
    #expect(messages.isEmpty, "\(messages)")
  }

  @Test("A manifest on a page turns on the traits that its page is about and no others, and is no sample")
  func manifests() throws {
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

  @Test func `A block that does not end, or is not at the margin, is an error with its place`() {
    #expect(throws: PageError.self) { try PageSample.samples(of: "```swift\nlet x = 1\n", page: "a") }
    #expect(throws: PageError.self) { try PageSample.samples(of: "1. ```swift\n   ```\n", page: "a") }
  }
}
