import ArgumentParser
import Foundation
import LayoutWorkloads
import Measuring

/// `layoutbench worker`: measures cells for a run or a comparison, in a process of its own.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Answer the requests of a run or a comparison, one JSON object per line.",
    discussion: "Started by \(ProgramName.command) run and compare; ends when its standard input does.",
    shouldDisplay: false)

  func run() throws {
    let streams = WorkerStreams()
    // Cells with the same tree come one after another.
    var latest: (source: CellSource, seed: UInt64, input: BenchmarkInput)?
    let server = WorkerServer(counting: ThisProgram.allocations) { asked, isChecked in
      let (id, source) = (asked.id, asked.source)
      let own = Catalogue.subjects.first { $0.name == id.subject }
      guard let subject = asked.command.map({ PeerSubject($0) }) ?? own else {
        throw WorkerError("it has no subject \"\(id.subject)\"", isUnknown: true)
      }
      let input: BenchmarkInput
      if let latest, latest.source == source, latest.seed == id.seed {
        input = latest.input
      } else {
        // The old cell is released first, since two large cells may not fit into memory.
        latest = nil
        do {
          input = try BenchmarkInput(source, seed: id.seed)
        } catch let error as WorkloadError {
          throw WorkerError("it does not know the workload: \(error)", isUnknown: true)
        }
        latest = (source, id.seed, input)
      }
      if isChecked {
        do throws(Refusal) {
          try input.requireSupport(by: subject)
        } catch {
          throw WorkerError(error.description, isRefusal: !error.isFailure, remedy: error.remedy)
        }
      }
      return input.cell(of: subject, threads: id.threads, id.pool)
    }
    Signals.whileActing(WorkerStreams.endProcess) { streams.answer(server.answer) }
  }
}

/// The streams of a worker process: copies of its standard input and output, which the code under test does not get. The
/// code's own output goes to standard error, and its input is empty.
private final class WorkerStreams: Sendable {
  private let requests: Int32
  private let answers: Int32
  private let isAnswering = AtomicNumber()

  init() {
    requests = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    close(nothing)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    Thread.detachNewThread { self.endWithParent() }
  }

  /// Answers each line with a line, until the input ends.
  func answer(_ answer: (Data) -> Data) {
    guard let file = fdopen(requests, "r") else { return }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    while true {
      let length = getline(&line, &capacity, file)
      guard length > 0, let line else { return }
      isAnswering.value = 1
      let bytes = UnsafeRawBufferPointer(start: line, count: length)
      let reply = answer(Data(bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]))
      isAnswering.value = 0
      if writeAll(reply + Data("\n".utf8), to: answers) != nil { return }
    }
  }

  /// Ends the process if the sender of requests goes away while it works: nothing reads the answer, and the work may
  /// never end.
  private func endWithParent() {
    var input = pollfd(fd: requests, events: 0, revents: 0)
    while input.revents & Int16(POLLHUP) == 0 {
      if poll(&input, 1, -1) < 0 && errno != EINTR { return }
    }
    while true {
      if isAnswering.value == 1 { Self.endProcess() }
      usleep(100_000)
    }
  }

  /// Ends the process, whatever it does, and the peers that it started, which nobody else knows.
  static func endProcess() {
    LiveProcesses.shared.endAll(within: 0)
    _exit(1)
  }
}
