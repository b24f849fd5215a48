import Foundation
import StrictJSON

/// The contents of `Benchmarks/budgets.json`: how many instructions a job of each hot path may take.
package struct InstructionBudgets: Hashable, Sendable {
  /// The value of the file's `format` key.
  static let format = "layoutbench-budgets"
  /// The only version so far.
  static let version = 1

  /// The budget of a cell of one thread.
  package struct Budget: Hashable, Sendable {
    package var workload: String
    package var subject: String
    /// The instructions of one job, at least 1; nil if they were never counted.
    var instructions: Int?
    /// The line of the budget in its file.
    package var line: Int

    /// The cell's name, as `spec.cold feed(10)`.
    package var name: String { "\(subject) \(workload)" }
  }

  /// The compiler, configuration and system of the program: counts of another build cannot be compared.
  package var build: String
  /// The budgets in the order of the file, each cell once; never empty.
  package var budgets: [Budget]

  package init(build: String, budgets: [Budget]) {
    (self.build, self.budgets) = (build, budgets)
  }

  /// Returns the text in `build` for a program on a machine.
  ///
  /// The compiler makes the instructions, and the system's libraries and the allocator add theirs.
  package static func build(_ build: BuildFacts, on machine: MachineFacts) -> String {
    [build.description, BuildFacts.architecture, machine.operatingSystem].compactMap { $0 }
      .joined(separator: ", ")
  }
}

extension InstructionBudgets.Budget {
  /// Creates a budget that is not counted yet.
  package init(workload: String, subject: String) {
    self.init(workload: workload, subject: subject, instructions: nil, line: 0)
  }
}

// MARK: - Reading

extension InstructionBudgets {
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
  fileprivate func budget(_ value: JSONValue) throws(FileError) -> InstructionBudgets.Budget {
    let cell = try object(value, keys: ["workload", "subject", "instructions"])
    let instructions = cell.has("instructions") ? try cell.integer("instructions") : nil
    if let instructions, instructions < 1 {
      throw cell.error("instructions", "Expected a whole number above 0, found \(instructions).")
    }
    return InstructionBudgets.Budget(
      workload: try cell.filledString("workload"), subject: try cell.filledString("subject"),
      instructions: instructions, line: cell.line)
  }
}

// MARK: - Writing

extension InstructionBudgets {
  /// Returns the file, with a line for each cell.
  package func json() -> Data {
    var json = JSONWriter(padsObjects: true)
    json.beginObject()
    json.member("format", Self.format)
    json.key("version")
    json.integer(Self.version)
    json.member("build", build)
    json.key("cells")
    json.beginArray()
    for budget in budgets {
      json.beginObject(.line)
      json.member("workload", budget.workload)
      json.member("subject", budget.subject)
      if let instructions = budget.instructions {
        json.key("instructions")
        json.integer(instructions)
      }
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return Data(json.takeBytes())
  }
}
