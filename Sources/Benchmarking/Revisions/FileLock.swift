import Foundation

/// A lock between processes, on a file that remains, empty. The system releases it when the process ends.
struct FileLock {
  private let descriptor: Int32

  /// Waits until the lock is free and acquires it.
  ///
  /// - Parameter wait: called once if another process holds the lock.
  init(_ file: URL, wait: () -> Void) throws(RevisionError) {
    let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw RevisionError("\(file.path) cannot be opened: \(String(cString: strerror(errno)))")
    }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      wait()
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else {
          close(descriptor)
          throw RevisionError("\(file.path) cannot be locked: \(String(cString: strerror(errno)))")
        }
      }
    }
    self.descriptor = descriptor
  }

  func unlock() {
    close(descriptor)
  }
}
