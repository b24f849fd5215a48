import Foundation
import LayoutTestSupport

/// A function that takes any bytes and returns, unless something is wrong: then it traps.
///
/// Parsers read the bytes as their text. Properties draw their choices from them, so that the fuzzer's
/// coverage, its corpus and its minimising serve both alike.
struct FuzzTarget: Sendable {
  let name: String
  /// A line for the list of targets.
  let summary: String
  let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ summary: String, _ run: @escaping @Sendable ([UInt8]) -> Void) {
    (self.name, self.summary, self.run) = (name, summary, run)
  }

  /// The target of this name; nil if there is none.
  init?(named name: String) {
    guard let target = Self.all.first(where: { $0.name == name }) else { return nil }
    self = target
  }

  static let all = [
    FuzzTarget("documents", "spec documents: read, laid out, written, examined", fuzzDocument),
    FuzzTarget("suites", "suites, and the cells and shards of their runs", fuzzSuite),
    FuzzTarget("csv", "CSV files, against what is written of them", fuzzCSV),
    FuzzTarget("runs", "run folders: tables, resuming, merging", fuzzRunFolder),
    FuzzTarget("edits", "layouts after edits, against those from scratch", fuzzEdits),
    FuzzTarget("nodes", "layouts that nodes keep, against those of new nodes", fuzzNodes),
    FuzzTarget("lists", "lists of cells, against a model without an index", fuzzLists),
    FuzzTarget("tables", "tables that scroll and move cells, against that model", fuzzTables),
    FuzzTarget("transitions", "what transitions leave, against a layout", fuzzTransitions),
    FuzzTarget("texts", "lines of prepared texts, against the plainest breaking", fuzzTexts),
  ]

  /// True if single inputs are run, which may take longer than those of a search. Set once, before anything
  /// runs.
  nonisolated(unsafe) static var isReplay = false

  /// True if each step is told, to see what an input does.
  static let tellsSteps = ProcessInfo.processInfo.environment["LAYOUTBENCH_FUZZ_STEPS"] != nil
}

/// Stops the process, which libFuzzer then reports with the input, unless something holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fail(message()) }
}

/// Stops the process, which libFuzzer then reports with the input.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("failed: \(message)\n".utf8))
  abort()
}

/// Tells a step of an input that is run alone.
func step(_ text: @autoclosure () -> String) {
  if FuzzTarget.tellsSteps { FileHandle.standardError.write(Data("  \(text())\n".utf8)) }
}

/// Returns what a body that must not throw returns.
func requireNoError<Value>(_ purpose: String, _ body: () throws -> Value) -> Value {
  do { return try body() } catch { fail("\(purpose): \(error)") }
}

extension RandomTree {
  /// The choices that a fuzzer makes.
  init(bytes: [UInt8]) { self.init(SeededRandom(bytes: bytes)) }
}
