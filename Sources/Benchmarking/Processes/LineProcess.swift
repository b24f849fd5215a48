import Foundation

/// A child process that answers requests, one line each.
///
/// One thread at a time may use it. The process ends when this object is released, or with the program.
package final class LineProcess {
  /// The reason for a missing answer. The process has ended or was ended.
  package enum Failure: Error, Hashable, Sendable {
    case notStarted(String)
    /// The way in which it ended, with its last error.
    case ended(String)
    case tookTooLong(seconds: Double)
    /// A line without an end.
    case endless
  }

  private let process: ChildProcess
  private var channel: LineChannel
  private let limit: TimeInterval
  private let patience: TimeInterval
  private var isLive = true

  /// The number of final reads of 64 KiB, which is what a pipe usually holds.
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
  ) throws(Failure) {
    self.limit = limit
    self.patience = patience
    do {
      process = try ChildProcess(
        [executable.path] + arguments, environment: environment, hasInput: true)
    } catch {
      throw .notStarted(error.description)
    }
    channel = LineChannel(
      reading: process.output, writing: process.input ?? .nullDevice, errors: process.errors)
  }

  deinit {
    end()
  }

  /// The process identifier, for records.
  package var identifier: Int { Int(process.identifier) }

  /// Sends a line, without its end, and waits for the line that answers it.
  package func ask(_ line: Data) throws(Failure) -> Data {
    do throws(LineChannel.Failure) {
      let deadline = Date(timeIntervalSinceNow: limit)
      try channel.write(line, until: deadline)
      return try channel.readLine(until: deadline)
    } catch {
      throw failure(error)
    }
  }

  /// Closes the program's input and waits for its end, at most `patience`. Further calls have no effect.
  package func end() {
    guard isLive else { return }
    channel.close()
    end(within: patience)
  }

  /// Kills every child process that runs now. Threads that wait for an answer get an error. Any thread.
  package static func killAll() {
    LiveProcesses.shared.killAll()
  }

  /// Ends the process and returns what a failure of the channel means.
  private func failure(_ failure: LineChannel.Failure) -> Failure {
    switch failure {
    case .closed:
      end(within: patience)
      let how =
        switch process.waitForEnd() {
        case .exit(let code): "with exit code \(code)"
        case .signal(let number): "by signal \(number)"
        }
      return .ended(channel.errors.reason.map { "\(how): \($0)" } ?? how)
    case .late:
      end(within: 0)
      return .tookTooLong(seconds: limit)
    case .endless:
      end(within: 0)
      return .endless
    }
  }

  /// Waits for the process to end, and kills it after `patience` seconds.
  private func end(within patience: TimeInterval) {
    guard isLive else { return }
    isLive = false
    let deadline = Date(timeIntervalSinceNow: patience)
    while process.endingIfKnown() == nil && Date() < deadline {
      // A crash report may be longer than a pipe's buffer.
      channel.readErrors()
      usleep(1_000)
    }
    if process.endingIfKnown() == nil { process.kill() }
    _ = process.waitForEnd()
    // Reads the rest of the pipe. The limit matters if the program left others behind that keep writing.
    for _ in 0..<Self.lastReads { channel.readErrors() }
  }
}

/// An exchange of lines with a child process, each with a deadline.
struct LineChannel {
  enum Failure: Error {
    /// The other end is closed.
    case closed
    /// The deadline has passed.
    case late
    /// A line exceeds the longest length.
    case endless
  }

  private let input: FileHandle
  private let output: FileHandle
  /// Bytes read beyond the last line.
  private var rest = Data()
  /// The end of the child's errors, read whenever the channel waits.
  private(set) var errors: ErrorTail

  /// The longest line in bytes; the frames of a million elements take less.
  private static let longestLine = 256 << 20

  /// - Parameters:
  ///   - reading: the source of lines.
  ///   - writing: the target of lines, closed by `close()`.
  ///   - errors: the child's standard error.
  init(reading: FileHandle, writing: FileHandle, errors: FileHandle) {
    input = reading
    output = writing
    self.errors = ErrorTail(of: errors)
    // A child that stops reading must not stop this program, neither by a signal nor by a full pipe.
    signal(SIGPIPE, SIG_IGN)
    let flags = fcntl(output.fileDescriptor, F_GETFL)
    _ = fcntl(output.fileDescriptor, F_SETFL, flags | O_NONBLOCK)
  }

  /// Writes a line; `line` does not include its end.
  mutating func write(_ line: Data, until deadline: Date) throws(Failure) {
    let bytes = [UInt8](line) + [UInt8(ascii: "\n")]
    var position = 0
    while position < bytes.count {
      try wait(for: output, POLLOUT, until: deadline)
      let count = bytes.withUnsafeBytes {
        unistdWrite(output.fileDescriptor, $0.baseAddress! + position, bytes.count - position)
      }
      if count > 0 {
        position += count
      } else if errno != EAGAIN && errno != EINTR {
        throw .closed
      }
    }
  }

  /// Reads a line and returns it without its end.
  mutating func readLine(until deadline: Date) throws(Failure) -> Data {
    var line = rest
    var searched = line.startIndex
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = line[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        rest = Data(line[line.index(after: end)...])
        return Data(line[..<end])
      }
      searched = line.endIndex
      guard line.count < LineChannel.longestLine else { throw .endless }
      try wait(for: input, POLLIN, until: deadline)
      let count = read(input.fileDescriptor, &buffer, buffer.count)
      if count > 0 {
        line.append(contentsOf: buffer[..<count])
      } else if count == 0 || errno != EINTR {
        throw .closed
      }
    }
  }

  /// Closes the child's input, which tells it that no more lines follow.
  func close() {
    try? output.close()
  }

  /// Reads the errors that are available, without waiting.
  mutating func readErrors() { errors.read() }

  private mutating func wait(
    for handle: FileHandle, _ events: Int32, until deadline: Date
  ) throws(Failure) {
    while true {
      let milliseconds = deadline.timeIntervalSinceNow * 1000
      guard milliseconds > 0 else { throw .late }
      var items = [
        pollfd(fd: handle.fileDescriptor, events: Int16(events), revents: 0),
        pollfd(fd: errors.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&items, nfds_t(items.count), Int32(min(milliseconds.rounded(.up), 1e9)))
      if ready < 0 && errno != EINTR { throw .closed }
      guard ready > 0 else { continue }
      if items[1].revents != 0 { errors.read() }
      // If the other end is closed, the following read or write reports it.
      if items[0].revents != 0 { return }
    }
  }
}

/// Calls the system's `write`, which the method of that name hides.
private func unistdWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// The end of a child's standard error. It is read while the child runs, since a full pipe would stop it.
struct ErrorTail {
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
  mutating func read() {
    guard isOpen else { return }
    let count = systemRead(handle.fileDescriptor, &buffer)
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

/// Calls the system's `read`, which the method of that name hides.
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
