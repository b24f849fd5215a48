import ArgumentParser
import Foundation
import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import StrictJSON

/// `layoutbench layout`: lays out a document and shows it.
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lay out a spec document and show the frames.",
    discussion: """
      EXAMPLES
        layoutbench layout Benchmarks/trees/animal-card.json
        layoutbench layout Benchmarks/trees/animal-card.json --ascii
        layoutbench layout Benchmarks/trees/animal-card.json --svg card.svg
        layoutbench generate 'feedItem(1)' | layoutbench layout - --width 320 --json
      """)

  enum Form: String, EnumerableFlag {
    case frames
    case ascii
    case json

    static func help(for form: Form) -> ArgumentHelp? {
      switch form {
      case .frames:
        "One line per element: position and size in points, type and name, indented by up to 50 levels."
      case .ascii: "Nested boxes in characters."
      case .json: "The frames as JSON, one entry per element in pre-order."
      }
    }
  }

  @Argument(help: "The document; - is standard input.", completion: .file(extensions: ["json"]))
  var file: String

  @Flag var form = Form.frames

  @Option(
    name: .customLong("svg"),
    help: """
      Draw the layout into this file, and print nothing: nested boxes with names and sizes, texts as they
      wrap, and what overflows hatched. - is standard output.
      """, completion: .file(extensions: ["svg"]))
  var picture: String?

  @Flag(help: "With --svg: overwrite an existing file.")
  var force = false

  @OptionGroup var constraint: ConstraintOptions

  func validate() throws {
    if picture != nil && form != .frames {
      throw ValidationError("--svg draws a picture and prints nothing; leave --\(form.rawValue) out")
    }
    if force && picture == nil { throw ValidationError("--force goes with --svg") }
  }

  func run() throws {
    try reportingFailures {
      let document = try readDocument(file, in: constraint)
      if let picture {
        try draw(document, to: picture)
        return
      }
      switch form {
      case .frames: printFrames(of: document.tree.layoutThatFits(document.constrainedSize))
      case .ascii: print(try asciiArt(of: document))
      case .json: writeReport(of: document.tree.layoutThatFits(document.constrainedSize))
      }
    }
  }

  /// The largest picture. Its size can grow with the square of the number of elements, and nobody can look at
  /// more characters.
  private static let mostCharacters = 1_000_000

  private func asciiArt(of document: SpecDocument) throws -> String {
    let art = ASCIIArt(of: document.tree)
    guard art.height <= LayoutCommand.mostCharacters / max(art.width, 1) else {
      throw CommandFailure.badInput(
        """
        \(file) would be a picture of \(art.width) × \(art.height) characters; --ascii draws \
        \(LayoutCommand.mostCharacters) at most. Use --frames
        """)
    }
    return art.text
  }

  private func draw(_ document: SpecDocument, to path: String) throws {
    let tree = document.tree
    let layout = tree.layoutThatFits(document.constrainedSize)
    let paths = ElementPaths(of: tree)
    let svg = layout.svg(title: document.name) { id in
      let name = tree.name(of: id).map { " \"\($0)\"" } ?? ""
      return "\(tree.typeName(of: id))\(name) (\(paths[id]))"
    }
    try WholeFile.write(Data(svg.utf8), to: path, force: force)
  }

  private func printFrames(of layout: Layout) {
    let tree = layout.tree
    var indentations = OutlineIndentation(of: tree)
    for id in tree.elementIDs {
      let frame = layout.frame(of: id).map { "\($0.origin) \($0.size)" } ?? "no layout"
      let name = tree.name(of: id).map { " \(quoted($0))" } ?? ""
      print("\(indentations.text(of: id))\(tree.typeName(of: id))\(name) \(frame)")
    }
  }
}

/// Writes a layout as JSON: its size, its checksum, and for each element in pre-order its path, its type, its
/// name if it has one, and
///
/// - `frame`: `[x, y, width, height]` in points, relative to the parent element; null without a layout;
/// - `nodeFrame`: the same as for a view; null for specs, for the root and without a layout.
///
/// A number that is not finite is null.
private func writeReport(of layout: Layout) {
  let tree = layout.tree
  let paths = ElementPaths(of: tree)
  let nodeFrames = layout.nodeFrames
  func numbers(_ frame: Rect) -> [Double] { [frame.minX, frame.minY, frame.size.width, frame.size.height] }
  var json = JSONWriter()
  json.beginObject()
  json.key("checksum")
  json.number(layout.checksum)
  json.key("elements")
  json.beginArray()
  for id in tree.elementIDs {
    json.beginObject()
    json.member("frame", layout.frame(of: id).map(numbers))
    json.member("name", tree.name(of: id))
    json.member("nodeFrame", nodeFrames[id.index].map(numbers))
    json.member("path", paths[id].description)
    json.member("type", tree.typeName(of: id))
    json.endObject()
    StandardOutput.write(json.takeBytes())
  }
  json.endArray()
  json.member("size", [layout.size.width, layout.size.height])
  json.endObject()
  StandardOutput.write(json.takeBytes())
}
