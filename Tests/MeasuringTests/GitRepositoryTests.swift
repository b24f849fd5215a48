import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

/// A git repository that goes away with its folder: one of its own, or one within another's.
final class TemporaryRepository {
  private let temporary = TemporaryFolder()
  let folder: URL

  init(at folder: URL? = nil) throws {
    self.folder = folder ?? temporary.url
    try self.folder.makeFolder()
    try git("init", "--quiet", "--initial-branch=main")
    try git("config", "user.email", "someone@example.org")
    try git("config", "user.name", "Someone")
    try git("config", "commit.gpgsign", "false")
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    let result = SystemProcessRunner().run(["git", "-C", folder.path] + arguments, environment: [:])
    try #require(result.exitCode == 0, "git \(arguments): \(result.errors)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func write(_ text: String, to path: String) throws {
    let url = folder.appending(path: path)
    try url.deletingLastPathComponent().makeFolder()
    try url.write(text)
  }

  func setTime(_ time: Date, of path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: time], ofItemAtPath: folder.appending(path: path).path)
  }

  func files(of revision: SourceRevision) throws -> [String] {
    try git("ls-tree", "-r", "--name-only", revision.tree).split(separator: "\n").map(String.init)
  }

  /// Commits all changes.
  ///
  /// - Parameter text: The text to write to `a.txt` before; nil to leave the file.
  @discardableResult
  func commit(_ message: String, _ text: String? = nil) throws -> String {
    if let text { try write(text, to: "a.txt") }
    try git("add", "--all")
    try git("commit", "--quiet", "-m", message)
    return try git("rev-parse", "HEAD")
  }
}

@Suite("Revisions of a package's sources")
struct GitRepositoryTests {
  private let repository: TemporaryRepository
  private let git: GitRepository
  private let temporary = TemporaryFolder()
  private var target: URL { temporary.url.appending(path: "target") }

  init() throws {
    repository = try TemporaryRepository()
    git = try GitRepository(folder: repository.folder)
  }

  @Test func `Branches, tags, commits and relatives of them are found, and those in between`() throws {
    let first = try repository.commit("First, with \"quotes\"", "1")
    let second = try repository.commit("Second", "2")
    try repository.git("tag", "v1", first)
    #expect(try git.revision("main").commit == second)
    #expect(try git.revision("v1").commit == first)
    #expect(try git.revision("HEAD~1").title == "First, with \"quotes\"")
    #expect(try git.revision(String(second.prefix(8))).tree == git.revision("HEAD").tree)
    #expect(try git.revision("HEAD").isDirty == false)
    // The commits between two revisions are listed, the oldest first.
    let third = try repository.commit("Third", "3")
    #expect(try git.commits(after: "HEAD~2", to: "HEAD") == [second, third])
    #expect(try git.commits(after: "HEAD", to: "HEAD~1").isEmpty)
    #expect(throws: RevisionError.self) { try git.commits(after: "nowhere", to: "HEAD") }
  }

  @Test func `The working tree has what is changed and new, not what is ignored, and is left so`() throws {
    try repository.write("ignored\n", to: ".gitignore")
    try repository.commit("First", "1")
    #expect(try git.revision(".").tree == git.revision("HEAD").tree)
    #expect(try git.revision(".").isDirty == false)

    try repository.write("staged", to: "a.txt")
    try repository.git("add", "a.txt")
    try repository.write("2", to: "a.txt")
    try repository.write("new", to: "sub/ä b.txt")
    try repository.write("x", to: "ignored")
    let status = try repository.git("status", "--porcelain")
    let dirty = try git.revision(".")
    #expect(dirty.isDirty)
    #expect(try repository.git("status", "--porcelain") == status)
    #expect(try repository.git("worktree", "list").split(separator: "\n").count == 1)

    try git.export(dirty, to: target)
    #expect(try target.appending(path: "a.txt").text() == "2")
    #expect(try target.appending(path: "sub/ä b.txt").text() == "new")
    #expect(!target.appending(path: "ignored").exists)
    #expect(try repository.git("status", "--porcelain") == status)
    // An ignored file that was added is in it.
    try repository.git("add", "--force", "ignored")
    #expect(try repository.files(of: git.revision(".")).contains("ignored"))
  }

  @Test(arguments: [0, 1, -3600])
  func `A file edited to the same length and old time is changed, by any index`(indexAge: Double) throws {
    // As where a file is edited within the second, with its number and time of change.
    try repository.git("config", "core.checkStat", "minimal")
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    func write(_ text: String) throws {
      try repository.write(text, to: "a.txt")
      try repository.setTime(time, of: "a.txt")
    }
    try write("1")
    try repository.commit("First")
    try repository.setTime(time - indexAge, of: ".git/index")
    #expect(try git.revision(".").isDirty == false)
    try write("2")
    #expect(try git.revision(".").isDirty)
    try write("1")
    #expect(try git.revision(".").tree == git.revision("HEAD").tree)
  }

  @Test func `Files with conflicts are in the working tree`() throws {
    try repository.commit("First", "1")
    try repository.git("checkout", "--quiet", "-b", "other")
    try repository.commit("Second", "2")
    try repository.git("checkout", "--quiet", "main")
    try repository.commit("Third", "3")
    let merge = SystemProcessRunner().run(
      ["git", "-C", repository.folder.path, "merge", "--quiet", "other"], environment: [:])
    try #require(merge.exitCode == 1)
    try repository.write("4", to: "a.txt")
    let conflicted = try git.revision(".")
    #expect(try repository.files(of: conflicted) == ["a.txt"])
    #expect(try repository.git("show", "\(conflicted.tree):a.txt") == "4")
    #expect(try repository.git("status", "--porcelain") == "UU a.txt")
  }

  @Test func `A package in a folder of its repository comes with the whole of the repository`() throws {
    try repository.write("1", to: "package/a.txt")
    try repository.write("1", to: "elsewhere.txt")
    try repository.commit("First")
    let git = try GitRepository(folder: repository.folder.appending(path: "package"))
    #expect(git.prefix == "package/")
    let first = try git.revision("HEAD")
    #expect(try git.revision(".").tree == first.tree && !git.revision(".").isDirty)
    try repository.write("2", to: "elsewhere.txt")
    let changed = try git.revision(".")
    #expect(changed.isDirty && changed.tree != first.tree)
    try git.export(changed, to: target)
    #expect(target.appending(path: "package/a.txt").exists)
    #expect(try target.appending(path: "elsewhere.txt").text() == "2")
  }

  @Test func `Three dots name the newest commit that two have in common`() throws {
    let first = try repository.commit("First", "1")
    try repository.git("checkout", "--quiet", "-b", "other")
    try repository.commit("Second", "2")
    try repository.git("checkout", "--quiet", "main")
    try repository.commit("Third", "3")
    #expect(try git.revision("main...other").commit == first)
    #expect(try git.revision("...other").commit == first && git.revision("other...").commit == first)
    try repository.git("checkout", "--quiet", "--orphan", "alone")
    try repository.commit("Alone", "4")
    let error = #expect(throws: RevisionError.self) { try git.revision("main...alone") }
    #expect(error?.isInput == true && error?.sentence.contains("no commit in common") == true)
  }

  @Test func `Submodules come with a revision, from copies that the checkout has, or are named`() throws {
    let (library, inner) = (
      try TemporaryRepository(at: temporary.url.appending(path: "library")),
      try TemporaryRepository(at: temporary.url.appending(path: "inner"))
    )
    func add(_ submodule: TemporaryRepository, at path: String, to repository: TemporaryRepository) throws {
      try repository.git(
        "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", submodule.folder.path, path)
    }
    try inner.commit("Inner", "inner")
    try add(inner, at: "inner", to: library)
    try library.commit("Library", "library")
    try repository.commit("First", "1")
    try add(library, at: "Vendor/Dep", to: repository)
    try repository.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", "--recursive")
    try repository.commit("Second")
    let objects = try repository.git("count-objects")
    let (own, deep) = (
      target.appending(path: "Vendor/Dep/a.txt"), target.appending(path: "Vendor/Dep/inner/a.txt")
    )
    for name in ["HEAD", "."] {
      #expect(try git.export(git.revision(name), to: target).isEmpty)
      #expect(try own.text() == "library" && deep.text() == "inner")
    }
    // A revision without it has none of its files.
    try git.export(git.revision("HEAD~1"), to: target)
    #expect(!own.exists && target.appending(path: "a.txt").exists)
    // A checkout without its files still has its commits, and the repository gets no objects from the export.
    try repository.git("submodule", "--quiet", "deinit", "--force", "Vendor/Dep")
    #expect(try git.export(git.revision("HEAD"), to: target) == ["Vendor/Dep/inner"])
    #expect(try own.text() == "library" && repository.git("count-objects") == objects)

    let clone = temporary.url.appending(path: "clone")
    try repository.git("clone", "--quiet", repository.folder.path, clone.path)
    let other = try GitRepository(folder: clone)
    let bare = temporary.url.appending(path: "bare")
    #expect(try other.export(other.revision("HEAD"), to: bare) == ["Vendor/Dep"])
    #expect(bare.appending(path: "a.txt").exists && bare.appending(path: "Vendor/Dep").names.isEmpty)
  }

  @Test func `What is not there is named, with what to do`() throws {
    func refusal(_ name: String, in other: GitRepository? = nil) -> RevisionError? {
      #expect(throws: RevisionError.self) { try (other ?? git).revision(name) }
    }
    let nothing = "the repository has no commit yet, so there is nothing to compare with"
    #expect(refusal(".") == RevisionError(nothing, isInput: true))
    try repository.commit("First", "1")
    for name in ["nowhere", "HEAD~1", "--all", "", "a b"] {
      #expect(refusal(name)?.description.hasPrefix("there is no revision \"\(name)\"") == true)
    }
    // In a clone that is cut off, the advice is to fetch the rest.
    try repository.commit("Second", "2")
    let clone = repository.folder.appending(path: "clone")
    try repository.git("clone", "--quiet", "--depth=1", "file://\(repository.folder.path)", clone.path)
    let shallow = refusal("HEAD~1", in: try GitRepository(folder: clone))
    #expect(shallow?.description.contains("git fetch --unshallow") == true)
  }

  @Test func `A repository that git refuses to read is told in git's words, not taken for none`() throws {
    // As if every repository belonged to somebody else, with git's own variable for tests.
    let foreign = ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1", "GIT_CONFIG_GLOBAL": "/dev/null"]
    let runner = FakeRunner { arguments, environment in
      SystemProcessRunner().run(arguments, environment: environment.merging(foreign) { $1 })
    }
    let error = #expect(throws: RevisionError.self) {
      try GitRepository(folder: repository.folder, runner: runner)
    }
    let text = error?.description ?? ""
    #expect(text.contains("dubious ownership") && text.contains("safe.directory"), "\(text)")
    #expect(!text.contains("in no git repository"))
    let none = #expect(throws: RevisionError.self) { try GitRepository(folder: temporary.url) }
    #expect(none?.description.contains("is in no git repository") == true && none?.isInput == true)
  }
}

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
    // Files that are no sources, and those that resolving the package makes.
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
    // The tools that the script runs, beside a shell.
    let tools = repository.folder.appending(path: ".tools")
    try tools.makeFolder()
    for tool in ["find", "sort", "cut", "cat", "sha256sum", "shasum"] {
      let place = SystemProcessRunner().run("sh", "-c", "command -v \(tool)").output
      guard let path = place.split(separator: "\n").first else { continue }
      try FileManager.default.createSymbolicLink(
        atPath: tools.appending(path: tool).path, withDestinationPath: String(path))
    }
    let runner = FakeRunner { arguments, environment in
      SystemProcessRunner().run(arguments, environment: environment.merging(["PATH": tools.path]) { $1 })
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
      let result = SystemProcessRunner().run("/bin/sh", Self.script.path, package.path, file.path)
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
