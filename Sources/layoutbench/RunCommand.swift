import ArgumentParser
import Foundation
import Measurement
import Reporting

/// `layoutbench run`: measures a suite.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measure a suite and print its table.",
    discussion: """
      Samples of all cells are taken in turns. Each run leaves a folder with samples.csv, summary.csv and run.json, which is
      never written over. Interrupting a run keeps what was measured: exit code 130.

      Subjects that begin with "peer." are other engines; scripts/install-peers installs them.

      EXAMPLES
        layoutbench run
        layoutbench run --suite full --threads 1..max --budget 10m
        layoutbench run --suite peers
        layoutbench run --filter feed --filter spec --out /tmp/results
      """)

  @Option(help: "A suite of Benchmarks/suites, or a suite file.", completion: .file(extensions: ["json"]))
  var suite = "quick"

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

  @Option(help: "Begin nothing new after this long: 90s, 2m. Default: the suite's.")
  var budget: TimeSpan?

  @Option(help: "Samples of each cell at most. Default: the suite's.")
  var rounds: Int?

  @Option(
    help: "The folder that the run's folder is made in. Default: results in the checkout.",
    completion: .directory)
  var out: String?

  func validate() throws {
    if let rounds, rounds < 1 {
      throw ValidationError("--rounds takes a whole number above 0, and not \(rounds)")
    }
  }

  func run() throws {
    try reportingFailures {
      let file = try suiteFile()
      let suite = try readSuite(file)
      let run = try SuiteRun(suite: suite, file: file, options: self)
      let outcome = try run.measure()
      if outcome.ending == .interrupted { throw ExitCode(130) }
      if outcome.cells.contains(where: { $0.status == .failed }) { throw ExitCode.failure }
    }
  }

  private func suiteFile() throws -> URL {
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

  private func readSuite(_ file: URL) throws -> BenchmarkSuite {
    do throws(SuiteError) {
      return try BenchmarkSuite(contentsOf: file)
    } catch {
      throw CommandFailure.badInput(error)
    }
  }

  var resultsFolder: URL {
    if let out { return URL(fileURLWithPath: out, isDirectory: true) }
    return PackageFolder.current?.results ?? URL(fileURLWithPath: "results", isDirectory: true)
  }
}

extension ThreadList: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension TimeSpan: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
