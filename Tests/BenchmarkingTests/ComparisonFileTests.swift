import Foundation
import Testing

@testable import Benchmarking

@Suite("The file compare.csv")
struct ComparisonFileTests {
  private let header = CSVText.row(ComparisonCSV.columns.map(\.name))

  @Test("The header, and rows of times and of counts with odd names and a note, are as recorded")
  func recorded() throws {
    let comparison = makeComparison([
      makeRow(
        ComparisonFixtures.oddCell, ratio: 1.5, spread: 0.25, verdict: .slower),
      makeCount(.allocCount, 0, 3, note: "New, and \"odd\"."),
    ])
    try expectRecorded(ComparisonCSV.text(of: comparison), as: "compare.csv")
  }

  @Test func `A folder holds one comparison, in a document and as rows for others`() throws {
    try withTemporaryFolder { url in
      let folder = RunFolder(url: url)
      #expect(throws: FileError.self) { try folder.readComparison() }
      try folder.write(ComparisonFixtures.odd)
      try folder.write(ComparisonFixtures.mixed)
      #expect(try folder.readComparison() == ComparisonFixtures.mixed)
      let files = try FileManager.default.contentsOfDirectory(atPath: url.path)
      #expect(Set(files) == ["compare.csv", "compare.json"])
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

  @Test("A side without a revision has its name there, and a base of 0 no ratio that is a number")
  func sidesWithoutARevision() throws {
    var comparison = makeComparison([makeCount(.allocCount, 0, 3)])
    comparison.base = .init(name: "results/a,b")
    #expect(ComparisonCSV.text(of: comparison).contains(",alloc_count,\"results/a,b\","))
    #expect(ComparisonCSV.text(of: makeComparison([])) == header)
  }
}
