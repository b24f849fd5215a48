import ArgumentParser
import Foundation
import LayoutSpecs
import Measuring

/// `layoutbench cache`: lists the builds of revisions, and removes old ones.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "List the builds of revisions that were compared, and remove old ones.",
    discussion: """
      compare, bisect and history build each revision once, and keep the builds. LAYOUTBENCH_CACHE names another \
      folder for them.

      EXAMPLES
        \(ProgramName.command) cache
        \(ProgramName.command) cache --prune 30      what was not used for 30 days
        \(ProgramName.command) cache --prune 0       everything

      What interrupted builds left behind, and the compiler's files of working trees, which make their next build \
      quick, are listed too, and removed with the builds, whatever their age.
      """)

  @Option(help: ArgumentHelp("Remove builds that were not used for this number of days.", valueName: "days"))
  var prune: Int?

  func validate() throws {
    try require("--prune", prune, from: 0)
  }

  func run() throws {
    let cache = BuildCache(folder: BuildCache.defaultFolder())
    let entries = cache.entries()
    let leftovers = try cache.leftovers()
    guard let prune else {
      list(entries, leftovers, in: cache.folder)
      return
    }
    let limit = Date().addingTimeInterval(-86_400 * Double(prune))
    let old = entries.filter { $0.lastUse <= limit }
    let removed = try cache.remove(old)
    try cache.remove(leftovers)
    cache.removeNotes(until: limit)
    let kept = old.count - removed.count
    let more =
      leftovers.isEmpty ? "" : ", and \(size(leftovers.map(\.bytes))) that builds left behind"
    print(
      "Removed \(NumberText.counted(removed.count, "build")), \(size(removed.map(\.size)))\(more)"
        + (kept > 0 ? "; kept \(kept), which another process uses." : "."))
  }

  private func list(_ entries: [BuildCache.Entry], _ leftovers: [BuildCache.Leftover], in folder: URL) {
    print("\(folder.path): \(NumberText.counted(entries.count, "build")), \(size(entries.map(\.size)))")
    let rows = entries.map { entry in
      (
        "\(entry.identifier)  \(entry.product)",
        "\(size([entry.size])), used \(day(entry.lastUse))\(entry.revision.map { "; \(oneLine($0))" } ?? "")"
      )
    }
    let left = leftovers.map { leftover in
      let what =
        leftover.isOfWorkingTree
        ? "for the next build of a working tree" : "left behind by an interrupted build"
      return (leftover.identifier, "\(size([leftover.bytes])), \(what)")
    }
    if !(rows + left).isEmpty { print(columns(rows + left, indent: "  ")) }
  }

  private func size(_ bytes: [Int]) -> String { "\(NumberText.figure(Double(bytes.reduce(0, +)) / 1e6)) MB" }

  private func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
