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
    let names = FastPattern(#"(?m)^(?:struct|extension) \w+Tests\b"#)
    return try tests.paths().filter { $0.hasSuffix("Tests.swift") }.flatMap { file in
      let text = try tests.appending(path: file).text()
      let starts = names.ranges(in: text)
      let ends = starts.dropFirst().map(\.lowerBound) + [text.endIndex]
      return zip(starts, ends).map { start, end in
        let name = text[start].split(separator: " ")[1]
        return ("\(file.prefix { $0 != "/" }).\(name)", file, text[start.lowerBound..<end])
      }
    }
  }

  @Test func `Every suite in which several threads work is run under the thread sanitizer`() throws {
    let script = try URL.package.appending(path: "scripts/sanitize").text()
    let line = try #require(script.split(separator: "\n").first { $0.hasPrefix("threaded='") })
    let chosen = try Regex(String(line.dropFirst("threaded='".count).dropLast()))
    let threads = FastPattern(Self.threads)
    let suites = try Self.suites().filter { $0.name != "LayoutSpecsTests.SanitizeScriptTests" }
    let threaded = Set(suites.filter { !threads.ranges(in: String($0.text)).isEmpty }.map(\.name))
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
    let newer = FastPattern(#"(?m)^(?:(?!//).)*\b(?:\#(Self.newer.joined(separator: "|")))\b"#)
    #expect(newer.ranges(in: "  let x: Atomic<Int>\n// Atomic\n  let y = myAtomic // Mutex").count == 1)
    for file in files {
      let text = try folder.appending(path: file).text()
      // The file's content does not exist on Apple's systems.
      if text.hasPrefix("#if !canImport(Darwin)\n") { continue }
      for line in newer.ranges(in: text) { Issue.record("\(file): \(text[line])") }
    }
  }
}
