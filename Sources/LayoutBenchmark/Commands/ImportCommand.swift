import ArgumentParser
import Foundation
import LayoutDocuments
import YogaCaptures

/// `layoutbench import`: converts files of other engines into documents.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Convert another engine's capture into a spec document.",
    subcommands: [ImportYogaCommand.self])
}

/// `layoutbench import yoga`: converts a capture of Yoga's capture tool into a document.
struct ImportYogaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yoga",
    abstract: "Convert a capture of Yoga's capture tool into a spec document.",
    discussion: """
      A capture contains a tree of flexbox nodes, their styles and the results of their measure functions. \
      Each visible element becomes a node named after its place in the capture: 0 is the root, 0.2 its third \
      child. The root's size is the one that the capture was laid out in.

      Properties that specs cannot express exactly are approximated or left out. Standard error lists them: \
      the property, in how many elements, and what was done instead.

      EXAMPLES
        layoutbench import yoga capture.json -o screen.json
        layoutbench import yoga capture.json | layoutbench layout - --format json
        scripts/check-capture capture.json     compare the frames with Yoga's
      """)

  @Argument(
    help: "The capture; - is standard input.", completion: .file(extensions: ["json"]),
    transform: nonEmptyName)
  var capture: String

  @OptionGroup var output: DocumentOutput

  func run() throws {
    try reportingFailures {
      let result = try YogaImport(readingFile: capture, name: name)
      try output.write(result.document)
      for line in result.report.description.split(separator: "\n") { StandardError.print(String(line)) }
    }
  }

  /// The name of the capture's file; nil for standard input.
  private var name: String? {
    capture == "-" ? nil : URL(fileURLWithPath: capture).deletingPathExtension().lastPathComponent
  }
}
