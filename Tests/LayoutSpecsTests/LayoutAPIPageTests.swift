import Foundation
import Testing

/// The page names what there is: it is compared with the tests' own source.
@Suite("The page on the Layout API")
struct LayoutAPIPageTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The names of the rows.
  private static func rows() throws -> [String] {
    let page = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/LayoutSpecs/LayoutSpecs.docc/LayoutAPI.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
  }

  /// The names of the tests in the folder `LayoutAPI`.
  private static func testNames() throws -> [String] {
    let folder = tests.appendingPathComponent("LayoutAPI")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).flatMap { name in
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).split(separator: "\n")
        .compactMap { $0.prefixMatch(of: #/  @Test(?:\("| func `)([^"`]+)/#).map { String($0.1) } }
    }
  }

  @Test func `Every row of the Layout API has a test of its name, and every such test a row`() throws {
    let (rows, tests) = (try Self.rows(), try Self.testNames())
    #expect(Set(rows).count == rows.count && Set(tests).count == tests.count)
    #expect(Set(rows).subtracting(tests).isEmpty, "no test: \(Set(rows).subtracting(tests).sorted())")
    #expect(Set(tests).subtracting(rows).isEmpty, "no row: \(Set(tests).subtracting(rows).sorted())")
    #expect(rows.count >= 70)
  }
}
