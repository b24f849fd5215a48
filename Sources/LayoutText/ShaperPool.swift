#if Text && canImport(CPango)
import CPango
import Glibc
import LayoutSpecs

/// The sets of Pango's objects that are not in use.
///
/// A set belongs to one thread at a time. The lock is held while a set is taken out or put back, and never while a
/// text is shaped.
final class ShaperPool: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  // SAFETY: `idle` is guarded by the lock.
  static let systemFamily = "sans"

  private let fonts: FontFiles?
  private var lock: NodeLock { NodeLock(of: self) }
  private var idle: [PangoShaper] = []

  /// A pool with the system's fonts.
  init() { fonts = nil }

  init(files: [String]) throws(FontError) { fonts = try FontFiles(files) }

  func withShaper<Result: Sendable>(_ body: (PangoShaper) -> Result) -> Result {
    // The shaper used last has probably loaded the fonts that this text needs.
    let shaper = lock.withLock { idle.popLast() } ?? PangoShaper(fonts)
    defer { lock.withLock { idle.append(shaper) } }
    return body(shaper)
  }
}

/// A configuration of Fontconfig with certain files.
package final class FontFiles: Sendable {
  /// Nothing changes the configuration once it is made, and Fontconfig counts its references atomically.
  nonisolated(unsafe) let config: OpaquePointer

  init(_ files: [String]) throws(FontError) {
    guard let config = FcConfigCreate() else { throw FontError(description: "Fontconfig has no memory") }
    self.config = config
    if files.isEmpty { throw FontError(description: "there is no file of a font") }
    for file in files {
      guard access(file, R_OK) == 0 else {
        throw FontError(description: "\(file): \(String(cString: strerror(errno)))")
      }
      var info = stat()
      guard stat(file, &info) == 0, info.st_mode & S_IFMT != S_IFDIR else {
        throw FontError(description: "\(file) is a folder; name the files in it")
      }
      guard FcConfigAppFontAddFile(config, file) != 0 else {
        throw FontError(description: "\(file) is no font")
      }
    }
  }

  deinit { FcConfigDestroy(config) }
}
#endif
