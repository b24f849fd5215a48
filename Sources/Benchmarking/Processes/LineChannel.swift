import Foundation

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
