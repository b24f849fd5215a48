import Foundation

/// A copy of a program that is there for one process: the file is removed once the process runs.
///
/// Where the pages of a file lie in memory decides which of them displace each other in the processor's caches, and it stays so as long as the
/// file is cached: two files of the same bytes were seen to differ by 4.5% for minutes, in every process. A copy for each process makes that
/// chance anew for each pair, so that it becomes scatter, which the intervals know of, and not a difference.
struct FreshCopy {
  /// What the names of all copies begin with.
  static let namePrefix = "running-"

  let url: URL

  /// Copies what is loaded of a program to a place beside it. The places' names are of one length, because a path's length moves the stack.
  init(of program: URL) throws(WorkerError) {
    let number = UInt64.random(in: .min ... .max)
    let digits = String(number, radix: 16)
    let name = Self.namePrefix + String(repeating: "0", count: 16 - digits.count) + digits
    url = program.deletingLastPathComponent().appendingPathComponent(name)
    do {
      let image = ProgramImage.loadedPart(of: try Data(contentsOf: program, options: .mappedIfSafe))
      try LiveProcesses.shared.make(url) { try image.write(to: url, options: .withoutOverwriting) }
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
    } catch {
      remove()
      throw WorkerError("could not be copied to \(url.path): \(error.localizedDescription)")
    }
  }

  /// Removes the file; a process that runs it keeps what it needs.
  func remove() {
    LiveProcesses.shared.remove(url)
  }
}
