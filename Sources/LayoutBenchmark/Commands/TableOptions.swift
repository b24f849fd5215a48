import ArgumentParser

/// The option of commands that print a table.
struct TableOptions: ParsableArguments {
  @Flag(help: "All columns, also if they do not fit into the terminal.")
  var wide = false

  /// The characters that a line has room for; nil if nothing needs to fit.
  var width: Int? { wide ? nil : TerminalWidth.ofStandardOutput }
}
