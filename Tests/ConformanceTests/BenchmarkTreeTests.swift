import Foundation
import LayoutDocuments
import LayoutSpecs
import Testing

/// The documents in Benchmarks/trees.
@Suite("Benchmark trees")
struct BenchmarkTreeTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Benchmarks/trees").path

  @Test(
    "A documented example is the tree of its conformance case, with names",
    arguments: [
      ("header-left-right", "documented/header-left-right/portrait"),
      ("photo-inset-text-overlay", "documented/photo-with-inset-text-overlay/scale-1"),
      ("photo-outset-icon", "documented/photo-with-outset-icon/absolute"),
      ("inset-text-cell", "documented/inset-text-cell"),
      ("separator-lines", "documented/separator-lines"),
      ("animal-card", "documented/animal-card"),
    ])
  func documented(name: String, id: String) throws {
    let document = try SpecDocument(readingFile: "\(Self.folder)/\(name).json")
    let path = try #require(
      Bundle.module.path(forResource: "documented", ofType: "json", inDirectory: "Cases"))
    let testCase = try #require(try CaseFile(readingFile: path).cases.first { $0.id == id })
    let tree = document.tree
    let expected = testCase.document.tree
    #expect(
      tree.elementIDs.map { "\(tree.content(of: $0))" }
        == expected.elementIDs.map { "\(expected.content(of: $0))" })
    #expect(tree.elementIDs.map { tree.style(of: $0) } == expected.elementIDs.map { expected.style(of: $0) })
    #expect(
      tree.elementIDs.map { tree.subtree(of: $0) } == expected.elementIDs.map { expected.subtree(of: $0) })
    #expect(tree.pixelGrid == expected.pixelGrid)
    #expect(document.name != nil)
    #expect(tree.elementIDs.contains { tree.name(of: $0) != nil })
  }

  @Test func `The feed item has five parts, one below the other`() throws {
    let document = try SpecDocument(readingFile: "\(Self.folder)/feed-item.json")
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

  @Test func `Every document is read`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter {
      $0.hasSuffix(".json")
    }
    #expect(names.count >= 10)
    for name in names {
      let document = try SpecDocument(readingFile: "\(Self.folder)/\(name)")
      let copy = try SpecDocument(parsing: SpecDocumentWriter().bytes(of: document), file: name)
      #expect(copy.tree.elementCount == document.tree.elementCount)
    }
  }
}
