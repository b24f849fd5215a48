/// Stacks in the folded form that flamegraph.pl, inferno and speedscope read: a line a stack, its frames from the outermost on with
/// semicolons between them, a space and its weight.
///
/// Source: Brendan Gregg, "FlameGraph".
package enum FoldedStacks {
  /// The lines, each with its end. Stacks of weight 0 are left out. What a frame's name must not hold is replaced: semicolons by colons,
  /// line ends and other control characters by escapes.
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
