import Foundation

/// Appends rows to a CSV file, each whole and at once, so that a crash leaves at most one cut row, the last.
///
/// Nothing is buffered: when `append` returns, the system has the row. It is not forced to the disk, which
/// would take longer than the sample that it describes. Not for use by two threads at once.
///
/// The file is locked while it is open, so that no two processes write to it. The system lifts the lock
/// (`flock`) however the process ends. Readers are not affected.
package final class CSVWriter<Record: CSVCodable> {
  private let path: String
  private let file: Int32

  /// Creates the file and writes its header.
  ///
  /// - Throws: `FileError`, also if the file exists.
  convenience init(creating path: String) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Self.systemError(path, "Cannot be created") }
    self.init(descriptor: file, path: path)
    try lock()
    try writeAll(CSVText.row(Record.columnNames))
  }

  /// Opens an existing file and cuts off a last row without its end. A missing file, or one without a whole
  /// header, gets a header: its writer was killed at the start.
  ///
  /// - Throws: `FileError`, also if the header is not that of the record or another process is writing to the
  ///   file.
  convenience init(appendingTo path: String) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Self.systemError(path, "Cannot be opened") }
    self.init(descriptor: file, path: path)
    // Before anything is read: until then another process may still write.
    try lock()
    let names = Record.columnNames
    let table = try CSVTable(contentsOf: path, header: names)
    guard table.header == names else {
      throw FileError(
        file: path, line: 1,
        message: "Has other columns than those to append: \(names.joined(separator: ","))")
    }
    guard ftruncate(file, off_t(table.completeByteCount)) == 0 else {
      throw Self.systemError(path, "Cannot be cut to its last whole row")
    }
    if table.completeByteCount == 0 { try writeAll(CSVText.row(names)) }
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
  init(descriptor: Int32, path: String) {
    file = descriptor
    self.path = path
  }

  deinit {
    // Closing alone would leave the file locked while a child process that was just forked has a copy of the
    // descriptor, which it keeps until it runs its program.
    flock(file, LOCK_UN)
    close(file)
  }

  /// Appends a row, which is in the file when this returns.
  package func append(_ record: Record) throws(FileError) {
    try writeAll(CSVText.row(record.fields))
  }

  /// Appends rows that belong together in one write, so that only a crash of the system's own writing could
  /// separate them. Without rows nothing is written.
  func append(contentsOf records: [Record]) throws(FileError) {
    try writeAll(records.reduce(into: "") { $0 += CSVText.row($1.fields) })
  }

  private func writeAll(_ text: String) throws(FileError) {
    if let failure = Benchmarking.writeAll(Array(text.utf8), to: file) {
      throw Self.systemError(path, "Cannot be written to", failure)
    }
  }

  private static func systemError(_ path: String, _ problem: String, _ code: Int32 = errno) -> FileError {
    FileError(file: path, message: "\(problem): \(String(cString: strerror(code))).")
  }
}
