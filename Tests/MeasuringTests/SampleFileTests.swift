import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("The file samples.csv")
struct SampleFileTests {
  private let folder = TemporaryFolder()
  private let header = CSVText.row(SampleRecord.columnNames)

  private func read(_ text: String) throws(FileError) -> SampleFile {
    try SampleFile(table: CSVTable(bytes: Array(text.utf8), file: "s.csv"), file: "s.csv")
  }

  private func row(_ sample: SampleRecord = makeSample(), _ changes: [String: String] = [:]) -> String {
    var fields = sample.fields
    for (column, value) in changes { fields[SampleRecord.columnNames.firstIndex(of: column) ?? 0] = value }
    return CSVText.row(fields)
  }

  private func expect(_ text: String, line: Int, says words: String) {
    expectFailure(line: line, says: words) { try read(text) }
  }

  @Test func `The header and rows, with empty fields for what was not measured, are as recorded`() throws {
    try expectRecorded(header + row() + row(makeFullSample()), as: "samples.csv")
  }

  @Test func `Samples are read back as they were written, also after appending`() throws {
    let path = folder.url.appending(path: "samples.csv").path
    let samples = [makeSample(), makeFullSample(), makeSample(sequence: 1, wall: nil)]
    var writer: SampleWriter? = try SampleWriter(appendingTo: path, isNew: true)
    for sample in samples { try writer?.append(sample) }
    // There is one writer at a time.
    writer = nil
    let file = try SampleFile(table: CSVTable(contentsOf: path), file: path)
    #expect(file.samples == samples)
    #expect(file.warnings.isEmpty)
    try SampleWriter(appendingTo: path).append(makeSample(sequence: 9))
    #expect(
      try SampleFile(table: CSVTable(contentsOf: path), file: path).samples == samples + [
        makeSample(sequence: 9)
      ])
  }

  @Test func `Columns may be added, moved, or missing if they may be empty`() throws {
    let names = ["later"] + SampleRecord.columnNames.reversed()
    let fields = ["?"] + makeFullSample().fields.reversed()
    #expect(try read(CSVText.row(names) + CSVText.row(fields)).samples == [makeFullSample()])
    #expect(try read(CSVText.row(SampleRecord.requiredColumns + Self.figures)).samples.isEmpty)
    let samples = [makeSample(), makeSample(sequence: 1)]
    let file = try read(header + row(samples[0]) + header + row(samples[1]) + String(row().dropLast()))
    #expect(file.samples == samples)
    #expect(file.warnings.map(\.cause) == ["s.csv:5: The last row is cut off and was dropped."])
  }

  @Test func `A field that its column cannot hold is an error with its place, as recorded`() throws {
    try expectRecordedErrors("sample-errors.txt", count: 23) { field throws(FileError) in
      let parts = field.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      _ = try read(header + row() + row(makeSample(sequence: 1), [parts[0]: parts[1]]))
    }
    // Only a sample that is not trusted may have NaN for its checksum.
    let untrusted = row(makeSample(), ["checksum": "nan", "status": "checksumChanged"])
    #expect(try read(header + untrusted).samples[0].checksum.isNaN)
    #expect(try read(header + row(makeSample(), ["checksum": "inf"])).samples[0].checksum == .infinity)
  }

  private static let figures = ["wall_ns", "cpu_ns", "alloc_count", "alloc_bytes"]

  @Test func `A header that lacks a column, even one of figures, or has one twice, is an error`() {
    for column in Self.figures {
      let text = header.replacingOccurrences(of: ",\(column),", with: ",renamed,") + row()
      expect(text, line: 1, says: "lacks the column \(column)")
    }
    let without = SampleRecord.columnNames.filter { $0 != "subject" && $0 != "pid" }
    expect(CSVText.row(without), line: 1, says: "subject, pid")
    expect(CSVText.row(SampleRecord.columnNames + ["seq"]), line: 1, says: "two columns")
  }

  @Test func `A field that an error repeats is cut short and kept on one line`() throws {
    let field = "a\u{0}\n\u{1B}[31m\u{2028}" + String(repeating: "ä", count: 5_000)
    for column in ["wall_ns", "pass", "seq"] {
      let message = try #require(failure { try read(header + row(makeSample(), [column: field])) }?.message)
      #expect(
        message.contains(#""a\0\n\u{1B}[31m\u{2028}ää"#) && message.contains("ä…\""), "\(message)")
      #expect(message.count < 150 && message.utf8.allSatisfy { $0 >= 0x20 })
    }
    let doubled = CSVText.row(SampleRecord.columnNames + [field, field])
    expect(doubled, line: 1, says: "has two columns named \"a\\0\\n")
  }

  @Test func `A trusted sample is there once, by run, arm, pair, pass, round and cell`() throws {
    let samples = [makeSample(), makeSample(sequence: 1), makeSample(phase: .warmup)]
    let rows = samples.map { row($0) }.joined()
    expect(
      header + rows + row(makeSample(sequence: 1)), line: 5,
      says: "has spec feed(1000) × 1 thread, round 1, a second time; the first is s.csv:3")
    // Warming up again, batches that are not trusted, and what another run, arm or pair measured.
    let others: [[String: String]] = [
      ["phase": "warmup", "seq": "9"], ["status": "checksumChanged"], ["run_id": "run-2"], ["arm": "cand"],
      ["pair": "1"], ["pass": "alloc"], ["round": "9"], ["threads": "2"],
    ]
    let text = header + rows + others.map { row(makeSample(), $0) }.joined()
    #expect(try read(text).samples.count == samples.count + others.count)
  }

  @Test func `The file says which units are done and which sequence number comes next`() throws {
    let samples = [
      makeSample(sequence: 7), makeSample(sequence: 1, phase: .warmup),
      makeSample(sequence: 2, pass: .alloc), makeSample(sequence: 3, status: .checksumDisagrees),
    ]
    let file = try read(header + samples.map { row($0) }.joined())
    #expect(
      file.completedUnits == [
        RunPlan.Unit(cell: makeCell(), round: 7), RunPlan.Unit(cell: makeCell(), round: 2, pass: .alloc),
      ])
    #expect(file.lines == [2, 3, 4, 5])
    #expect(file.nextSequence == 8)
    #expect(try read(header).nextSequence == 0)
    // So are the batch size and the checksum of a cell, or its failure.
    let other = makeSample(makeCell("naive"), phase: .warmup, iterations: 3, wall: nil)
    let more = [
      makeSample(phase: .warmup, wall: 9), makeSample(wall: 8), makeSample(sequence: 1, wall: 7),
      makeSample(pass: .alloc), changed(other) { $0.checksum = 7 },
      makeSample(makeCell("broken"), status: .checksumChanged),
    ]
    let cells = try read(header + more.map { row($0) }.joined()).earlierCells
    #expect(
      cells[makeCell()] == EarlierCell(iterations: 10, batchNanoseconds: 7, checksum: 0.1, sampleCount: 2))
    #expect(
      cells[makeCell("naive")] == EarlierCell(iterations: 3, batchNanoseconds: 0, checksum: 7, sampleCount: 0)
    )
    #expect(cells[makeCell("broken")]?.failure?.contains("line 7 is checksumChanged") == true)
  }
}

@Suite("The page of formats")
struct FormatsPageTests {
  /// The names in code in the first column of the tables of a part of the page.
  private func documented(in text: Substring) -> Set<String> {
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    return Set(
      rows.flatMap { row in row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) } })
  }

  @Test func `Every column of every file is documented, and nothing else`() throws {
    let text = try URL.package.appending(path: "Documentation/Formats.md").text()
    let parts = text.split(separator: "## The files of a run")[1].split(separator: "\n### ")
    let shared = documented(in: parts[0])
    let files: [String: [String]] = [
      "samples.csv": SampleRecord.columns.map(\.name),
      "summary.csv": SummaryRow.columns.map(\.name), "compare.csv": ComparisonCSV.columns.map(\.name),
    ]
    var mentioned: Set<String> = []
    for part in parts.dropFirst() {
      let name = String(part.prefix { $0 != "\n" })
      let columns = try #require(files[name], "\(name)")
      let own = documented(in: part)
      #expect(own.subtracting(columns).isEmpty, "\(name): \(own.subtracting(columns))")
      let missing = Set(columns).subtracting(own).subtracting(shared)
      #expect(missing.isEmpty, "\(name): \(missing)")
      mentioned.formUnion(columns)
    }
    #expect(parts.count == files.count + 1)
    #expect(shared.subtracting(mentioned).isEmpty)
  }
}
