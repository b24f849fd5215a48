import Foundation
import Testing

@testable import Benchmarking

@Suite("A comparison for continuous integration")
struct ComparisonForCITests {
  @Test func `GitHub's annotations are a line each, and nothing in a name begins another one`() {
    let lines = GitHubAnnotations.text(of: ComparisonReport(ComparisonFixtures.mixed)).split(separator: "\n")
    #expect(lines.first?.hasPrefix("::error title=Slower%3A spec.cold feed(1000)") == true, "\(lines)")
    #expect(lines[1].hasPrefix("::error title=More allocations%3A spec.cold feed(1000)"), "\(lines)")
    #expect(lines.last?.hasPrefix("::notice title=layoutbench compare::Slower in 1 of 3 cells") == true)
    let cell = CellID(
      subject: "a\n::error::b", workload: "100%,:", nodeCount: 1, depth: 1, seed: 1, threads: 1)
    let comparison = makeComparison([makeRow(cell, ratio: 1.1, verdict: .slower)])
    let hostile = GitHubAnnotations.text(of: ComparisonReport(comparison)).split(separator: "\n")
    #expect(hostile.allSatisfy { $0.hasPrefix("::") } && hostile.count == 3, "\(hostile)")
    #expect(hostile[0].contains("100%25%2C%3A"))
  }

  @Test(
    "The JSON of a comparison has its verdict, its exit code and its regressions, and is read all the same")
  func json() throws {
    let comparison = ComparisonFixtures.mixed
    let data = Data(try ComparisonJSON.text(of: ComparisonReport(comparison)).utf8)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["exitCode"] as? Int == 2)
    #expect((object["verdict"] as? String)?.hasPrefix("slower in 1 of 3 cells") == true)
    #expect((object["regressions"] as? [String])?.isEmpty == false)
    #expect(try ComparisonJSON.comparison(in: data, file: "compare.json") == comparison)
  }

  @Test func `A job's page gets the Markdown with the annotations, and with no other form`() {
    let report = ComparisonReport(ComparisonFixtures.mixed, machine: "Fast 9000")
    let pages = ComparisonFormat.allCases.map { $0.output.jobSummary(of: report) }
    #expect(pages == [nil, nil, nil, ComparisonMarkdown.text(of: report)])
    #expect(ComparisonFormat.allCases.map { $0.output.saysRegressions } == [false, false, false, true])
  }
}
