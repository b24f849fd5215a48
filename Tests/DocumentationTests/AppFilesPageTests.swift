import Foundation
import LayoutTestSupport
import Testing

/// The table of files in the shapes of apps is the one that `scripts/update-figures` makes of these files.
@Suite("The table of files of apps")
struct AppFilesPageTests {
  @Test func `It has every file, its classes, and no edit that the page does not list`() throws {
    let page = "Sources/LayoutSpecs/LayoutSpecs.docc/ComingFromTexture.md"
    let folder = "Tests/LayoutSpecsTextureTests/Apps"
    let rows = try Pages.table("app-files", of: page)
    let files = Pages.root.appending(path: folder).names.filter { $0.hasSuffix(".swift") }.sorted()
    #expect(rows.count == files.count + 1)
    var count = 0
    for (file, row) in zip(files, rows) {
      let text = try Pages.text(of: "\(folder)/\(file)")
      let classes = text.split(separator: "\n").count {
        $0.hasPrefix("class ") || $0.hasPrefix("final class ")
      }
      // A view that a host makes is no node.
      let views = text.split(separator: "\n").count { $0.hasPrefix("final class ") && $0.hasSuffix(" {}") }
      #expect(row[2] == "\(classes - views)", "\(file)")
      #expect(text.contains("\n// \(row[0]).\n"), "\(file)")
      #expect(row[3].contains("NodeState") == text.contains("NodeState("), "\(file)")
      count += classes - views
    }
    #expect(rows.last?[2] == "\(count)" && count >= 60)
  }
}
