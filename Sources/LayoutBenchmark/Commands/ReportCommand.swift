import ArgumentParser
import Measuring

/// `layoutbench report`: makes a page of a run, of a comparison or of several comparisons.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make a page of a run or a comparison, as one file to send to somebody.",
    discussion: """
      The page needs no other file and no network: the main finding, a table to sort and filter, the charts with \
      their data, how sure it all is, the machine, the command, and the CSV files. Several comparisons \
      with one base make a history, with the points at which a level changed.

      scripts/install-renderer installs what draws the charts; without it the page has their data alone.

      EXAMPLES
        \(ProgramName.command) report latest -o report.html
        \(ProgramName.command) report results/COMPARISON1 results/COMPARISON2 -o history.html
        \(ProgramName.command) report \(ThisProgram.exampleRun("quick")) -o - > page.html
      """)

  @Argument(
    help: """
      A run or comparisons: their folders, their names in the results, or latest.
      """, completion: .runs)
  var runs: [RunReference]

  @OptionGroup var output: PageOutput

  func run() throws {
    try output.prepare()
    let folders = try runs.map { try $0.folder(in: .current) }
    let page = try folders.count == 1 ? ReportPage(of: folders[0]) : ReportPage(of: folders)
    try output.write(page.html())
  }
}
