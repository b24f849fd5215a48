import Foundation
import StrictJSON

/// The contents of a suite file: workloads, subjects, numbers of threads, dispatch modes and a budget.
package struct BenchmarkSuite: Hashable, Sendable {
  /// The value of the file's `format` key.
  static let format = "layoutbench-suite"
  /// The only version so far.
  static let version = 1
  /// The rounds that a run accepts. A budget may end it earlier.
  package static let allowedRounds = 1...1_000_000

  /// A source, its subjects, and their numbers of threads and dispatch modes.
  package struct Cell: Hashable, Sendable {
    var source: CellSource
    /// The subjects, each once; never empty.
    var subjects: [String]
    /// The numbers of threads; nil = the suite's.
    var threads: ThreadList?
    /// The dispatch modes; nil = the suite's.
    var dispatch: [DispatchMode]?
  }

  /// A subject in another program, which speaks the protocol of peers.
  package struct Command: Hashable, Sendable, Codable {
    /// The subject's name.
    package var name: String
    /// The program and its arguments. A program with a slash in its path is found beside the suite, any other
    /// one as a shell finds it.
    package var command: [String]
    /// The work of a job; nil for a layout from scratch.
    package var work: Work?
    /// How the program knows the sizes of texts; nil if the request gives them.
    package var texts: Texts?

    /// Returns the command with its program's path changed by `path`; the command must not be empty.
    func startedBy(_ path: (String) -> String) -> Command {
      var other = self
      other.command[0] = path(command[0])
      return other
    }

    /// The work that a program does and times in a job.
    package enum Work: String, Codable, CaseIterable, Sendable {
      /// Lays out nodes that exist and are all dirty. Making them dirty is not timed.
      case cold
      /// The nodes are created, styled and inserted, laid out, their frames are read, and they are freed.
      case build
      /// Changes the content of one leaf, and lays the tree out.
      case edit
    }

    /// How a program knows the sizes of texts.
    package enum Texts: String, Codable, CaseIterable, Sendable {
      /// The program measures texts: plain ones by their words, others with the sizes of the prepared text.
      case measured
      /// The request gives the size of each text in the layout.
      case told
      /// The program measures texts with Pango's paragraphs, as far as they are prepared here.
      case pango
    }
  }

  /// The suite's name: never empty, and valid as a folder's name.
  package var name: String
  /// A sentence for people, empty by default.
  package var description = ""
  /// Seconds after which nothing new is begun; nil = no limit.
  var budgetSeconds: Double?
  /// The most samples per cell; nil = the plan's default.
  package var rounds: Int?
  /// The numbers of threads; default 1 thread.
  var threads: ThreadList = [1]
  /// The modes, each once; never empty. Default serial queues.
  var dispatch: [DispatchMode] = [.serialQueues]
  /// The subjects that are programs, each name once; empty by default.
  package var commands: [Command] = []
  /// The cells; never empty.
  var cells: [Cell]

  package var budget: TimeSpan? {
    budgetSeconds.map { TimeSpan(nanoseconds: UInt64(($0 * 1e9).rounded())) }
  }

  /// Returns the numbers of threads for a cell: its own or the suite's.
  func threads(of cell: Cell) -> ThreadList { cell.threads ?? threads }

  /// Returns the dispatch modes for a cell: its own or the suite's.
  func dispatch(of cell: Cell) -> [DispatchMode] { cell.dispatch ?? dispatch }

  /// Returns the file of a cell's document; nil for cells without one.
  ///
  /// - Parameter suiteFile: the file of the suite. A relative path is looked up in the suite's folder, and, if
  ///   nothing is there, in the folder above, which holds both suites and documents.
  package static func documentFile(of source: CellSource, suiteFile: URL) -> URL? {
    guard case .document(let path) = source else { return nil }
    if path.hasPrefix("/") { return URL(fileURLWithPath: path) }
    let folder = suiteFile.deletingLastPathComponent()
    let beside = folder.appendingPathComponent(path)
    if FileManager.default.fileExists(atPath: beside.path) { return beside }
    return folder.deletingLastPathComponent().appendingPathComponent(path)
  }
}

extension BenchmarkSuite {
  /// Makes a suite of workloads, each with its subjects.
  package init(
    name: String, description: String, threads: ThreadList,
    workloads: [(text: String, subjects: [String])]
  ) {
    self.init(
      name: name, description: description, threads: threads,
      cells: workloads.map { Cell(source: .workload($0.text), subjects: $0.subjects) })
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
    let object = try StrictObject(
      parsing: data, file: file, format: Self.format, version: Self.version,
      keys: ["name", "description", "budgetSeconds", "rounds", "threads", "dispatch", "commands", "cells"])
    name = try object.string("name")
    guard name.allSatisfy(\.isPortable), !name.isEmpty, name.first != "." else {
      throw object.error("name", expected: "letters, digits, '-', '_' and '.', not first")
    }
    description = object.has("description") ? try object.string("description") : ""
    budgetSeconds = object.has("budgetSeconds") ? try object.number("budgetSeconds") : nil
    if let budgetSeconds, !(budgetSeconds > 0 && budgetSeconds < 1e9) {
      throw object.error(
        "budgetSeconds", expected: "a number of seconds above 0 and below 1000000000")
    }
    rounds = object.has("rounds") ? try object.integer("rounds") : nil
    if let rounds, !BenchmarkSuite.allowedRounds.contains(rounds) {
      throw object.error("rounds", expected: "1 to \(BenchmarkSuite.allowedRounds.upperBound)")
    }
    threads = try object.threads() ?? [1]
    dispatch = try object.dispatch() ?? [.serialQueues]
    commands = object.has("commands") ? try object.commands() : []
    cells = try object.cells()
  }
}

extension StrictObject {
  fileprivate func cells() throws(FileError) -> [BenchmarkSuite.Cell] {
    try array("cells", areDistinct: true, of: cell)
  }

  fileprivate func commands() throws(FileError) -> [BenchmarkSuite.Command] {
    var names: Set<String> = []
    return try array("commands") { value throws(FileError) in
      let object = try object(value, keys: ["name", "command", "work", "texts"])
      let name = try object.filledString("name")
      guard names.insert(name).inserted else {
        throw object.error("name", "\"\(name)\" a second time", expected: "each name once")
      }
      return BenchmarkSuite.Command(
        name: name, command: try object.words("command"), work: try object.object["work"].map(word),
        texts: try object.object["texts"].map(word))
    }
  }

  /// Reads an array of strings, of which the first is not empty. Arguments may be equal.
  private func words(_ key: String) throws(FileError) -> [String] {
    var isFirst = true
    return try array(key) { value throws(FileError) in
      guard let word = value.string, !isFirst || !word.isEmpty else {
        throw error(at: value, expected: "a program or an argument")
      }
      isFirst = false
      return word
    }
  }

  private func cell(_ value: JSONValue) throws(FileError) -> BenchmarkSuite.Cell {
    let keys = ["workload", "document", "subjects", "threads", "dispatch"]
    let cell = try object(value, keys: keys)
    return BenchmarkSuite.Cell(
      source: try cell.source(),
      subjects: try cell.array("subjects", areDistinct: true, of: subject),
      threads: try cell.threads(), dispatch: try cell.dispatch())
  }

  private func source() throws(FileError) -> CellSource {
    switch (has("workload"), has("document")) {
    case (true, false): return .workload(try filledString("workload"))
    case (false, true): return .document(try filledString("document"))
    case (true, true): throw error("document", "a document beside a workload", expected: "one of the two")
    case (false, false): throw error("workload", expected: "it, or the key \"document\"")
    }
  }

  private func subject(_ value: JSONValue) throws(FileError) -> String {
    guard let name = value.string, !name.isEmpty else {
      throw error(at: value, expected: "a subject's name")
    }
    return name
  }

  /// Reads an array of numbers, or a string such as `1..max`; nil if there is neither.
  fileprivate func threads() throws(FileError) -> ThreadList? {
    guard has("threads") else { return nil }
    guard let text = object["threads"]?.string else {
      return ThreadList(try array("threads", areDistinct: true, of: threadCount))
    }
    guard let list = ThreadList(text) else {
      throw error("threads", expected: "numbers of threads, as 1,2 or 1..max")
    }
    return list
  }

  private func threadCount(_ value: JSONValue) throws(FileError) -> Int {
    guard let count = integer(value), (1...ThreadList.limit).contains(count) else {
      throw error(at: value, expected: "a number of threads, 1 to \(ThreadList.limit)")
    }
    return count
  }

  /// Reads an array of modes; nil if there is none.
  fileprivate func dispatch() throws(FileError) -> [DispatchMode]? {
    has("dispatch") ? try array("dispatch", areDistinct: true, of: word) : nil
  }
}
