import Foundation
import SwiftCSV
import Testing

@testable import Benchmarking

@Suite("CSV text")
struct CSVTextTests {
  @Test(
    "A field is quoted if it holds a comma, a quote, a line's end, or a space at an end",
    arguments: [
      ("", ""), ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
      ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), (" a", "\" a\""),
      ("a ", "\"a \""), ("a b", "a b"),
      ("\u{FEFF}a", "\"\u{FEFF}a\""), ("\"\u{301}", "\"\"\"\u{301}\""),
    ])
  func quoting(field: String, quoted: String) {
    #expect(CSVText.quoted(field) == quoted)
  }

  @Test func `A row ends in a line feed, and one that is a single empty field is quoted`() {
    #expect(CSVText.row(["a", "", "b,"]) == "a,,\"b,\"\n")
    #expect(CSVText.row([""]) == "\"\"\n")
  }

  @Test func `A number reads back to the same bits, and one that is missing is empty`() {
    for value in [0.1, -0.0, 1e300, Double.leastNonzeroMagnitude, 1.0 / 3, 123_456_789.123, .infinity] {
      #expect(Double(value.csv)?.bitPattern == value.bitPattern)
    }
    #expect(Double.nan.csv == "nan")
    #expect((nil as Double?).csv == "" && (nil as Int?).csv == "")
    #expect(UInt64.max.csv == "18446744073709551615")
  }
}

@Suite("CSV tables")
struct CSVTableTests {
  private func table(_ text: String) throws(FileError) -> CSVTable {
    try CSVTable(bytes: Array(text.utf8), file: "f.csv")
  }

  private func expect(_ text: String, line: Int?, says words: String) {
    expectFailure(line: line, says: words) { try table(text) }
  }

  @Test func `A row knows the line it begins on, also after a field of two lines`() throws {
    let table = try table("a,b\n1,\"x\ny\"\n,\"\"\"\"\n")
    #expect(table.header == ["a", "b"])
    #expect(table.rows == [.init(line: 2, fields: ["1", "x\ny"]), .init(line: 4, fields: ["", "\""])])
    #expect(table.droppedLine == nil)
  }

  @Test("A byte order mark and line ends of two characters are read, and a lone return is text")
  func otherProgramsLineEndsAndMarksAreTaken() throws {
    let table = try table("\u{FEFF}a,b\r\n1,\"2\"\r\n3\r4,5\r\n")
    #expect(table.header == ["a", "b"])
    #expect(table.rows.map(\.fields) == [["1", "2"], ["3\r4", "5"]])
  }

  @Test(
    "A last row without its line's end is dropped, and what is whole before it is kept",
    arguments: ["1,2", "1", "1,", "1,\"x", "1,\"x\n\n", "1,2\r", "1,\"2\"\r", "1,\"2\""])
  func aCutLastRowIsDropped(tail: String) throws {
    let whole = "a,b\n7,\"8\n9\"\n"
    let table = try table(whole + tail)
    #expect(table.rows.map(\.fields) == [["7", "8\n9"]])
    #expect(table.droppedLine == 4)
    #expect(table.completeByteCount == whole.utf8.count)
  }

  @Test func `A missing header, a wrong number of fields and a misplaced quote are errors with their line`() {
    expect("", line: 1, says: "no header")
    expect("a,b", line: 1, says: "no header")
    expect("a,b\n1,2\n3\n", line: 3, says: "1 fields")
    expect("a,b\n1,2,3\n", line: 2, says: "3 fields")
    expect("a,b\n\n1,2\n", line: 2, says: "1 fields")
    expect("a,b\n1\"2,3\n", line: 2, says: "quote inside")
    expect("a,b\n\"x\ny\"z,3\n", line: 3, says: "closing quote")
  }

  @Test func `What is written reads the same with another library and with our reader`() throws {
    let rows = [["a", "b", "c"], ["x,y", "say \"hi\"", "two\nlines"], ["ü", "1.5", "a b"]]
    let text = rows.map(CSVText.row).joined()
    let other = try CSV<Enumerated>(string: text)
    #expect(other.header == rows[0])
    #expect(other.content.rows == Array(rows[1...]))
    let own = try table(text)
    #expect([own.header] + own.rows.map(\.fields) == rows)
  }
}

private struct Pair: CSVCodable {
  var a = ""
  var b = ""

  static let blank = Pair()
  static let columns: [CSVColumn<Pair>] = [CSVColumn("a", \.a), CSVColumn("b", \.b)]
}

private struct Swapped: CSVCodable {
  var pair = Pair()

  static let blank = Swapped()
  static let columns: [CSVColumn<Swapped>] = Pair.columns.reversed().map { $0.lifted(to: \Swapped.pair) }
}

@Suite("The CSV writer")
struct CSVWriterTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.url.appendingPathComponent("x.csv").path }

  @Test func `The header and each row are in the file as soon as they are written`() throws {
    let writer = try CSVWriter<Pair>(creating: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a,b\n")
    try writer.append(Pair(a: "1", b: "x,y"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a,b\n1,\"x,y\"\n")
  }

  @Test func `A file that exists is not overwritten`() throws {
    _ = try CSVWriter<Pair>(creating: path)
    let error = failure { try CSVWriter<Pair>(creating: path) }
    #expect(error?.description.hasPrefix("\(path): Cannot be created: ") == true)
  }

  @Test func `Appending cuts off a row that was half written, and refuses other columns`() throws {
    try Data("a,b\n1,2\n3,".utf8).write(to: URL(fileURLWithPath: path))
    try CSVWriter<Pair>(appendingTo: path).append(Pair(a: "5", b: "6"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a,b\n1,2\n5,6\n")
    #expect(throws: FileError.self) { try CSVWriter<Swapped>(appendingTo: path) }
  }

  /// A device that is always full, where there is one.
  @Test func `A full disk is an error that names the file`() throws {
    let device = open("/dev/full", O_WRONLY)
    guard device >= 0 else { return }
    let writer = CSVWriter<Pair>(descriptor: device, path: "x.csv")
    let error = #expect(throws: FileError.self) { try writer.append(Pair(a: "1")) }
    #expect(error?.description.hasPrefix("x.csv: Cannot be written to: ") == true)
  }
}
