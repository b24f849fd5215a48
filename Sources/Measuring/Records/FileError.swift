import Foundation

/// A problem with a file, in terms that its owner can act on.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or folder as the user named it.
  var file: String
  /// The line, from 1 as in editors; nil if the error concerns no line.
  var line: Int?
  /// The problem and its remedy: in lower case, without a full stop.
  var message: String

  package init(file: String, line: Int? = nil, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  package init(_ file: URL, line: Int? = nil, _ message: String) {
    self.init(file: file.path, line: line, message: message)
  }

  /// `file:line: message`, which editors and terminals turn into a link.
  package var description: String {
    line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
  }
}
