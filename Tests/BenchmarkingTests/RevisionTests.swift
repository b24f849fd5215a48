import Foundation
import Testing

@testable import Benchmarking

/// A git repository in a folder of its own, which goes away with it.
final class TemporaryRepository {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "layoutbench-git-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try git("init", "--quiet", "--initial-branch=main")
    try git("config", "user.email", "someone@example.org")
    try git("config", "user.name", "Someone")
    try git("config", "commit.gpgsign", "false")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String { try git(arguments) }

  @discardableResult
  func git(_ arguments: [String]) throws -> String {
    let result = try SystemProcessRunner().run(
      ["git", "-C", folder.path] + arguments, environment: [:])
    try #require(result.exitCode == 0, "git \(arguments): \(result.errors)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func write(_ text: String, to path: String) throws {
    let url = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func setTime(_ time: Date, of path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: time], ofItemAtPath: folder.appendingPathComponent(path).path)
  }

  /// The paths of a revision's files.
  func files(of revision: SourceRevision) throws -> [String] {
    try git("ls-tree", "-r", "--name-only", revision.tree).split(separator: "\n").map(String.init)
  }

  @discardableResult
  func commit(_ message: String) throws -> String {
    try git("add", "--all")
    try git("commit", "--quiet", "-m", message)
    return try git("rev-parse", "HEAD")
  }
}

@Suite("Revisions of a package's sources")
struct GitRepositoryTests {
  @Test("Branches, tags, commits and relatives of them are found")
  func names() throws {
    let repository = try TemporaryRepository()
    try repository.write("1", to: "a.txt")
    let first = try repository.commit("First, with \"quotes\"")
    try repository.write("2", to: "a.txt")
    let second = try repository.commit("Second")
    try repository.git("tag", "v1", first)
    let git = try GitRepository(folder: repository.folder)
    #expect(try git.revision("main").commit == second)
    #expect(try git.revision("v1").commit == first)
    #expect(try git.revision("HEAD~1").title == "First, with \"quotes\"")
    #expect(try git.revision(String(second.prefix(8))).tree == git.revision("HEAD").tree)
    #expect(try git.revision("HEAD").isDirty == false)
  }

  @Test(
    "The working tree has what is changed and what is new, and not what is ignored; nothing in it is touched")
  func workingTree() throws {
    let repository = try TemporaryRepository()
    try repository.write("ignored\n", to: ".gitignore")
    try repository.write("1", to: "a.txt")
    try repository.commit("First")
    let git = try GitRepository(folder: repository.folder)
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

    let target = repository.folder.appendingPathComponent("../\(UUID().uuidString)").standardized
    defer { try? FileManager.default.removeItem(at: target) }
    try git.export(dirty, to: target)
    #expect(try String(contentsOf: target.appendingPathComponent("a.txt"), encoding: .utf8) == "2")
    #expect(try String(contentsOf: target.appendingPathComponent("sub/ä b.txt"), encoding: .utf8) == "new")
    #expect(!FileManager.default.fileExists(atPath: target.appendingPathComponent("ignored").path))
    #expect(try repository.git("status", "--porcelain") == status)
  }

  @Test(
    "A file that is edited to the same length and has its old time is changed, whatever the index's time",
    arguments: [0, 1, -3600])
  func sameLengthAndTime(indexAge: Double) throws {
    let repository = try TemporaryRepository()
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
    let git = try GitRepository(folder: repository.folder)
    #expect(try git.revision(".").isDirty == false)
    try write("2")
    #expect(try git.revision(".").isDirty)
    try write("1")
    #expect(try git.revision(".").tree == git.revision("HEAD").tree)
  }

  @Test("Ignored files that were added belong to the working tree, and so do files with conflicts")
  func unusualIndex() throws {
    let repository = try TemporaryRepository()
    try repository.write("ignored\n", to: ".gitignore")
    try repository.write("1", to: "a.txt")
    try repository.commit("First")
    try repository.write("x", to: "ignored")
    try repository.git("add", "--force", "ignored")
    let git = try GitRepository(folder: repository.folder)
    #expect(try repository.files(of: git.revision(".")) == [".gitignore", "a.txt", "ignored"])
    try repository.git("rm", "--cached", "--quiet", "ignored")

    try repository.git("checkout", "--quiet", "-b", "other")
    try repository.write("2", to: "a.txt")
    try repository.commit("Second")
    try repository.git("checkout", "--quiet", "main")
    try repository.write("3", to: "a.txt")
    try repository.commit("Third")
    let merge = try SystemProcessRunner().run(
      ["git", "-C", repository.folder.path, "merge", "--quiet", "other"], environment: [:])
    try #require(merge.exitCode == 1)
    try repository.write("4", to: "a.txt")
    let conflicted = try git.revision(".")
    #expect(try repository.files(of: conflicted) == [".gitignore", "a.txt"])
    #expect(try repository.git("show", "\(conflicted.tree):a.txt") == "4")
    #expect(try repository.git("status", "--porcelain") == "UU a.txt")
  }

  @Test("A package in a folder of its repository is taken by itself")
  func subfolder() throws {
    let repository = try TemporaryRepository()
    try repository.write("1", to: "package/a.txt")
    try repository.write("1", to: "elsewhere.txt")
    try repository.commit("First")
    try repository.write("2", to: "elsewhere.txt")
    let git = try GitRepository(folder: repository.folder.appendingPathComponent("package"))
    let revision = try git.revision(".")
    // What lies elsewhere is no part of it.
    #expect(!revision.isDirty)
    let target = repository.folder.appendingPathComponent("../\(UUID().uuidString)").standardized
    defer { try? FileManager.default.removeItem(at: target) }
    try git.export(revision, to: target)
    #expect(FileManager.default.fileExists(atPath: target.appendingPathComponent("a.txt").path))
    #expect(!FileManager.default.fileExists(atPath: target.appendingPathComponent("elsewhere.txt").path))
  }

  @Test("What is not there is named, with what to do")
  func errors() throws {
    let repository = try TemporaryRepository()
    let empty = try GitRepository(folder: repository.folder)
    #expect(
      throws: RevisionError(
        "the repository has no commit yet, so there is nothing to compare with", isInput: true)
    ) {
      try empty.revision(".")
    }
    try repository.write("1", to: "a.txt")
    try repository.commit("First")
    for name in ["nowhere", "HEAD~1", "--all", "", "a b"] {
      #expect("\(name)") {
        try empty.revision(name)
      } throws: {
        ($0 as? RevisionError)?.description.hasPrefix("there is no revision \"\(name)\"") == true
      }
    }
    #expect("no repository") {
      try GitRepository(folder: URL(fileURLWithPath: "/"))
    } throws: {
      "\($0)".contains("in no git repository")
    }
  }

  @Test("In a clone that is cut off, the advice is to fetch the rest")
  func shallow() throws {
    let repository = try TemporaryRepository()
    try repository.write("1", to: "a.txt")
    try repository.commit("First")
    try repository.write("2", to: "a.txt")
    try repository.commit("Second")
    let clone = repository.folder.appendingPathComponent("clone")
    try repository.git("clone", "--quiet", "--depth=1", "file://\(repository.folder.path)", clone.path)
    #expect("shallow") {
      try GitRepository(folder: clone).revision("HEAD~1")
    } throws: {
      "\($0)".contains("git fetch --unshallow")
    }
  }
}

/// A compiler that exists in words alone; git is real.
private final class FakeSwift: ProcessRunner {
  private let state = LockedValue((version: "Swift 6.3", builds: 0, resolutions: 0, pins: [String?]()))
  private let output: ProcessResult
  /// What dependencies are resolved to; nil where there are none.
  private let resolved: String?

  init(_ output: ProcessResult = ProcessResult(exitCode: 0), resolved: String? = nil) {
    self.output = output
    self.resolved = resolved
  }

  var builds: Int { state.withLock { $0.builds } }
  var resolutions: Int { state.withLock { $0.resolutions } }
  /// What each build found in `Package.resolved`; nil where there was none.
  var pins: [String?] { state.withLock { $0.pins } }
  func update(to version: String) { state.withLock { $0.version = version } }

  func run(
    _ arguments: [String], environment: [String: String]
  ) throws(ProcessRunnerError) -> ProcessResult {
    guard arguments.first == "swift" else {
      return try SystemProcessRunner().run(arguments, environment: environment)
    }
    if arguments.contains("--version") {
      return ProcessResult(exitCode: 0, output: state.withLock { $0.version })
    }
    let package = arguments.firstIndex(of: "--package-path").map { URL(fileURLWithPath: arguments[$0 + 1]) }
    let pins = package?.appendingPathComponent("Package.resolved")
    if arguments.last == "resolve" {
      state.withLock { $0.resolutions += 1 }
      if let resolved, let pins { try? Data(resolved.utf8).write(to: pins) }
      return output
    }
    let found = pins.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
    state.withLock {
      $0.builds += 1
      $0.pins.append(found)
    }
    if output.exitCode == 0, let place = arguments.firstIndex(of: "--scratch-path") {
      let program = URL(fileURLWithPath: arguments[place + 1]).appendingPathComponent("release/layoutbench")
      try? FileManager.default.createDirectory(
        at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
      _ = FileManager.default.createFile(
        atPath: program.path, contents: Data("#!/bin/sh\n".utf8), attributes: [.posixPermissions: 0o755])
    }
    return output
  }
}

@Suite("Builds of revisions")
struct BuildCacheTests {
  private func withCache(
    _ swift: FakeSwift, _ body: (BuildCache, GitRepository, TemporaryRepository) throws -> Void
  ) throws {
    let repository = try TemporaryRepository()
    try repository.write("1", to: "a.txt")
    try repository.commit("First")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "layoutbench-cache-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let git = try GitRepository(folder: repository.folder, runner: swift)
    try body(BuildCache(folder: folder, runner: swift), git, repository)
  }

  @Test("Equal sources are built once, whatever their commits; another compiler builds anew")
  func once() throws {
    let swift = FakeSwift()
    try withCache(swift) { cache, git, repository in
      let first = try cache.build(try git.revision("HEAD"), pins: nil, of: git)
      #expect(swift.builds == 1)
      try repository.git("commit", "--quiet", "--allow-empty", "-m", "Nothing changed")
      #expect(try cache.build(try git.revision("HEAD"), pins: nil, of: git) == first)
      #expect(try cache.build(try git.revision("."), pins: nil, of: git) == first)
      #expect(swift.builds == 1)
      #expect(FileManager.default.isExecutableFile(atPath: first.executable.path))

      try repository.write("2", to: "a.txt")
      let second = try cache.build(try git.revision("."), pins: nil, of: git)
      #expect(swift.builds == 2)
      // Equally long paths, so that their length makes no difference.
      #expect(
        Set([first.executable, first.copy, second.executable, second.copy].map(\.path.utf8.count)).count == 1)
      swift.update(to: "Swift 6.4")
      #expect(try cache.build(try git.revision("."), pins: nil, of: git).identifier != second.identifier)
      #expect(swift.builds == 3)
      // Neither sources nor intermediate files stay.
      let left = try FileManager.default.contentsOfDirectory(atPath: cache.folder.path).filter {
        !$0.hasSuffix(".lock")
      }
      #expect(Set(left).isSubset(of: ["builds", "copies", "sources", "scratch", "locks"]))
      for name in ["sources", "scratch"] {
        let folder = cache.folder.appendingPathComponent(name).path
        #expect(((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).isEmpty)
      }
    }
  }

  @Test("What a killed comparison left of a build's copies goes away after an hour, and nothing else does")
  func leftCopies() throws {
    try withCache(FakeSwift()) { cache, git, _ in
      let build = try cache.build(try git.revision("HEAD"), pins: nil, of: git)
      let folder = build.copy.deletingLastPathComponent()
      for (name, age) in [("running-1", 7_200.0), ("running-2", 0), ("other", 7_200)] {
        let file = folder.appendingPathComponent(name).path
        try #require(FileManager.default.createFile(atPath: file, contents: Data()))
        try FileManager.default.setAttributes([.modificationDate: Date() - age], ofItemAtPath: file)
      }
      #expect(try cache.build(try git.revision("HEAD"), pins: nil, of: git) == build)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(left) == ["layoutbench", "running-2", "other"])
    }
  }

  /// Builds two revisions as a comparison does.
  private func buildBoth(
    _ base: String, _ candidate: String, _ cache: BuildCache, _ git: GitRepository
  ) throws -> (builds: [BuildCache.Build], pins: [String?]) {
    let revisions = try [base, candidate].map(git.revision)
    let pins = try cache.pins(base: revisions[0], candidate: revisions[1], of: git)
    let all = [pins.base, pins.candidate]
    return (try zip(revisions, all).map { try cache.build($0, pins: $1, of: git) }, all.map { $0?.text })
  }

  private func resolved(_ version: String) -> String {
    #"{"pins": [{"identity": "a", "state": {"revision": "b", "version": "\#(version)"}}], "version": 3}"#
  }

  @Test("Without pins both revisions get the checkout's, which are no change of the working tree")
  func checkoutPins() throws {
    let swift = FakeSwift(resolved: resolved("9.9.9"))
    try withCache(swift) { cache, git, repository in
      let pins = resolved("1.0.0")
      try repository.write(pins, to: "Package.resolved")
      #expect(try git.revision(".").isDirty == false)
      let both = try buildBoth("HEAD", ".", cache, git)
      #expect(both.builds[0] == both.builds[1])
      try repository.write("2", to: "a.txt")
      _ = try buildBoth("HEAD", ".", cache, git)
      #expect(swift.pins == [pins, pins] && swift.resolutions == 0)
      // A build with other versions is another build.
      try repository.write(resolved("1.0.1"), to: "Package.resolved")
      let others = try buildBoth("HEAD", ".", cache, git)
      #expect(swift.pins == [pins, pins, resolved("1.0.1"), resolved("1.0.1")])
      #expect(others.builds[0] != both.builds[0])
      #expect(others.builds[0].executable.path.count == both.builds[0].executable.path.count)
    }
  }

  @Test("Where there are no pins at all, the base's dependencies are resolved, once")
  func resolvedPins() throws {
    let swift = FakeSwift(resolved: resolved("1.0.0"))
    try withCache(swift) { cache, git, repository in
      try repository.write("2", to: "a.txt")
      for _ in 0..<2 {
        #expect(
          try buildBoth("HEAD", ".", cache, git).pins == [resolved("1.0.0"), resolved("1.0.0")])
      }
      #expect(swift.resolutions == 1 && swift.pins == [resolved("1.0.0"), resolved("1.0.0")])
    }
    let bare = FakeSwift()
    try withCache(bare) { cache, git, _ in
      for _ in 0..<2 {
        let pins = try buildBoth("HEAD", ".", cache, git).pins
        #expect(pins == [nil, nil])
      }
      #expect(bare.resolutions == 1 && bare.pins == [nil])
    }
  }

  @Test("A revision keeps pins of its own, and lends them to one that has none")
  func ownPins() throws {
    let swift = FakeSwift(resolved: resolved("9.9.9"))
    try withCache(swift) { cache, git, repository in
      try repository.write(resolved("1.0.0"), to: "Package.resolved")
      // Whatever the user's git ignores.
      try repository.git("add", "--force", "Package.resolved")
      try repository.commit("Second")
      let lent = try buildBoth("HEAD~1", "HEAD", cache, git)
      #expect(lent.pins == [resolved("1.0.0"), resolved("1.0.0")])

      try repository.write(resolved("1.2.0"), to: "Package.resolved")
      let own = try buildBoth("HEAD", ".", cache, git)
      #expect(own.pins == [resolved("1.0.0"), resolved("1.2.0")])
      #expect(own.builds[0] != own.builds[1] && swift.resolutions == 0)
      #expect(swift.pins == [resolved("1.0.0"), resolved("1.0.0"), resolved("1.2.0")])
      let one = DependencyPins(text: resolved("1.0.0"))
      let two = DependencyPins(text: resolved("1.2.0"))
      #expect(one.differences(from: two) == ["a 1.0.0 and 1.2.0"])
      #expect(one.differences(from: one).isEmpty)
      #expect(one.differences(from: DependencyPins(text: "?")) == ["Package.resolved"])
      // Another manifest's hash is no other version.
      #expect(one.differences(from: DependencyPins(text: " " + one.text)).isEmpty)
    }
  }

  /// With the compiler that builds this package.
  @Test("Both revisions are built with one version of a dependency, however many there are by then")
  func realDependency() throws {
    let repository = try TemporaryRepository()
    let dependency = "file://\(repository.folder.path)/.dependency/Numbers"
    let remote = repository.folder.appendingPathComponent(".dependency/Numbers")
    func git(_ arguments: String...) throws {
      try repository.git(["-C", remote.path] + arguments)
    }
    func publish(_ version: String) throws {
      try repository.write(
        "public let number = \"\(version)\"", to: ".dependency/Numbers/Sources/Numbers/N.swift")
      try git("add", "--all")
      try git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", version)
      try git("tag", version)
    }
    try repository.write(".dependency\n", to: ".gitignore")
    try repository.write(
      """
      // swift-tools-version: 6.3
      import PackageDescription
      let package = Package(
        name: "Numbers", products: [.library(name: "Numbers", targets: ["Numbers"])],
        targets: [.target(name: "Numbers")])
      """, to: ".dependency/Numbers/Package.swift")
    try git("init", "--quiet")
    try publish("1.0.0")
    try repository.write(
      """
      // swift-tools-version: 6.3
      import PackageDescription
      let package = Package(
        name: "toy", dependencies: [.package(url: "\(dependency)", from: "1.0.0")],
        targets: [.executableTarget(name: "toy", dependencies: ["Numbers"])])
      """, to: "Package.swift")
    try repository.write("import Numbers\nprint(number)", to: "Sources/toy/main.swift")
    try repository.commit("First")

    let cache = BuildCache(
      folder: repository.folder.appendingPathComponent(".dependency/cache"), product: "toy",
      flags: ["--disable-dependency-cache"])
    let package = try GitRepository(folder: repository.folder)
    let base = try package.revision("HEAD")
    let pins = try cache.pins(base: base, candidate: base, of: package)
    let builds = [try cache.build(base, pins: pins.base, of: package)]
    try publish("1.1.0")
    try repository.write("import Numbers\nprint(number, 2)", to: "Sources/toy/main.swift")
    let both = try buildBoth("HEAD", ".", cache, package).builds
    #expect(both[0] == builds[0])
    let output = try both.map { try SystemProcessRunner().run($0.executable.path).output }
    #expect(output == ["1.0.0\n", "1.0.0 2\n"])
  }

  @Test("A build that fails is told in the compiler's words, and tried again")
  func failure() throws {
    let swift = FakeSwift(
      ProcessResult(
        exitCode: 1, output: "[1/2] Compiling\na.swift:3:5: error: cannot find 'x' in scope\nnote: more\n"))
    try withCache(swift) { cache, git, _ in
      for attempt in 1...2 {
        #expect("attempt \(attempt)") {
          try cache.build(try git.revision("HEAD"), pins: nil, of: git)
        } throws: {
          let text = "\($0)"
          return text.contains("HEAD (") && text.contains("does not build")
            && text.contains("a.swift:3:5: error: cannot find 'x' in scope") && !text.contains("note: more")
        }
        #expect(swift.builds == attempt)
      }
    }
  }

  @Test("A folder that cannot be written to is named, with another way")
  func noPermission() throws {
    let swift = FakeSwift()
    try withCache(swift) { _, git, _ in
      let cache = BuildCache(folder: URL(fileURLWithPath: "/proc/nowhere"), runner: swift)
      #expect("no folder") {
        try cache.build(try git.revision("HEAD"), pins: nil, of: git)
      } throws: {
        "\($0)".contains("/proc/nowhere") && "\($0)".contains("LAYOUTBENCH_CACHE")
      }
    }
  }

  @Test("The folder for builds is the user's word, else the system's")
  func defaultFolder() {
    #expect(BuildCache.defaultFolder(environment: ["LAYOUTBENCH_CACHE": "/x/y"]).path == "/x/y")
    #expect(BuildCache.defaultFolder(environment: ["LAYOUTBENCH_CACHE": ""]).path.hasSuffix("layoutbench"))
  }
}
