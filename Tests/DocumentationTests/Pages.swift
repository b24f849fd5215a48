import Foundation
import LayoutDiagnostics
import LayoutSpecs
import LayoutTestSupport
import Testing

/// The pages of the repository that show Swift, and the samples in them.
enum Pages {
  static let root = URL.package

  /// The paths of all pages, from the folder of the package: the front pages, the pages of `Documentation`, and the
  /// pages of every documentation catalogue.
  static func paths() throws -> [String] {
    let files = try root.appending(path: "Sources").paths()
      .filter { $0.contains(".docc/") }.map { "Sources/\($0)" }
    let documentation = root.appending(path: "Documentation").names.map { "Documentation/\($0)" }
    return ["README.md", "CONTRIBUTING.md"] + (files + documentation).filter { $0.hasSuffix(".md") }
  }

  static func text(of path: String) throws -> String { try root.appending(path: path).text() }

  /// The cells of the rows of a table that `scripts/update-figures` put onto a page.
  static func table(_ name: String, of page: String) throws -> [[String]] {
    let parts = try text(of: page).components(separatedBy: "<!-- figures: \(name) ")
    try #require(parts.count == 3)
    let rows = parts[1].split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    return rows.map { row in
      row.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
}

/// A block of Swift on a page, between lines of "```swift" and "```".
///
/// A sample sees the declarations of the samples before it on the page. Code that readers have and these tests lack
/// is in a comment before the block, which readers do not see:
///
///     <!-- swift
///     let cells = [DisplayNode()]
///     -->
///
/// A sample that begins with `.package(` or with the version of the tools is a manifest or a line of one, and is not
/// compiled here: `scripts/check-dependency` builds an app with such a line.
struct PageSample {
  let page: String
  /// The line of the page, from 1, on which the code begins.
  let line: Int
  /// The lines that are hidden from readers.
  let context: [Substring]
  let code: [Substring]

  var isManifest: Bool {
    [".package(", "// swift-tools-version:"].contains { code.first?.hasPrefix($0) == true }
  }

  /// The samples of a page, in order.
  static func samples(of text: String, page: String) throws -> [PageSample] {
    var samples: [PageSample] = []
    var context: [Substring] = []
    var block: (opening: Substring, line: Int, code: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let open = block {
        let end = open.opening.hasPrefix("<!--") ? "-->" : "```"
        guard line == end else {
          block?.code.append(line)
          continue
        }
        if open.opening == "<!-- swift" { context = open.code }
        if open.opening == "```swift" {
          samples.append(PageSample(page: page, line: open.line, context: context, code: open.code))
          context = []
        }
        block = nil
      } else if line.hasPrefix("```") || line == "<!-- swift" {
        block = (line, index + 2, [])
      } else if line.contains("```") {
        throw PageError(description: "\(page):\(index + 1): a block of code begins at the left margin")
      }
    }
    if let block { throw PageError(description: "\(page):\(block.line - 1): the block does not end") }
    return samples
  }
}

struct PageError: Error, CustomStringConvertible { let description: String }

extension PageSample {
  /// A source file with all samples of a page, one in the scope of another.
  ///
  /// Messages name the page and its lines. A test's `#expect` is a check here.
  static func source(of samples: [PageSample], function: String) -> String {
    let module = samples.first.flatMap { $0.page.firstMatch(of: /^Sources\/(\w+)\//)?.1 } ?? "LayoutSpecs"
    var imports: Set<Substring> = ["import LayoutSpecs", "import \(module)"]
    var lines: [String] = []
    for sample in samples {
      for (number, part) in [(1, sample.context), (sample.line, sample.code)] {
        let file =
          number == sample.line ? sample.page : "the hidden lines before \(sample.page):\(sample.line)"
        lines.append("#sourceLocation(file: \"\(file)\", line: \(number))")
        for line in part {
          // `UIKitStandIns.swift` stands for UIKit.
          if line.hasPrefix("import ") && line != "import UIKit" { imports.insert(line) }
          // Neither an import nor a program's entry can stand in a function.
          lines.append(line.hasPrefix("import ") || line == "@main" ? "" : checked(line))
        }
        lines += ["#sourceLocation()", number == sample.line ? "do {" : ""]
      }
    }
    // It exports LayoutSpecs, and has some properties in other types: a file imports one of the two.
    if imports.contains("import LayoutSpecsTexture") { imports.remove("import LayoutSpecs") }
    let end = samples.map { _ in "}" } + ["}"]
    return
      (imports.sorted().map(String.init) + ["@MainActor func \(function)() async throws {"] + lines + end)
      .joined(separator: "\n")
  }

  private static func checked(_ line: Substring) -> String {
    String(line).replacing("#expect(", with: "precondition(").replacing("#require(", with: "required(")
  }
}

/// Draws a layout of an example: the picture beside the example on its page is this one, or the test fails.
///
/// The pictures lie beside the pages: there GitHub and DocC both find them. With `LAYOUTBENCH_RECORD` in the
/// environment they are drawn anew. The lint finds nothing in an example, unless the example is about a mistake.
///
/// - Parameter name: The picture's name; nil for the test's name.
func draw(_ layout: Layout, _ name: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let name = try name ?? pictureName(of: #require(Test.current?.displayName))
  let file = Pages.catalogue.appending(path: "\(name).svg")
  let picture = layout.svg(width: 360)
  if Pages.isRecording { try file.write(picture) }
  let findings = layout.tree.lint(in: layout.constrainedSize).map { "\(name): \($0)" }
  let isRight = findings.isEmpty != mistaken.contains(name)
  #expect(isRight, "\(findings)", sourceLocation: sourceLocation)
  let isShown = picture == (try? file.text())
  #expect(isShown, "the picture \(name) is another one", sourceLocation: sourceLocation)
}

/// The pictures of examples in which the lint finds a mistake.
private let mistaken: Set<String> = [
  "a-flexed-length-beats-minimum-and-maximum", "a-limit-of-lines-and-where-lines-lie", "animal-card-5",
  "diagnosing-1", "diagnosing-2", "do-not-place-everything-by-positions",
  "nothing-shrinks-unless-it-is-told-to", "spacearound-shares-an-excess-between-both-sides",
  "stretching-beats-a-maximum-across", "the-range-around-a-child-beats-its-minimum",
]

/// The name of an example's picture: its title in small letters, with hyphens between its words.
func pictureName(of title: String) -> String {
  title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
}

extension Pages {
  /// True if code and pictures are to be put on the pages anew.
  static let isRecording = ProcessInfo.processInfo.environment["LAYOUTBENCH_RECORD"] != nil

  /// The folder of the library's pages.
  static let catalogue = root.appending(path: "Sources/LayoutSpecs/LayoutSpecs.docc")
}
