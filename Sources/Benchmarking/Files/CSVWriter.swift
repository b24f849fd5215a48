import Foundation

/// Appends rows to a CSV file, each whole and at once, so that a crash leaves at most one cut row, the last.
///
/// Nothing is buffered: when `append` returns, the system has the row. It is not forced to the disk, which
/// would take longer than the sample that it describes. Not for use by two threads at once.
///
/// The file is locked while it is open, so that no two processes write to it. The system lifts the lock
/// (`flock`) however the process ends. Readers are not affected.
package final class CSVWriter {
  package let path: String
  private let columnCount: Int
  private let file: Int32

  /// Creates the file and writes its header.
  ///
  /// - Throws: `FileError`, also if the file exists.
  package convenience init(creating path: String, columns: [String]) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Self.systemError(path, "Cannot be created") }
    self.init(descriptor: file, path: path, columnCount: columns.count)
    try lock()
    try append(columns)
  }

  /// Opens an existing file and cuts off a last row without its end. A missing file, or one without a whole
  /// header, gets a header: its writer was killed at the start.
  ///
  /// - Throws: `FileError`, also if the header differs from `columns` or another process is writing to the
  ///   file.
  package convenience init(appendingTo path: String, columns: [String]) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Self.systemError(path, "Cannot be opened") }
    self.init(descriptor: file, path: path, columnCount: columns.count)
    // Before anything is read: until then another process may still write.
    try lock()
    let table = try CSVTable(contentsOf: path, header: columns)
    guard table.header == columns else {
      throw FileError(
        file: path, line: 1,
        message: "Has other columns than those to append: \(columns.joined(separator: ","))")
    }
    guard ftruncate(file, off_t(table.completeByteCount)) == 0 else {
      throw Self.systemError(path, "Cannot be cut to its last whole row")
    }
    if table.completeByteCount == 0 { try append(columns) }
  }

  private func lock() throws(FileError) {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw Self.systemError(path, "Cannot be locked") }
      throw FileError(
        file: path,
        message: "Is being written to by another process; wait until it ends, or interrupt it first.")
    }
  }

  /// Takes ownership of an open file.
  init(descriptor: Int32, path: String, columnCount: Int) {
    file = descriptor
    self.path = path
    self.columnCount = columnCount
  }

  deinit {
    close(file)
  }

  /// Appends a row.
  ///
  /// - Precondition: there are as many fields as columns.
  package func append(_ fields: [String]) throws(FileError) {
    try append(rows: [fields])
  }

  /// Appends rows that belong together in one write, so that only a crash of the system's own writing could
  /// separate them. Without rows nothing is written.
  ///
  /// - Precondition: each row has as many fields as there are columns.
  package func append(rows: [[String]]) throws(FileError) {
    var text = ""
    for fields in rows {
      precondition(fields.count == columnCount, "A row has a field for each column.")
      text += CSVText.row(fields)
    }
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(file, buffer.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.systemError(path, "Cannot be written to") }
      written += count
    }
  }

  private static func systemError(_ path: String, _ what: String) -> FileError {
    FileError(file: path, message: "\(what): \(String(cString: strerror(errno))).")
  }
}
