import Foundation
import Testing

@Suite("Which sources the program was built from")
struct SourceStampTests {
  /// The script's output for a package: the hash, the commit, and whether there are changes.
  private func stamp(of package: URL) throws -> [String] {
    try Program.start(Self.script.path, package.path, program: URL(fileURLWithPath: "/bin/sh")).output
      .components(separatedBy: "\n")
  }

  private static let script = URL.package.appending(path: "Plugins/SourceStamp/stamp")

  @Test func `The program says which sources it has; a run keeps their hash and their commit`() throws {
    let own = try stamp(of: URL.package)
    try Program.start("--version").expect(0, output: "(sources \(own[0].prefix(10)))")

    let checkout = try SmallCheckout()
    let run = try checkout.start("run", "--suite", "small", "--rounds", "1")
    #expect(run.exitCode == 0 && !run.error.contains("was built from"), "\(run.error)")
    let description = try checkout.run().description()
    #expect(description["build"]["sourceHash"].string == own[0])
    #expect((description["git"]["revision"].string ?? "").isEmpty == own[1].isEmpty)
  }

  @Test(arguments: [
    ("CHANGELOG.md", #"(?:## \[|version will be )(\d+\.\d+\.\d+)"#), ("README.md", #"from: "([^"]+)""#),
    ("Sources/LayoutSpecs/LayoutSpecs.docc/GettingStarted.md", #"from: "([^"]+)""#),
  ])
  func `The changelog and the pages name the program's own version`(page: String, pattern: String) throws {
    let text = try URL.package.appending(path: page).text()
    let named = try #require(text.firstMatch(of: Regex(pattern, as: (Substring, Substring).self)))
    #expect(try Program.run("--version").output.hasPrefix("\(named.output.1); "))
  }

  @Test func `A run, a merge and charts in a checkout with other sources say so in one line`() throws {
    let checkout = try SmallCheckout()
    try checkout.folder.appending(path: "Plugins/SourceStamp/stamp").write(Self.script.text())
    try checkout.folder.appending(path: "Package.swift").write("let broken: Int = \"no\"")
    let other = try stamp(of: checkout.folder)
    let own = try stamp(of: URL.package)
    try #require(other[0] != own[0])

    func expectLine(_ arguments: [String]) throws {
      let outcome = try checkout.start(with: arguments)
      #expect(outcome.exitCode == 0, "\(arguments): \(outcome.error)")
      let lines = outcome.error.split(separator: "\n").filter { $0.contains("This program was built from") }
      #expect(lines.count == 1, "\(arguments): \(outcome.error)")
      for words in [own[0], other[0]] {
        #expect(lines.first?.contains("(sources \(words.prefix(10)))") == true, "\(lines)")
      }
    }
    try expectLine(["run", "--suite", "small", "--rounds", "2"])
    let files = try checkout.run()
    let description = try files.description()
    #expect(description["build"]["sourceHash"].string == own[0])
    #expect(
      description["warnings"].items.contains { $0["cause"].string?.contains("was built from") == true })
    try files.cut(afterRows: 30)
    try expectLine(["run", "--resume", "latest"])
    try expectLine(["results", "merge", files.folder.path, "-o", "merged"])
    try expectLine(["chart", files.folder.path, "--format", "vl", "-o", "charts"])
  }

  /// With the compiler that builds this package.
  @Test func `A build writes what the sources are, anew where they change and not otherwise`() throws {
    let folder = try Program.makeFolder()
    let package = folder.appending(path: "a package")
    func write(_ text: String, to path: String) throws { try package.appending(path: path).write(text) }
    try write(
      """
      // swift-tools-version: 6.3
      import PackageDescription
      let package = Package(name: "Toy", targets: [
        .target(name: "Measuring"),
        .executableTarget(name: "toy", dependencies: ["Measuring"], plugins: ["SourceStamp"]),
        .plugin(name: "SourceStamp", capability: .buildTool())])
      """, to: "Package.swift")
    try write(
      """
      public struct GitState { public init(revision: String, isDirty: Bool) {} }
      public struct SourceStamp: Sendable {
        public let hash: String
        public init(hash: String, git: GitState?) { self.hash = hash }
      }
      """, to: "Sources/Measuring/SourceStamp.swift")
    try write("import Measuring\nprint(SourceStamp.ofThisProgram.hash)", to: "Sources/toy/main.swift")
    try URL.package.appending(path: "Plugins").copy(to: package.appending(path: "Plugins"))

    func build() throws -> (output: String, written: String) {
      let scratch = folder.appending(path: "a build")
      let outcome = try Program.start(
        "swift", "build", "--package-path", package.path, "--scratch-path", scratch.path,
        program: Program.onPath)
      try #require(outcome.exitCode == 0, "\(outcome.output)\(outcome.error)")
      let files = FileManager.default.enumerator(at: scratch, includingPropertiesForKeys: nil)
      let file = try #require(
        files?.compactMap { $0 as? URL }.first { $0.lastPathComponent == "SourceStamp.swift" })
      return (outcome.output + outcome.error, try file.text())
    }
    let first = try build()
    let hash = try stamp(of: package)[0]
    #expect(first.written.contains("SourceStamp(hash: \"\(hash)\", git: nil)"), "\(first.written)")
    let second = try build()
    #expect(second.written == first.written)
    for words in ["Writing which", "Compiling toy"] {
      #expect(!second.output.contains(words), "\(second.output)")
    }
    // A new file, a changed one, and one that is gone, in another module than the program's own.
    for value in [1, 12] {
      try write("public let a = \(value)", to: "Sources/Measuring/More.swift")
      #expect(try build().written.contains(stamp(of: package)[0]))
    }
    try package.appending(path: "Sources/Measuring/More.swift").remove()
    #expect(try build().written == first.written)
  }
}
