import Foundation
import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import Testing

/// The lint over documents that are known: those that are right, and those that try everything.
@Suite("Lint of documents")
struct DocumentLintTests {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `Nothing is found in the documents of Benchmarks/trees`() throws {
    let folder = Self.package.appendingPathComponent("Benchmarks/trees").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    #expect(names.count >= 10)
    for name in names {
      let findings = try LocatedDocument(readingFile: "\(folder)/\(name)").lint()
      #expect(findings.isEmpty, "\(name): \(findings.map(\.description).joined(separator: "\n"))")
    }
  }

  @Test("Every conformance case is looked at, and none traps", arguments: ["documented", "random"])
  func conformance(file: String) throws {
    let path = try #require(Bundle.module.path(forResource: file, ofType: "json", inDirectory: "Cases"))
    for testCase in try CaseFile(readingFile: path).cases {
      let tree = testCase.document.tree
      for finding in tree.lint(in: testCase.document.constrainedSize) {
        #expect(tree.elementIDs.contains(finding.element), "\(testCase.id): \(finding)")
      }
    }
  }

  /// Header and separator lines are laid out there in a range whose minimum is 0, and the documentation says itself that they do
  /// not fill it.
  @Test("In the documented examples nothing is found, but what does not grow in a range from 0")
  func documentedExamples() throws {
    let path = try #require(
      Bundle.module.path(forResource: "documented", ofType: "json", inDirectory: "Cases"))
    let examples = try CaseFile(readingFile: path).cases.filter { $0.id.hasPrefix("documented/") }
    #expect(examples.count == 25)
    for example in examples {
      let findings = example.document.tree.lint(in: example.document.constrainedSize)
      #expect(findings.allSatisfy { $0.rule == .doesNotGrow }, "\(example.id): \(findings)")
      #expect(
        findings.isEmpty || example.document.constrainedSize.min.width == 0, "\(example.id): \(findings)")
    }
  }
}
