internal import Foundation
package import Testing

/// A text to compare with the one that was recorded in a file.
package struct Snapshot {
  /// The file in the folder `Snapshots`.
  let name: String
  let text: String

  /// Creates a snapshot. The name ends in what kind of file it is.
  package init(name: String, text: String) { (self.name, self.text) = (name, text) }
}

/// Checks that texts are as they were recorded in the folder `Snapshots` beside the test's file: see `expectLayout`.
/// There is one issue for all of them.
package func expectRecorded(_ snapshots: [Snapshot], _ sourceLocation: SourceLocation = #_sourceLocation) {
  let folder = URL(fileURLWithPath: sourceLocation.filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots")
  let isRecording = ProcessInfo.processInfo.environment["LAYOUTBENCH_RECORD"] != nil
  var recorded: [String] = []
  var problems = snapshots.isEmpty ? ["There is nothing to compare: give a width or a range of sizes."] : []
  for snapshot in snapshots {
    do {
      switch try snapshot.compare(in: folder, isRecording: isRecording) {
      case .same: break
      case .recorded: recorded.append(snapshot.name)
      case .different(let difference): problems.append(difference)
      }
    } catch {
      problems.append("\(snapshot.name) cannot be compared or recorded in \(folder.path): \(error)")
    }
  }
  if !recorded.isEmpty && !isRecording {
    problems.append(
      """
      There was no \(recorded.joined(separator: ", ")): recorded in \(folder.path). Look at what was recorded, and \
      run the test again.
      """)
  }
  if !problems.isEmpty {
    Issue.record(Comment(rawValue: problems.joined(separator: "\n")), sourceLocation: sourceLocation)
  }
}

private struct SnapshotNameError: Error, CustomStringConvertible {
  let description = "a name is a path below that folder, without an empty part and without \"..\""
}

extension Snapshot {
  enum Outcome {
    case same
    case recorded
    /// In sentences, with the lines that differ.
    case different(String)
  }

  /// Compares the text with the file, or records it if there is none.
  func compare(in folder: URL, isRecording: Bool) throws -> Outcome {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0 != ".." }) else { throw SnapshotNameError() }
    let file = folder.appendingPathComponent(name)
    let new = file.deletingPathExtension().appendingPathExtension("new.\(file.pathExtension)")
    let isThere = FileManager.default.fileExists(atPath: file.path)
    let old = isThere ? try String(contentsOf: file, encoding: .utf8) : nil
    if old != text, !isRecording, let old {
      try write(to: new)
      return .different(difference(from: old, new: new.lastPathComponent))
    }
    if old != text { try write(to: file) }
    if FileManager.default.fileExists(atPath: new.path) { try FileManager.default.removeItem(at: new) }
    return old == text ? .same : .recorded
  }

  private func write(to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  /// The most lines of a difference that a test prints.
  private static let mostLines = 20

  private func difference(from old: String, new: String) -> String {
    let changes = changedLines(from: old, to: text)
    let left = changes.count - Snapshot.mostLines
    return """
      \(name) is not as it was recorded (-), but so (+):
      \(changes.prefix(Snapshot.mostLines).joined(separator: "\n"))\(left > 0 ? "\n… and \(left) lines more" : "")
      All of it is in \(new). If it is right, set LAYOUTBENCH_RECORD=1 in the environment, and run the test again.
      """
  }
}

/// Returns the lines that are not in both texts, with their signs, by their numbers from 1.
///
/// Texts that differ in more than some thousand lines are taken to have no line in common between the first and the last
/// one that differ: finding the fewest changes takes time and memory by the square.
private func changedLines(from old: String, to new: String) -> [String] {
  let old = old.split(separator: "\n", omittingEmptySubsequences: false)
  let new = new.split(separator: "\n", omittingEmptySubsequences: false)
  let start = zip(old, new).prefix { $0 == $1 }.count
  let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
  let (removed, added) = (start..<(old.count - end), start..<(new.count - end))
  var numbers = (removed: Set(removed), added: Set(added))
  if removed.count + added.count <= 4096 {
    let difference = new[added].difference(from: old[removed])
    func number(_ change: CollectionDifference<Substring>.Change) -> Int {
      switch change {
      case .insert(let offset, _, _), .remove(let offset, _, _): start + offset
      }
    }
    numbers = (Set(difference.removals.map(number)), Set(difference.insertions.map(number)))
  }
  return (start..<max(removed.upperBound, added.upperBound)).flatMap { number in
    (numbers.removed.contains(number) ? ["- \(number + 1): \(old[number])"] : [])
      + (numbers.added.contains(number) ? ["+ \(number + 1): \(new[number])"] : [])
  }
}
