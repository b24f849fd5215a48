#if Text && canImport(CPango)
import CPango
import Glibc
import LayoutSpecs

/// The sets of Pango's objects that are not in use, and what the library knows without them.
///
/// A set belongs to one thread at a time. The lock is held while a set is taken out or put back with what was learned,
/// and never while a text is shaped.
final class ShaperPool: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  static let systemFamily = "sans"

  /// The advances of characters that were shaped together.
  let pieces = RecentValues<ShapedPiece, [Int32]>()
  /// The texts that Pango prepared.
  let texts = RecentValues<AttributedText, PreparedText>()
  private let fonts: FontFiles?
  private var lock: NodeLock { NodeLock(of: self) }
  // SAFETY: both are guarded by the lock.
  private var idle: [PangoShaper] = []
  private var known = FontKnowledge()

  /// A pool with the system's fonts.
  init() { fonts = nil }

  init(files: [String]) throws(FontError) { fonts = try FontFiles(files) }

  /// The library's knowledge at this moment.
  var knowledge: FontKnowledge {
    get { lock.withLock { known } }
    set { lock.withLock { known = newValue } }
  }

  func takeShaper() -> PangoShaper {
    // The shaper used last has probably loaded the fonts that this text needs.
    lock.withLock { idle.popLast() } ?? PangoShaper(fonts)
  }

  /// - Parameter knowledge: What was learned with the shaper; nil if that is nothing.
  func putBack(_ shaper: PangoShaper, _ knowledge: FontKnowledge?) {
    lock.withLock {
      idle.append(shaper)
      if let knowledge { known.update(to: knowledge) }
    }
  }

  func withShaper<Result: Sendable>(_ body: (PangoShaper) -> Result) -> Result {
    let shaper = takeShaper()
    defer { putBack(shaper, nil) }
    return body(shaper)
  }

  /// Prepares a text, each of whose fonts names a family.
  func prepare(_ text: AttributedText) -> PreparedText {
    var preparation = TextPreparation(text, self)
    return preparation.prepare()
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
