import Foundation
import Testing

@testable import Benchmarking

@Suite("The file compare.csv")
struct ComparisonFileTests {
  private let header = CSVText.row(ComparisonCSV.columns.map(\.name))

  @Test("The columns are the documented ones, in their order")
  func theColumnsAreTheAgreedOnes() {
    #expect(
      header
        == "schema,run_id,subject,workload,node_count,depth,seed,params,threads,pool,metric,base_revision,"
        + "cand_revision,pair_count,base_value,cand_value,ratio,ci_low,ci_high,ci_level,excluded_ratio,"
        + "verdict,note\n")
  }

  @Test("Rows of times and of counts, with odd names and a note, are written like this")
  func rowsLookLikeThis() {
    let comparison = makeComparison([
      makeRow(
        ComparisonFixtures.oddCell, ratio: 1.5, spread: 0.25, verdict: .slower),
      makeCount(.allocCount, 0, 3, note: "New, and \"odd\"."),
    ])
    #expect(
      ComparisonCSV.text(of: comparison) == header
        + "2,20261121T052013Z-quick-3f9a,a|b`c,\"日本\n,\"\"x\"\" \u{1B}[31m\",1000,5,42,é_*<b>,1,serialQueues,cpu_ns,"
        + "0123456789abcdef0123456789abcdef01234567,fedcba9876543210fedcba9876543210fedcba98-dirty,40,"
        + "100000.0,150000.0,1.5,1.25,1.75,0.99,1.009,slower,\n"
        + "2,20261121T052013Z-quick-3f9a,spec.cold,feed(1000),1000,5,42,,1,serialQueues,alloc_count,"
        + "0123456789abcdef0123456789abcdef01234567,fedcba9876543210fedcba9876543210fedcba98-dirty,1,"
        + "0.0,3.0,inf,inf,inf,1.0,1.0,slower,\"New, and \"\"odd\"\".\"\n")
  }

  @Test("A folder holds one comparison, in a document and as rows for others")
  func aFolderKeepsAComparison() throws {
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
