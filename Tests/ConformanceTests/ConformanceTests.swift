import Foundation
import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
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
    var failing: [String] = []
    for testCase in cases {
      let differences = testCase.differences(in: &context, limit: 2)
      if !differences.isEmpty {
        failing.append("\(testCase.id): " + differences.map(\.description).joined(separator: "; "))
      }
    }
    #expect(failing.isEmpty, "\(failing.count) of \(cases.count) differ:\n\(failing.joined(separator: "\n"))")
  }
}

@Suite("Lint of the conformance cases")
struct DocumentLintTests {
  @Test(arguments: ["documented", "random"])
  func `Every conformance case is looked at, and none traps`(file: String) throws {
    for testCase in try conformanceCases(file) {
      let tree = testCase.document.tree
      for finding in tree.lint(in: testCase.document.constrainedSize) {
        #expect(tree.elementIDs.contains(finding.element), "\(testCase.id): \(finding)")
      }
    }
  }

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
