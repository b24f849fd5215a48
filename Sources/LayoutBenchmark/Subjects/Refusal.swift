/// The reason why a subject does not lay out a tree.
struct Refusal: Error, CustomStringConvertible {
  let description: String
  /// True if the subject should support the input: its cell fails and is not just skipped. Default: false.
  var isFailure = false
  /// The remedy for the user, printed once for all cells that it helps; nil, the default, if nothing
  /// can be done.
  var remedy: String?
}
