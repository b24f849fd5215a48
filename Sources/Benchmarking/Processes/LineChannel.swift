import Foundation

/// Lines to and from a child process, each with a moment until which it has to be there.
struct LineChannel {
  enum Failure: Error {
    /// The other end is closed.
    case closed
    /// The moment has passed.
    case late
    /// More than a line should be long, with no end.
    case endless
  }

  private let input: FileHandle
  private let output: FileHandle
  /// What was read beyond the last line.
  private var rest = Data()
  /// Read whenever the channel waits.
  private(set) var errors: ErrorTail

  /// Frames of a million elements are shorter.
  private static let longestLine = 256 << 20

  /// - Parameters:
  ///   - reading: What lines are read from.
  ///   - writing: What lines are written to. Closed by `close()`.
  ///   - errors: What the child writes its errors to.
  init(reading: FileHandle, writing: FileHandle, errors: FileHandle) {
    input = reading
    output = writing
    self.errors = ErrorTail(of: errors)
    // A child that reads no more must not stop the program, neither by a signal nor by a full pipe.
    signal(SIGPIPE, SIG_IGN)
    let flags = fcntl(output.fileDescriptor, F_GETFL)
    _ = fcntl(output.fileDescriptor, F_SETFL, flags | O_NONBLOCK)
  }

  /// Writes a line, without its end in `line`.
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

  /// Reads up to the next end of a line, which is left out.
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

  /// Tells the child that nothing more will come.
  func close() {
    try? output.close()
  }

  /// Takes in errors that are there, without waiting.
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
      // Where the other end is closed, reading or writing tells.
      if items[0].revents != 0 { return }
    }
  }
}

/// The system's `write`, which the method of that name hides.
private func unistdWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
