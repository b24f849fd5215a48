import Foundation

/// A child process that answers requests, one line each.
///
/// One thread at a time may use an object. The process ends when the object is released, or with the program. After an
/// error the process has ended.
package final class LineProcess {
  private let process: ChildProcess
  private let input: FileHandle
  /// Bytes read beyond the last line.
  private var rest = Data()
  /// The end of the child's errors, read whenever this program waits.
  private var errors: ErrorTail
  /// The longest time for an answer, in seconds.
  var limit: TimeInterval
  private let patience: TimeInterval
  private var isLive = true

  /// The longest line in bytes; the frames of a million elements take less.
  private static let longestLine = 256 << 20
  /// The number of final reads of 64 KiB, which is the usual capacity of a pipe.
  private static let lastReads = 32

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - environment: nil, the default, for this program's own.
  ///   - limit: the longest time for an answer, in seconds.
  ///   - patience: seconds between closing the program's input and killing it, if it does not end. Default 1.
  package init(
    executable: URL, arguments: [String], environment: [String: String]? = nil, limit: TimeInterval,
    patience: TimeInterval = 1
  ) throws(WorkerError) {
    self.limit = limit
    self.patience = patience
    process = try ChildProcess([executable.path] + arguments, environment: environment, hasInput: true)
    input = process.input ?? .nullDevice
    errors = ErrorTail(of: process.errors)
    // Writing to a process that has ended is an error, as for all files of this program, and no signal that ends it.
    signal(SIGPIPE, SIG_IGN)
    // A child that stops reading must not stop this program by a full pipe.
    let flags = fcntl(input.fileDescriptor, F_GETFL)
    _ = fcntl(input.fileDescriptor, F_SETFL, flags | O_NONBLOCK)
  }

  deinit {
    end()
  }

  /// The process identifier, for records.
  var identifier: Int { Int(process.identifier) }

  // MARK: Lines

  /// Sends a line, without its end, and waits for the line that answers it.
  package func ask(_ line: Data) throws(WorkerError) -> Data {
    let deadline = Date(timeIntervalSinceNow: limit)
    try send([UInt8](line) + [UInt8(ascii: "\n")], until: deadline)
    return try receiveLine(until: deadline)
  }

  private func send(_ bytes: [UInt8], until deadline: Date) throws(WorkerError) {
    var position = 0
    while position < bytes.count {
      try wait(for: input, POLLOUT, until: deadline)
      let count = bytes[position...].withUnsafeBytes { write(input.fileDescriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        position += count
      } else if errno != EAGAIN && errno != EINTR {
        throw endClosed()
      }
    }
  }

  /// Reads a line and returns it without its end.
  private func receiveLine(until deadline: Date) throws(WorkerError) -> Data {
    let output = process.output
    var line = rest
    var searched = line.startIndex
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = line[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        rest = Data(line[line.index(after: end)...])
        return Data(line[..<end])
      }
      searched = line.endIndex
      guard line.count < Self.longestLine else {
        end(within: 0)
        throw WorkerError("answered a line that does not end", isLost: true)
      }
      try wait(for: output, POLLIN, until: deadline)
      let count = read(output.fileDescriptor, &buffer, buffer.count)
      if count > 0 {
        line.append(contentsOf: buffer[..<count])
      } else if count == 0 || errno != EINTR {
        throw endClosed()
      }
    }
  }

  private func wait(for handle: FileHandle, _ events: Int32, until deadline: Date) throws(WorkerError) {
    while true {
      let milliseconds = deadline.timeIntervalSinceNow * 1000
      guard milliseconds > 0 else {
        end(within: 0)
        throw WorkerError("did not answer within \(limit) s", isLost: true)
      }
      var items = [
        pollfd(fd: handle.fileDescriptor, events: Int16(events), revents: 0),
        pollfd(fd: errors.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&items, nfds_t(items.count), Int32(min(milliseconds.rounded(.up), 1e9)))
      if ready < 0 && errno != EINTR { throw endClosed() }
      guard ready > 0 else { continue }
      if items[1].revents != 0 { errors.readAvailable() }
      // If the other end is closed, the following read or write reports it.
      if items[0].revents != 0 { return }
    }
  }

  // MARK: The end

  /// Closes the program's input and waits for its end, at most `patience`. Further calls have no effect.
  func end() {
    guard isLive else { return }
    try? input.close()
    end(within: patience)
  }

  /// Ends a process that has closed a pipe, and returns how it ended, with its last error.
  private func endClosed() -> WorkerError {
    end(within: patience)
    let how =
      switch process.waitForEnd() {
      case .exit(let code): "with exit code \(code)"
      case .signal(let number): "by signal \(number)"
      case .unknown: "in a way that the system does not say"
      }
    return WorkerError("ended \(how)" + (errors.reason.map { ": \($0)" } ?? ""), isLost: true)
  }

  /// Waits for the process to end, and kills it after `patience` seconds.
  private func end(within patience: TimeInterval) {
    guard isLive else { return }
    isLive = false
    let deadline = Date(timeIntervalSinceNow: patience)
    while process.endingIfKnown() == nil && Date() < deadline {
      // A crash report may be longer than a pipe's buffer.
      errors.readAvailable()
      usleep(1_000)
    }
    if process.endingIfKnown() == nil { process.kill() }
    _ = process.waitForEnd()
    // Reads the rest of the pipe. The limit matters if the program left processes behind that keep writing.
    for _ in 0..<Self.lastReads { errors.readAvailable() }
  }
}

/// The end of a child's standard error. It is read while the child runs, since a full pipe would stop it.
private struct ErrorTail {
  private let handle: FileHandle
  private var bytes = Data()
  private var isOpen = true
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// The fewest bytes kept: enough for the report of a crash, which begins with its reason.
  private static let length = 256 << 10

  init(of handle: FileHandle) {
    self.handle = handle
    let flags = fcntl(handle.fileDescriptor, F_GETFL)
    _ = fcntl(handle.fileDescriptor, F_SETFL, flags | O_NONBLOCK)
  }

  /// The descriptor to poll; -1, which `poll` ignores, if the other end is closed.
  var descriptor: Int32 { isOpen ? handle.fileDescriptor : -1 }

  /// Reads what is available without waiting, at most 64 KiB: a child may write faster than this reads.
  mutating func readAvailable() {
    guard isOpen else { return }
    let count = read(handle.fileDescriptor, &buffer, buffer.count)
    if count > 0 {
      bytes.append(contentsOf: buffer[..<count])
      if bytes.count > 2 * Self.length { bytes = Data(bytes.suffix(Self.length)) }
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      isOpen = false
    }
  }

  /// The reason why the program ended, if it gave one: the line of a fatal error, or else its last line.
  var reason: String? {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    // Below that line a Swift program writes a long backtrace, which is of no use here.
    let marks = ["Fatal error", "Precondition failed", "Assertion failed", "Program crashed"]
    let line = marks.lazy.compactMap { mark in lines.last { $0.contains(mark) } }.first ?? lines.last
    return line.map { String($0.trimmingCharacters(in: CharacterSet(charactersIn: "* \t")).prefix(500)) }
  }
}
