import Foundation
import Testing

@testable import Measurement

@Suite("A copy of a program for one process")
struct FreshCopyTests {
  private func program() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fresh-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = folder.appendingPathComponent("program")
    try Data("#!/bin/sh\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    return program
  }

  @Test("It has the same bytes, may be run, and lies in a path as long as any other's")
  func copies() throws {
    let program = try program()
    defer { try? FileManager.default.removeItem(at: program.deletingLastPathComponent()) }
    let copies = try (0..<20).map { _ in try FreshCopy(of: program) }
    #expect(Set(copies.map(\.url)).count == 20)
    #expect(Set(copies.map(\.url.path.utf8.count)).count == 1)
    for copy in copies {
      #expect(try Data(contentsOf: copy.url) == Data(contentsOf: program))
      #expect(FileManager.default.isExecutableFile(atPath: copy.url.path))
      copy.remove()
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: program.deletingLastPathComponent().path)
    #expect(left == ["program"])
  }

  @Test("A program that is not there is an error that names it, and leaves nothing")
  func missing() throws {
    let program = try program()
    defer { try? FileManager.default.removeItem(at: program.deletingLastPathComponent()) }
    try FileManager.default.removeItem(at: program)
    #expect(throws: WorkerError.self) { try FreshCopy(of: program) }
    let left = try FileManager.default.contentsOfDirectory(atPath: program.deletingLastPathComponent().path)
    #expect(left.isEmpty)
  }
}
