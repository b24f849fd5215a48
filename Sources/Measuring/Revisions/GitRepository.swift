import Foundation

/// A package's sources under git, accessed through the `git` program. Never changes the working tree, the
/// index or the list of worktrees.
package struct GitRepository: Sendable {
  /// The variables that git exports to hooks. A program that inherits them uses their repository in every folder.
  package static let hookVariables = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR",
  ]

  /// The package's folder, which may lie inside the repository.
  let folder: URL
  private let runner: any ProcessRunner
  /// The package's path from the repository's top, with a trailing slash; empty at the top.
  let prefix: String

  /// - Throws: if there is no git or no repository.
  package init(folder: URL, runner: any ProcessRunner = SystemProcessRunner()) throws(RevisionError) {
    self.folder = folder
    self.runner = runner
    let result = Self.runGit(["rev-parse", "--show-prefix"], folder, runner, [:])
    guard result.exitCode == 0 else {
      // Git also refuses another user's repository, and its message says what to do.
      guard result.errors.contains("not a git repository") else {
        throw RevisionError("git cannot read \(folder.path)", details: Self.lines(result.errors))
      }
      throw RevisionError(
        "\(folder.path) is in no git repository, so there are no revisions to compare", isInput: true)
    }
    prefix = Self.line(result)
  }

  /// Returns the top folder of the repository around a folder; nil if there is no repository or no git.
  package static func top(
    around folder: URL, runner: any ProcessRunner = SystemProcessRunner()
  ) -> String? {
    let result = runGit(["rev-parse", "--show-toplevel"], folder, runner, [:])
    return result.exitCode == 0 ? line(result) : nil
  }

  /// Returns the revision of a branch, a tag, a commit, `main...HEAD` for the newest common commit of two, or `.` for the
  /// working tree.
  package func revision(_ name: String) throws(RevisionError) -> SourceRevision {
    if name == "." { return try workingTree() }
    if let dots = name.range(of: "...") {
      let ends = try [name[..<dots.lowerBound], name[dots.upperBound...]].map { end throws(RevisionError) in
        try revision(end.isEmpty ? "HEAD" : String(end)).commit
      }
      let base = git(["merge-base"] + ends)
      guard base.exitCode == 0 else {
        throw RevisionError(
          "there is no revision \"\(name)\": the two have no commit in common", isInput: true)
      }
      return try described(name, commit: Self.line(base), tree: nil)
    }
    // Git would mistake a name with a leading hyphen for an option.
    let result = git(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"])
    guard result.exitCode == 0 else { throw unknown(name) }
    return try described(name, commit: Self.line(result), tree: nil)
  }

  /// Returns the hashes of the commits after one revision up to another, the oldest first; of merged branches
  /// only the merges. Empty if the second is not later than the first.
  package func commits(after first: String, to last: String) throws(RevisionError) -> [String] {
    let ends = (try revision(first).commit, try revision(last).commit)
    let list = try require(["rev-list", "--first-parent", "--reverse", "\(ends.0)..\(ends.1)"])
    return list.output.split(separator: "\n").map(String.init)
  }

  /// Writes the files of a revision's tree into a folder, and removes the files of a tree that was written there before.
  /// Equal files are not touched, so that a compiler sees what changed. Submodules have the commits that the tree names,
  /// from the checkout's copies of their repositories.
  ///
  /// - Returns: the paths of the submodules whose commit is in no copy, and whose folders are empty.
  @discardableResult
  func export(_ revision: SourceRevision, to target: URL) throws(RevisionError) -> [String] {
    try export(revision.tree, of: top(), to: target)
  }

  /// Writes a tree of a repository, which is named by its checkout or by its own folder.
  private func export(
    _ tree: String, of repository: String, to target: URL
  ) throws(RevisionError) -> [String] {
    do {
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    } catch {
      throw RevisionError("\(target.path) cannot be made a folder: \(error.reason)")
    }
    let index = ["GIT_INDEX_FILE": target.appendingPathComponent(".layoutbench-index").path]
    // A git that was killed leaves this file; no other program writes here.
    try? FileManager.default.removeItem(atPath: "\(index.values.joined()).lock")
    let submodules = Self.submodules(try require(["-C", repository, "ls-tree", "-r", "-z", tree]))
    let earlier = Self.submodules(try require(["-C", repository, "ls-files", "--stage", "-z"], index))
    for path in earlier.keys where submodules[path] == nil {
      try? FileManager.default.removeItem(at: target.appendingPathComponent(path))
    }
    // The index lies in the folder whose files it lists. In a subfolder, git would write only a part of the tree.
    try require(
      [
        "-C", repository, "--work-tree=\(target.path)", "-c", "submodule.recurse=false", "read-tree",
        "--reset", "-u",
        "--no-sparse-checkout", tree,
      ], index)
    var missing: [String] = []
    for (path, commit) in submodules.sorted(by: { $0.key < $1.key }) {
      // A linked worktree has copies of its own, or uses the copies of the main worktree.
      let folders = try ["--git-dir", "--git-common-dir"].map { name throws(RevisionError) in
        Self.line(try require(["-C", repository, "rev-parse", "--path-format=absolute", name]))
      }
      var copy: String?
      for place in ["\(repository)/\(path)"] + folders.map({ "\($0)/modules/\(path)" }) where copy == nil {
        if git(["-C", place, "cat-file", "-e", "\(commit)^{commit}"]).exitCode == 0 { copy = place }
      }
      guard let copy else {
        missing.append(path)
        continue
      }
      missing += try export(commit, of: copy, to: target.appendingPathComponent(path)).map { "\(path)/\($0)" }
    }
    return missing
  }

  /// Returns the commits of submodules by their paths. Git ends each entry with a zero byte: a tree has `160000 commit
  /// HASH<tab>PATH`, an index `160000 HASH 0<tab>PATH`.
  private static func submodules(_ list: ProcessResult) -> [String: String] {
    list.output.split(separator: "\0").filter { $0.hasPrefix("160000 ") }.reduce(into: [:]) { found, entry in
      let parts = entry.split(separator: "\t", maxSplits: 1)
      found[String(parts[1])] = parts[0].split(separator: " ").first { $0.count >= 40 }.map(String.init)
    }
  }

  /// Returns git's hashes of some of a package's files and folders; nil if there are no sources among them.
  func hashes(of paths: [String], in revision: SourceRevision) -> String? {
    let result = git(["ls-tree", "\(revision.tree):\(prefix)", "--"] + paths)
    return result.output.contains("\tSources\n") ? result.output : nil
  }

  /// Returns the dependency versions among a revision's files; nil if it has none.
  func pins(of revision: SourceRevision) -> DependencyPins? {
    let result = git(["cat-file", "blob", "\(revision.tree):\(prefix)\(DependencyPins.fileName)"])
    return result.exitCode == 0 ? DependencyPins(text: result.output) : nil
  }

  /// The dependency versions that the checkout was last resolved to; nil if it was not.
  var resolvedPins: DependencyPins? {
    (try? String(contentsOf: folder.appendingPathComponent(DependencyPins.fileName), encoding: .utf8)).map {
      DependencyPins(text: $0)
    }
  }

  // MARK: The working tree

  /// Returns the files as they are, including untracked but not ignored ones.
  private func workingTree() throws(RevisionError) -> SourceRevision {
    let head = git(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
    guard head.exitCode == 0 else {
      throw RevisionError(
        "the repository has no commit yet, so there is nothing to compare with", isInput: true)
    }
    // Use a separate index, so that the user's staged changes stay as they are.
    let folder = FileManager.default.temporaryDirectory
    guard FileManager.default.isWritableFile(atPath: folder.path) else {
      throw RevisionError(
        "the folder for temporary files, \(folder.path), is not there or cannot be written: set TMPDIR to another"
      )
    }
    let index = folder.appendingPathComponent("layoutbench-index-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: index) }
    let own = Self.line(try require(["rev-parse", "--path-format=absolute", "--git-path", "index"]))
    try? FileManager.default.copyItem(at: URL(fileURLWithPath: own), to: index)
    let environment = ["GIT_INDEX_FILE": index.path]
    // Copy the index's files, since ignored files may have been added, but not their lengths and times. If
    // these match, git considers a file unchanged and would miss an edit of the same length in the same
    // second. An index with conflicts has no tree, so use the commit's tree then.
    let staged = git(["write-tree"], environment)
    try require(["read-tree", Self.line(staged.exitCode == 0 ? staged : head)], environment)
    // Resolving the package creates this file. It counts as a change of the sources only if it was added to
    // git, since any revision can be built with it.
    let pins = prefix + DependencyPins.fileName
    let hasPins = try !Self.line(
      require(["-C", try top(), "--literal-pathspecs", "ls-files", "--", pins], environment)
    ).isEmpty
    try require(["-C", try top(), "add", "--all"], environment)
    if !hasPins { try require(["-C", try top(), "update-index", "--force-remove", "--", pins], environment) }
    // The whole repository: the package may depend on other packages in it by their paths.
    let tree = Self.line(try require(["write-tree"], environment))
    return try described(".", commit: Self.line(head), tree: tree)
  }

  private func described(
    _ name: String, commit: String, tree: String?
  ) throws(RevisionError) -> SourceRevision {
    let own = Self.line(try require(["rev-parse", "--verify", "\(commit)^{tree}"]))
    let title = Self.line(try require(["show", "--no-patch", "--format=%s", commit]))
    return SourceRevision(
      name: name, commit: commit, tree: tree ?? own, title: title, isDirty: tree.map { $0 != own } ?? false)
  }

  private func unknown(_ name: String) -> RevisionError {
    let isShallow = Self.line(git(["rev-parse", "--is-shallow-repository"])) == "true"
    let advice =
      isShallow
      ? "; this clone has only a part of the history: git fetch --unshallow"
      : "; git branch, git tag and git log show what there is"
    return RevisionError("there is no revision \"\(name)\"\(advice)", isInput: true)
  }

  // MARK: Running git

  func top() throws(RevisionError) -> String {
    Self.line(try require(["rev-parse", "--show-toplevel"]))
  }

  @discardableResult
  func require(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws(RevisionError) -> ProcessResult {
    let result = git(arguments, environment)
    guard result.exitCode == 0 else {
      throw RevisionError(
        "git \(arguments.joined(separator: " ")) failed", details: Self.lines(result.errors))
    }
    return result
  }

  private func git(_ arguments: [String], _ environment: [String: String] = [:]) -> ProcessResult {
    Self.runGit(arguments, folder, runner, environment)
  }

  private static func runGit(
    _ arguments: [String], _ folder: URL, _ runner: any ProcessRunner, _ environment: [String: String]
  ) -> ProcessResult {
    runner.run(
      ["git", "-C", folder.path] + arguments,
      environment: environment.merging(["LC_ALL": "C"]) { own, _ in own })
  }

  /// The lines of a text that are not empty, without spaces around them.
  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private static func line(_ result: ProcessResult) -> String {
    String(result.output.prefix { $0 != "\n" })
  }
}

/// The exact versions of a package's dependencies: the contents of its `Package.resolved`.
struct DependencyPins: Hashable, Sendable {
  /// The file's name in the package's folder.
  static let fileName = "Package.resolved"

  /// The file's text.
  var text: String

  /// Returns the shared dependencies with differing versions, each as `swift-numerics 1.0.2 and 1.1.0`, or
  /// the file's name if it cannot be parsed.
  func differences(from other: DependencyPins) -> [String] {
    guard text != other.text else { return [] }
    guard let own = versions, let others = other.versions else { return [Self.fileName] }
    return own.keys.sorted().compactMap { name in
      guard let (one, two) = own[name].flatMap({ one in others[name].map { (one, $0) } }), one != two else {
        return nil
      }
      return "\(name) \(one.text) and \(two.text)"
    }
  }

  private struct State: Decodable, Equatable {
    var version: String?
    var branch: String?
    var revision: String?

    var text: String { version ?? revision.map { String($0.prefix(10)) } ?? branch ?? "of no known version" }
  }

  private struct File: Decodable {
    struct Pin: Decodable {
      var identity: String
      var state: State
    }
    var pins: [Pin]
  }

  private var versions: [String: State]? {
    (try? JSONDecoder().decode(File.self, from: Data(text.utf8))).map { file in
      Dictionary(file.pins.map { ($0.identity, $0.state) }) { first, _ in first }
    }
  }
}

/// The identity of the sources that a program is built from, or that a checkout contains.
package struct SourceStamp: Hashable, Sendable {
  /// The hash of the sources' paths and contents. Equal hashes mean equal sources, whatever the commits.
  package var hash: String
  /// The commit, if the folder is a repository itself. A program has the commit of its sources' last change.
  package var git: GitState?

  package init(hash: String, git: GitState?) {
    self.hash = hash
    self.git = git
  }

  /// Reads the current stamp of a checkout, by the script that also writes it into programs. Takes tens of
  /// milliseconds, so do not call it while measuring.
  ///
  /// - Returns: nil if there is no such script or it fails.
  package init?(ofPackage folder: URL, runner: any ProcessRunner = SystemProcessRunner()) {
    let script = folder.appendingPathComponent("Plugins/SourceStamp/stamp").path
    guard FileManager.default.fileExists(atPath: script) else { return nil }
    let result = runner.run("/bin/sh", script, folder.path)
    guard result.exitCode == 0 else { return nil }
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, !lines[0].isEmpty else { return nil }
    self.init(
      hash: String(lines[0]),
      git: lines[1].isEmpty ? nil : GitState(revision: String(lines[1]), isDirty: !lines[2].isEmpty))
  }
}

extension SourceStamp: CustomStringConvertible {
  /// A description for people, as `revision 18003da6ed with changes (sources 9f6c1b7838)`.
  package var description: String {
    "\(git?.description ?? "no known revision") (sources \(hash.prefix(10)))"
  }
}
