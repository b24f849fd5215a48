internal import Foundation
internal import LayoutDiagnostics
public import LayoutSpecs
public import Testing

/// Checks that an element's layouts are as they were recorded: the frames of all its elements, and a picture.
///
/// ```swift
/// @Test func `A post fits a phone and a tablet`() {
///   expectLayout(of: PostNode(post), in: [320, 768], named: "post")
/// }
/// ```
///
/// Each layout has two files in the folder `Snapshots` beside the test's own file, such as `post-320.txt` and
/// `post-320.svg`. The files are the same on every machine with the same fonts: commit them with the tests. In a
/// package, exclude the folder from the test target.
///
/// - A missing file is recorded, and the test fails once, so that somebody looks at it.
/// - If a layout has changed, the test fails with the lines that differ, and writes the new text beside the file:
///   `post-320.new.txt`. That file is removed once the test passes.
/// - With `LAYOUTBENCH_RECORD` in the environment all files are recorded anew, and nothing fails.
///
/// It may be called on any thread. The element keeps no layout.
///
/// - Parameters:
///   - element: The node or the spec. A node gets these traits, unless it overrides them itself.
///   - widths: The widths, each with any height. Finite and not negative.
///   - name: The beginning of the files' names, different for each test in a folder. A `/` puts the files in a folder.
///   - direction: The direction of the script. Default: nil, the direction in `traits`.
///   - textSize: How large the user wants texts. Default: nil, the size in `traits`.
///   - traits: All other traits that a layout may depend on. Default: the default of each trait.
///   - sourceLocation: The line of a failure, and the file beside which the folder lies. Default: the call's.
public func expectLayout(
  of element: any LayoutElement, in widths: [Double], named name: String,
  direction: Traits.LayoutDirection? = nil, textSize: Traits.ContentSizeCategory? = nil,
  traits: Traits = Traits(), sourceLocation: SourceLocation = #_sourceLocation
) {
  expectLayout(
    of: element, in: widths.map { SizeRange(width: $0) }, named: name, direction: direction,
    textSize: textSize, traits: traits, sourceLocation: sourceLocation)
}

/// Checks that an element's layouts in these ranges of sizes, in place of widths, are as they were recorded. Everything else
/// is as for `expectLayout(of:in:named:direction:textSize:traits:sourceLocation:)` with widths.
public func expectLayout(
  of element: any LayoutElement, in constrainedSizes: [SizeRange], named name: String,
  direction: Traits.LayoutDirection? = nil, textSize: Traits.ContentSizeCategory? = nil,
  traits: Traits = Traits(), sourceLocation: SourceLocation = #_sourceLocation
) {
  let snapshots = snapshots(
    of: element, in: constrainedSizes, named: name, direction: direction, textSize: textSize, traits: traits)
  expectRecorded(snapshots, sourceLocation)
}

/// Returns the texts that `expectLayout` compares.
package func snapshots(
  of element: any LayoutElement, in constrainedSizes: [SizeRange], named name: String,
  direction: Traits.LayoutDirection? = nil, textSize: Traits.ContentSizeCategory? = nil,
  traits: Traits = Traits()
) -> [Snapshot] {
  var traits = traits
  if let direction { traits.layoutDirection = direction }
  if let textSize { traits.contentSizeCategory = textSize }
  var snapshots: [Snapshot] = []
  for range in constrainedSizes {
    let layout = element.layoutThatFits(range, traits: traits)
    let file = "\(name)-\(range.fileName)"
    snapshots.append(Snapshot(name: "\(file).txt", text: layout.outline))
    snapshots.append(Snapshot(name: "\(file).svg", text: layout.svg()))
  }
  return snapshots
}

extension SizeRange {
  /// The range as part of a file's name: `320` for a width with any height, otherwise such as `0-320x44`.
  fileprivate var fileName: String {
    func text(_ lowest: Double, _ highest: Double) -> String {
      lowest == highest ? shortText(lowest) : "\(shortText(lowest))-\(shortText(highest))"
    }
    let width = text(min.width, max.width)
    return min.height == 0 && max.height == .infinity && min.width == max.width
      ? width : "\(width)x\(text(min.height, max.height))"
  }
}

extension Layout {
  /// A line for each element that has a layout, with its frame: a node's frame as its view gets it, a spec's frame in its parent.
  fileprivate var outline: String {
    let nodeFrames = nodeFrames
    var indentation = OutlineIndentation(of: tree)
    var lines = ["in \(constrainedSize)"]
    for id in tree.elementIDs {
      let space = indentation.text(of: id)
      guard let frame = nodeFrames[id.index] ?? frame(of: id) else { continue }
      lines.append("\(space)\(tree.title(of: id)) \(frame)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

// MARK: - Recorded texts

/// A text to compare with the text recorded in a file.
package struct Snapshot {
  /// The file in the folder `Snapshots`.
  let name: String
  let text: String

  /// Creates a snapshot. The name ends in the file's extension.
  package init(name: String, text: String) { (self.name, self.text) = (name, text) }
}

/// Checks that texts are as they were recorded in the folder `Snapshots` beside the test's file: see `expectLayout`. All
/// texts that differ make one issue.
package func expectRecorded(_ snapshots: [Snapshot], _ sourceLocation: SourceLocation = #_sourceLocation) {
  if let problem = recordedProblem(snapshots, sourceLocation) {
    Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation)
  }
}

/// Compares texts with the recorded ones, as `expectRecorded` does.
///
/// - Returns: The issue in sentences; nil if there is none.
package func recordedProblem(_ snapshots: [Snapshot], _ sourceLocation: SourceLocation) -> String? {
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
  return problems.isEmpty ? nil : problems.joined(separator: "\n")
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

/// Returns the lines that differ, in the order of their numbers, as `- 3: old` and `+ 3: new`.
///
/// If the range from the first to the last difference is long, all its lines count as changed: to find the fewest
/// changes takes time and memory that grow with the square of the number of lines.
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
