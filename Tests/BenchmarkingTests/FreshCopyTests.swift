import Foundation
import Testing

@testable import Benchmarking

@Suite("A copy of a program for one process")
struct FreshCopyTests {
  private let temporary = TemporaryFolder()
  private let program: URL

  init() throws {
    program = temporary.url.appendingPathComponent("program")
    try Data("#!/bin/sh\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
  }

  @Test func `It has the same bytes, may be run, and lies in a path as long as any other's`() throws {
    let copies = try (0..<20).map { _ in try FreshCopy(of: program) }
    #expect(Set(copies.map(\.url)).count == 20)
    #expect(Set(copies.map(\.url.path.utf8.count)).count == 1)
    for copy in copies {
      #expect(try Data(contentsOf: copy.url) == Data(contentsOf: program))
      #expect(FileManager.default.isExecutableFile(atPath: copy.url.path))
      copy.remove()
    }
    #expect(temporary.names == ["program"])
  }

  /// A file that says of itself that it is loaded up to its 200th byte: a header of 64 bytes, and one program header of 56.
  private func image(byteCount: Int, entryOffset: UInt64 = 64, loadedOffset: UInt64 = 120) -> Data {
    var file = Data(repeating: 7, count: byteCount)
    func write(_ value: some FixedWidthInteger, at offset: Int) {
      withUnsafeBytes(of: value.littleEndian) { file.replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
    file.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    write(entryOffset, at: 32)
    write(UInt16(56), at: 54)
    write(UInt16(1), at: 56)
    write(loadedOffset, at: 64 + 8)
    write(UInt64(80), at: 64 + 32)
    return file
  }

  @Test func `Of a program what is loaded is copied`() {
    let file = image(byteCount: 1_000)
    #expect(ProgramImage.loadedPart(of: file) == file.prefix(200))
    // Within other data the same.
    #expect(ProgramImage.loadedPart(of: (Data([1, 2, 3]) + file).dropFirst(3)) == file.prefix(200))
  }

  @Test func `A file that says something odd is copied as it is, and so is one that says nothing`() {
    for file in [
      Data(), Data([0x7F]), Data("#!/bin/sh\n".utf8), image(byteCount: 150), image(byteCount: 150).prefix(58),
      image(byteCount: 1_000, entryOffset: 990), image(byteCount: 1_000, entryOffset: .max),
      image(byteCount: 1_000, loadedOffset: .max), image(byteCount: 1_000, loadedOffset: 950),
    ] {
      #expect(ProgramImage.loadedPart(of: file) == file)
    }
  }

  @Test func `A copy of a real program runs`() throws {
    let cat = temporary.url.appendingPathComponent("cat")
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: "/bin/cat").resolvingSymlinksInPath(), to: cat)
    let copy = try FreshCopy(of: cat)
    defer { copy.remove() }
    let process = try LineProcess(executable: copy.url, arguments: [], limit: 60)
    #expect(try process.ask(Data("hello".utf8)) == Data("hello".utf8))
    process.end()
  }

  @Test func `A program that is not there is an error that names it, and leaves nothing`() throws {
    try FileManager.default.removeItem(at: program)
    #expect(throws: WorkerError.self) { try FreshCopy(of: program) }
    #expect(temporary.names.isEmpty)
  }
}
