import Foundation
import LayoutDocuments
import LayoutTestSupport
import Testing

@testable import LayoutSpecs

/// The trees that a search found to take the most work, for their size.
@Suite("The worst trees")
struct WorstTreeTests {
  private static let folder = URL.package.appending(path: "Tests/LayoutDocumentsTests/WorstTrees")

  static let files = folder.names

  @Test(arguments: files)
  func `Each is laid out within a limit or stopped by it, none at the others' cost`(file: String) throws {
    let document = try SpecDocument(readingFile: Self.folder.appending(path: file).path)
    var context = LayoutContext()
    context.computationLimit = 8_000
    context.layout(document.tree, in: document.constrainedSize)
    let counters = context.counters
    #expect(counters.computations < 9_000)
    #expect(counters.measurements < 32 * counters.computations)
  }
}
