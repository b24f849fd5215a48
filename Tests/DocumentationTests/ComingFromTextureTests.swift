import Foundation
import Testing

/// What the page says beside its examples.
@Suite("Coming from Texture")
struct ComingFromTextureTests {
  private static let path = "Sources/LayoutSpecs/LayoutSpecs.docc/ComingFromTexture.md"

  /// All words in the code of the modules that the page names.
  private static func words() throws -> Set<Substring> {
    var words: Set<Substring> = []
    for module in ["LayoutSpecs", "LayoutDiagnostics"] {
      let folder = Pages.root.appendingPathComponent("Sources/\(module)")
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".swift") {
        let source = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
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
