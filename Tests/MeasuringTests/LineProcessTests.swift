import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

/// A shell that answers lines as its script says. Answers have a minute, which none should need.
private func shell(
  _ script: String, program: String = "/bin/sh", patience: Double = 60
) throws -> LineProcess {
  try LineProcess(
    executable: URL(fileURLWithPath: program), arguments: ["-c", script], limit: 60, patience: patience)
}

@Suite("Programs that answer lines")
struct LineProcessTests {
  private let temporary = TemporaryFolder()

  /// The reason for the end of a program that ends when it is asked.
  private func ending(_ script: String) throws -> String? {
    let process = try shell("read line; \(script)")
    do throws(WorkerError) {
      _ = try process.ask(Data("hello".utf8))
      return nil
    } catch {
      return error.isLost ? error.description : nil
    }
  }

  /// As a child of another thread does for a moment, which has inherited the file that this process writes.
  @Test func `A program that somebody still has open for writing is started once it is closed`() throws {
    let file = temporary.url.appending(path: "busy")
    try file.write(script: "#!/bin/sh\nread line; echo $line\n")
    let open = try FileHandle(forWritingTo: file)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { try? open.close() }
    let process = try LineProcess(executable: file, arguments: [], limit: 60, patience: 60)
    #expect(try process.ask(Data("hello".utf8)) == Data("hello".utf8))
    process.end()
  }

  @Test(arguments: [
    (
      [
        "a.swift:3: Fatal error: Index out of range", "", "*** Program crashed: Illegal instruction ***",
        "Backtrace took 0.55s",
      ],
      "a.swift:3: Fatal error: Index out of range"
    ),
    (
      ["", "*** Program crashed: Bad pointer at 0x0 ***", "", "Thread 0 crashed:", "Backtrace took 0.55s"],
      "Program crashed: Bad pointer at 0x0"
    ),
    (["a.swift:3: Precondition failed: No.", "0 main + 3"], "a.swift:3: Precondition failed: No."),
    (["Traceback:", "  File a.py", "ValueError: no", ""], "ValueError: no"),
    (["Fatal error: first", "more", "Fatal error: second", "more"], "Fatal error: second"),
  ])
  func `A program that ends is told by the line with the reason`(lines: [String], reason: String) throws {
    let words = lines.map { "echo '\($0)' >&2; " }.joined()
    #expect(try ending("\(words) kill -ILL $$") == "ended by signal \(SIGILL): \(reason)")
    #expect(try ending("\(words) exit 9") == "ended with exit code 9: \(reason)")
    #expect(
      try ending("exit 3") == "ended with exit code 3", "One that says nothing is told by how it ended alone."
    )
  }

  /// Writes so many bytes to standard error, in lines.
  private func flood(_ byteCount: Int) -> String {
    "head -c \(byteCount) /dev/zero | tr '\\0' x | fold -w 80 >&2; echo >&2; "
  }

  @Test func `A program may write any amount to standard error while it works`() throws {
    let process = try shell("while read line; do \(flood(1 << 20)) echo $line; \(flood(1 << 20)) done")
    for word in ["one", "two"] { #expect(try process.ask(Data(word.utf8)) == Data(word.utf8)) }
    process.end()
    // However long the report that it ends with, its reason is found in the rest.
    let report = "echo 'Fatal error: long' >&2; \(flood(200_000))"
    #expect(try ending("\(flood(1 << 20)) \(report) exit 4") == "ended with exit code 4: Fatal error: long")
    // Much earlier output is not kept.
    let early = "echo 'Fatal error: early' >&2; \(flood(2 << 20)) echo last >&2; exit 4"
    #expect(try ending(early) == "ended with exit code 4: last")
  }
}

@Suite("Child processes, their pipes and signals")
struct ChildProcessTests {
  /// In a process of its own, which may open few files.
  @Test func `Where not all pipes can be made, none is left`() async {
    await #expect(processExitsWith: .success) {
      /// Other threads of the process, such as Dispatch's, may open descriptors at any time, but no pipes.
      func pipeCount() -> Int {
        (0..<Int32(1_000)).count {
          var status = stat()
          return fstat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
        }
      }
      let before = pipeCount()
      for room in 1...5 {
        // The numbers below the limit of which so many are free.
        let free = (0..<Int32(1_000)).filter { fcntl($0, F_GETFD) < 0 }
        var limit = rlimit(rlim_cur: rlim_t(free[room]), rlim_max: 1_000)
        #if canImport(Darwin)
        setrlimit(RLIMIT_NOFILE, &limit)
        #else
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #endif
        var isRefused = false
        do throws(WorkerError) {
          _ = try ChildProcess.pipes(3)
        } catch {
          isRefused = error.description.hasPrefix("could not be started: a pipe cannot be made: ")
        }
        guard isRefused, pipeCount() == before else { exit(1) }
      }
    }
  }

  /// In a process of its own, which opens no other pipes.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
  func `A child that is started while a pipe is made does not get it`() async {
    await #expect(processExitsWith: .success) {
      func pipeCount() -> Int {
        SystemProcessRunner().run("sh", "-c", "ls -l /proc/self/fd").output
          .components(separatedBy: "pipe:").count
      }
      let before = pipeCount()
      let ends = RelaxedNumber()
      let thread = Thread {
        while ends.value == 0 {
          for pipe in (try? ChildProcess.pipes(3)) ?? [] {
            close(pipe.reading)
            close(pipe.writing)
          }
        }
      }
      thread.start()
      for _ in 0..<100 { guard pipeCount() == before else { exit(1) } }
      ends.add(1)
    }
  }

  /// In a process of its own, which ignores the signal as one does that inherits this.
  @Test func `A child whose end the system does not tell is a failure, and never a success`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let result = SystemProcessRunner().run("false")
      guard result.exitCode != 0 else { exit(1) }
      guard result.errors.contains("does not say how false ended") else { exit(3) }
      let process = try shell("read line; exit 3")
      do throws(WorkerError) {
        _ = try process.ask(Data("hello".utf8))
        exit(4)
      } catch {
        guard error.description == "ended in a way that the system does not say" else { exit(5) }
      }
    }
  }

  /// A signal that is ignored stays so in a program that is started, unless it is told otherwise. Some shells
  /// mend this one themselves; bash does not.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
  func `Children can wait for children of their own, whatever this program ignores`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let process = try shell("read line; exec grep SigIgn /proc/self/status", program: "/bin/bash")
      let line = String(decoding: try process.ask(Data("hello".utf8)), as: UTF8.self)
      guard let mask = line.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) }) else { exit(1) }
      guard mask & (1 << UInt64(SIGCHLD - 1)) == 0 else { exit(2) }
    }
  }

  @Test func `A child that stops reading is an error, and no signal that ends this program`() async {
    await #expect(processExitsWith: .success) {
      let process = try shell("exec <&-; echo ready; sleep 60", patience: 0.1)
      // More than a pipe holds, so that the write fails whenever the child closes its end.
      do throws(WorkerError) {
        _ = try process.ask(Data(repeating: 0x78, count: 1 << 22))
        exit(1)
      } catch {
        guard error.isLost, error.description.hasPrefix("ended ") else { exit(2) }
      }
    }
  }
}
