import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The end of what a child process writes to its standard error. It is read while the child runs, which a full pipe would stop.
struct ErrorTail {
  private let handle: FileHandle
  private var bytes = Data()
  private var isOpen = true
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Bytes that are kept at least: enough for the report of a crash, which begins with its reason.
  private static let length = 256 << 10

  init(of handle: FileHandle) {
    self.handle = handle
    let flags = fcntl(handle.fileDescriptor, F_GETFL)
    _ = fcntl(handle.fileDescriptor, F_SETFL, flags | O_NONBLOCK)
  }

  /// What to wait for; -1, which `poll` passes over, where the other end is closed.
  var descriptor: Int32 { isOpen ? handle.fileDescriptor : -1 }

  /// Reads what is there without waiting, 64 KiB at most: a child may write faster than this reads.
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

  /// Why the program ended, as far as it said so: the line of an error that ended it, or else its last one.
  var reason: String? {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    // A program in Swift writes a long report below that line, and the way to it, which is of no use.
    let marks = ["Fatal error", "Precondition failed", "Assertion failed", "Program crashed"]
    let line = marks.lazy.compactMap { mark in lines.last { $0.contains(mark) } }.first ?? lines.last
    return line.map { String($0.trimmingCharacters(in: CharacterSet(charactersIn: "* \t")).prefix(500)) }
  }
}

/// The system's `read`, which the method of that name hides.
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
