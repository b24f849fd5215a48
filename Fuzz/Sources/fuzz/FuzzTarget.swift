import Foundation
import LayoutTestSupport

/// A function that takes any bytes and returns, unless something is wrong: then it traps.
///
/// Parsers read the bytes as their text. Properties draw their choices from them, so that the fuzzer's coverage, its
/// corpus and its minimising serve both alike.
struct FuzzTarget: Sendable {
  let name: String
  /// A line for the list of targets.
  let summary: String
  let run: @Sendable ([UInt8]) -> Void

  static let all = [
    FuzzTarget(name: "documents", summary: "spec documents: read, laid out, written, examined", run: fuzzDocument),
    FuzzTarget(name: "captures", summary: "captures of another engine, made into documents", run: fuzzCapture),
    FuzzTarget(name: "suites", summary: "suites, and the cells and shards of their runs", run: fuzzSuite),
    FuzzTarget(name: "csv", summary: "CSV files, against what is written of them", run: fuzzCSV),
    FuzzTarget(name: "runs", summary: "run folders: tables, resuming, merging", run: fuzzRunFolder),
    FuzzTarget(name: "edits", summary: "layouts after edits, against those from scratch", run: fuzzEdits),
    FuzzTarget(name: "nodes", summary: "layouts that nodes keep, against those of new nodes", run: fuzzNodes),
    FuzzTarget(name: "lists", summary: "lists of cells, against a model without an index", run: fuzzLists),
    FuzzTarget(name: "transitions", summary: "what transitions leave, against a layout", run: fuzzTransitions),
    FuzzTarget(name: "texts", summary: "lines of prepared texts, against the plainest breaking", run: fuzzTexts),
  ]

  /// True if single inputs are run, which may take longer than those of a search. Set once, before anything runs.
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

  /// A number below another one, which is above 0.
  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
