import LayoutSpecs
import LayoutWorkloads
import Testing

@Suite("Memory")
struct MemoryTests {
  /// The tree, its caches and its frames, in bytes an element.
  private func bytesPerElement(_ text: String) throws -> Double {
    let workload = try Workload(parsing: text)
    let tree = workload.tree()
    var context = LayoutContext()
    context.layout(tree, in: workload.range)
    return Double(tree.byteCount + context.byteCount) / Double(tree.elementCount)
  }

  @Test(
    "A tree with its caches and its frames takes so many bytes an element",
    arguments: [("feed(1000)", 160.0), ("nested(4)", 110), ("wide(1000)", 110), ("feedItem(100)", 180)])
  func footprint(text: String, limit: Double) throws {
    #expect(try bytesPerElement(text) <= limit)
  }

  @Test("Laying out again and again, in other ranges and after changes, takes no more and more memory")
  func steady() throws {
    let workload = try Workload(parsing: "feed(100)")
    var tree = workload.tree()
    let edit = try #require(WorkloadEdit(of: tree))
    var context = LayoutContext()
    var byteCounts: [Int] = []
    for turn in 0..<40 {
      tree.setContent(edit.contents[turn % 2], of: edit.element)
      context.relayout(tree, in: turn % 4 < 2 ? workload.range : SizeRange(max: Size(414, .infinity)))
      context.layout(tree, in: workload.range)
      byteCounts.append(tree.byteCount + context.byteCount)
    }
    #expect(Set(byteCounts.dropFirst(8)).count == 1, "\(byteCounts)")
  }

  @Test func `Rows that come and go leave nothing behind for good`() throws {
    let workload = try Workload(parsing: "feed(100)")
    let cell = try #require(workload.cells()?.first)
    var tree = workload.tree()
    let before = tree.byteCount
    for _ in 0..<1000 {
      let row = tree.insertSubtree(cell, in: tree.root, at: 50)
      tree.removeSubtree(of: row)
    }
    #expect(tree.byteCount < 4 * before)
  }
}
