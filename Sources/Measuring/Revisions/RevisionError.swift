/// An error of git or of a build, as a sentence that says what to do.
package struct RevisionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// True if the user asked for something that does not exist: the input is at fault, not the machine.
  package var isInput: Bool
  package var sentence: String
  /// Lines of the failed program's output that say more, default none.
  package var details: [String]

  package init(_ sentence: String, isInput: Bool = false, details: [String] = []) {
    self.sentence = sentence
    self.isInput = isInput
    self.details = details
  }

  /// The sentence and the details in one line.
  package var description: String {
    details.isEmpty ? sentence : "\(sentence): \(details.joined(separator: "; "))"
  }
}
