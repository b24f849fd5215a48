import Foundation

/// A file that a user named for output.
///
/// A regular file is written as a whole or not at all: a reader sees the old file or the new one, never a part of
/// one. The file keeps its permissions. Symbolic links are followed. Pipes, devices and open descriptors, such as
/// `/dev/stdout`, are written to and not replaced.
package struct OutputFile: Hashable, Sendable {
  let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Where the bytes go.
  private enum Destination {
    /// A descriptor that is open already.
    case descriptor(Int32)
    /// An existing file of another kind, which holds nothing that could be lost.
    case stream
    /// A regular file at the end of all links. The permissions are nil if it is to be made.
    case file(String, permissions: mode_t?)
  }

  /// The open descriptor with this path as its name, as `/dev/stdout` and `/dev/fd/3`; nil for other paths.
  package var descriptor: Int32? { links.lazy.compactMap(Self.descriptor).first }

  /// Throws an error if it is clear beforehand that writing would fail. Call it before long work. Opens
  /// nothing.
  ///
  /// - Parameter replacing: true if an existing file is replaced.
  package func check(replacing: Bool) throws(OutputFileError) {
    switch try destination() {
    case .descriptor(let descriptor):
      let flags = fcntl(descriptor, F_GETFL)
      guard flags >= 0, flags & O_ACCMODE != O_RDONLY else { throw .system(EBADF) }
    case .stream:
      guard access(path, W_OK) == 0 else { throw .system(errno) }
    case .file(let target, let permissions):
      guard permissions == nil || replacing else { throw .exists }
      guard access(Self.folder(of: target), W_OK | X_OK) == 0 else { throw .system(errno) }
    }
  }

  /// Writes the file.
  ///
  /// - Parameter replacing: true if an existing file is replaced; an error otherwise.
  package func write(_ data: Data, replacing: Bool) throws(OutputFileError) {
    switch try destination() {
    case .descriptor(let descriptor):
      if let failure = writeAll(data, to: descriptor) { throw .system(failure) }
    case .stream:
      let stream = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
      guard stream >= 0 else { throw .system(errno) }
      if let failure = Self.fill(stream, with: data) { throw .system(failure) }
    case .file(let target, let permissions):
      guard permissions == nil || replacing else { throw .exists }
      try Self.write(data, to: target, permissions: permissions, replacing: replacing)
    }
  }

  private func destination() throws(OutputFileError) -> Destination {
    if let descriptor { return .descriptor(descriptor) }
    guard !path.hasSuffix("/") else { throw .isFolder }
    let target = links.last ?? path
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      guard code == ENOENT || code == ENOTDIR else { throw .system(code) }
      try Self.requireFolder(Self.folder(of: target))
      return .file(target, permissions: nil)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(target, permissions: status.st_mode & 0o777)
    case S_IFDIR: throw .isFolder
    default: return .stream
    }
  }

  /// Writes a file of another name in the same folder, and then renames it.
  private static func write(
    _ data: Data, to target: String, permissions: mode_t?, replacing: Bool
  ) throws(OutputFileError) {
    let draft = "\(folder(of: target))/.\(UUID().uuidString)"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .system(errno) }
    defer { unlink(draft) }
    if let permissions, fchmod(file, permissions) != 0 {
      let code = errno
      close(file)
      throw .system(code)
    }
    if let failure = fill(file, with: data) { throw .system(failure) }
    if !replacing {
      // A link fails if the name exists, even if it appeared a moment ago; a rename would replace it.
      if link(draft, target) == 0 { return }
      if errno == EEXIST { throw .exists }
      // The file system has no hard links.
    }
    guard rename(draft, target) == 0 else { throw .system(errno) }
  }

  /// Writes everything and closes the descriptor. Returns nil, or the `errno` of the failure.
  private static func fill(_ descriptor: Int32, with data: Data) -> Int32? {
    let failure = writeAll(data, to: descriptor)
    return close(descriptor) != 0 && failure == nil ? errno : failure
  }
}

// MARK: - Paths

extension OutputFile {
  /// The path, and the paths to which its symbolic links lead. The last one need not exist.
  private var links: [String] {
    var paths = [path]
    // Linux follows 40 links too. If the links form a circle, opening the file fails.
    while paths.count <= 40, let last = paths.last,
      let next = try? FileManager.default.destinationOfSymbolicLink(atPath: last)
    {
      paths.append(next.hasPrefix("/") ? next : "\(Self.folder(of: last))/\(next)")
    }
    return paths
  }

  private static func descriptor(named path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix)
      return folder.flatMap { Int32(path.dropFirst($0.count)) }
    }
  }

  /// The folder that contains a file or folder, by its path alone; `.` for a name without a folder.
  static func folder(of path: String) -> String {
    // Foundation's `NSString.deletingLastPathComponent` crashes on names of one character.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Throws an error if the folder is missing, or if its path or a folder around it is another kind of file.
  private static func requireFolder(_ path: String) throws(OutputFileError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .isNoFolder(path) }
    } else if errno == ENOENT {
      throw .missingFolder(path)
    } else if errno == ENOTDIR {
      try requireFolder(folder(of: path))
    } else {
      throw .system(errno)
    }
  }
}

/// A reason for which an output cannot be written.
package enum OutputFileError: Error, Hashable, CustomStringConvertible {
  /// There is a file, which must not be replaced.
  case exists
  /// The path is a folder.
  case isFolder
  /// The folder that is to contain the file does not exist.
  case missingFolder(String)
  /// Another kind of file is where a folder is needed.
  case isNoFolder(String)
  /// An `errno`.
  case system(Int32)

  /// A clause, such as `there is no folder out; make it first`.
  package var description: String {
    switch self {
    case .exists: "it exists"
    case .isFolder: "it is a folder"
    case .missingFolder(let folder): "there is no folder \(folder); make it first"
    case .isNoFolder(let path): "\(path) is no folder"
    case .system(let code): String(cString: strerror(code))
    }
  }
}

extension Data {
  /// Writes a file as a whole: a reader sees the old file or the new one, never a part of one.
  package func writeWhole(to url: URL) throws(FileError) {
    do throws(OutputFileError) {
      try OutputFile(url.path).write(self, replacing: true)
    } catch {
      throw FileError(url, "cannot be written: \(error)")
    }
  }
}

/// Writes all bytes. Returns nil, or the `errno` of the failure.
package func writeAll(_ bytes: some ContiguousBytes, to descriptor: Int32) -> Int32? {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

extension Error {
  /// The system's words for why a file could not be used, such as `No such file or directory`; Foundation's without any.
  var reason: String {
    guard let error = (self as? CocoaError)?.underlying as? POSIXError else { return localizedDescription }
    return String(cString: strerror(error.code.rawValue))
  }
}

extension Data {
  package init(readingFile path: String) throws(FileError) {
    do {
      try self.init(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FileError(file: path, message: "cannot be read: \(error.reason)")
    }
  }
}
