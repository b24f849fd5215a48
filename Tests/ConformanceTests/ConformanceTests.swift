import Foundation
import LayoutDocuments
import LayoutSpecs
import Testing

/// The frames that Texture's own layout code gave, for every example of its documentation and for random trees.
@Suite("Conformance")
struct ConformanceTests {
  @Test(arguments: [("documented", 258, 858), ("random", 1_500, 20_872)])
  func `Every case gives the expected frames`(file: String, caseCount: Int, elementCount: Int) throws {
    let path = try #require(Bundle.module.path(forResource: file, ofType: "json", inDirectory: "Cases"))
    let cases = try CaseFile(readingFile: path).cases
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
