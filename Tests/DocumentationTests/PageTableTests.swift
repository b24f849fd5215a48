import Foundation
import Testing

@Suite("The table of folders in CONTRIBUTING.md")
struct FolderTableTests {
  /// The rows of a module, the first of which names it.
  private struct Section {
    let module: String
    var text: String
    /// The folders with rows of their own.
    var rows: [String] = []
  }

  /// The sections of the modules; a row that begins with spaces belongs to the one before it.
  private static func sections() throws -> [Section] {
    var sections: [Section] = []
    for line in try Pages.text(of: "CONTRIBUTING.md").split(separator: "\n") where line.hasPrefix("| `") {
      let folders = line.split(separator: "|")[0]
      let names = folders.split(separator: "`").map(String.init).filter { $0.contains(where: \.isLetter) }
      if let module = names.first(where: { $0.hasPrefix("Sources/") }) {
        sections.append(Section(module: String(module.dropFirst("Sources/".count)), text: String(line)))
      } else if folders.contains("`  "), let last = sections.indices.last {
        sections[last].text += line
        sections[last].rows += names.map { $0.trimmingCharacters(in: .whitespaces) }
      } else if !sections.isEmpty {
        break
      }
    }
    return sections
  }

  /// The folders below a folder that hold anything, without documentation: git leaves empty ones behind.
  private static func folders(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Pages.root.path(in: path)).filter { name in
      let files = try? FileManager.default.contentsOfDirectory(atPath: Pages.root.path(in: "\(path)/\(name)"))
      return files?.isEmpty == false && !name.hasSuffix(".docc")
    }
  }

  @Test func `It names every module written in Swift, and each of its folders`() throws {
    let sections = try Self.sections()
    for module in try Self.folders(in: "Sources").sorted() {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: Pages.root.path(in: "Sources/\(module)"))
      guard !files.contains("module.modulemap"), !files.contains("include") else { continue }
      let section = try #require(sections.first { $0.module == module }, "Sources/\(module)")
      for folder in try Self.folders(in: "Sources/\(module)") {
        #expect(section.text.contains("`\(folder)`") || section.rows.contains(folder), "\(module)/\(folder)")
      }
    }
  }

  @Test func `Each folder that has a row is there`() throws {
    let sections = try Self.sections()
    #expect(sections.count > 8)
    for section in sections {
      let folders = try Self.folders(in: "Sources/\(section.module)")
      #expect(section.rows.filter { !folders.contains($0) } == [], "Sources/\(section.module)")
    }
  }
}

/// The table of names on the page Coming from Texture.
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
