import Foundation
import LayoutTestSupport
import Testing

/// `scripts/sanitize` chooses tests by the names of their suites, which is all that `swift test` tells them apart by.
@Suite("The choice of tests for the thread sanitizer")
struct SanitizeScriptTests {
  /// The code of tests that start another thread, or wait for one. An exit test waits for a process.
  private static let threads = [
    #"concurrentPerform\("#, #"concurrently\("#, #"onThreads\("#, #"DispatchQueue\("#, "detachNewThread",
    #"\bThread \{"#,
    #"\bTask(\.detached)? \{"#, "async let",
    #"TaskGroup\("#, #"outcome \{"#, "shouldMeasureAsync: true", #"LayoutBatch\("#, #"WorkerPool\("#,
    #"await (?!#expect\(processExitsWith)"#,
  ].joined(separator: "|")

  /// The one whose threads are there for the child processes that are started meanwhile, the one that is run by its
  /// name, the one that scripts/check-text runs, and the one whose tasks take turns with the thread that waits for them.
  private static let exceptions: Set = [
    "MeasuringTests.ChildProcessTests", "LayoutSpecsTests.PlantedErrorTests",
    "LayoutTextTests.FontThreadTests", "CommandLineTests.MeasureTests",
  ]

  /// Suites by their names, with the text from there to the next one.
  private static func suites() throws -> [(name: String, file: String, text: Substring)] {
    let tests = URL.package.appending(path: "Tests")
    return try tests.paths().filter { $0.hasSuffix("Tests.swift") }.flatMap { file in
      let text = try tests.appending(path: file).text()
      let starts = text.matches(of: #/(?m)^(?:struct|extension) (\w+Tests)\b/#)
      let ends = starts.dropFirst().map(\.range.lowerBound) + [text.endIndex]
      return zip(starts, ends).map { start, end in
        ("\(file.prefix { $0 != "/" }).\(start.output.1)", file, text[start.range.lowerBound..<end])
      }
    }
  }

  @Test func `Every suite in which several threads work is run under the thread sanitizer`() throws {
    let script = try URL.package.appending(path: "scripts/sanitize").text()
    let line = try #require(script.split(separator: "\n").first { $0.hasPrefix("threaded='") })
    let chosen = try Regex(String(line.dropFirst("threaded='".count).dropLast()))
    let threads = try Regex(Self.threads)
    let suites = try Self.suites().filter { $0.name != "LayoutSpecsTests.SanitizeScriptTests" }
    let threaded = Set(suites.filter { $0.text.contains(threads) }.map(\.name))
    #expect(threaded.count > 10)
    for name in threaded.subtracting(Self.exceptions).sorted() {
      #expect(name.contains(chosen), "\(name) uses threads; scripts/sanitize does not run it")
    }
    // Only these folders are built.
    let folders = try #require(script.firstMatch(of: #/LAYOUTBENCH_TEST_TARGETS='(\S+)\/(\S+) /#))
    for suite in suites where suite.name.hasPrefix("\(folders.output.1).") && suite.name.contains(chosen) {
      let isBuilt = folders.output.2.split(separator: ",").contains {
        suite.file.hasPrefix("\(folders.output.1)/\($0)/")
      }
      #expect(
        isBuilt || !threaded.contains(suite.name),
        "\(suite.file) uses threads, and lies in none of \(folders.output.2)")
    }
    // Or it would be no choice.
    #expect(!"LayoutSpecsTests.EditMemoryTests".contains(chosen))
  }
}

/// The systems that the manifest names have no type that came after them. On Linux the compiler cannot tell, since
/// every type is there.
@Suite("The systems that the package runs on")
struct PlatformTests {
  static let newer = [
    "Synchronization", "Observation", "Atomic", "Mutex", "Span", "RawSpan", "MutableSpan", "OutputSpan",
    "UTF8Span", "InlineArray", "Int128", "UInt128",
  ]

  /// A package has one list of systems for all its targets.
  @Test(arguments: ["Sources", "Tests"])
  func `No source names a module or a type newer than macOS 13`(in folder: String) throws {
    let folder = URL.package.appending(path: folder)
    let files = try folder.paths().filter {
      $0.hasSuffix(".swift") && !$0.hasSuffix("SanitizeScriptTests.swift")
    }
    #expect(files.count > 50)
    for file in files {
      let text = try folder.appending(path: file).text()
      // The file's content does not exist on Apple's systems.
      if text.hasPrefix("#if !canImport(Darwin)\n") { continue }
      for line in text.split(separator: "\n") {
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        let words = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        let found = words.filter { Self.newer.contains(String($0)) }
        #expect(found.isEmpty, "\(file): \(line)")
      }
    }
  }
}
