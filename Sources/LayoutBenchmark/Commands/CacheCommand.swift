import ArgumentParser
import Benchmarking
import Foundation

/// `layoutbench cache`: lists the builds of revisions, and removes old ones.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "List the builds of revisions that were compared, and remove old ones.",
    discussion: """
      compare, bisect and history build each revision once, and keep the builds. LAYOUTBENCH_CACHE names another \
      folder for them.

      EXAMPLES
        layoutbench cache
        layoutbench cache --prune 30      what was not used for 30 days
        layoutbench cache --prune 0       everything
      """)

  @Option(help: ArgumentHelp("Remove builds that were not used for this number of days.", valueName: "days"))
  var prune: Int?

  func validate() throws {
    try require("--prune", prune, from: 0)
  }

  func run() throws {
    try reportingFailures {
      let cache = BuildCache(folder: BuildCache.defaultFolder())
      let entries = cache.entries()
      guard let prune else {
        list(entries, in: cache.folder)
        return
      }
      let limit = Date().addingTimeInterval(-86_400 * Double(prune))
      let old = entries.filter { $0.lastUse <= limit }
      do throws(RevisionError) {
        let removed = try cache.remove(old)
        let kept = old.count - removed.count
        print(
          "Removed \(NumberText.counted(removed.count, "build")), \(size(of: removed))"
            + (kept > 0 ? "; kept \(kept), which another process uses." : "."))
      } catch {
        throw CommandFailure.failed(error)
      }
    }
  }

  private func list(_ entries: [BuildCache.Entry], in folder: URL) {
    print("\(folder.path): \(NumberText.counted(entries.count, "build")), \(size(of: entries))")
    let rows = entries.map { entry in
      ("\(entry.identifier)  \(entry.product)", "\(size(of: [entry])), used \(day(entry.lastUse))")
    }
    if !rows.isEmpty { print(columns(rows, indent: "  ")) }
  }

  private func size(of entries: [BuildCache.Entry]) -> String {
    "\(NumberText.figure(Double(entries.reduce(0) { $0 + $1.size }) / 1e6)) MB"
  }

  private func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
