import ArgumentParser
import Foundation
import LayoutDocuments
import Measuring
import StrictJSON

/// The command line: `layoutbench`.
package struct LayoutBench: ParsableCommand {
  /// The version of the package. A test checks that the changelog and the pages name the same version.
  static let version = "0.1.0"

  package static let configuration = CommandConfiguration(
    commandName: ThisProgram.name,
    abstract: "Lays out trees of layout specs on every core, and measures that.",
    discussion: """
      EXAMPLES
        \(ProgramName.command) compare main .             what my changes do to its speed
        \(ProgramName.command) compare HEAD~1             the last commit and my changes
        \(ProgramName.command) run                        measure \(ThisProgram.isOwn ? "this program's workloads" : "the quick suite")
        \(ProgramName.command) run --filter feed          only the feeds
        \(ProgramName.command) run --resume latest        go on with an interrupted run
        \(ProgramName.command) chart latest               draw what the newest run measured
        \(ProgramName.command) report latest -o page.html   a page of it, to send on
        \(ProgramName.command) layout cell.json           lay a document out, and show it
        \(ProgramName.command) lint cell.json             what is most likely not meant
        \(ProgramName.command) explain cell.json title    why it is as large as it is
        \(ProgramName.command) inspect cell.json -o c.html  a page to look at it in
        \(ProgramName.command) profile 'feed(1000)'       where time and work go
        \(ProgramName.command) doctor                     what is wrong with this machine
        \(ProgramName.command) bisect v1.0 main           the commit that made it slower
        \(ProgramName.command) cache                      builds of revisions that are kept
        \(ProgramName.command) budgets                    check instructions of hot paths
        \(ProgramName.command) init                       measure layouts of your own

      EXIT CODES
        0    done
        1    failed: something could not be built, measured or written; or what
             was checked is not right (lint, doctor --strict)
        2    compare, budgets: a regression
        3    compare: inconclusive; bisect: nothing became slower
        64   wrong usage: no such command or option, or no value that it takes
        65   bad input: a file, a run, a revision, a workload or another thing
             that was named is not there, has nothing of what was asked for, or
             cannot be understood
        130  interrupted; what was measured is kept
      """,
    version: "\(version); \(SourceStamp.ofThisProgram)",
    subcommands: [
      RunCommand.self, CompareCommand.self, TableCommand.self, FramesCommand.self, ChartCommand.self,
      ReportCommand.self,
      ResultsCommand.self, DoctorCommand.self, LayoutCommand.self, LintCommand.self, ExplainCommand.self,
      InspectCommand.self, ProfileCommand.self, VerifyCommand.self, BudgetsCommand.self, GenerateCommand.self,
      BisectCommand.self, HistoryCommand.self, CacheCommand.self, ListCommand.self, InitCommand.self,
      CheckPeerCommand.self, WorkerCommand.self,
    ])

  package init() {}

  /// Runs the command in the program's arguments, and exits. Every command, also help, fails if its output
  /// cannot be written.
  ///
  /// - Parameter allocations: counts allocations with the allocator that the program links. The library
  ///   itself links none, so that tests use the system's allocator.
  package static func main(counting allocations: any AllocationCounter) { main(counting: allocations, nil) }

  /// - Parameter own: workloads and subjects in addition to the shipped ones; nil for `layoutbench` itself.
  static func main(counting allocations: any AllocationCounter, _ own: OwnBenchmarks?) {
    ThisProgram.allocations = allocations
    ThisProgram.isOwn = own != nil
    ProgramName.command = ThisProgram.command
    Catalogue.ownFamilies = own?.workloads.map(\.family) ?? []
    Catalogue.ownSubjects = own?.subjects ?? []
    OwnBenchmarks.current = own
    keepClosedStreamsClosed()
    // A git hook sets variables for its repository, but this program and its children work in several.
    for variable in GitRepository.hookVariables { unsetenv(variable) }
    // Help takes any number for the width of its lines. Terminals that do not know theirs say 0, and no word would fit.
    if let width = getenv("COLUMNS"), Int(String(cString: width)) ?? 0 < 1 { unsetenv("COLUMNS") }
    // A program inherits the signals that its starter ignores. Without SIGCHLD's default the system would
    // forget how child processes end, such as a failed build.
    signal(SIGCHLD, SIG_DFL)
    // If a reader has closed its pipe, `StandardOutput` handles the error, and no measurement ends.
    signal(SIGPIPE, SIG_IGN)
    if let mistake = own?.mistake {
      StandardError.print("\(ThisProgram.name): \(mistake)")
      Foundation.exit(1)
    }
    Foundation.exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs a command in this process, with these file descriptors as its standard streams, and returns its
  /// exit code. The working folder is the process's. Several runs may go on at once.
  ///
  /// - Parameter arguments: the arguments without the program's name.
  package static func run(
    _ arguments: [String], input: Int32, output: Int32, error: Int32, environment: [String: String]
  ) -> Int32 {
    let run = ProgramRun(
      commandLine: [ThisProgram.name] + arguments, environment: environment, output: output, error: error)
    return ProgramRun.$current.withValue(run) {
      StandardInput.$descriptor.withValue(input) { Self.run(arguments) }
    }
  }

  /// Runs a command on the streams of the current run, and returns the exit code.
  private static func run(_ arguments: [String]) -> Int32 {
    var code = ExitCode.success
    do {
      try requireKnownCommand(in: arguments)
      // Workers start for each pair and each count. To look the name up among all commands is half of the start.
      var command = arguments == ["worker"] ? WorkerCommand() : try parse(arguments)
      try command.run()
    } catch {
      if let failure = CommandFailure(error) {
        code = failure.exitCode
        failure.report()
      } else {
        code = exitCode(for: error)
        report(error, isFailure: !code.isSuccess)
      }
    }
    return StandardOutput.finish() ? code.rawValue : ExitCode.failure.rawValue
  }

  /// Prints what the argument parser has to say: help, or an error.
  private static func report(_ error: any Error, isFailure: Bool) {
    let message = fullMessage(for: error)
    guard !message.isEmpty else { return }
    guard isFailure else { return print(message) }
    for line in inOneGrammar(message).split(separator: "\n", omittingEmptySubsequences: false) {
      StandardError.print(String(line))
    }
  }

  /// Returns a message of the argument parser in this program's form of errors: its name, and lower case.
  private static func inOneGrammar(_ message: String) -> String {
    let start = "Error: "
    guard message.hasPrefix(start) else { return message }
    let text = message.dropFirst(start.count)
    return "\(ThisProgram.name): \(text.prefix(1).lowercased())\(text.dropFirst())"
  }

  /// Parses the arguments of a program.
  ///
  /// A negative number after an option is the option's value, so that the error names the option's range. The
  /// argument parser alone would take it for another option.
  package static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    var joined: [String] = []
    for (index, argument) in arguments.enumerated() {
      if let option = joined.last, option.hasPrefix("--"), option.count > 2, !option.contains("="),
        isNegativeNumber(argument), !arguments[..<index].contains("--")
      {
        joined[joined.count - 1] = "\(option)=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return try parseAsRoot(joined)
  }

  /// Returns true if a text begins like a negative number, such as `-1`, `-.5`, `-2..max` or `-inf`. No option's
  /// name begins so.
  private static func isNegativeNumber(_ text: String) -> Bool {
    guard text.hasPrefix("-"), let second = text.dropFirst().first else { return false }
    return second.isNumber || second == "." || Double(text) != nil
  }

  /// Opens `/dev/null` in place of closed streams. A new file gets the lowest free number, so without
  /// standard output results would be written into that file.
  private static func keepClosedStreamsClosed() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // A read-only file refuses writing, and a write-only file reading.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Throws an error for an unknown command, or for help on one. The argument parser would answer "Unexpected
  /// argument" to the former, and the whole program's help to the latter.
  private static func requireKnownCommand(in words: [String]) throws {
    let name = words.first == "help" ? words.dropFirst().first { !$0.hasPrefix("-") } : words.first
    guard let name, !name.hasPrefix("-"), name != "help" else { return }
    let commands = configuration.subcommands.map { $0.configuration }
    if commands.contains(where: { $0.commandName == name }) { return }
    let shown = commands.filter(\.shouldDisplay).compactMap(\.commandName)
    let nearest = nearestName(to: name.utf8, among: shown).map { "; did you mean \($0)?" }
    throw ValidationError("there is no command \"\(name)\"\(nearest ?? "")")
  }
}
