import Foundation
import LayoutTestSupport
import Testing

/// The page names what there is: it is compared with the tests' own source.
@Suite("The page on the Layout API")
struct LayoutAPIPageTests {
  private static func rows() throws -> [String] {
    let page = URL.package.appending(path: "Sources/LayoutSpecs/LayoutSpecs.docc/LayoutAPI.md")
    return try page.text().split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
  }

  /// The names of the tests in the folder `LayoutAPI`, and of the rows of the one that has arguments.
  private static func testNames() throws -> [String] {
    let folder = URL.package.appending(path: "Tests/LayoutSpecsTests/LayoutAPI")
    let text = try folder.names.map { try folder.appending(path: $0).text() }.joined()
    let tests = text.matches(of: #/(?m)^  @Test(?:\("| func `)([^"`]+)/#).map { String($0.1) }
    return tests + Set(text.matches(of: #/\("(Style\.\w+)", \{/#).map { String($0.1) })
  }

  @Test func `Every row of the Layout API has a test of its name, and every such test a row`() throws {
    let (rows, tests) = (try Self.rows(), try Self.testNames())
    #expect(Set(rows).count == rows.count && Set(tests).count == tests.count)
    #expect(Set(rows).subtracting(tests).isEmpty, "no test: \(Set(rows).subtracting(tests).sorted())")
    #expect(Set(tests).subtracting(rows).isEmpty, "no row: \(Set(tests).subtracting(rows).sorted())")
    #expect(rows.count >= 70)
  }
}
