import Foundation
import Testing

@testable import Benchmarking

@Suite("Output files")
struct OutputFileTests {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.url.path }
  private static let old = Data("old, and longer than the new one".utf8)
  private static let new = Data("new".utf8)

  @Test func `An existing file is refused unless it may be replaced, and a missing one is made`() throws {
    let file = OutputFile("\(folder)/x")
    try file.check(replacing: false)
    #expect(temporary.names.isEmpty)
    try file.write(Self.old, replacing: false)
    #expect(throws: OutputFileError.exists) { try file.check(replacing: false) }
    #expect(throws: OutputFileError.exists) { try file.write(Self.new, replacing: false) }
    #expect(FileManager.default.contents(atPath: file.path) == Self.old)
    try file.check(replacing: true)
    try file.write(Self.new, replacing: true)
    #expect(FileManager.default.contents(atPath: file.path) == Self.new)
    #expect(temporary.names == ["x"])
  }

  @Test("A replaced file keeps its permissions, and readers keep the old content", arguments: [0o600, 0o755])
  func permissions(_ mode: mode_t) throws {
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
    #expect(temporary.names == ["below", "file", "first"])
    #expect(try files.destinationOfSymbolicLink(atPath: link.path) == "below/second")
    #expect(try files.destinationOfSymbolicLink(atPath: "\(folder)/below/second") == "../file")
  }

  @Test func `A circle of links is an error`() throws {
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/a", withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/b", withDestinationPath: "a")
    #expect(throws: OutputFileError.system(ELOOP)) { try OutputFile("\(folder)/a").check(replacing: true) }
    #expect(throws: OutputFileError.system(ELOOP)) {
      try OutputFile("\(folder)/a").write(Self.new, replacing: true)
    }
  }

  @Test(
    "A pipe is written to whether files may be replaced or not, and stays a pipe", arguments: [true, false])
  func pipe(isReplacing: Bool) throws {
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
    #expect(temporary.names == ["link", "pipe"])
  }

  @Test("An open descriptor is written to where it is, even if it is of a file; one that is not is an error")
  func descriptors() throws {
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
  }

  @Test func `Names of standard output are known, through links too`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: "/dev/stdout")
    for path in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "\(folder)/link"] {
      #expect(OutputFile(path).descriptor == STDOUT_FILENO, "\(path)")
    }
    #expect(OutputFile("\(folder)/stdout").descriptor == nil)
  }

  @Test("A folder, a missing folder, and a file instead of one are told apart", arguments: [true, false])
  func folders(isReplacing: Bool) throws {
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
    #expect(temporary.names == ["file"])
  }

  @Test func `A folder is made with those that contain it, once or twice, and only by being made`() throws {
    let output = OutputFolder(URL(fileURLWithPath: "\(folder)/a/../b/c"))
    try output.check()
    #expect(temporary.names.isEmpty)
    for _ in 0..<2 { try output.make() }
    try output.check()
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/b") == ["c"])
  }

  @Test("A file where a folder is needed is named", arguments: ["file", "file/below", "file/below/deep"])
  func fileForFolder(name: String) throws {
    try Self.old.write(to: URL(fileURLWithPath: "\(folder)/file"))
    let output = OutputFolder(URL(fileURLWithPath: "\(folder)/\(name)"))
    let error = FileError(
      file: output.path, message: "Cannot be made a folder: \(folder)/file is no folder.")
    #expect(throws: error) { try output.check() }
    #expect(throws: error) { try output.make() }
  }
}
