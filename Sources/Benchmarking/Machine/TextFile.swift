import Foundation

/// A reader of small text files that the system generates on reading, such as those of `/proc`, whose size is
/// unknown beforehand.
enum TextFile {
  /// Returns the file's text, or nil if it cannot be read. Reads about 1 MiB at most. Any thread.
  static func contents(atPath path: String) -> String? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < 1 << 20 {
      let count = read(file, &chunk, chunk.count)
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
