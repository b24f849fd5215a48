import Foundation
import LayoutTestSupport
import Testing

/// Runs the program as a user would.
struct Program {
  struct Outcome {
    let exitCode: Int32
    let output: String
    let error: String
  }

  /// The folder of the package.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of releases of the programs, which `LAYOUTBENCH_PROGRAMS` names: they measure several times as fast as the debug
  /// builds that are tested without it. Nil = those.
  static let releases = ProcessInfo.processInfo.environment["LAYOUTBENCH_PROGRAMS"].map {
    URL(fileURLWithPath: $0)
  }

  /// A new folder for one test, in the system's temporary one.
  static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "layoutbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Runs `layoutbench` with these arguments, and waits for its end.
  ///
  /// - Parameters:
  ///   - folder: The folder that it runs in; nil = the package's.
  ///   - input: What it reads on standard input.
  ///   - output: What its standard output goes to, instead of into the outcome.
  ///   - isReady: It is sent a signal as soon as this says so; nil = never.
  ///   - signal: The signal; that of Ctrl-C unless another one is named.
  ///   - isForGroup: Whether its whole process group gets the signal, as a terminal and batch systems send it.
  static func run(
    _ arguments: String..., input: String = "", output: FileHandle? = nil,
    environment: [String: String] = [:],
    in folder: URL? = nil, interruptWhen isReady: (() -> Bool)? = nil, by signal: Int32 = SIGINT,
    isForGroup: Bool = false
  ) throws -> Outcome {
    try run(
      arguments, input: input, output: output, environment: environment, in: folder, interruptWhen: isReady,
      by: signal, isForGroup: isForGroup)
  }

  /// The same with a list of arguments, of any program.
  static func run(
    _ arguments: [String], input: String = "", output: FileHandle? = nil,
    environment: [String: String] = [:], in folder: URL? = nil, interruptWhen isReady: (() -> Bool)? = nil,
    by signal: Int32 = SIGINT, isForGroup: Bool = false, program: URL? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = try program ?? executable()
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? package
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output ?? standardOutput
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
    if output != nil { try standardOutput.fileHandleForWriting.close() }
    // Messages are short enough for the pipe's buffer, so the results can be read first.
    let printed = standardOutput.fileHandleForReading.readDataToEndOfFile()
    let error = standardError.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      error: String(decoding: error, as: UTF8.self))
  }

  /// Starts it as a shell would: a program inherits the mask of the thread that starts it, and the threads of tests block signals, which changes
  /// what becomes of one that is ignored.
  private static func startUnmasked(_ process: Process) throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// A program: a release of it, or else what was built beside the bundle of tests.
  static func executable(named name: String = "layoutbench") throws -> URL {
    if let releases { return releases.appendingPathComponent(name) }
    let program = BuildFolder.first { folder in
      let candidate = folder.appendingPathComponent(name)
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
