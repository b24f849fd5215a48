import Foundation
import Testing

@testable import Benchmarking

@Suite("Signals and child processes")
struct ChildSignalTests {
  /// In a process of its own, which ignores the signal as one does that inherits this.
  @Test("A child of which the system does not tell how it ended is a failure, and never a success")
  func unknownEnd() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      do throws(ProcessRunnerError) {
        guard try SystemProcessRunner().run("false").exitCode != 0 else { exit(1) }
        exit(2)
      } catch {
        guard error.description.contains("does not say how false ended") else { exit(3) }
      }
      let process = try LineProcess(
        executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "read line; exit 3"], limit: 60,
        patience: 60)
      do throws(LineProcess.Failure) {
        _ = try process.ask(Data("hello".utf8))
        exit(4)
      } catch {
        guard error == .ended("in a way that the system does not say") else { exit(5) }
      }
    }
  }

  /// A signal that is ignored stays so in a program that is started, unless it is told otherwise. Some shells
  /// mend this one themselves; bash does not.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
  func `Children can wait for children of their own, whatever this program ignores`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let process = try LineProcess(
        executable: URL(fileURLWithPath: "/bin/bash"),
        arguments: ["-c", "read line; exec grep SigIgn /proc/self/status"], limit: 60)
      let line = String(decoding: try process.ask(Data("hello".utf8)), as: UTF8.self)
      guard let mask = line.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) }) else { exit(1) }
      guard mask & (1 << UInt64(SIGCHLD - 1)) == 0 else { exit(2) }
    }
  }

  @Test("A child that stops reading is an error, and what this program does with the signal is left alone")
  func brokenPipe() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let process = try LineProcess(
        executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "exec <&-; echo ready; sleep 60"],
        limit: 60, patience: 0.1)
      // More than a pipe holds, so that the write fails whenever the child closes its end.
      do throws(LineProcess.Failure) {
        _ = try process.ask(Data(repeating: 0x78, count: 1 << 22))
        exit(1)
      } catch {
        guard case .ended = error else { exit(2) }
      }
      var action = sigaction()
      sigaction(SIGPIPE, nil, &action)
      #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
      #else
      let handler = action.__sigaction_handler.sa_handler
      #endif
      guard handler == nil else { exit(3) }
      var (pending, mask) = (sigset_t(), sigset_t())
      sigpending(&pending)
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      guard sigismember(&pending, SIGPIPE) == 0, sigismember(&mask, SIGPIPE) == 0 else { exit(4) }
    }
  }
}
