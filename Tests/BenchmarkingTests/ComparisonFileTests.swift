import Foundation
import Testing

@testable import Benchmarking

@Suite("The file compare.csv")
struct ComparisonFileTests {
  private func read(_ text: String) throws(FileError) -> Comparison {
    try Comparison(table: CSVTable(bytes: Array(text.utf8), file: "c.csv"), file: "c.csv")
  }

  private let header = CSVText.row(ComparisonRow.columnNames)

  private func row(_ changes: [String: String] = [:]) -> String {
    var fields = ComparisonRow(makeRow(), of: makeComparison([])).fields
    for (column, value) in changes {
      fields[ComparisonRow.columnNames.firstIndex(of: column) ?? 0] = value
    }
    return CSVText.row(fields)
  }

  private func expect(_ text: String, line: Int, says words: String) {
    let error = #expect(throws: FileError.self) { try read(text) }
    #expect(error?.line == line)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test("The header, and rows of times and of counts with odd names and a note, are as recorded")
  func recorded() throws {
    let comparison = makeComparison([
      makeRow(
        ComparisonFixtures.oddCell, ratio: 1.5, spread: 0.25, verdict: .slower),
      makeCount(.allocCount, 0, 3, note: "New, and \"odd\"."),
    ])
    try expectRecorded(comparison.csv, as: "compare.csv")
  }

  @Test("Rows are read back as they were written, with the revisions of both sides")
  func rowsAreReadBack() throws {
    for comparison in ComparisonFixtures.all {
      let file = try read(comparison.csv)
      let rows = comparison.rows
      // As text, since what is no number does not equal itself.
      #expect("\(file.rows)" == "\(rows)")
      #expect(file.warnings.isEmpty)
      #expect(file.runID == (rows.isEmpty ? "" : comparison.runID))
      guard !rows.isEmpty else { continue }
      #expect(file.base.revision == comparison.base.revision && !file.base.isDirty)
      #expect(file.candidate.revision == comparison.candidate.revision && file.candidate.isDirty)
      #expect(file.text().contains(comparison.base.revision ?? "?"))
    }
  }

  @Test("A folder holds one comparison, which is read from its rows if the document is gone")
  func aFolderKeepsAComparison() throws {
    try withTemporaryFolder { url in
      let folder = RunFolder(url: url)
      #expect(throws: FileError.self) { try folder.readComparison() }
      try folder.write(ComparisonFixtures.odd)
      try folder.write(ComparisonFixtures.mixed)
      #expect(try folder.readComparison() == ComparisonFixtures.mixed)
      try FileManager.default.removeItem(at: folder.comparisonDocument)
      #expect(try folder.readComparison().rows == ComparisonFixtures.mixed.rows)
      let left = try FileManager.default.contentsOfDirectory(atPath: url.path)
      #expect(left == ["compare.csv"])
    }
  }

  @Test("A folder says from the comparison's start that it holds one, also one that was never judged")
  func aFolderSaysThatItHoldsAComparison() throws {
    try withTemporaryFolder { url in
      let folder = RunFolder(url: url)
      #expect(!folder.holdsComparison)
      var description = ChartFixtures.description
      try folder.write(description)
      #expect(!folder.holdsComparison)
      // As from its start on, so that one that was killed is known too.
      description.base = GitState(revision: "abc", isDirty: false)
      try folder.write(description)
      #expect(folder.holdsComparison)
      #expect(
        throws: FileError(
          file: url.path, message: "Is a comparison that was ended before it was judged; compare again.")
      ) {
        try folder.readComparison()
      }
      // As older programs wrote it.
      try FileManager.default.removeItem(at: folder.runFile)
      try folder.write(ComparisonFixtures.mixed)
      #expect(folder.holdsComparison)
    }
  }

  @Test("A side without a revision keeps its name, and one without both is not known")
  func sidesWithoutARevisionKeepTheirNames() throws {
    var comparison = makeComparison([makeRow()])
    comparison.base = .init(name: "results/a,b")
    comparison.candidate = .init(name: "")
    let copy = try read(comparison.csv)
    #expect(copy.base == .init(name: "results/a,b"))
    #expect(copy.candidate == .init(name: "not known"))
  }

  @Test(
    "Rows of older programs are read: what they did not claim is unresolved, and their second copy is ignored"
  )
  func olderRowsAreRead() throws {
    let names = header.dropLast().split(separator: ",").map(String.init)
    for verdict in ["unfit", "slower_unconfirmed", "faster_unconfirmed"] {
      var fields = ComparisonRow(makeRow(), of: makeComparison([])).fields
      fields[names.firstIndex(of: "verdict")!] = verdict
      fields[names.firstIndex(of: "schema")!] = "1"
      let text = CSVText.row(names + ["null_ratio", "confirmed"]) + CSVText.row(fields + ["1.5", "false"])
      var expected = makeRow()
      expected.verdict = .unresolved
      #expect(try read(text).rows == [expected])
    }
  }

  @Test("Columns may be added, moved, or missing if they are not required")
  func columnsMayBeAddedMovedOrMissing() throws {
    let names = ["later"] + ComparisonRow.columnNames.reversed()
    let fields = ["?"] + ComparisonRow(makeRow(), of: makeComparison([])).fields.reversed()
    #expect(try read(CSVText.row(names) + CSVText.row(fields)).rows == [makeRow()])
    #expect(try read(CSVText.row(ComparisonRow.requiredColumns)).rows.isEmpty)
  }

  @Test("Files joined with their headers are read, and a last row that is cut off is dropped with a warning")
  func mergedAndCutFilesAreRead() throws {
    let file = try read(header + row() + header + row() + String(row().dropLast()))
    #expect(file.rows == [makeRow(), makeRow()])
    #expect(file.warnings.map(\.cause) == ["c.csv:5: The last row is cut off and was dropped."])
  }

  @Test("Newer and damaged rows, and rows of several comparisons, are errors with their line")
  func newerAndDamagedFilesAreRefused() {
    expect(header + row() + row(["schema": "3"]), line: 3, says: "3 is newer than 2")
    expect(header + row(["ratio": "1,5"]), line: 2, says: "ratio: Expected a number, found \"1,5\"")
    expect(header + row(["ratio": ""]), line: 2, says: "found nothing")
    expect(header + row(["verdict": "slow"]), line: 2, says: "slower, faster, ")
    expect(header + row(["metric": "time"]), line: 2, says: "wall_ns, cpu_ns")
    expect(header + row() + row(["run_id": "b"]), line: 3, says: "run_id")
    expect(header + row() + row(["base_revision": "b"]), line: 3, says: "base")
    expect(header + row() + row(["cand_revision": ""]), line: 3, says: "candidate")
    expect(
      CSVText.row(ComparisonRow.columnNames.filter { $0 != "ratio" && $0 != "metric" }), line: 1,
      says: "metric, ratio")
  }
}
