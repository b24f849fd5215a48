import Foundation
import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Benchmark trees")
struct BenchmarkTreeTests {
  private static let folder = URL.package.appending(path: "Benchmarks/trees")

  @Test(arguments: [
    ("header-left-right", "documented/header-left-right/portrait"),
    ("photo-inset-text-overlay", "documented/photo-with-inset-text-overlay/scale-1"),
    ("photo-outset-icon", "documented/photo-with-outset-icon/absolute"),
    ("inset-text-cell", "documented/inset-text-cell"), ("separator-lines", "documented/separator-lines"),
    ("animal-card", "documented/animal-card"),
  ])
  func `A documented example is the tree of its case, with names`(name: String, id: String) throws {
    let document = try SpecDocument(readingFile: Self.folder.appending(path: "\(name).json").path)
    let testCase = try #require(try conformanceCases("documented").first { $0.id == id })
    let tree = document.tree
    #expect(tree.firstDifference(from: testCase.document.tree, comparesNames: false) == nil)
    #expect(document.name != nil)
    #expect(tree.elementIDs.contains { tree.name(of: $0) != nil })
  }

  @Test func `The feed item has five parts, one below the other`() throws {
    let document = try SpecDocument(readingFile: Self.folder.appending(path: "feed-item.json").path)
    let tree = document.tree
    let layout = tree.layoutThatFits(document.constrainedSize)
    let parts = Array(tree.children(of: tree.root))
    #expect(
      parts.compactMap { tree.name(of: $0) } == [
        "top bar", "profile", "content", "social actions", "comment",
      ])
    for part in parts {
      guard case .compositeNode = tree.content(of: part) else {
        Issue.record("\(part) is a composite node")
        continue
      }
    }
    // 20; 64 of three labels and two gaps, 3 and 20; 200 and twice 20; 20; 50; four gaps of 4.
    #expect(parts.map { layout.frame(of: $0)?.size.height } == [20, 87, 240, 20, 50].map(Optional.some))
    #expect(layout.size == Size(375, 433))
  }

  @Test func `Every document is read, also as it is written, and the lint finds nothing`() throws {
    let names = Self.folder.names.filter { $0.hasSuffix(".json") }
    #expect(names.count >= 10)
    for name in names {
      let located = try LocatedDocument(readingFile: Self.folder.appending(path: name).path)
      let copy = try SpecDocument(parsing: SpecDocumentWriter().bytes(of: located.document), file: name)
      #expect(copy.tree.elementCount == located.document.tree.elementCount)
      let findings = located.lint()
      #expect(findings.isEmpty, "\(name): \(findings.map(\.description).joined(separator: "\n"))")
    }
  }
}
