import Foundation
import Testing

@testable import Benchmarking

@Suite("The document of a comparison")
struct ComparisonJSONTests {
  private func text(_ comparison: Comparison) throws -> String {
    String(decoding: try ComparisonJSON.data(of: comparison), as: UTF8.self)
  }

  @Test func `Every comparison is read back whole, and written again the same`() throws {
    for comparison in ComparisonFixtures.all {
      let data = try ComparisonJSON.data(of: comparison)
      let copy = try ComparisonJSON.comparison(in: data, file: "c.json")
      // As text, since what is no number does not equal itself.
      #expect("\(copy)" == "\(comparison)")
      #expect(try ComparisonJSON.data(of: copy) == data)
    }
  }

  @Test func `A comparison of one row is as recorded`() throws {
    var comparison = makeComparison([makeCount(.allocCount, 0, 3, cell: ComparisonFixtures.oddCell)])
    comparison.minimumEffect = 0.5
    comparison.shared = [makeShared(1.5, .slower, cells: 11, spread: 0.25)]
    try expectRecorded(text(comparison), as: "comparison-row.json")
  }

  /// As comparisons were written before they said how they ended.
  @Test func `A document from before comparisons said how they ended is read`() throws {
    var older = String(decoding: try ComparisonJSON.data(of: ComparisonFixtures.mixed), as: UTF8.self)
    for later in ["  \"ending\" : \"complete\",\n", "  \"shared\" : [\n\n  ],\n"] {
      try #require(older.contains(later))
      older = older.replacing(later, with: "")
    }
    #expect(try ComparisonJSON.comparison(in: Data(older.utf8), file: "c.json") == ComparisonFixtures.mixed)
  }

  /// A locale with a comma for the point must not show, in any format.
  @Test func `No format of a comparison depends on the locale`() throws {
    func texts() throws -> [String] {
      try ComparisonFixtures.all.flatMap {
        [$0.text(), $0.markdown(), ComparisonCSV.text(of: $0), try text($0)]
      }
    }
    let before = setlocale(LC_ALL, nil).map { String(cString: $0) }
    defer { _ = setlocale(LC_ALL, before ?? "C") }
    let expected = try texts()
    for name in ["de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"] where setlocale(LC_ALL, name) != nil { break }
    #expect(try texts() == expected)
  }

  @Test func `Newer and damaged documents are refused with the reason`() {
    func message(_ json: String) -> String {
      failure { try ComparisonJSON.comparison(in: Data(json.utf8), file: "c.json") }?.description ?? ""
    }
    #expect(message(#"{"schema": 3}"#) == "c.json: Its schema 3 is newer than 2, the newest known.")
    #expect(message(#"{"schema": 1}"#).hasPrefix("c.json: Is not a comparison: "))
    #expect(message("").hasPrefix("c.json: Is not a comparison: "))
  }

  @Test("What older programs did not claim is unresolved, and a verdict that there is not is refused")
  func olderVerdicts() throws {
    let written = try text(makeComparison([makeRow(verdict: .slower)]))
    func read(_ verdict: String) throws -> Comparison {
      let json = written.replacing(#""verdict" : "slower""#, with: "\"verdict\" : \"\(verdict)\"")
      return try ComparisonJSON.comparison(in: Data(json.utf8), file: "c.json")
    }
    for verdict in ["unfit", "slower_unconfirmed", "faster_unconfirmed"] {
      #expect(try read(verdict).rows.map(\.verdict) == [.unresolved])
    }
    let error = failure { try read("slow") }
    #expect(error?.message.contains("there is no verdict \"slow\"") == true, "\(error?.message ?? "")")
  }
}
