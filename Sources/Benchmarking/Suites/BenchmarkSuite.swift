import Foundation
import StrictJSON

/// The contents of a suite file: workloads, subjects, numbers of threads, dispatch modes and a budget.
package struct BenchmarkSuite: Hashable, Sendable {
  /// The value of the file's `format` key.
  package static let format = "layoutbench-suite"
  /// The only version so far.
  package static let version = 1

  /// The input of a cell.
  package enum Source: Hashable, Sendable {
    /// A generator with its arguments, as `feed(1000)`.
    case workload(String)
    /// A document's path, relative to the parent of the suite's folder.
    case document(String)
  }

  /// A source, its subjects, and their numbers of threads and dispatch modes.
  package struct Cell: Hashable, Sendable {
    package var source: Source
    /// The subjects, each once; never empty.
    package var subjects: [String]
    /// nil = the suite's.
    package var threads: ThreadList?
    /// nil = the suite's.
    package var dispatch: [DispatchMode]?
  }

  /// The suite's name: never empty, and valid as a folder's name.
  package var name: String
  /// A sentence for people, empty by default.
  package var description = ""
  /// Seconds after which nothing new is begun; nil = no limit.
  package var budgetSeconds: Double?
  /// The most samples per cell; nil = the plan's default.
  package var rounds: Int?
  /// Default 1 thread.
  package var threads: ThreadList = [1]
  /// The modes, each once; never empty. Default serial queues.
  package var dispatch: [DispatchMode] = [.serialQueues]
  /// Never empty.
  package var cells: [Cell]

  /// The budget as a time span.
  package var budget: TimeSpan? {
    budgetSeconds.map { TimeSpan(nanoseconds: UInt64(($0 * 1e9).rounded())) }
  }

  /// Returns the numbers of threads for a cell: its own or the suite's.
  func threads(of cell: Cell) -> ThreadList { cell.threads ?? threads }

  /// Returns the dispatch modes for a cell: its own or the suite's.
  func dispatch(of cell: Cell) -> [DispatchMode] { cell.dispatch ?? dispatch }

  /// Returns the file of a cell's document; nil for cells without one.
  ///
  /// - Parameter suiteFile: the file of the suite. Paths are relative to the parent of its folder.
  package static func documentFile(of source: Source, suiteFile: URL) -> URL? {
    guard case .document(let path) = source else { return nil }
    return suiteFile.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(path)
  }
}

// MARK: - Reading

extension BenchmarkSuite {
  /// Reads a suite's file.
  ///
  /// - Throws: `FileError`, also if the file cannot be read.
  package init(contentsOf file: URL) throws(FileError) {
    try self.init(json: Data(readingFile: file.path), file: file.path)
  }

  /// Parses a suite strictly. Anything unknown, missing, repeated or of another type is an error, with its
  /// path such as `cells[2].wrkload`: if a misspelt key were ignored, the suite would measure something else
  /// than its writer meant.
  ///
  /// - Parameter file: the file's name in errors.
  init(json data: Data, file: String) throws(FileError) {
    let json: ParsedJSON
    do throws(JSONError) {
      json = try ParsedJSON(parsing: Array(data), maximumNesting: 100)
    } catch {
      throw FileError(
        file: file, line: error.line,
        message: "Is not JSON: found \(error.found), expected \(error.expected).")
    }
    let keys = [
      "format", "version", "name", "description", "budgetSeconds", "rounds", "threads", "dispatch", "cells",
    ]
    try self.init(SuiteObject(json, file: file, at: 0, keys: keys))
  }

  private init(_ object: SuiteObject) throws(FileError) {
    let format = try object.string("format")
    guard format == Self.format else {
      throw object.error("format", "Expected \"\(Self.format)\", found \"\(format)\".")
    }
    let version = try object.integer("version")
    guard version == Self.version else {
      throw object.error("version", "Expected \(Self.version), the one version known, found \(version).")
    }
    name = try object.string("name")
    let isFit = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    guard isFit, !name.isEmpty, name.first != "." else {
      throw object.error("name", "Expected letters, digits, '-', '_' and '.', not first; found \"\(name)\".")
    }
    description = object.has("description") ? try object.string("description") : ""
    budgetSeconds = object.has("budgetSeconds") ? try object.number("budgetSeconds") : nil
    if let budgetSeconds, !(budgetSeconds > 0 && budgetSeconds < 1e9) {
      throw object.error("budgetSeconds", "Expected a number above 0, found \(budgetSeconds).")
    }
    rounds = object.has("rounds") ? try object.integer("rounds") : nil
    if let rounds, !RunPlan.allowedRounds.contains(rounds) {
      throw object.error("rounds", "Expected 1 to \(RunPlan.allowedRounds.upperBound), found \(rounds).")
    }
    threads = try object.threads() ?? [1]
    dispatch = try object.dispatch() ?? [.serialQueues]
    cells = try object.cells()
  }
}

/// A JSON object that accepts known keys only. Its accessors return values of the requested type, or throw an
/// error that names the place.
private struct SuiteObject {
  private let json: ParsedJSON
  private let file: String
  private let index: Int
  /// The indices of the values.
  private var members: [String: Int] = [:]

  init(_ json: ParsedJSON, file: String, at index: Int, keys: [String]) throws(FileError) {
    self.json = json
    self.file = file
    self.index = index
    guard json.kind(at: index) == .object else { throw wrongType(index, "an object") }
    for key in json.keys(of: index) {
      guard keys.contains(json.text(at: key)) else {
        let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
        throw error(at: key, "Is not a known key. Expected one of \(known).")
      }
      members[json.text(at: key)] = key + 1
    }
  }

  // MARK: Errors

  /// Returns an error at a value, or at a key that is missing.
  func error(_ key: String, _ message: String) -> FileError {
    members[key].map { error(at: $0, message) } ?? error(at: index, missing: key, message)
  }

  private func error(at index: Int, missing key: String? = nil, _ message: String) -> FileError {
    var path = json.path(to: index)
    if let key { path.append(key: key) }
    let place = path.description.isEmpty ? "" : "\(path): "
    return FileError(file: file, line: json.place(of: index).line, message: place + message)
  }

  private func wrongType(_ index: Int, _ expected: String) -> FileError {
    let found =
      switch json.kind(at: index) {
      case .true, .false: "a boolean"
      case .string: "a string"
      case .number: "the number \(json.description(of: index))"
      case .null, .array, .object: json.description(of: index)
      }
    return error(at: index, "Expected \(expected), found \(found).")
  }

  // MARK: Values

  func has(_ key: String) -> Bool { members[key] != nil }

  /// Returns a value; `convert` returns nil for one of another type.
  private func value<Value>(
    _ key: String, _ type: String, _ convert: (_ index: Int) -> Value?
  ) throws(FileError) -> Value {
    guard let index = members[key] else { throw error(key, "Is missing.") }
    guard let value = convert(index) else { throw wrongType(index, type) }
    return value
  }

  func string(_ key: String) throws(FileError) -> String { try value(key, "a string", text(at:)) }

  func number(_ key: String) throws(FileError) -> Double { try value(key, "a number", number(at:)) }

  func integer(_ key: String) throws(FileError) -> Int { try value(key, "a whole number", integer(at:)) }

  private func text(at index: Int) -> String? {
    json.kind(at: index) == .string ? json.text(at: index) : nil
  }

  private func number(at index: Int) -> Double? {
    json.kind(at: index) == .number ? json.double(at: index) : nil
  }

  /// Returns a whole number, also if it is written `2.0`.
  private func integer(at index: Int) -> Int? { number(at: index).flatMap { Int(exactly: $0) } }

  /// Reads an array of one element at least, each of which must differ from the others.
  private func array<Element: Equatable>(
    _ key: String, of read: (_ index: Int) throws(FileError) -> Element,
    repeated message: (Element, _ first: Int) -> String
  ) throws(FileError) -> [Element] {
    let index = try value(key, "an array") { json.kind(at: $0) == .array ? $0 : nil }
    var elements: [Element] = []
    for index in json.items(of: index) {
      let next = try read(index)
      if let first = elements.firstIndex(of: next) { throw error(at: index, message(next, first)) }
      elements.append(next)
    }
    guard !elements.isEmpty else { throw error(at: index, "Expected one element at least, found none.") }
    return elements
  }

  // MARK: Parts of a suite

  func cells() throws(FileError) -> [BenchmarkSuite.Cell] {
    try array("cells", of: cell) { "Says the same as cells[\($1)]." }
  }

  private func cell(at index: Int) throws(FileError) -> BenchmarkSuite.Cell {
    let keys = ["workload", "document", "subjects", "threads", "dispatch"]
    let cell = try SuiteObject(json, file: file, at: index, keys: keys)
    return BenchmarkSuite.Cell(
      source: try cell.source(),
      subjects: try cell.array("subjects", of: subject) { name, _ in "Names \"\(name)\" a second time." },
      threads: try cell.threads(), dispatch: try cell.dispatch())
  }

  private func source() throws(FileError) -> BenchmarkSuite.Source {
    switch (has("workload"), has("document")) {
    case (true, false): return .workload(try filledString("workload"))
    case (false, true): return .document(try filledString("document"))
    case (true, true): throw error("document", "Expected a workload or a document, found both.")
    case (false, false): throw error(at: index, "Expected the key \"workload\" or \"document\".")
    }
  }

  private func filledString(_ key: String) throws(FileError) -> String {
    let string = try string(key)
    guard !string.isEmpty else { throw error(key, "Expected a string with something in it.") }
    return string
  }

  private func subject(at index: Int) throws(FileError) -> String {
    guard let name = text(at: index), !name.isEmpty else {
      throw error(at: index, "Expected a subject's name.")
    }
    return name
  }

  /// Reads an array of numbers, or a string such as `1..max`; nil if there is neither.
  func threads() throws(FileError) -> ThreadList? {
    guard let index = members["threads"] else { return nil }
    guard let text = text(at: index) else {
      return ThreadList(try array("threads", of: threadCount) { count, _ in "Says \(count) a second time." })
    }
    guard let list = ThreadList(text) else {
      throw error(at: index, "Expected numbers of threads, as 1,2 or 1..max; found \"\(text)\".")
    }
    return list
  }

  private func threadCount(at index: Int) throws(FileError) -> Int {
    guard let count = integer(at: index), (1...ThreadList.limit).contains(count) else {
      throw error(at: index, "Expected a number of threads, 1 to \(ThreadList.limit).")
    }
    return count
  }

  /// Reads an array of modes; nil if there is none.
  func dispatch() throws(FileError) -> [DispatchMode]? {
    guard has("dispatch") else { return nil }
    return try array("dispatch", of: mode) { mode, _ in "Says \"\(mode.rawValue)\" a second time." }
  }

  private func mode(at index: Int) throws(FileError) -> DispatchMode {
    guard let mode = text(at: index).flatMap({ DispatchMode(rawValue: $0) }) else {
      let known = DispatchMode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw error(at: index, "Expected one of \(known).")
    }
    return mode
  }
}
