import ArgumentParser
import Foundation
import Measuring

/// `layoutbench init`: writes a package of benchmarks into your package.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a package Benchmarks into your package, to measure layouts of your own.",
    discussion: """
      The new package has a program with every command of layoutbench, and a first workload, which compiles. \
      It depends on the package around it, so that it can measure what that has. Nothing is overwritten.

      With --github the repository gets two workflows too: one compares each pull request with where it began, and \
      the other puts the answer into a check and a comment, which later answers replace. Forks can use them.

      EXAMPLES
        \(ProgramName.command) init                 in the folder of your Package.swift
        \(ProgramName.command) init ../MyApp
        \(ProgramName.command) init --layoutbench https://example.org/LayoutBench.git --github
        \(ProgramName.command) init --github        beside a package Benchmarks that is there
      """)

  @Argument(help: "The folder of your Package.swift.", completion: .directory, transform: nonEmptyName)
  var folder = "."

  @Option(
    help: ArgumentHelp(
      "The LayoutBench to depend on: a repository's URL, or a checkout's folder. Default: this checkout.",
      valueName: "url|folder"), transform: nonEmptyName)
  var layoutbench: String?

  @Flag(help: "Write workflows for GitHub that compare pull requests, and comment on them.")
  var github = false

  func run() throws {
    let package = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
    guard FileManager.default.fileExists(atPath: package.appendingPathComponent("Package.swift").path)
    else {
      throw CommandFailure.badInput(
        "\(package.path) has no Package.swift; swift package init makes a package")
    }
    let target = package.appendingPathComponent("Benchmarks", isDirectory: true)
    if package.lastPathComponent.lowercased() == target.lastPathComponent.lowercased() {
      throw CommandFailure.badInput(
        "\(package.path) has the name of the package to write, and SwiftPM tells packages apart by their folders' names; "
          + "name the folder of the package to measure, such as ..")
    }
    let workflows = github ? try workflows(for: target) : []
    for (file, _) in workflows { try refuseExisting(file) }
    if !github || !FileManager.default.fileExists(atPath: target.path) { try writePackage(target, package) }
    for (file, text) in workflows {
      try write(text, to: file)
      print("Wrote \(file.path).")
    }
  }

  private func writePackage(_ target: URL, _ package: URL) throws {
    try refuseExisting(target)
    let own = try OwnProducts(of: package, identity: package.lastPathComponent.lowercased())
    if own.names.isEmpty {
      StandardError.print(
        "warning: \(package.lastPathComponent) has no library product, so the benchmarks cannot import its code. Move your "
          + "cells into a target with a product .library(name: \"Cells\", targets: [\"Cells\"]), delete "
          + "\(relativePath(of: target)), and run init again.")
    }
    for (name, text) in BenchmarkPackage(own: own, layoutBench: try dependency()).files {
      try write(text, to: target.appendingPathComponent(name))
    }
    let script = target.appendingPathComponent(OwnPackage.script)
    try failingOnFiles {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    }
    let path = relativePath(of: target)
    let command = "\(path)/\(OwnPackage.script)".shellWord
    print(
      """
      Wrote \(target.path). Measure its first workload:
        \(command) run
      Write your own in \(path)/Sources/Benchmarks/Benchmarks.swift; then, after a commit, see what a change costs:
        \(command) compare HEAD .
      """)
  }

  private func write(_ text: String, to file: URL) throws {
    try failingOnFiles { try OutputFolder(file.deletingLastPathComponent()).make() }
    try WholeFile.write(Data(text.utf8), to: file.path, force: false)
  }

  /// Returns the workflows for a package of benchmarks, which may still be missing.
  private func workflows(for target: URL) throws -> [(file: URL, text: String)] {
    let manifest = target.appendingPathComponent("Package.swift")
    let written = try? String(contentsOf: manifest, encoding: .utf8)
    let isLocal = try written?.contains("\"LayoutBench\", path:") ?? !dependency().hasPrefix("url:")
    if isLocal {
      throw CommandFailure.badInput(
        "GitHub's runners have no LayoutBench of this machine: depend on it by its repository's URL, "
          + (written == nil ? "--layoutbench https://..." : "in \(manifest.path)"))
    }
    guard let top = GitRepository.top(around: target.deletingLastPathComponent()) else {
      throw CommandFailure.badInput("\(folder) is in no git repository, which workflows are part of")
    }
    let package = target.deletingLastPathComponent().resolvingSymlinksInPath().path
    let path = (package + "/" + target.lastPathComponent).dropFirst(top.count + 1)
    return GitHubWorkflows.files(benchmarks: String(path)).map { name, text in
      (URL(fileURLWithPath: top).appendingPathComponent(".github/workflows/\(name)"), text)
    }
  }

  private func refuseExisting(_ target: URL) throws {
    if FileManager.default.fileExists(atPath: target.path) {
      throw CommandFailure.failed("\(target.path) is there already, and nothing is written over")
    }
  }

  /// Returns the arguments of `.package` for LayoutBench.
  private func dependency() throws -> String {
    if let layoutbench, layoutbench.contains("://") || layoutbench.hasPrefix("git@") {
      return "url: \(literal(layoutbench)), from: \(literal(LayoutBench.version))"
    }
    let checkout =
      layoutbench.map { URL(fileURLWithPath: $0, isDirectory: true).standardizedFileURL }
      ?? OwnPackage.layoutBenchCheckout
    let program = checkout.appendingPathComponent("Sources/LayoutBenchmark")
    guard FileManager.default.fileExists(atPath: program.path) else {
      throw CommandFailure.badInput(
        "\(checkout.path) is no checkout of LayoutBench; name one, or a repository's URL: --layoutbench")
    }
    return "name: \"LayoutBench\", path: \(literal(checkout.path))"
  }

  private func relativePath(of target: URL) -> String {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).standardizedFileURL.path + "/"
    return target.path.hasPrefix(here) ? String(target.path.dropFirst(here.count)) : target.path
  }
}

/// The library products of the user's package, as its manifest declares them.
private struct OwnProducts {
  /// The identity by which other packages depend on the package.
  let identity: String
  let names: [String]

  /// Asks SwiftPM, since only it can read a manifest.
  init(of package: URL, identity: String) throws {
    self.identity = identity
    struct Manifest: Decodable {
      struct Product: Decodable {
        let name: String
        let type: [String: [String]?]
      }
      let products: [Product]
    }
    let result = SystemProcessRunner().run(
      ["swift", "package", "--package-path", package.path, "dump-package"], environment: [:])
    guard result.exitCode == 0,
      let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(result.output.utf8))
    else {
      let lines = result.errors.split(separator: "\n")
      let reason = lines.first { $0.contains("error:") } ?? lines.first
      throw CommandFailure.badInput(
        "\(package.path)/Package.swift cannot be read: \(reason ?? "swift package dump-package failed")")
    }
    names = manifest.products.filter { $0.type.keys.contains("library") }.map(\.name)
  }
}

/// The files of a new package of benchmarks.
package struct BenchmarkPackage {
  fileprivate let own: OwnProducts
  /// The arguments of `.package` for LayoutBench.
  fileprivate let layoutBench: String

  fileprivate var files: [(name: String, text: String)] {
    [
      ("Package.swift", manifest), ("Sources/Benchmarks/Benchmarks.swift", imports + Self.program),
      (".gitignore", ".build/\nresults/\n"), (OwnPackage.script, Self.script),
    ]
  }

  private static let script = """
    #!/bin/sh
    # Builds the benchmarks, if something changed, and runs them: Benchmarks/bench run, Benchmarks/bench --help.
    exec swift run -c release --package-path "$(dirname "$(readlink -f "$0")")" Benchmarks "$@"

    """

  /// A comment with the imports of the libraries' modules, which usually have the names of their products.
  private var imports: String {
    own.names.isEmpty ? "" : "// Your code: import \(own.names.joined(separator: ", import ")).\n"
  }

  private var manifest: String {
    let ownPackage = own.names.isEmpty ? "" : "\n    .package(name: \(literal(own.identity)), path: \"..\"),"
    let ownProducts = own.names.map {
      "\n        .product(name: \(literal($0)), package: \(literal(own.identity))),"
    }.joined()
    return """
      // swift-tools-version: 6.3

      import PackageDescription

      // The trait "Jemalloc" counts allocations; it needs libjemalloc-dev.
      let package = Package(
        name: "Benchmarks",
        platforms: [.macOS(.v13)],
        dependencies: [\(ownPackage)
          .package(\(layoutBench), traits: [.defaults]),
        ],
        targets: [
          .executableTarget(
            name: "Benchmarks",
            dependencies: [\(ownProducts)
              .product(name: "LayoutBenchmark", package: "LayoutBench"),
              .product(name: "LayoutSpecs", package: "LayoutBench"),
            ])
        ],
        swiftLanguageModes: [.v6]
      )

      """
  }

  /// The source of the program.
  package static let program = String(decoding: PackageResources.Benchmarks_swift_txt, as: UTF8.self)
}

/// The workflows that compare pull requests on GitHub.
///
/// There are two, because code of a pull request from a fork must not write. The first workflow builds and measures the
/// request with a token that reads, and leaves the answer as files. The second one, from the default branch, comments:
/// GitHub starts it by `workflow_run`, with a token that writes.
enum GitHubWorkflows {
  /// The files below `.github/workflows`.
  ///
  /// - Parameter path: the folder of the package of benchmarks, from the repository's top.
  static func files(benchmarks path: String) -> [(name: String, text: String)] {
    let measuring = String(decoding: PackageResources.benchmark_yml, as: UTF8.self)
    return [
      ("benchmark.yml", measuring.replacing("BENCHMARKS_FOLDER", with: path.shellWord)),
      ("benchmark-comment.yml", String(decoding: PackageResources.benchmark_comment_yml, as: UTF8.self)),
    ]
  }
}

/// Returns a text as a literal of Swift.
private func literal(_ text: String) -> String { text.debugDescription }
