/// What is wrong with a file, in terms that its owner can act on.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or folder, as it was given.
  package var file: String
  /// Counted from 1 as editors do; nil where no line is to blame.
  package var line: Int?
  /// A sentence.
  package var message: String

  package init(file: String, line: Int? = nil, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// `file:line: message`, which editors and terminals make a link of.
  package var description: String {
    line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
  }
}
