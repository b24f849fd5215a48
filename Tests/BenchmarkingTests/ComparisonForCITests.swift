import Foundation
import Testing

@testable import Benchmarking

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The attributes of elements in a text of XML, read by a parser that is not ours.
private final class ElementReader: NSObject, XMLParserDelegate {
  private(set) var elements: [(name: String, attributes: [String: String])] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append((name, attributes))
  }

  func read(_ text: String) -> Bool {
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    return parser.parse()
  }

  func attributes(of name: String) -> [[String: String]] {
    elements.filter { $0.name == name }.map(\.attributes)
  }
}

@Suite("A comparison for continuous integration")
struct ComparisonForCITests {
  @Test("JUnit's XML has a test case for each cell, and a failure for each that the gate matches")
  func junit() throws {
    let reader = ElementReader()
    try #require(reader.read(ComparisonFixtures.mixed.junit(gate: .standard)))
    let suite = try #require(reader.attributes(of: "testsuite").first)
    #expect(suite["tests"] == "3" && suite["failures"] == "1" && suite["errors"] == "0")
    #expect(reader.attributes(of: "testcase").map { $0["classname"] }.contains("feed(1000)"))
    let failure = try #require(reader.attributes(of: "failure").first)
    #expect(failure["message"]?.contains("2.1% more CPU time (slower>0%)") == true, "\(failure)")
    let finding = reader.attributes(of: "property").first { $0["name"] == "finding" }
    #expect(finding?["value"]?.hasPrefix("slower in 1 of 3 cells") == true)
  }

  @Test("Undecided cells are skipped, different layouts and failures are errors, and hostile names stay text")
  func junitOfTheRest() throws {
    let name = "<x a=\"1\">&\u{202E}\u{0}'"
    let hostile = CellDescription(subject: name, workload: name, nodeCount: 1, depth: 1, seed: 1, threads: 1)
    let other = CellDescription(subject: "a", workload: "b", nodeCount: 1, depth: 1, seed: 1, threads: 1)
    let comparison = makeComparison(
      [
        makeRow(hostile, ratio: 1.01, verdict: .unresolved),
        MetricComparison(differing: other, note: "The base lays out 1 element and the candidate 2."),
      ], failures: [CellOutcome(cell: other, status: .failed, reason: "]]> ended by \(name)")])
    let reader = ElementReader()
    try #require(reader.read(comparison.junit(gate: .standard)))
    let suite = try #require(reader.attributes(of: "testsuite").first)
    #expect(suite["skipped"] == "1" && suite["errors"] == "2" && suite["failures"] == "0")
    #expect(reader.attributes(of: "testcase")[0]["classname"] == name.onOneLine)
  }

  @Test("GitHub's annotations are a line each, and nothing in a name begins another one")
  func annotations() {
    let lines = ComparisonFixtures.mixed.githubAnnotations(gate: .standard).split(separator: "\n")
    #expect(lines.first?.hasPrefix("::error title=Slower%3A spec.cold feed(1000)") == true, "\(lines)")
    #expect(lines.last?.hasPrefix("::notice title=layoutbench compare::Slower in 1 of 3 cells") == true)
    let cell = CellDescription(
      subject: "a\n::error::b", workload: "100%,:", nodeCount: 1, depth: 1, seed: 1, threads: 1)
    let comparison = makeComparison([makeRow(cell, ratio: 1.1, verdict: .slower)])
    let hostile = comparison.githubAnnotations(gate: .standard).split(separator: "\n")
    #expect(hostile.allSatisfy { $0.hasPrefix("::") } && hostile.count == 2, "\(hostile)")
    #expect(hostile[0].contains("100%25%2C%3A"))
  }

  @Test(
    "The JSON of a comparison has its verdict, its exit code and its regressions, and is read all the same")
  func json() throws {
    let comparison = ComparisonFixtures.mixed
    let exit = ComparisonExit(of: comparison, gate: .standard, failsOnImprovement: false)
    let data = try ComparisonJSON.data(of: comparison, gate: .standard, exit: exit)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["exitCode"] as? Int == 2)
    #expect((object["verdict"] as? String)?.hasPrefix("slower in 1 of 3 cells") == true)
    #expect((object["regressions"] as? [String])?.isEmpty == false)
    #expect(try ComparisonJSON.comparison(in: data, file: "compare.json") == comparison)
  }
}
