import ArgumentParser
import Benchmarking

/// The options of `run`, `compare` and `chart` that select cells or rows.
struct FilterOptions: ParsableArguments {
  @Option(
    help: """
      Only cells that contain this text, as in "spec.cold feed(1000) 2 threads serialQueues": subject,
      workload, threads and dispatch mode. An asterisk stands for anything in between. If given more than
      once, cells that contain any of the texts.
      """)
  var filter: [String] = []

  @Option(help: "No cells that contain this text; takes precedence over --filter.")
  var exclude: [String] = []

  var isEmpty: Bool { filter.isEmpty && exclude.isEmpty }

  var cellFilter: CellFilter { CellFilter(filter, excluding: exclude) }
}
