import Foundation

extension BenchmarkSuite {
  /// Reads a suite's file.
  ///
  /// - Throws: `SuiteError`, also if the file cannot be read.
  package init(contentsOf file: URL) throws(SuiteError) {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw SuiteError(file: file.path, path: "", message: "Cannot be read: \(error.localizedDescription)")
    }
    try self.init(json: data, file: file.path)
  }

  /// Parses a suite strictly. Anything unknown, missing, repeated or of another type is an error: if a
  /// misspelt key were ignored, the suite would measure something else than its writer meant.
  ///
  /// - Parameter file: the file's name in errors.
  package init(json: Data, file: String) throws(SuiteError) {
    let root: Any
    do {
      root = try JSONSerialization.jsonObject(with: json)
    } catch {
      let detail = (error as NSError).userInfo["NSDebugDescription"] as? String
      throw SuiteError(
        file: file, path: "", message: "Is not JSON: \(detail ?? error.localizedDescription)")
    }
    let reader = SuiteReader(file: file)
    self = try reader.suite(root)
  }

  /// Returns the file of a cell's document; nil for cells without one.
  ///
  /// - Parameter suiteFile: the file of the suite. Paths are relative to the parent of its folder.
  package static func documentFile(of source: Source, suiteFile: URL) -> URL? {
    guard case .document(let path) = source else { return nil }
    return suiteFile.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(path)
  }
}

/// Converts parsed JSON into a suite; its errors name the place in the file.
private struct SuiteReader {
  let file: String

  func suite(_ root: Any) throws(SuiteError) -> BenchmarkSuite {
    let object = try StrictObject(
      root, file: file, path: "",
      keys: [
        "format", "version", "name", "description", "budgetSeconds", "rounds", "threads", "dispatch", "cells",
      ])
    let format = try object.string("format")
    guard format == BenchmarkSuite.format else {
      throw object.error("format", "Expected \"\(BenchmarkSuite.format)\", found \"\(format)\".")
    }
    let version = try object.integer("version")
    guard version == BenchmarkSuite.version else {
      throw object.error(
        "version", "Expected \(BenchmarkSuite.version), the one version known, found \(version).")
    }
    let name = try object.string("name")
    let isFit = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    guard isFit, !name.isEmpty, name.first != "." else {
      throw object.error("name", "Expected letters, digits, '-', '_' and '.', not first; found \"\(name)\".")
    }
    let budget = object.has("budgetSeconds") ? try object.number("budgetSeconds") : nil
    if let budget, !(budget > 0 && budget < 1e9) {
      throw object.error("budgetSeconds", "Expected a number above 0, found \(budget).")
    }
    let rounds = object.has("rounds") ? try object.integer("rounds") : nil
    if let rounds, !RunPlan.allowedRounds.contains(rounds) {
      throw object.error("rounds", "Expected 1 to \(RunPlan.allowedRounds.upperBound), found \(rounds).")
    }
    return BenchmarkSuite(
      name: name, description: object.has("description") ? try object.string("description") : "",
      budgetSeconds: budget, rounds: rounds,
      threads: object.has("threads") ? try threads(object) : [1],
      dispatch: object.has("dispatch") ? try dispatch(object) : [.serialQueues], cells: try cells(object))
  }

  private func cells(_ object: StrictObject) throws(SuiteError) -> [BenchmarkSuite.Cell] {
    var cells: [BenchmarkSuite.Cell] = []
    for (index, element) in try object.array("cells").enumerated() {
      let path = "cells[\(index)]"
      let cell = try cell(
        StrictObject(
          element, file: file, path: path, keys: ["workload", "document", "subjects", "threads", "dispatch"]))
      if let first = cells.firstIndex(of: cell) {
        throw SuiteError(file: file, path: path, message: "Says the same as cells[\(first)].")
      }
      cells.append(cell)
    }
    return cells
  }

  private func cell(_ object: StrictObject) throws(SuiteError) -> BenchmarkSuite.Cell {
    let source: BenchmarkSuite.Source
    switch (object.has("workload"), object.has("document")) {
    case (true, false): source = .workload(try object.filledString("workload"))
    case (false, true): source = .document(try object.filledString("document"))
    case (true, true): throw object.error("document", "Expected a workload or a document, found both.")
    case (false, false): throw object.error("", "Expected the key \"workload\" or \"document\".")
    }
    var subjects: [String] = []
    for (index, element) in try object.array("subjects").enumerated() {
      guard let subject = element as? String, !subject.isEmpty else {
        throw object.error("subjects[\(index)]", "Expected a subject's name.")
      }
      guard !subjects.contains(subject) else {
        throw object.error("subjects[\(index)]", "Names \"\(subject)\" a second time.")
      }
      subjects.append(subject)
    }
    return BenchmarkSuite.Cell(
      source: source, subjects: subjects, threads: object.has("threads") ? try threads(object) : nil,
      dispatch: object.has("dispatch") ? try dispatch(object) : nil)
  }

  /// Reads an array of numbers, or a string such as `1..max`.
  private func threads(_ object: StrictObject) throws(SuiteError) -> ThreadList {
    if object.isString("threads") {
      let text = try object.string("threads")
      guard let list = ThreadList(text) else {
        throw object.error("threads", "Expected numbers of threads, as 1,2 or 1..max; found \"\(text)\".")
      }
      return list
    }
    var numbers: [Int] = []
    for (index, element) in try object.array("threads").enumerated() {
      let key = "threads[\(index)]"
      guard let number = StrictObject.integer(element), (1...ThreadList.limit).contains(number) else {
        throw object.error(key, "Expected a number of threads, 1 to \(ThreadList.limit).")
      }
      guard !numbers.contains(number) else { throw object.error(key, "Says \(number) a second time.") }
      numbers.append(number)
    }
    return ThreadList(numbers)
  }

  private func dispatch(_ object: StrictObject) throws(SuiteError) -> [DispatchMode] {
    var modes: [DispatchMode] = []
    for (index, element) in try object.array("dispatch").enumerated() {
      let key = "dispatch[\(index)]"
      guard let mode = (element as? String).flatMap(DispatchMode.init) else {
        let known = DispatchMode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw object.error(key, "Expected one of \(known).")
      }
      guard !modes.contains(mode) else {
        throw object.error(key, "Says \"\(mode.rawValue)\" a second time.")
      }
      modes.append(mode)
    }
    return modes
  }
}
