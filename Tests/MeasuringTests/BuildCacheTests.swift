import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

/// A compiler that exists in words alone; git is real.
private final class FakeSwift: ProcessRunner {
  /// The builds and versions that it was asked for.
  struct Record {
    var version = "Swift 6.3"
    var resolutions = 0
    /// The text of `Package.resolved` that each build found; nil where there was none.
    var pins: [String?] = []
    /// Whether the last build found a package `../other`.
    var hasOther = false
    /// The orders of functions in which programs were linked, with the flag's text.
    var orders: [String] = []
  }

  private let record = LockedValue(Record())
  private let output: ProcessResult
  /// The resolved versions of dependencies; nil if there are none.
  private let resolved: String?
  /// Whether the package manager's plan has a command that links.
  private let tellsLink: Bool
  /// Whether there is a linker that puts functions in an order of chance.
  private let hasLinker: Bool

  init(
    _ output: ProcessResult = ProcessResult(exitCode: 0), resolved: String? = nil, tellsLink: Bool = false,
    hasLinker: Bool = true
  ) {
    (self.output, self.resolved) = (output, resolved)
    (self.tellsLink, self.hasLinker) = (tellsLink, hasLinker)
  }

  var seen: Record { record.withLock { $0 } }
  var builds: Int { seen.pins.count }
  func update(to version: String) { record.withLock { $0.version = version } }

  func run(_ arguments: [String], environment: [String: String]) -> ProcessResult {
    if arguments.first == "a linker" {
      record.withLock { $0.orders += arguments.filter { $0.hasPrefix("--shuffle-sections") } }
      try? URL(fileURLWithPath: arguments[arguments.firstIndex(of: "-o")! + 1]).write(script: "#!/bin/sh\n")
      return ProcessResult(exitCode: 0)
    }
    guard arguments.first == "swift" else {
      return SystemProcessRunner().run(arguments, environment: environment)
    }
    if arguments.contains("--version") { return ProcessResult(exitCode: 0, output: seen.version) }
    func folder(after option: String) -> URL? {
      arguments.firstIndex(of: option).map { URL(fileURLWithPath: arguments[$0 + 1]) }
    }
    let package = folder(after: "--package-path")
    let pins = package?.appending(path: "Package.resolved")
    if arguments.last == "resolve" {
      record.withLock { $0.resolutions += 1 }
      if let resolved { try? pins?.write(resolved) }
      return output
    }
    record.withLock {
      $0.pins.append(try? pins?.text())
      $0.hasOther = package?.appending(path: "../other/Package.swift").exists == true
    }
    if !hasLinker && arguments.contains("-use-ld=lld") {
      return ProcessResult(
        exitCode: 1, errors: "clang: error: invalid linker name in argument '-fuse-ld=lld'")
    }
    if tellsLink, let scratch = folder(after: "--scratch-path") {
      let program = scratch.appending(path: "x86/release/layoutbench").path
      let order = arguments.first { $0.hasPrefix("--shuffle-sections") } ?? ""
      let link = ["a linker", "-o", program, "-emit-executable", "-Xlinker", order]
      try? scratch.appending(path: "release.yaml").write(
        "  C.other.exe:\n    args: [\"a linker\",\"-o\",\"/b/other\",\"-emit-executable\"]\n"
          + "  C.layoutbench.exe:\n    args: \(link.map { "\"\($0)\"" }.joined(separator: ",").bracketed)\n")
    }
    if output.exitCode == 0 {
      let scratch = folder(after: "--scratch-path")
      try? scratch?.appending(path: "release/layoutbench").write(script: "#!/bin/sh\n")
      try? scratch?.appending(path: "release/layoutbench_Cells.resources/font").write("font")
    }
    return output
  }
}

extension String {
  fileprivate var bracketed: String { "[\(self)]" }
}

extension BuildCache {
  fileprivate func build(
    _ name: String, pins: DependencyPins? = nil, of repository: GitRepository
  ) throws -> Build {
    let revision = try repository.revision(name)
    let build = try place(of: revision, pins: pins, in: repository)
    try make(build, of: revision, pins: pins, in: repository)
    return build
  }
}

@Suite("Builds of revisions")
struct BuildCacheTests {
  private let temporary = TemporaryFolder()
  private let repository: TemporaryRepository

  init() throws {
    repository = try TemporaryRepository()
    try repository.commit("First", "1")
  }

  /// An empty cache, and the repository as it is seen with this compiler.
  private func make(_ swift: FakeSwift = FakeSwift()) throws -> (BuildCache, GitRepository) {
    let folder = temporary.url.appending(path: UUID().uuidString)
    return (
      BuildCache(folder: folder, runner: swift), try GitRepository(folder: repository.folder, runner: swift)
    )
  }

  @Test func `A package finds those beside its repository where it is built, as in its checkout`() throws {
    let swift = FakeSwift()
    let own = try TemporaryRepository(at: temporary.url.appending(path: "own"))
    try temporary.url.appending(path: "other/Package.swift").write("")
    try own.write("", to: "Package.swift")
    try own.commit("First")
    let git = try GitRepository(folder: own.folder, runner: swift)
    let cache = BuildCache(folder: temporary.url.appending(path: "cache"), runner: swift)
    for revision in ["HEAD", "."] {
      try own.write("let a = \"\(revision)\"", to: "a.swift")
      _ = try cache.build(revision, of: git)
      #expect(swift.seen.hasOther, "\(revision)")
    }
    #expect(swift.builds == 2)
  }

  @Test func `A program is linked in twenty orders of its functions, where the linker can`() throws {
    #if os(Linux)
    let swift = FakeSwift(tellsLink: true)
    let (cache, git) = try make(swift)
    let build = try cache.build("HEAD", of: git)
    #expect(build.placements.count == 20 && build.placements.first == build.executable)
    #expect(build.placements.allSatisfy { FileManager.default.isExecutableFile(atPath: $0.path) })
    #expect(swift.seen.orders == (2...20).map { "--shuffle-sections=.text*=\($0)" })
    #expect(cache.entries().map(\.product) == ["layoutbench"])

    let silent = try make(FakeSwift(tellsLink: false))
    #expect(try silent.0.build("HEAD", of: silent.1).placements.count == 1)
    let poor = FakeSwift(tellsLink: false, hasLinker: false)
    let other = try make(poor)
    #expect(try other.0.build("HEAD", of: other.1).placements.count == 1)
    #expect(poor.builds == 2, "It is built again without the flags.")
    #endif
  }

  @Test func `Equal sources are built once, whatever their commits; another compiler builds anew`() throws {
    let swift = FakeSwift()
    let (cache, git) = try make(swift)
    let first = try cache.build("HEAD", of: git)
    #expect(swift.builds == 1)
    try repository.git("commit", "--quiet", "--allow-empty", "-m", "Nothing changed")
    #expect(try cache.build("HEAD", of: git) == first)
    #expect(try cache.build(".", of: git) == first)
    #expect(swift.builds == 1)
    #expect(FileManager.default.isExecutableFile(atPath: first.executable.path))

    try repository.write("2", to: "a.txt")
    let second = try cache.build(".", of: git)
    #expect(swift.builds == 2)
    // Equally long paths, so that their length makes no difference.
    #expect(Set([first.executable, second.executable].map(\.path.utf8.count)).count == 1)
    swift.update(to: "Swift 6.4")
    #expect(try cache.build(".", of: git).identifier != second.identifier)
    #expect(swift.builds == 3)
    // Copies of a build that a killed comparison left are removed after an hour, and nothing else is.
    let folder = first.executable.deletingLastPathComponent()
    for (name, age) in [("running-1", 7_200.0), ("running-2", 0), ("other", 7_200)] {
      let file = folder.appending(path: name)
      try file.write("")
      try FileManager.default.setAttributes([.modificationDate: Date() - age], ofItemAtPath: file.path)
    }
    swift.update(to: "Swift 6.3")
    #expect(try cache.build("HEAD", of: git) == first)
    #expect(folder.names == ["layoutbench", "layoutbench_Cells.resources", "other", "running-2"])
    #expect(try folder.appending(path: "layoutbench_Cells.resources/font").text() == "font")
    // Sources and intermediate files stay only for the working tree.
    let left = cache.folder.names.filter { !$0.hasSuffix(".lock") }
    #expect(Set(left).isSubset(of: ["builds", "revisions", "sources", "scratch", "locks"]))
    for name in ["sources", "scratch"] {
      let names = cache.folder.appending(path: name).names
      #expect(names.allSatisfy { $0.hasPrefix("working-tree-") } && names.count == 1, "\(names)")
    }
  }

  @Test func `Builds are listed, the last used first, and removed but for those being made`() throws {
    let (cache, git) = try make()
    #expect(cache.entries().isEmpty)
    let first = try cache.build("HEAD", of: git)
    try repository.write("2", to: "a.txt")
    let second = try cache.build(".", of: git)
    let folder = first.executable.deletingLastPathComponent()
    for path in [folder.path, first.executable.path] {
      try FileManager.default.setAttributes([.modificationDate: Date() - 86_400], ofItemAtPath: path)
    }
    #expect(cache.entries().map(\.identifier) == [second.identifier, first.identifier])
    let commit = try git.revision("HEAD").commit.prefix(10)
    let names = cache.entries().map { $0.revision ?? "" }
    #expect(names[0].hasPrefix("., \(commit) with changes: ") && names[1].hasPrefix("HEAD, \(commit): "))
    // It is used again.
    _ = try cache.build("HEAD", of: git)
    #expect(cache.entries().map(\.identifier) == [first.identifier, second.identifier])
    let lock = try #require(try cache.lockUnlessBusy(first.identifier))
    #expect(try cache.remove(cache.entries()).map(\.identifier) == [second.identifier])
    // The folder that an interrupted build left is told from one that a build uses.
    for name in ["sources", "scratch"] {
      try cache.folder.appending(path: "\(name)/\(first.identifier)/file").write(
        String(repeating: "x", count: 500))
    }
    func left() throws -> [Int] { try cache.leftovers().filter { !$0.isOfWorkingTree }.map(\.bytes) }
    #expect(try left().isEmpty)
    lock.unlock()
    #expect(try left() == [1_000])
    try cache.remove(cache.leftovers())
    #expect(try cache.leftovers().isEmpty)
    #expect(cache.entries().map(\.identifier) == [first.identifier])
    #expect(!second.executable.exists)
  }

  @Test func `The working tree is built in one folder, where unchanged files are left alone`() throws {
    let (cache, git) = try make()
    func file(_ name: String) throws -> URL? {
      let trees = cache.folder.appending(path: "sources")
      let tree = trees.names
      try #require(tree.count == 1 && tree[0].count == cache.entries()[0].identifier.count, "\(tree)")
      let file = trees.appending(path: "\(tree[0])/\(repository.folder.lastPathComponent)/\(name)")
      return file.exists ? file : nil
    }
    try repository.write("old", to: "b.txt")
    try repository.write("gone", to: "c.txt")
    _ = try cache.build(".", of: git)
    func date(_ name: String) throws -> Date? {
      let path = try #require(try file(name)).path
      return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    let dates = try ["a.txt", "b.txt"].map(date)
    try repository.write("new!", to: "b.txt")
    try repository.folder.appending(path: "c.txt").remove()
    let second = try cache.build(".", of: git)
    #expect(try date("a.txt") == dates[0] && date("b.txt") != dates[1] && file("c.txt") == nil)
    #expect(try #require(try file("b.txt")).text() == "new!")
    #expect(FileManager.default.isExecutableFile(atPath: second.executable.path))
    #expect(try cache.leftovers().map(\.isOfWorkingTree) == [true])
    try cache.remove(cache.leftovers())
    #expect(try cache.leftovers().isEmpty && cache.entries().count == 2)
  }

  @Test func `What a build does not read gives no new one`() throws {
    let (whole, git) = try make()
    let cache = BuildCache(folder: whole.folder, sources: ["Sources", "Package.swift"], runner: FakeSwift())
    func identifiers() throws -> [String] {
      try [whole, cache].map { try $0.place(of: git.revision("."), pins: nil, in: git).identifier }
    }
    // There are no such files, so that everything may be read.
    let first = try identifiers()
    #expect(first[0] == first[1])
    try repository.folder.appending(path: "Sources").makeFolder()
    try repository.write("1", to: "Sources/main.swift")
    let second = try identifiers()
    #expect(second[1] != first[1] && second[1] != second[0] && second[1].count == second[0].count)
    try repository.write("2", to: "a.txt")
    let third = try identifiers()
    #expect(third[0] != second[0] && third[1] == second[1])
    try repository.write("2", to: "Sources/main.swift")
    #expect(try identifiers()[1] != third[1])
  }

  private func buildBoth(
    _ base: String, _ candidate: String, _ cache: BuildCache, _ git: GitRepository
  ) throws -> (builds: [BuildCache.Build], pins: [String?]) {
    let revisions = try [base, candidate].map(git.revision)
    let pins = try cache.pins(base: revisions[0], candidate: revisions[1], of: git)
    let all = [pins.base, pins.candidate]
    return (
      try zip([base, candidate], all).map { try cache.build($0, pins: $1, of: git) }, all.map { $0?.text }
    )
  }

  private func resolved(_ version: String) -> String {
    #"{"pins": [{"identity": "a", "state": {"revision": "b", "version": "\#(version)"}}], "version": 3}"#
  }

  @Test func `Without pins both revisions get the checkout's, no change of the working tree`() throws {
    let swift = FakeSwift(resolved: resolved("9.9.9"))
    let (cache, git) = try make(swift)
    let pins = resolved("1.0.0")
    try repository.write(pins, to: "Package.resolved")
    #expect(try git.revision(".").isDirty == false)
    let both = try buildBoth("HEAD", ".", cache, git)
    #expect(both.builds[0] == both.builds[1])
    try repository.write("2", to: "a.txt")
    _ = try buildBoth("HEAD", ".", cache, git)
    #expect(swift.seen.pins == [pins, pins] && swift.seen.resolutions == 0)
    // A build with other versions is another build.
    try repository.write(resolved("1.0.1"), to: "Package.resolved")
    let others = try buildBoth("HEAD", ".", cache, git)
    #expect(swift.seen.pins == [pins, pins, resolved("1.0.1"), resolved("1.0.1")])
    #expect(others.builds[0] != both.builds[0])
    #expect(others.builds[0].executable.path.count == both.builds[0].executable.path.count)
  }

  @Test func `Where there are no pins at all, the base's dependencies are resolved, once`() throws {
    let swift = FakeSwift(resolved: resolved("1.0.0"))
    let (cache, git) = try make(swift)
    try repository.write("2", to: "a.txt")
    for _ in 0..<2 {
      #expect(try buildBoth("HEAD", ".", cache, git).pins == [resolved("1.0.0"), resolved("1.0.0")])
    }
    #expect(swift.seen.resolutions == 1 && swift.seen.pins == [resolved("1.0.0"), resolved("1.0.0")])
    try repository.write("1", to: "a.txt")
    let bare = FakeSwift()
    let (other, same) = try make(bare)
    for _ in 0..<2 { #expect(try buildBoth("HEAD", ".", other, same).pins == [nil, nil]) }
    #expect(bare.seen.resolutions == 1 && bare.seen.pins == [nil])
  }

  @Test func `A revision keeps pins of its own, and lends them to one that has none`() throws {
    let swift = FakeSwift(resolved: resolved("9.9.9"))
    let (cache, git) = try make(swift)
    try repository.write(resolved("1.0.0"), to: "Package.resolved")
    // Whatever the user's git ignores.
    try repository.git("add", "--force", "Package.resolved")
    try repository.commit("Second")
    let lent = try buildBoth("HEAD~1", "HEAD", cache, git)
    #expect(lent.pins == [resolved("1.0.0"), resolved("1.0.0")])

    try repository.write(resolved("1.2.0"), to: "Package.resolved")
    let own = try buildBoth("HEAD", ".", cache, git)
    #expect(own.pins == [resolved("1.0.0"), resolved("1.2.0")])
    #expect(own.builds[0] != own.builds[1] && swift.seen.resolutions == 0)
    #expect(swift.seen.pins == [resolved("1.0.0"), resolved("1.0.0"), resolved("1.2.0")])
    let one = DependencyPins(text: resolved("1.0.0"))
    let two = DependencyPins(text: resolved("1.2.0"))
    #expect(one.differences(from: two) == ["a 1.0.0 and 1.2.0"])
    #expect(one.differences(from: one).isEmpty)
    #expect(one.differences(from: DependencyPins(text: "?")) == ["Package.resolved"])
    // Another manifest's hash is no other version.
    #expect(one.differences(from: DependencyPins(text: " " + one.text)).isEmpty)
  }

  /// With the compiler that builds this package.
  @Test func `Both revisions are built with one version of a dependency, however many there are`() throws {
    let repository = try TemporaryRepository()
    let numbers = try TemporaryRepository(at: repository.folder.appending(path: ".dependency/Numbers"))
    func publish(_ version: String) throws {
      try numbers.write("public let number = \"\(version)\"", to: "Sources/Numbers/N.swift")
      try numbers.commit(version)
      try numbers.git("tag", version)
    }
    try repository.write(".dependency\n", to: ".gitignore")
    try numbers.write(
      """
      // swift-tools-version: 6.3
      import PackageDescription
      let package = Package(
        name: "Numbers", products: [.library(name: "Numbers", targets: ["Numbers"])],
        targets: [.target(name: "Numbers")])
      """, to: "Package.swift")
    try publish("1.0.0")
    try repository.write(
      """
      // swift-tools-version: 6.3
      import PackageDescription
      let package = Package(
        name: "toy", dependencies: [.package(url: "file://\(numbers.folder.path)", from: "1.0.0")],
        targets: [.executableTarget(name: "toy", dependencies: ["Numbers"])])
      """, to: "Package.swift")
    try repository.write("import Numbers\nprint(number)", to: "Sources/toy/main.swift")
    try repository.commit("First")

    let cache = BuildCache(
      folder: repository.folder.appending(path: ".dependency/cache"), product: "toy",
      flags: ["--disable-dependency-cache"])
    let package = try GitRepository(folder: repository.folder)
    let first = try buildBoth("HEAD", "HEAD", cache, package).builds[0]
    try publish("1.1.0")
    try repository.write("import Numbers\nprint(number, 2)", to: "Sources/toy/main.swift")
    let both = try buildBoth("HEAD", ".", cache, package).builds
    #expect(both[0] == first)
    let output = both.map { SystemProcessRunner().run($0.executable.path).output }
    #expect(output == ["1.0.0\n", "1.0.0 2\n"])
  }

  @Test func `A build that fails is told in the compiler's words, and tried again`() throws {
    let swift = FakeSwift(
      ProcessResult(
        exitCode: 1, output: "[1/2] Compiling\na.swift:3:5: error: cannot find 'x' in scope\nnote: more\n"))
    let (cache, git) = try make(swift)
    for attempt in 1...2 {
      let text = #expect(throws: RevisionError.self) { try cache.build("HEAD", of: git) }?.description ?? ""
      #expect(text.contains("HEAD (") && text.contains("does not build"))
      #expect(text.contains("a.swift:3:5: error: cannot find 'x' in scope") && !text.contains("note: more"))
      #expect(swift.builds == attempt)
    }
  }

  @Test func `A build without a submodule's files says how to fetch them`() throws {
    try repository.write("", to: "Vendor/Dep/empty")
    try repository.folder.appending(path: "Vendor/Dep/empty").remove()
    let commit = try repository.git("rev-parse", "HEAD~0")
    let entry = "160000,\(commit.replacing("a", with: "b").replacing("0", with: "1")),Vendor/Dep"
    try repository.git("update-index", "--add", "--cacheinfo", entry)
    try repository.git("commit", "--quiet", "-m", "Second")
    let (cache, git) = try make(FakeSwift(ProcessResult(exitCode: 1, output: "error: no manifest\n")))
    let text = #expect(throws: RevisionError.self) { try cache.build("HEAD", of: git) }?.description ?? ""
    #expect(
      text.contains("The submodule Vendor/Dep is not here") && text.contains("error: no manifest"), "\(text)")
  }

  @Test func `A program that cannot be installed leaves no build behind`() throws {
    // It says that it has built one, and has not.
    let runner = FakeRunner { arguments, environment in
      guard arguments.first == "swift" else {
        return SystemProcessRunner().run(arguments, environment: environment)
      }
      return ProcessResult(exitCode: 0, output: "Swift")
    }
    let git = try GitRepository(folder: repository.folder)
    let cache = BuildCache(folder: temporary.url.appending(path: "cache"), runner: runner)
    let error = #expect(throws: RevisionError.self) { try cache.build("HEAD", of: git) }
    #expect(error?.description.hasSuffix("/layoutbench cannot be written: No such file or directory") == true)
    #expect(try cache.entries().isEmpty && cache.leftovers().isEmpty)
    #expect(cache.folder.appending(path: "builds").names.isEmpty)
  }

  @Test func `The folder for builds is the user's word, else the system's, named if it fails`() throws {
    let cache = BuildCache(folder: URL(fileURLWithPath: "/proc/nowhere"), runner: FakeSwift())
    let error = #expect(throws: RevisionError.self) { try cache.build("HEAD", of: make().1) }
    #expect(error?.description.contains("/proc/nowhere") == true)
    #expect(error?.description.contains("LAYOUTBENCH_CACHE") == true)
    #expect(BuildCache.defaultFolder(environment: ["LAYOUTBENCH_CACHE": "/x/y"]).path == "/x/y")
    #expect(BuildCache.defaultFolder(environment: ["LAYOUTBENCH_CACHE": ""]).path.hasSuffix("layoutbench"))
  }
}
