import Foundation

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
