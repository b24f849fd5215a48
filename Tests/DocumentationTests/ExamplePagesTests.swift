import Foundation
import Testing

/// The pages of examples show each example as it is tested: they are compared with the tests' own source.
@Suite("Pages of examples")
struct ExamplePagesTests {
  /// The tests of the files in `Examples`: their names, and the lines of their bodies without indentation.
  private static func tests() throws -> [(name: String, body: String)] {
    let folder = Pages.root.appendingPathComponent("Tests/DocumentationTests/Examples")
    var found: [(name: String, body: String)] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let source = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() where line.hasPrefix("  @Test(\"") {
        let name = line.dropFirst("  @Test(\"".count).dropLast("\")".count)
        let body = lines[(number + 2)...].prefix { $0 != "  }" }.map { $0.dropFirst(4) }
        found.append((String(name), body.joined(separator: "\n")))
      }
    }
    return found
  }

  @Test("The page of examples shows each example as it is tested, and no other")
  func examples() throws {
    let tests = try Self.tests()
    #expect(tests.count >= 30)
    var shown: [String: String] = [:]
    let page = try Pages.text(of: "Sources/LayoutSpecs/LayoutSpecs.docc/Examples.md")
    for section in page.split(separator: "\n### ").dropFirst() {
      let parts = section.split(separator: "```swift\n", maxSplits: 1)
      let title = try #require(parts.first?.prefix { $0 != "\n" })
      let code = try #require(parts.count == 2 ? parts[1].split(separator: "\n```", maxSplits: 1).first : nil)
      #expect(shown.updateValue(String(code), forKey: String(title)) == nil, "\(title) stands there twice")
    }
    #expect(Set(shown.keys) == Set(tests.map(\.name)))
    for test in tests { #expect(shown[test.name] == test.body, "\(test.name)") }
  }
}
