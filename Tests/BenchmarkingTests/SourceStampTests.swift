import Foundation
import Testing

@testable import Benchmarking

@Suite("Which sources a package has")
struct SourceStampTests {
  private let repository: TemporaryRepository

  init() throws { repository = try TemporaryRepository() }

  static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Plugins/SourceStamp/stamp").standardizedFileURL

  private func makePackage(in folder: String = "") throws -> URL {
    let prefix = folder.isEmpty ? "" : folder + "/"
    try repository.write("// swift-tools-version: 6.3", to: "\(prefix)Package.swift")
    try repository.write("let a = 1", to: "\(prefix)Sources/Some Module/a \"b\".swift")
    try repository.write("text", to: "\(prefix)Sources/Some Module/M.docc/M.md")
    try repository.write("other", to: "\(prefix)README.md")
    try repository.write(Self.script.text(), to: "\(prefix)Plugins/SourceStamp/stamp")
    return repository.folder.appending(path: folder)
  }

  @Test func `The hash is of contents and paths, and of nothing else`() throws {
    let package = try makePackage()
    let other = try makePackage(in: "another folder/ä")
    func hash(_ url: URL) throws -> String { try #require(SourceStamp(ofPackage: url)).hash }
    let first = try hash(package)
    #expect(first.count == 64 && first.allSatisfy(\.isHexDigit))
    #expect(try hash(other) == first)

    let source = "Sources/Some Module/a \"b\".swift"
    try repository.setTime(Date(timeIntervalSince1970: 1_700_000_000), of: source)
    try repository.write("more", to: "README.md")
    try repository.write("more", to: "Sources/Some Module/M.docc/M.md")
    try repository.write("x", to: "Sources/Some Module/.hidden")
    #expect(try hash(package) == first)

    var hashes = [first]
    func expectAnother(_ change: () throws -> Void) throws {
      try change()
      let new = try hash(package)
      #expect(!hashes.contains(new))
      hashes.append(new)
    }
    try expectAnother { try repository.write("let a = 2", to: source) }
    try expectAnother {
      try FileManager.default.moveItem(
        at: package.appending(path: source), to: package.appending(path: "Sources/c.swift"))
    }
    try expectAnother { try repository.write("// swift-tools-version: 6.4", to: "Package.swift") }
    try expectAnother { try repository.write("{}", to: "Package.resolved") }
    try expectAnother { try repository.write("", to: "Sources/empty.swift") }
  }

  @Test func `The commit is the folder's own, and has changes where a source has`() throws {
    let package = try makePackage()
    func git() throws -> GitState? { try #require(SourceStamp(ofPackage: package)).git }
    #expect(try git() == nil)
    let commit = try repository.commit("First")
    let clean = GitState(revision: commit, isDirty: false)
    let dirty = GitState(revision: commit, isDirty: true)
    #expect(try git() == clean)
    // What is no source, and what came of resolving the package.
    try repository.write("more", to: "README.md")
    try repository.write("more", to: "Sources/Some Module/M.docc/M.md")
    try repository.write("{}", to: "Package.resolved")
    #expect(try git() == clean)
    try repository.write("let b = 1", to: "Sources/Some Module/new.swift")
    #expect(try git() == dirty)
    try package.appending(path: "Sources/Some Module/new.swift").remove()
    #expect(try git() == clean)
    try repository.write("// swift-tools-version: 6.4", to: "Package.swift")
    #expect(try git() == dirty)

    // Whatever the user's git ignores.
    try repository.git("add", "--force", "Package.resolved")
    let second = try repository.commit("Second")
    #expect(try git() == GitState(revision: second, isDirty: false))
    try repository.write("{ }", to: "Package.resolved")
    #expect(try git() == GitState(revision: second, isDirty: true))
  }

  @Test func `A folder in another's repository, or with a broken one, has no commit`() throws {
    let package = try makePackage(in: "inner")
    try repository.commit("First")
    let bare = try #require(SourceStamp(ofPackage: package))
    #expect(bare.git == nil)
    try repository.write("", to: "inner/.git/nothing")
    #expect(SourceStamp(ofPackage: package) == bare)
    #expect(bare.description == "no known revision (sources \(bare.hash.prefix(10)))")
  }

  @Test func `Without git the hash is the same, and the commit is not known`() throws {
    let package = try makePackage()
    try repository.commit("First")
    let whole = try #require(SourceStamp(ofPackage: package))
    // What the script needs beside a shell.
    let tools = repository.folder.appending(path: ".tools")
    try tools.makeFolder()
    for tool in ["find", "sort", "cut", "cat", "sha256sum", "shasum"] {
      let place = try SystemProcessRunner().run("sh", "-c", "command -v \(tool)").output
      guard let path = place.split(separator: "\n").first else { continue }
      try FileManager.default.createSymbolicLink(
        atPath: tools.appending(path: tool).path, withDestinationPath: String(path))
    }
    let runner = FakeRunner { arguments, environment throws(ProcessRunnerError) in
      try SystemProcessRunner().run(arguments, environment: environment.merging(["PATH": tools.path]) { $1 })
    }
    let stamp = SourceStamp(ofPackage: package, runner: runner)
    #expect(stamp == SourceStamp(hash: whole.hash, git: nil))
    #expect(SourceStamp(ofPackage: tools) == nil)
  }

  @Test func `The file of Swift is written where something changed, and left alone otherwise`() throws {
    let package = try makePackage()
    let file = repository.folder.appending(path: "a file.swift")
    let old = Date(timeIntervalSince1970: 1_700_000_000)
    func write() throws -> (text: String, isNew: Bool) {
      let result = try SystemProcessRunner().run("/bin/sh", Self.script.path, package.path, file.path)
      #expect(result == ProcessResult(exitCode: 0))
      let time = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
      try repository.setTime(old, of: "a file.swift")
      return (try file.text(), time != old)
    }
    let first = try write()
    let stamp = try #require(SourceStamp(ofPackage: package))
    #expect(first.isNew && first.text.contains("SourceStamp(hash: \"\(stamp.hash)\", git: nil)"))
    #expect(try write() == (first.text, false))
    let commit = try repository.commit("First")
    let second = try write()
    #expect(second.isNew && second.text.contains("git: GitState(revision: \"\(commit)\", isDirty: false)"))
    #expect(try write() == (second.text, false))
    try repository.write("let a = 2", to: "Sources/a.swift")
    #expect(try write().text.contains("git: GitState(revision: \"\(commit)\", isDirty: true)"))
  }
}
