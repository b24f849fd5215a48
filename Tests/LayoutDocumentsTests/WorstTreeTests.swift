import Foundation
import LayoutDocuments
import Testing

@testable import LayoutSpecs

/// The trees that a search found to take the most work, for their size.
@Suite("The worst trees")
struct WorstTreeTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("WorstTrees")

  static let files = try! FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()

  @Test(
    "Each is laid out within a limit or stopped by it, and no computation takes more for the others",
    arguments: files)
  func work(file: String) throws {
    let document = try SpecDocument(readingFile: Self.folder.appendingPathComponent(file).path)
    var context = LayoutContext()
    context.computationLimit = 8_000
    context.layout(document.tree, in: document.constrainedSize)
    let counters = context.counters
    #expect(counters.computations < 9_000)
    #expect(counters.measurements < 32 * counters.computations)
  }
}
