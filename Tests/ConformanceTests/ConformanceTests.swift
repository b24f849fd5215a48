import Foundation
import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import LayoutTestSupport
import Testing

func conformanceCases(_ file: String) throws -> [ConformanceCase] {
  let path = try #require(Bundle.module.path(forResource: file, ofType: "json", inDirectory: "Cases"))
  return try CaseFile(readingFile: path).cases
}

/// The frames that Texture's own layout code gave, for every example of its documentation and for random trees.
@Suite("Conformance")
struct ConformanceTests {
  @Test(arguments: [("documented", 258, 858), ("random", 1_500, 20_872)])
  func `Every case gives the expected frames`(file: String, caseCount: Int, elementCount: Int) throws {
    let cases = try conformanceCases(file)
    #expect(cases.count == caseCount)
    #expect(cases.reduce(0) { $0 + $1.document.tree.elementCount } == elementCount)
    var context = LayoutContext()
    expectNoDifferences(in: cases) { $0.differences(in: &context, limit: 2) }
  }

  @Test(arguments: ["documented", "random"])
  func `Written as specs and nodes of the Layout API, too, every case gives them`(file: String) throws {
    try expectNoDifferences(in: conformanceCases(file)) { testCase in
      let tree = testCase.document.tree
      let layout = layoutElement(of: tree, tree.root)
        .layoutThatFits(
          testCase.document.constrainedSize, traits: Traits { $0.displayScale = tree.pixelGrid.scale })
      return testCase.differences(from: layout.frames(for: tree), limit: 2)
    }
  }

  private func expectNoDifferences(
    in cases: [ConformanceCase], _ differences: (ConformanceCase) -> [ConformanceDifference]
  ) {
    let failing = cases.compactMap { testCase in
      let found = differences(testCase).map(\.description)
      return found.isEmpty ? nil : "\(testCase.id): \(found.joined(separator: "; "))"
    }
    #expect(failing.isEmpty, "\(failing.count) of \(cases.count) differ:\n\(failing.joined(separator: "\n"))")
  }
}

@Suite("Lint of the conformance cases")
struct DocumentLintTests {
  /// Header and separator lines are laid out there in a range whose minimum is 0, and the documentation says itself that they do
  /// not fill it.
  @Test func `In the documented examples all that is found is what does not grow from 0`() throws {
    let examples = try conformanceCases("documented").filter { $0.id.hasPrefix("documented/") }
    #expect(examples.count == 25)
    for example in examples {
      let findings = example.document.tree.lint(in: example.document.constrainedSize)
      #expect(findings.allSatisfy { $0.rule == .doesNotGrow }, "\(example.id): \(findings)")
      #expect(
        findings.isEmpty || example.document.constrainedSize.min.width == 0, "\(example.id): \(findings)")
    }
  }
}
