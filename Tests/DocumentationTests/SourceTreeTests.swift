import Foundation
import LayoutTestSupport
import Testing

/// Sources by their paths, and which types they declare and name.
private struct SourceTree {
  private let words: [String: Set<Substring>]
  /// The file of each type that is declared on a file's top level, and not private.
  private let homes: [Substring: String]

  init(_ sources: [String: String]) {
    let noCode = FastPattern(#"(?s)""".*?"""|//[^\n]*|"(?:\\.|[^"\\\n])*""#)
    let name = FastPattern(#"\b[A-Z]\w+"#)
    words = sources.mapValues { Set(name.matches(in: noCode.removed(from: $0))) }
    let declaration = FastPattern(
      #"(?m)^(?:@\w+(?:\([^)]*\))? |public |package |open |final |indirect )*(?:struct|class|enum|protocol|actor) (\w+)"#
    )
    let found = sources.sorted { $0.key < $1.key }.flatMap { path, source in
      declaration.matches(in: source, group: 1).map { ($0, path) }
    }
    homes = Dictionary(found) { first, _ in first }
  }

  /// For each folder in a folder those that its files name types of, and one such type.
  private func arrows(in folder: String) -> [Substring: [Substring: Substring]] {
    func name(_ path: String) -> Substring? {
      let parts = path.dropFirst(folder.count + 1).split(separator: "/")
      return path.hasPrefix(folder + "/") && parts.count > 1 ? parts[0] : nil
    }
    return words.reduce(into: [:]) { arrows, file in
      guard let own = name(file.key) else { return }
      for word in file.value {
        guard let other = homes[word].flatMap(name), other != own else { continue }
        arrows[own, default: [:]][other] = word
      }
    }
  }

  /// The folders of a circle, in order; nil if there is none.
  ///
  /// - Parameter known: arrows that are left out, such as `Specs -> Nodes`.
  func circle(in folder: String, without known: Set<String> = []) -> [Substring]? {
    let arrows = arrows(in: folder).mapValues { $0.keys.sorted() }
    var done: Set<Substring> = []
    func search(_ path: [Substring]) -> [Substring]? {
      let last = path[path.count - 1]
      guard done.insert(last).inserted else { return nil }
      for next in arrows[last] ?? [] where !known.contains("\(last) -> \(next)") {
        if let start = path.firstIndex(of: next) { return path[start...] + [next] }
        if let found = search(path + [next]) { return found }
      }
      return nil
    }
    for folder in arrows.keys.sorted() {
      if let found = search([folder]) { return found }
    }
    return nil
  }

  /// The types that three files or more name besides their own, with its path.
  var widelyUsed: [(type: Substring, path: String)] {
    homes.filter { type, path in words.count { $0.key != path && $0.value.contains(type) } >= 3 }
      .map { (type: $0.key, path: $0.value) }
  }

  /// True if a file has the name of a type, as `Layout.swift` and `Layout+Texts.swift` have of `Layout`.
  static func isHome(_ path: String, of type: Substring) -> Bool {
    URL(filePath: path).lastPathComponent.prefix { $0 != "." && $0 != "+" } == type
  }

  /// True if the names of a file and a type have a word in common, as `ChartPanel.swift` and `ChartLayer`.
  static func sharesWord(_ path: String, with type: Substring) -> Bool {
    func words(_ name: some StringProtocol) -> Set<String> {
      Set(String(name).matches(of: #/([A-Z]+(?![a-z])|[A-Z][a-z]+?)s?(?![a-z])/#).map { $0.1.lowercased() })
    }
    return !words(URL(filePath: path).deletingPathExtension().lastPathComponent).isDisjoint(with: words(type))
  }
}

@Suite("Where things are")
struct SourceTreeTests {
  /// A layout is a recursion through several layers: CONTRIBUTING.md says why for each.
  private static let recursions: Set<String> = [
    "Elements -> Specs", "Elements -> Texts", "Tree -> Specs", "Tree -> Nodes", "Passes -> Nodes",
    "Specs -> Nodes", "Nodes -> Transitions",
  ]

  private static let sources: Result<[String: String], any Error> = Result {
    let root = URL.package
    let paths = try root.appending(path: "Sources").paths().filter { $0.hasSuffix(".swift") }
    return try Dictionary(
      uniqueKeysWithValues: paths.map { ("Sources/\($0)", try root.appending(path: "Sources/\($0)").text()) })
  }

  private static let tree = sources.map(SourceTree.init)

  @Test(arguments: [
    "LayoutSpecs", "Measuring", "Reporting", "LayoutBenchmark", "LayoutDiagnostics", "ConstraintLayout",
  ])
  func `The folders of a module name each other without circles`(module: String) throws {
    let circle = try Self.tree.get().circle(
      in: "Sources/\(module)", without: module == "LayoutSpecs" ? Self.recursions : [])
    #expect(circle == nil)
  }

  @Test func `A type that many files use is found by its name`() throws {
    let types = try Self.tree.get().widelyUsed
    let strays = types.filter { !SourceTree.isHome($0.path, of: $0.type) }
    #expect(types.count > 200)
    #expect(Double(types.count - strays.count) >= 0.85 * Double(types.count))
    #expect(
      strays.filter { !SourceTree.sharesWord($0.path, with: $0.type) }.map { "\($0.type) in \($0.path)" }
        == [])
  }

  /// What sources outside of the folder `Platform` import of the system, or ask whether it has: modules by their files.
  private static func strayNeeds(in sources: [String: String]) -> [String] {
    let libraries = [
      "LayoutSpecs", "LayoutSpecsTexture", "LayoutDiagnostics", "LayoutDocuments", "StrictJSON",
    ]
    let known: Set<Substring> = ["LayoutSpecs", "LayoutDiagnostics", "StrictJSON", "CoreGraphics"]
    // Foundation is where Swift is, and apps on Texture have UIKit and selectors where Apple does.
    let ofApps: Set<Substring> = ["Foundation", "UIKit", "ObjectiveC"]
    let need = FastPattern(
      #"(?m)^ *(?:(?:@?\w+ )*import (?:\w+ )?|#(?:else)?if .*?\b(?:canImport|os)\()(\w+)"#)
    return sources.filter { path, _ in
      libraries.contains { path.hasPrefix("Sources/\($0)/") }
        && !path.hasPrefix("Sources/LayoutSpecs/Platform/")
    }.flatMap { path, source in
      need.matches(in: source, group: 1).filter {
        !known.contains($0) && !(path.hasPrefix("Sources/LayoutSpecsTexture/") && ofApps.contains($0))
      }.map { "\(path): \($0)" }
    }.sorted()
  }

  @Test
  func `What the libraries need of the system is in one folder, so that they compile wherever Swift does`()
    throws
  {
    #expect(Self.strayNeeds(in: try Self.sources.get()) == [])
    let planted = [
      "Sources/LayoutSpecs/Tree/A.swift": "import LayoutSpecs\n\n  import Glibc\n",
      "Sources/LayoutDocuments/B.swift": "internal import var Darwin.errno\n/// import Musl\n",
      "Sources/StrictJSON/C.swift": "#if DEBUG\n#elseif DEBUG && !os(Windows)\n#endif\n",
      "Sources/LayoutSpecs/Platform/D.swift": "import Glibc\n", "Sources/Measuring/E.swift": "import Glibc\n",
    ]
    #expect(
      Self.strayNeeds(in: planted) == [
        "Sources/LayoutDocuments/B.swift: Darwin", "Sources/LayoutSpecs/Tree/A.swift: Glibc",
        "Sources/StrictJSON/C.swift: Windows",
      ])
  }

  @Test func `Each folder of CONTRIBUTING's table is there, and each of the modules' folders is in it`()
    throws
  {
    #expect(
      Self.mistakes(in: try Pages.text(of: "CONTRIBUTING.md"), paths: Set(try Self.sources.get().keys)) == [])
  }

  /// Returns the mistakes of a table of folders: rows without a folder, and folders without a row.
  private static func mistakes(in page: String, paths: Set<String>) -> [String] {
    var module: Substring = ""
    var (rows, named): (Set<String>, Set<String>) = ([], [])
    for line in page.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|")
      for name in cells[0].matches(of: #/`( *)([\w\/]+)`/#) {
        if name.1.isEmpty { module = name.2 }
        rows.insert(name.1.isEmpty ? String(name.2) : "\(module)/\(name.2)")
      }
      // The folders of a small module stand in its own row.
      named.formUnion(cells[1].matches(of: #/`([A-Z]\w+)`/#).map { "\(module)/\($0.1)" })
    }
    let folders = paths.map { $0.split(separator: "/").dropLast().prefix(3).joined(separator: "/") }
    let there = Set(folders + folders.map { $0.split(separator: "/").prefix(2).joined(separator: "/") })
    let modules = [
      "Sources/LayoutSpecs/", "Sources/Measuring/", "Sources/Reporting/", "Sources/LayoutBenchmark/",
    ]
    let known = rows.union(named)
    return rows.filter { $0.hasPrefix("Sources/") && !there.contains($0) }.map { "no folder \($0)" }.sorted()
      + there.filter { folder in modules.contains { folder.hasPrefix($0) } && !known.contains(folder) }
      .map { "not in the table: \($0)" }.sorted()
  }

  @Test func `A circle, a misplaced type and an unknown folder are found`() {
    let tree = SourceTree([
      "Sources/M/A/One.swift": "struct One { var two: Two }\n",
      "Sources/M/B/Two.swift": "package struct Two { var three: Three } // One\n",
      "Sources/M/C/Three.swift": "/// See ``One``.\nstruct Three { let text = \"One\" }\n",
    ])
    #expect(tree.circle(in: "Sources/M") == nil)
    let circle = SourceTree([
      "Sources/M/A/One.swift": "struct One { var two: Two }",
      "Sources/M/B/Two.swift": "struct Two { var three: Three }",
      "Sources/M/C/Three.swift": "enum Three { case none(One) }",
    ])
    #expect(circle.circle(in: "Sources/M") == ["A", "B", "C", "A"])
    #expect(circle.circle(in: "Sources/M", without: ["C -> A"]) == nil)
    let users = (1...3).map { ("Sources/M/User\($0).swift", "let user\($0): Wanted") }
    let strays = SourceTree(
      Dictionary(uniqueKeysWithValues: users + [("Sources/M/Other.swift", "package enum Wanted {}")])
    ).widelyUsed
    #expect(strays.map(\.type) == ["Wanted"])
    #expect(!SourceTree.isHome("Sources/M/Other.swift", of: "Wanted"))
    #expect(!SourceTree.sharesWord("Sources/M/Other.swift", with: "Wanted"))
    #expect(SourceTree.isHome("Sources/M/Wanted+More.swift", of: "Wanted"))
    #expect(SourceTree.sharesWord("Sources/M/WantedThings.swift", with: "Wanted"))
    let table = "| `Sources/LayoutSpecs` | text |\n| `  Tree`, `  Gone` | text |\n"
    #expect(
      Self.mistakes(
        in: table, paths: ["Sources/LayoutSpecs/Tree/A.swift", "Sources/LayoutSpecs/New/B.swift"])
        == ["no folder Sources/LayoutSpecs/Gone", "not in the table: Sources/LayoutSpecs/New"])
    #expect(
      Self.mistakes(in: "| `Sources/None` | text |\n", paths: ["Sources/LayoutSpecs/A.swift"])
        == ["no folder Sources/None"])
  }
}
