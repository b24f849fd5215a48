import Foundation

/// The headers of a program's file: 64-bit little-endian ELF, as on Linux.
///
/// Source: System V Application Binary Interface, "Object Files", on the file and program headers.
struct ProgramImage {
  struct Segment {
    /// True if a process loads it and executes it.
    let isCode: Bool
    /// Its place in the file, its address in memory, and its bytes in the file.
    let offset: UInt64
    let address: UInt64
    let size: UInt64
  }

  /// The number of the processor's architecture.
  let machine: UInt64
  let segments: [Segment]
  /// The end of the headers of segments in the file.
  private let headersEnd: UInt64

  /// nil if it is no such file, or cut off within the headers.
  init?(_ file: Data) {
    guard file.starts(with: [0x7F, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F"), 2, 1]),
      let machine = Self.number(file, 18, size: 2), let table = Self.number(file, 32, size: 8),
      let size = Self.number(file, 54, size: 2), let count = Self.number(file, 56, size: 2)
    else { return nil }
    var segments: [Segment] = []
    for place in 0..<count {
      let (start, isOver) = table.addingReportingOverflow(place * size)
      guard !isOver, let type = Self.number(file, start, size: 4),
        let flags = Self.number(file, start, 4, size: 4), let offset = Self.number(file, start, 8, size: 8),
        let address = Self.number(file, start, 16, size: 8),
        let length = Self.number(file, start, 32, size: 8)
      else { return nil }
      segments.append(
        Segment(isCode: type == 1 && flags & 1 != 0, offset: offset, address: address, size: length))
    }
    (self.machine, self.segments) = (machine, segments)
    headersEnd = segments.isEmpty ? 0 : table + count * size
  }

  /// Returns a number of so many bytes, the least significant byte first; nil beyond the end.
  static func number(_ bytes: Data, _ start: UInt64, _ more: UInt64 = 0, size: UInt64) -> UInt64? {
    let (offset, isOver) = start.addingReportingOverflow(more)
    guard !isOver, offset <= UInt64(bytes.count), size <= UInt64(bytes.count) - offset else { return nil }
    let first = bytes.startIndex + Int(offset)
    return bytes[first..<first + Int(size)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns the part of a program's file that a process needs: the part loaded into memory, without the debugger's symbols
  /// behind it. For a release build of this program that is a quarter of the file. Any other file is returned as it is.
  static func loadedPart(of file: Data) -> Data {
    guard let image = ProgramImage(file) else { return file }
    var end = image.headersEnd
    for segment in image.segments {
      let (last, isOver) = segment.offset.addingReportingOverflow(segment.size)
      guard !isOver, last <= UInt64(file.count) else { return file }
      end = max(end, last)
    }
    return end == 0 || end > UInt64(file.count) ? file : file.prefix(Int(end))
  }
}
