import Foundation

/// A copy of a program for one process. The file is removed once the process runs.
///
/// The physical pages of a file determine which of them displace each other in the processor's caches, and
/// they stay the same while the file is cached. Two files of equal bytes were seen to differ by 4.5% for
/// minutes, in every process. A copy per process redraws the pages for each pair, so the effect becomes
/// scatter, which the intervals account for, instead of a difference.
struct FreshCopy {
  let url: URL

  /// Copies a program's loaded part next to it. All names have one length: a path's length moves the stack.
  init(of program: URL) throws(WorkerError) {
    let digits = NumberText.padded(UInt64.random(in: .min ... .max), digits: 16, radix: 16)
    url = program.deletingLastPathComponent().appendingPathComponent(BuildCache.copyPrefix + digits)
    do {
      let image = ProgramImage.loadedPart(of: try Data(contentsOf: program, options: .mappedIfSafe))
      try LiveProcesses.shared.make(url) { try image.write(to: url, options: .withoutOverwriting) }
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
    } catch {
      remove()
      throw WorkerError("could not be copied to \(url.path): \(error.localizedDescription)")
    }
  }

  /// Removes the file. A process that runs it is not affected.
  func remove() {
    LiveProcesses.shared.remove(url)
  }
}

/// The part of a program's file that a process needs: on Linux the part loaded into memory, without the
/// debugger's symbols behind it. For a release build of this program that is a quarter of the file.
enum ProgramImage {
  /// Returns the loaded part of a file, or all of it if it is no valid little-endian 64-bit ELF file.
  ///
  /// Source: System V Application Binary Interface, "Object Files", on the file and program headers.
  static func loadedPart(of file: Data) -> Data {
    guard file.starts(with: [0x7F, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F"), 2, 1]),
      let table: UInt64 = integer(in: file, at: 32), let entrySize: UInt16 = integer(in: file, at: 54),
      let entryCount: UInt16 = integer(in: file, at: 56)
    else { return file }
    var end = UInt64(0)
    for index in 0..<UInt64(entryCount) {
      let (entry, isOdd) = table.addingReportingOverflow(index * UInt64(entrySize))
      guard !isOdd, let offset: UInt64 = integer(in: file, at: entry, plus: 8),
        let size: UInt64 = integer(in: file, at: entry, plus: 32)
      else { return file }
      let (last, overflow) = offset.addingReportingOverflow(size)
      guard !overflow, last <= UInt64(file.count) else { return file }
      end = max(end, last, entry + UInt64(entrySize))
    }
    return end == 0 || end > UInt64(file.count) ? file : file.prefix(Int(end))
  }

  /// Returns the little-endian integer at an offset; nil if it extends beyond the end of the file.
  private static func integer<Integer: FixedWidthInteger>(
    in file: Data, at offset: UInt64, plus distance: UInt64 = 0
  ) -> Integer? {
    let size = MemoryLayout<Integer>.size
    let (place, overflow) = offset.addingReportingOverflow(distance)
    let count = UInt64(file.count)
    guard !overflow, place <= count, count - place >= UInt64(size) else { return nil }
    let start = file.startIndex + Int(place)
    return file[start..<start + size].withUnsafeBytes {
      Integer(littleEndian: $0.loadUnaligned(as: Integer.self))
    }
  }
}
