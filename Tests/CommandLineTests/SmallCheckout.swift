import Foundation
import Testing

/// A folder that looks like a checkout to the program.
protocol Checkout {
  var folder: URL { get }
  /// Variables for the program, besides the tests' own.
  var environment: [String: String] { get }
}

extension Checkout {
  var results: URL { folder.appending(path: "results") }

  /// The folders of runs and comparisons, by name, without one that is being made.
  func runs() -> [URL] { Self.runs(in: results) }

  static func runs(in results: URL) -> [URL] {
    results.names.filter { !$0.hasPrefix(".") }.map { results.appending(path: $0) }
  }

  func start(
    _ arguments: String..., with more: [String] = [], environment: [String: String] = [:],
    interruptWhen isReady: (() -> Bool)? = nil, by signal: Int32 = SIGINT, isForGroup: Bool = false
  ) throws -> Program.Outcome {
    try Program.start(
      with: arguments + more, environment: self.environment.merging(environment) { $1 }, in: folder,
      interruptWhen: isReady, by: signal, isForGroup: isForGroup)
  }
}

/// A checkout with a suite that is measured in less than a second.
struct SmallCheckout: Checkout {
  let folder: URL
  let environment: [String: String] = [:]

  /// Subjects and numbers of threads of all workloads, times four rounds.
  static let unitCount = 8 * 4

  static let document = "trees/odd, \"name\".json"

  init() throws {
    folder = try Program.makeFolder()
    try Program.writeSuite(
      """
      "name": "small", "rounds": 4, "threads": [1, 2], "cells": [
        {"workload": "feed(1)", "subjects": ["spec.cold", "manual"]},
        {"workload": "grid(2,2)", "subjects": ["spec.cold"]},
        {"document": "trees/odd, \\"name\\".json", "subjects": ["spec.cold", "spec.resize"]}]
      """, to: suite)
    try writeDocument(#"{"type": "text", "text": "one two"}"#)
  }

  var suite: URL { folder.appending(path: "Benchmarks/suites/small.json") }

  /// The one document, 320 points wide.
  func writeDocument(_ root: String) throws {
    try folder.appending(path: "Benchmarks/\(Self.document)").write(
      """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [320, null]}, "root": \(root)}
      """)
  }

  func run() throws -> RunFiles { try RunFiles(onlyIn: results) }

  func measure(_ options: String..., out: String = "results") throws -> RunFiles {
    let outcome = try start("run", "--suite", "small", "--out", out, with: options)
    try #require(outcome.exitCode == 0, "\(outcome.error)")
    return try RunFiles(onlyIn: folder.appending(path: out))
  }
}

/// The files of a run's folder, read without the program's own code.
struct RunFiles {
  let folder: URL

  init(folder: URL) { self.folder = folder }

  /// Those of the one run in a folder of results.
  init(onlyIn results: URL) throws {
    let runs = SmallCheckout.runs(in: results)
    guard runs.count == 1 else { throw IsNotOneRun() }
    folder = runs[0]
  }

  struct IsNotOneRun: Error {}

  var samplesFile: URL { folder.appending(path: "samples.csv") }
  var descriptionFile: URL { folder.appending(path: "run.json") }

  var text: String { (try? samplesFile.text()) ?? "" }

  var wholeText: Substring {
    let text = text
    return text.lastIndex(of: "\n").map { text[...$0] } ?? ""
  }

  /// Lines below the header, whole or not.
  var rowCount: Int { max(text.split(separator: "\n").count - 1, 0) }

  func description() throws -> JSON { try JSON(descriptionFile.text()) }

  func edit(_ change: (inout [String: Any]) -> Void) throws {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: descriptionFile))
    var description = try #require(json as? [String: Any])
    change(&description)
    try JSONSerialization.data(withJSONObject: description).write(to: descriptionFile)
  }

  /// Makes it look as after a kill in the middle of a row.
  func cut(afterRows count: Int) throws {
    let lines = text.split(separator: "\n").map { $0 + "\n" }
    let kept = lines[...count].joined() + lines[count + 1].prefix(20)
    try samplesFile.write(kept)
    try edit { description in
      for key in ["ending", "endedUTC", "machineAtEnd"] { description[key] = nil }
      description["cells"] = [Any]()
    }
    try? folder.appending(path: "summary.csv").remove()
  }

  /// Changes samples by the names of their columns; rows with a comma in a field stay as they are.
  func editSamples(_ change: (inout [String: String]) -> Void) throws {
    let lines = wholeText.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = lines[0]
    let changed = lines.map { fields in
      guard fields.count == header.count && fields != header else { return fields }
      var row = Dictionary(uniqueKeysWithValues: zip(header, fields))
      change(&row)
      return header.map { row[$0] ?? "" }
    }
    try samplesFile.write(changed.map { $0.joined(separator: ",") + "\n" }.joined())
  }

  /// The rows by their columns' names, of whole lines. No field holds a line end here.
  func rows() -> [[String: String]] { Self.rows(in: wholeText) }

  func rows(of file: String) throws -> [[String: String]] {
    Self.rows(in: try folder.appending(path: file).text()[...])
  }

  /// A figure of a batch, shared among its jobs.
  static func perJob(_ column: String, _ row: [String: String]) throws -> Double {
    let jobs = try #require(Double(row["iterations"] ?? ""))
    return try #require(Double(row[column] ?? "")) / jobs
  }

  static func cell(_ row: [String: String]) -> String {
    ["subject", "workload", "threads", "pool"].map { row[$0] ?? "?" }.joined(separator: "|")
  }

  private static func rows(in text: Substring) -> [[String: String]] {
    let lines = text.split(separator: "\n").map { fields(String($0)) }
    guard let header = lines.first else { return [] }
    return lines.dropFirst().map { fields in
      fields.count == header.count ? Dictionary(uniqueKeysWithValues: zip(header, fields)) : [:]
    }
  }

  /// The keys of the units that were measured and can be trusted.
  func units() -> [String] {
    let key = ["subject", "workload", "node_count", "params", "threads", "pool", "round"]
    return rows().filter { $0["phase"] == "measure" && $0["pass"] == "time" && $0["status"] == "ok" }
      .map { row in key.map { row[$0] ?? "?" }.joined(separator: "|") }
  }

  private static func fields(_ line: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
