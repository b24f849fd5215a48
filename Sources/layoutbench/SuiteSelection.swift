import ArgumentParser
import Foundation
import Measurement

/// Which cells of which suite: the options that `run` and `compare` share.
struct SuiteSelection: ParsableArguments {
  @Option(
    help: "A suite of Benchmarks/suites, or a suite file. Default: the command's own.",
    completion: .file(extensions: ["json"]))
  var suite: String?

  @Option(
    help: """
      Only cells whose subject, workload and threads, as in "spec feed(1000) 2 threads", contain this text. Given more than
      once, all of them.
      """)
  var filter: [String] = []

  @Option(help: "Numbers of workers: 1,2 or 1..max. Default: the suite's.")
  var threads: ThreadList?

  @Option(help: "Where the workloads' random numbers, and the order of samples, begin.")
  var seed: UInt64 = 42

  /// A subject on a source with a number of threads.
  struct Choice {
    let subject: any Subject
    let source: BenchmarkSuite.Source
    let threads: [Int]
  }

  /// The suite and the file that it stands in.
  func read(default name: String) throws -> (suite: BenchmarkSuite, file: URL) {
    let file = try suiteFile(suite ?? name)
    do throws(SuiteError) {
      return (try BenchmarkSuite(contentsOf: file), file)
    } catch {
      throw CommandFailure.badInput(error)
    }
  }

  /// What the filters leave of a suite, in its order; never empty.
  func choices(of suite: BenchmarkSuite, file: URL) throws -> [Choice] {
    let choices = try suite.cells.flatMap { try self.choices(of: $0, suite: suite) }
    guard !choices.isEmpty else {
      let wanted = filter.map { "\"\($0)\"" }.joined(separator: " and ")
      throw CommandFailure(
        message: "no cell of \(file.path) matches \(wanted)", exitCode: .validationFailure)
    }
    return choices
  }

  private func choices(of cell: BenchmarkSuite.Cell, suite: BenchmarkSuite) throws -> [Choice] {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let threads = threads?.resolved(logicalCores: cores) ?? suite.threads(of: cell)
    let source =
      switch cell.source {
      case .workload(let text): text
      case .document(let path): path
      }
    return try cell.subjects.compactMap { name in
      guard let subject = subjects.first(where: { $0.name == name }) else {
        let names = subjects.map(\.name).joined(separator: ", ")
        throw CommandFailure.badInput(
          "suite \(suite.name): there is no subject \"\(name)\"; there are \(names)")
      }
      let wanted = threads.filter { threads in
        let text = "\(name) \(source) \(threads) threads"
        return filter.allSatisfy { text.contains($0) } && threads <= subject.maximumThreads ?? .max
      }
      return wanted.isEmpty ? nil : Choice(subject: subject, source: cell.source, threads: wanted)
    }
  }

  private func suiteFile(_ suite: String) throws -> URL {
    if suite.hasSuffix(".json") || suite.contains("/") { return URL(fileURLWithPath: suite) }
    guard let folder = PackageFolder.current?.suites else {
      throw CommandFailure.badInput(
        "there is no Benchmarks/suites in this folder or above it; run this in a checkout, or give a suite file"
      )
    }
    let file = folder.appendingPathComponent("\(suite).json")
    guard FileManager.default.fileExists(atPath: file.path) else {
      let files =
        (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
      let names = files.filter { $0.pathExtension == "json" }.map {
        $0.deletingPathExtension().lastPathComponent
      }
      throw CommandFailure.badInput(
        "there is no suite \"\(suite)\"; there are \(names.sorted().joined(separator: ", "))")
    }
    return file
  }
}
