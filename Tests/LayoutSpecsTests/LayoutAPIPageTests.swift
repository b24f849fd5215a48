import Foundation
import Testing

/// Pages show code that is compiled, and name what there is: they are compared with the tests' own source.
@Suite("Documentation pages")
struct DocumentationTests {
  private static let tests = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func page(_ name: String) throws -> String {
    let file = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/LayoutSpecs/LayoutSpecs.docc/\(name).md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The tests in a folder: their names, and the lines of their bodies without indentation.
  private static func tests(in folder: String) throws -> [(name: String, body: String)] {
    let folder = tests.appendingPathComponent(folder)
    var found: [(name: String, body: String)] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where name != "DocumentationTests.swift" {
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
    let tests = try Self.tests(in: "DocumentedExamples")
    #expect(tests.count >= 30)
    var shown: [String: String] = [:]
    for section in try Self.page("Examples").split(separator: "\n### ").dropFirst() {
      let parts = section.split(separator: "```swift\n", maxSplits: 1)
      let title = try #require(parts.first?.prefix { $0 != "\n" })
      let code = try #require(parts.count == 2 ? parts[1].split(separator: "\n```", maxSplits: 1).first : nil)
      #expect(shown.updateValue(String(code), forKey: String(title)) == nil, "\(title) stands there twice")
    }
    #expect(Set(shown.keys) == Set(tests.map(\.name)))
    for test in tests { #expect(shown[test.name] == test.body, "\(test.name)") }
  }

  @Test("Every row of the Layout API has a test of its name, and every such test a row")
  func layoutAPI() throws {
    let rows = try Self.page("LayoutAPI").split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    let tests = try Self.tests(in: "LayoutAPI").map(\.name)
    #expect(Set(rows).count == rows.count && Set(tests).count == tests.count)
    #expect(Set(rows).subtracting(tests).isEmpty, "no test: \(Set(rows).subtracting(tests).sorted())")
    #expect(Set(tests).subtracting(rows).isEmpty, "no row: \(Set(tests).subtracting(rows).sorted())")
    #expect(rows.count >= 70)
  }
}
