import Foundation

/// A copy of a program for one process. The file is removed once the process runs.
///
/// The physical pages of a file determine which of them displace each other in the processor's caches, and
/// they stay the same while the file is cached. Two files of equal bytes were seen to differ by 4.5% for
/// minutes, in every process. A copy per process redraws the pages for each pair, so the effect becomes
/// scatter, which the intervals account for, instead of a difference.
struct FreshCopy {
  /// The prefix of all copies' names.
  static let namePrefix = "running-"

  let url: URL

  /// Copies a program's loaded part next to it. All names have one length: a path's length moves the stack.
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

  /// Removes the file. A process that runs it is not affected.
  func remove() {
    LiveProcesses.shared.remove(url)
  }
}
