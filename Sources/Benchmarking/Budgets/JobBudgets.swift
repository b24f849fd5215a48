import Foundation
import StrictJSON

/// The contents of `Benchmarks/budgets.json`: how many instructions, allocations and counted references a job of each hot path
/// may take.
package struct JobBudgets: Hashable, Sendable {
  /// The value of the file's `format` key.
  static let format = "layoutbench-budgets"
  /// The only version so far.
  static let version = 1

  /// The budget of a cell of one thread.
  package struct Budget: Hashable, Sendable {
    package var workload: String
    package var subject: String
    /// The counts that a job may reach, with at least 1 instruction; nil if they were never counted.
    var counts: JobCounts?
    /// The line of the budget in its file.
    package var line = 0

    /// The cell's name, as `spec.cold feed(10)`.
    package var name: String { "\(subject) \(workload)" }
  }

  /// The compiler, configuration and system of the program: counts of another build cannot be compared.
  package var build: String
  /// The budgets in the order of the file, each cell once; never empty.
  package var budgets: [Budget]

  /// Returns the text in `build` for a program on a machine.
  ///
  /// The compiler makes the instructions, and the system's libraries and the allocator add theirs.
  package static func build(_ build: BuildFacts, on machine: MachineFacts) -> String {
    [build.description, BuildFacts.architecture, machine.operatingSystem].compactMap { $0 }
      .joined(separator: ", ")
  }
}

// MARK: - Reading

extension JobBudgets {
  /// Reads a file.
  ///
  /// - Throws: `FileError`, also if the file cannot be read.
  package init(contentsOf file: URL) throws(FileError) {
    try self.init(json: Data(readingFile: file.path), file: file.path)
  }

  /// Parses budgets strictly: anything unknown, repeated or of another type is an error with its place.
  ///
  /// - Parameter file: the file's name in errors.
  init(json data: Data, file: String) throws(FileError) {
    let object = try StrictObject(
      parsing: data, file: file, format: Self.format, version: Self.version, keys: ["build", "cells"])
    build = try object.string("build")
    budgets = try object.array("cells", of: object.budget) { "Says the same as cells[\($1)]." }
    for (index, budget) in budgets.enumerated() {
      guard let first = budgets[..<index].first(where: { $0.name == budget.name }) else { continue }
      throw FileError(
        file: file, line: budget.line, message: "\(budget.name) has a budget in line \(first.line) already.")
    }
  }
}

extension StrictObject {
  fileprivate func budget(_ value: JSONValue) throws(FileError) -> JobBudgets.Budget {
    let cell = try object(
      value, keys: ["workload", "subject", "instructions", "allocations", "references", "functions"])
    var budget = JobBudgets.Budget(
      workload: try cell.filledString("workload"), subject: try cell.filledString("subject"), line: cell.line)
    if cell.has("instructions") {
      var counts = JobCounts(instructions: try cell.count("instructions", from: 1))
      if cell.has("allocations") { counts.allocations = try cell.count("allocations", from: 0) }
      if cell.has("references") { counts.references = try cell.count("references", from: 0) }
      if cell.has("functions") { counts.functions = try cell.counts("functions") }
      budget.counts = counts
    }
    return budget
  }

  /// Returns numbers by names.
  private func counts(_ key: String) throws(FileError) -> [String: Int] {
    guard let value = object[key], let members = value.members else {
      throw error(key, "Expected an object of numbers.")
    }
    let functions = try object(value, keys: members.map(\.key))
    var counts: [String: Int] = [:]
    for member in members { counts[member.key] = try functions.integer(member.key) }
    return counts
  }

  private func count(_ key: String, from least: Int) throws(FileError) -> Int {
    let count = try integer(key)
    if count < least { throw error(key, "Expected a whole number above \(least - 1), found \(count).") }
    return count
  }
}

// MARK: - Writing

extension JobBudgets {
  /// Returns the file, with a line for each cell.
  package func json() -> Data {
    var json = JSONWriter(padsObjects: true)
    json.beginObject()
    json.member("format", Self.format)
    json.member("version", integer: Self.version)
    json.member("build", build)
    json.member("cells", of: budgets) { json, budget in
      json.beginObject(.line)
      json.member("workload", budget.workload)
      json.member("subject", budget.subject)
      if let counts = budget.counts {
        json.member("instructions", integer: counts.instructions)
        json.member("allocations", integer: counts.allocations)
        json.member("references", integer: counts.references)
        if !counts.functions.isEmpty {
          json.key("functions")
          json.beginObject(.line)
          for (name, count) in counts.functions.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            json.member(name, integer: count)
          }
          json.endObject()
        }
      }
      json.endObject()
    }
    json.endObject()
    return Data(json.takeBytes())
  }
}
