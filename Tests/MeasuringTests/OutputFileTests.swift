import Foundation
import LayoutTestSupport
import SwiftCSV
import Testing

@testable import Measuring
@testable import Reporting

@Suite("Output files")
struct OutputFileTests {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.url.path }
  private static let old = Data("old, and longer than the new one".utf8)
  private static let new = Data("new".utf8)

  @Test func `An existing file is refused unless it may be replaced, and a missing one is made`() throws {
    let file = OutputFile("\(folder)/x")
    try file.check(replacing: false)
    #expect(temporary.url.names.isEmpty)
    try file.write(Self.old, replacing: false)
    #expect(throws: OutputFileError.exists) { try file.check(replacing: false) }
    #expect(throws: OutputFileError.exists) { try file.write(Self.new, replacing: false) }
    #expect(FileManager.default.contents(atPath: file.path) == Self.old)
    try file.check(replacing: true)
    try file.write(Self.new, replacing: true)
    #expect(FileManager.default.contents(atPath: file.path) == Self.new)
    #expect(temporary.url.names == ["x"])
  }

  @Test(arguments: [0o600, 0o755])
  func `A replaced file keeps its permissions, and readers keep the old content`(_ mode: mode_t) throws {
    let path = "\(folder)/x"
    try Self.old.write(to: URL(fileURLWithPath: path))
    chmod(path, mode)
    let reader = try #require(FileHandle(forReadingAtPath: path))
    try OutputFile(path).write(Self.new, replacing: true)
    #expect(try reader.readToEnd() == Self.old)
    #expect(FileManager.default.contents(atPath: path) == Self.new)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode)
  }

  @Test("Links are followed: over several steps, relative to their own folder, and to files that are missing")
  func links() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: "\(folder)/below", withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: "\(folder)/first", withDestinationPath: "below/second")
    try files.createSymbolicLink(atPath: "\(folder)/below/second", withDestinationPath: "../file")
    let link = OutputFile("\(folder)/first")
    try link.check(replacing: false)
    try link.write(Self.old, replacing: false)
    #expect(files.contents(atPath: "\(folder)/file") == Self.old)
    #expect(throws: OutputFileError.exists) { try link.write(Self.new, replacing: false) }
    try link.write(Self.new, replacing: true)
    #expect(files.contents(atPath: "\(folder)/file") == Self.new)
    #expect(temporary.url.names == ["below", "file", "first"])
    #expect(try files.destinationOfSymbolicLink(atPath: link.path) == "below/second")
    #expect(try files.destinationOfSymbolicLink(atPath: "\(folder)/below/second") == "../file")
    // A circle is an error.
    try files.createSymbolicLink(atPath: "\(folder)/a", withDestinationPath: "b")
    try files.createSymbolicLink(atPath: "\(folder)/b", withDestinationPath: "a")
    let circle = OutputFile("\(folder)/a")
    #expect(throws: OutputFileError.system(ELOOP)) { try circle.check(replacing: true) }
    #expect(throws: OutputFileError.system(ELOOP)) { try circle.write(Self.new, replacing: true) }
  }

  @Test(arguments: [true, false])
  func `A pipe is written to whether files may be replaced or not, and stays one`(isReplacing: Bool) throws {
    let path = "\(folder)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "pipe")
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    for name in [path, "\(folder)/link"] {
      try OutputFile(name).check(replacing: isReplacing)
      try OutputFile(name).write(Self.new, replacing: isReplacing)
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = read(reader, &bytes, bytes.count)
      #expect(Data(bytes.prefix(max(count, 0))) == Self.new)
    }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(temporary.url.names == ["link", "pipe"])
  }

  @Test func `An open descriptor is written to where it is; one that is not open is an error`() throws {
    let path = "\(folder)/x"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let file = OutputFile("/dev/fd/\(descriptor)")
    for _ in 0..<2 {
      try file.check(replacing: false)
      try file.write(Self.new, replacing: false)
    }
    close(descriptor)
    #expect(FileManager.default.contents(atPath: path) == Self.new + Self.new)
    let readable = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(readable) }
    #expect(throws: OutputFileError.system(EBADF)) {
      try OutputFile("/dev/fd/\(readable)").check(replacing: true)
    }
    #expect(throws: OutputFileError.system(EBADF)) {
      try OutputFile("/dev/fd/1000000").write(Self.new, replacing: true)
    }
    // Names of standard output are known, through links too.
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "/dev/stdout")
    for path in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "\(folder)/link"] {
      #expect(OutputFile(path).descriptor == STDOUT_FILENO, "\(path)")
    }
    #expect(OutputFile("\(folder)/stdout").descriptor == nil)
  }

  @Test(arguments: [true, false])
  func `A folder, a missing folder, and a file instead of one are told apart`(isReplacing: Bool) throws {
    try Self.old.write(to: URL(fileURLWithPath: "\(folder)/file"))
    let cases: [(String, OutputFileError)] = [
      (folder, .isFolder), ("\(folder)/new/", .isFolder),
      ("\(folder)/none/x", .missingFolder("\(folder)/none")),
      ("\(folder)/none/deep/x", .missingFolder("\(folder)/none/deep")),
      ("\(folder)/file/x", .isNoFolder("\(folder)/file")),
      ("\(folder)/file/deep/x", .isNoFolder("\(folder)/file")),
    ]
    for (path, error) in cases {
      #expect(throws: error) { try OutputFile(path).check(replacing: isReplacing) }
      #expect(throws: error) { try OutputFile(path).write(Self.new, replacing: isReplacing) }
    }
    #expect(temporary.url.names == ["file"])
  }

  @Test func `A folder is made with those that contain it; a file in its way is named`() throws {
    let output = OutputFolder(URL(fileURLWithPath: "\(folder)/a/../b/c"))
    try output.check()
    #expect(temporary.url.names.isEmpty)
    for _ in 0..<2 { try output.make() }
    try output.check()
    #expect(temporary.url.appending(path: "b").names == ["c"])
    try Self.old.write(to: URL(fileURLWithPath: "\(folder)/file"))
    for name in ["file", "file/below", "file/below/deep"] {
      let output = OutputFolder(URL(fileURLWithPath: "\(folder)/\(name)"))
      let error = FileError(
        file: output.path, message: "cannot be made a folder: \(folder)/file is no folder")
      #expect(throws: error) { try output.check() }
      #expect(throws: error) { try output.make() }
    }
  }
}

@Suite("CSV text and tables")
struct CSVTests {
  @Test(
    "A field is quoted if it holds a comma, a quote, a line's end, or a space at an end",
    arguments: [
      ("", ""), ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
      ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), (" a", "\" a\""),
      ("a ", "\"a \""), ("a b", "a b"), ("\u{FEFF}a", "\"\u{FEFF}a\""), ("\"\u{301}", "\"\"\"\u{301}\""),
    ])
  func quoting(field: String, quoted: String) { #expect(CSVText.quoted(field) == quoted) }

  @Test func `A row ends in a line feed; a number reads back to the same bits, and a missing one is empty`() {
    #expect(CSVText.row(["a", "", "b,"]) == "a,,\"b,\"\n")
    #expect(CSVText.row([""]) == "\"\"\n", "A single empty field is quoted.")
    for value in [0.1, -0.0, 1e300, Double.leastNonzeroMagnitude, 1.0 / 3, 123_456_789.123, .infinity] {
      #expect(Double(value.csv)?.bitPattern == value.bitPattern)
    }
    #expect(Double.nan.csv == "nan")
    #expect((nil as Double?).csv == "" && (nil as Int?).csv == "")
    #expect(UInt64.max.csv == "18446744073709551615")
  }

  private func table(_ text: String) throws(FileError) -> CSVTable {
    try CSVTable(bytes: Array(text.utf8), file: "f.csv")
  }

  @Test func `A row knows the line it begins on, also after a field of two lines`() throws {
    let table = try table("a,b\n1,\"x\ny\"\n,\"\"\"\"\n")
    #expect(table.header == ["a", "b"])
    #expect(table.rows == [.init(line: 2, fields: ["1", "x\ny"]), .init(line: 4, fields: ["", "\""])])
    #expect(table.droppedLine == nil)
    // A byte order mark and ends of two characters are read, and a lone return is text.
    let other = try self.table("\u{FEFF}a,b\r\n1,\"2\"\r\n3\r4,5\r\n")
    #expect(other.header == ["a", "b"] && other.rows.map(\.fields) == [["1", "2"], ["3\r4", "5"]])
  }

  @Test(arguments: ["1,2", "1", "1,", "1,\"x", "1,\"x\n\n", "1,2\r", "1,\"2\"\r", "1,\"2\""])
  func `A last row without its line's end is dropped, what is whole before it is kept`(tail: String) throws {
    let whole = "a,b\n7,\"8\n9\"\n"
    let table = try table(whole + tail)
    #expect(table.rows.map(\.fields) == [["7", "8\n9"]])
    #expect(table.droppedLine == 4)
    #expect(table.completeByteCount == whole.utf8.count)
  }

  @Test(arguments: [
    ("", 1, "no header"), ("a,b", 1, "no header"), ("a,b\n1,2\n3\n", 3, "1 fields"),
    ("a,b\n1,2,3\n", 2, "3 fields"), ("a,b\n\n1,2\n", 2, "1 fields"), ("a,b\n1\"2,3\n", 2, "quote inside"),
    ("a,b\n\"x\ny\"z,3\n", 3, "closing quote"),
  ])
  func `What is no table is an error with its line`(text: String, line: Int, words: String) {
    expectFailure(line: line, says: words) { try table(text) }
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
  private var file: URL { temporary.url.appending(path: "x.csv") }

  @Test func `The header and each row are in the file as soon as they are written`() throws {
    let writer = try CSVWriter<Pair>(appendingTo: file.path, isNew: true)
    #expect(try file.text() == "a,b\n")
    try writer.append(Pair(a: "1", b: "x,y"))
    #expect(try file.text() == "a,b\n1,\"x,y\"\n")
    let error = failure { try CSVWriter<Pair>(appendingTo: file.path, isNew: true) }
    #expect(error?.description.hasPrefix("\(file.path): cannot be created: ") == true)
  }

  @Test func `Appending cuts off a row that was half written, and refuses other columns`() throws {
    try file.write("a,b\n1,2\n3,")
    try CSVWriter<Pair>(appendingTo: file.path).append(Pair(a: "5", b: "6"))
    #expect(try file.text() == "a,b\n1,2\n5,6\n")
    #expect(throws: FileError.self) { try CSVWriter<Swapped>(appendingTo: file.path) }
  }

  /// A device that is always full, where there is one.
  @Test func `A full disk is an error that names the file`() throws {
    let device = open("/dev/full", O_WRONLY)
    guard device >= 0 else { return }
    let writer = CSVWriter<Pair>(descriptor: device, path: "x.csv")
    let error = #expect(throws: FileError.self) { try writer.append(Pair(a: "1")) }
    #expect(error?.description.hasPrefix("x.csv: cannot be written to: ") == true)
  }
}
