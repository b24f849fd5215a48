import Foundation
import LayoutBenchmark
import LayoutTestSupport
import Testing

struct Program {
  struct Outcome {
    let exitCode: Int32
    let output: String
    let error: String

    /// Checks how the program ended, and that its output has these words.
    @discardableResult
    func expect(
      _ exitCode: Int32, output: String..., error: String...,
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> Outcome {
      #expect(self.exitCode == exitCode, "\(self.error)", sourceLocation: sourceLocation)
      for (text, words) in [(self.output, output), (self.error, error)] {
        for words in words { #expect(text.contains(words), sourceLocation: sourceLocation) }
      }
      return self
    }

    /// Checks that the program said why it does nothing, in these words, and printed no result.
    func expectRefusal(
      _ error: String..., exitCode: Int32 = 65, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      expect(exitCode, sourceLocation: sourceLocation)
      #expect(output.isEmpty, sourceLocation: sourceLocation)
      for words in error { #expect(self.error.contains(words), sourceLocation: sourceLocation) }
    }

    /// The JSON that was printed.
    func json() throws -> JSON { try JSON(output) }
  }

  /// The folder of releases of the programs, which `LAYOUTBENCH_PROGRAMS` names: they measure several times as fast as the debug
  /// builds that are tested without it. Nil = those.
  static let releases = ProcessInfo.processInfo.environment["LAYOUTBENCH_PROGRAMS"].map {
    URL(fileURLWithPath: $0)
  }

  /// The folder of all folders that tests make. It goes when the tests have ended.
  private static let temporary: URL = {
    atexit { try? Program.temporary.remove() }
    return FileManager.default.temporaryDirectory.appending(path: "layoutbench-\(UUID().uuidString)")
  }()

  static func makeFolder() throws -> URL {
    let folder = temporary.appending(path: UUID().uuidString)
    try folder.makeFolder()
    return folder
  }

  /// Copies the reference results of this name, with which a test does as it likes.
  static func copyReference(_ name: String, to run: URL) throws {
    try URL.package.appending(path: "results/reference/\(name)").copy(to: run)
  }

  /// Writes a suite with these members besides those that every suite has.
  @discardableResult
  static func writeSuite(_ members: String, to file: URL) throws -> URL {
    try file.write(#"{"format": "layoutbench-suite", "version": 1, \#(members)}"#)
    return file
  }

  static func writeManifest(in package: URL) throws {
    try package.appending(path: "Package.swift").write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "App", products: [.library(name: "Cells", targets: ["Cells"])],
        targets: [.target(name: "Cells", path: "Cells")])
      """)
  }

  /// Runs `layoutbench` with these arguments in this process, which takes no time to start: for tests of words, files and exit
  /// codes.
  ///
  /// - Parameters:
  ///   - more: Further arguments.
  ///   - input: The program's standard input.
  ///   - output: The file for standard output, instead of the outcome.
  ///   - environment: Variables for the program, besides the tests' own. Programs that it starts do not have them.
  static func run(
    _ arguments: String..., with more: [String] = [], input: String = "", output: FileHandle? = nil,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    #expect(isInPackage)
    let (input, printed, error) = try (stream(input), stream(), stream())
    let exitCode = LayoutBench.run(
      arguments + more, input: input.fileDescriptor, output: (output ?? printed).fileDescriptor,
      error: error.fileDescriptor,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    func text(_ stream: FileHandle) throws -> String {
      try stream.seek(toOffset: 0)
      return String(decoding: try stream.readToEnd() ?? Data(), as: UTF8.self)
    }
    return Outcome(exitCode: exitCode, output: try text(printed), error: try text(error))
  }

  /// The working folder is the process's, and no other code here needs one.
  private static let isInPackage = FileManager.default.changeCurrentDirectoryPath(URL.package.path)

  /// A file without a name, at its start. Unlike a pipe, it takes any length before somebody reads it.
  private static func stream(_ text: String = "") throws -> FileHandle {
    let file = FileManager.default.temporaryDirectory.appending(path: "layoutbench-\(UUID().uuidString)")
    try file.write(text)
    defer { try? file.remove() }
    return try FileHandle(forUpdating: file)
  }

  /// Measures a suite of these cells, in JSON, in a folder of its own.
  static func measure(cells: String, _ options: [String] = []) throws -> (outcome: Outcome, files: RunFiles) {
    let folder = try makeFolder()
    let suite = try writeSuite(
      #""name": "small", "cells": \#(cells)"#, to: folder.appending(path: "small.json"))
    let out = folder.appending(path: "out")
    let outcome = try start("run", "--suite", suite.path, "--out", out.path, with: options)
    return (outcome.expect(0), try RunFiles(onlyIn: out))
  }

  /// Starts `layoutbench` with these arguments, and waits for its end: where it measures, what its process has matters
  /// (signals, streams, a terminal, the allocator), or it is to run in another folder.
  ///
  /// - Parameters:
  ///   - more: Further arguments.
  ///   - input: The program's standard input.
  ///   - environment: Variables besides the tests' own.
  ///   - folder: The folder that it runs in; nil = the package's.
  ///   - isReady: It is sent a signal as soon as this says so; nil = never.
  ///   - signal: The signal. Default: the signal of Ctrl-C.
  ///   - isForGroup: Whether its whole process group gets the signal, as a terminal and batch systems send it.
  ///   - program: The program to start instead; nil = `layoutbench`.
  static func start(
    _ arguments: String..., with more: [String] = [], input: String = "", environment: [String: String] = [:],
    in folder: URL? = nil, interruptWhen isReady: (() -> Bool)? = nil, by signal: Int32 = SIGINT,
    isForGroup: Bool = false, program: URL? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = try program ?? executable()
    process.arguments = arguments + more
    process.currentDirectoryURL = folder ?? .package
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardError
    try startUnmasked(process)
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    if let isReady {
      while process.isRunning && !isReady() { Thread.sleep(forTimeInterval: 0.005) }
      // Foundation starts a program in a group of its own.
      let target = isForGroup ? -process.processIdentifier : process.processIdentifier
      if process.isRunning { kill(target, signal) }
    }
    // Messages are short enough for the pipe's buffer, so the results can be read first.
    let printed = standardOutput.fileHandleForReading.readDataToEndOfFile()
    let error = standardError.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      error: String(decoding: error, as: UTF8.self))
  }

  /// Runs a script of bash in which `"$0"` is the program, and these arguments come after it.
  static func shell(
    _ script: String, _ arguments: String..., environment: [String: String] = [:], in folder: URL? = nil
  ) throws -> Outcome {
    try start(
      "-c", script, executable().path, with: arguments, environment: environment, in: folder,
      program: URL(fileURLWithPath: "/bin/bash"))
  }

  /// Starts the program as a shell would. The threads of tests block signals, and a program inherits the mask of its starting
  /// thread, which changes what becomes of an ignored signal.
  private static func startUnmasked(_ process: Process) throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Starts the program that its first argument names, as a shell would find it.
  static let onPath = URL(fileURLWithPath: "/usr/bin/env")

  /// A program: its release, or otherwise the build beside the bundle of tests.
  static func executable(named name: String = "layoutbench") throws -> URL {
    if let releases { return releases.appending(path: name) }
    let program = BuildFolder.first { folder in
      let candidate = folder.appending(path: name)
      let isProgram = FileManager.default.isExecutableFile(atPath: candidate.path) && !isFolder(candidate)
      return isProgram ? candidate : nil
    }
    guard let program else { throw MissingProgram(name: name) }
    return program
  }

  private static func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
  }

  struct MissingProgram: Error, CustomStringConvertible {
    let name: String
    var description: String { "\(name) was not built beside the tests" }
  }
}

/// A value of JSON, read without the program's own code. One that is not there, or of another type, is nil or has no items.
struct JSON {
  let value: Any?

  init(_ text: String) throws { value = try JSONSerialization.jsonObject(with: Data(text.utf8)) }
  private init(value: Any?) { self.value = value }

  subscript(key: String) -> JSON { JSON(value: (value as? [String: Any])?[key]) }
  subscript(index: Int) -> JSON { items.indices.contains(index) ? items[index] : JSON(value: nil) }

  var items: [JSON] { (value as? [Any] ?? []).map { JSON(value: $0) } }
  var string: String? { value as? String }
  var strings: [String] { items.compactMap(\.string) }
  var number: Double? { value as? Double }
  var numbers: [Double] { items.compactMap(\.number) }
  var bool: Bool? { value as? Bool }
  var isNull: Bool { value is NSNull }
  var isMissing: Bool { value == nil }
  var isEmptyArray: Bool { (value as? [Any])?.isEmpty == true }
}
