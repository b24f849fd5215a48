/// Stacks in the folded form that flamegraph.pl, inferno and speedscope read: one line per stack, with its
/// frames from the outermost on separated by semicolons, a space and its weight.
///
/// Source: Brendan Gregg, "FlameGraph".
package enum FoldedStacks {
  /// Returns the lines, each with its line end. Stacks of weight 0 are skipped. Characters that the format
  /// forbids in names are replaced: semicolons by colons, line ends and other control characters by escapes.
  package static func text(_ stacks: some Sequence<(frames: [String], weight: UInt64)>) -> String {
    var text = ""
    for stack in stacks where stack.weight > 0 {
      text += stack.frames.map(frame).joined(separator: ";")
      text += " \(stack.weight)\n"
    }
    return text
  }

  private static func frame(_ name: String) -> String {
    VisibleText.escaped(String(name.map { $0 == ";" ? ":" : $0 }))
  }
}
