import Foundation
import LayoutDiagnostics
import LayoutSpecs
import Testing

/// Draws a layout of an example: the picture beside the example on its page is this one, or the test fails.
///
/// The pictures lie beside the pages: there GitHub and DocC both find them. With `LAYOUTBENCH_RECORD` in the
/// environment they are drawn anew. The lint has nothing to say of an example, but of those that are about a mistake.
///
/// - Parameter name: The picture's name; nil for that of the test.
func draw(_ layout: Layout, _ name: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let name = try name ?? pictureName(of: #require(Test.current?.displayName))
  let file = Pages.catalogue.appendingPathComponent("\(name).svg")
  let picture = layout.svg(width: 360)
  if Pages.isRecording {
    try Data(picture.utf8).write(to: file)
  }
  let findings = layout.tree.lint(in: layout.constrainedSize).map { "\(name): \($0)" }
  let isRight = findings.isEmpty != mistaken.contains(name)
  #expect(isRight, "\(findings)", sourceLocation: sourceLocation)
  let isShown = picture == (try? String(contentsOf: file, encoding: .utf8))
  #expect(isShown, "the picture \(name) is another one", sourceLocation: sourceLocation)
}

/// The pictures of examples in which the lint finds what is wrong or useless.
private let mistaken: Set<String> = [
  "a-flexed-length-beats-minimum-and-maximum", "a-limit-of-lines-and-where-lines-lie", "diagnosing-1",
  "diagnosing-2", "do-not-place-everything-by-positions", "nothing-shrinks-unless-it-is-told-to",
  "spacearound-shares-an-excess-between-both-sides", "the-range-around-a-child-beats-its-minimum",
]

/// The name of an example's picture: its title in small letters, with hyphens between its words.
func pictureName(of title: String) -> String {
  title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
}

extension Pages {
  /// True if code and pictures are to be put on the pages anew.
  static let isRecording = ProcessInfo.processInfo.environment["LAYOUTBENCH_RECORD"] != nil

  /// The folder of the library's pages.
  static let catalogue = root.appendingPathComponent("Sources/LayoutSpecs/LayoutSpecs.docc")
}
