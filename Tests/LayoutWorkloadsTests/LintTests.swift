import LayoutDiagnostics
import LayoutSpecs
import LayoutWorkloads
import Testing

@Suite("Lint of workloads")
struct WorkloadLintTests {
  @Test(arguments: ["feed(1000)", "feedItem(30)"])
  func `Nothing is found in a feed, nor in LayoutKit's feed item where its labels fit`(text: String) throws {
    let workload = try Workload(parsing: text)
    let findings = workload.tree().lint(in: workload.range)
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  /// The items' texts are drawn, and the definition lets no label shrink: some are wider than the screen.
  @Test func `What is found in many feed items does stick out, and all that sticks out is found`() throws {
    let workload = try Workload(parsing: "feedItem(1000)")
    let tree = workload.tree()
    let layout = tree.layoutThatFits(workload.range)
    var tooWide: [ElementID] = []
    for id in tree.elementIDs {
      guard case .stack(let stack) = tree.content(of: id), stack.direction == .horizontal,
        let frame = layout.frame(of: id)
      else { continue }
      let ends = tree.children(of: id).compactMap { layout.frame(of: $0)?.maxX }
      if let end = ends.max(), end > frame.size.width { tooWide.append(id) }
    }
    let findings = tree.lint(in: workload.range)
    #expect(findings.allSatisfy { $0.rule == .textDoesNotWrap })
    #expect(findings.compactMap(\.otherElements.last) == tooWide)
    #expect(tooWide.count > 0 && tooWide.count < 50)
  }
}
