import Foundation

/// A folder for output, which need not exist; the folders around it need not either.
package struct OutputFolder: Hashable, Sendable {
  let path: String

  package init(_ url: URL) {
    path = url.path
  }

  /// Throws an error if it is clear beforehand that the folder cannot be made or written to. Call it before
  /// long work. Makes nothing.
  package func check() throws(FileError) {
    do throws(OutputFileError) {
      var nearest = path
      var status = stat()
      while stat(nearest, &status) != 0 {
        guard errno == ENOENT || errno == ENOTDIR else { throw .system(errno) }
        nearest = OutputFile.folder(of: nearest)
      }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .isNoFolder(nearest) }
      guard access(nearest, W_OK | X_OK) == 0 else { throw .system(errno) }
    } catch {
      throw FileError(file: path, message: "cannot be made a folder: \(error)")
    }
  }

  /// Makes the folder and the folders around it, unless they exist.
  package func make() throws(FileError) {
    try check()
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileError(file: path, message: "cannot be made a folder: \(error.reason)")
    }
  }
}
