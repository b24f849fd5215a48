import ArgumentParser
import Foundation
import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import Measuring
import StrictJSON

/// `layoutbench layout`: lays out a document and shows the layout.
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lay out a spec document or a workload, and show the frames.",
    discussion: """
      EXAMPLES
        \(ProgramName.command) layout Benchmarks/trees/animal-card.json
        \(ProgramName.command) layout Benchmarks/trees/animal-card.json --format ascii
        \(ProgramName.command) layout Benchmarks/trees/animal-card.json --format svg -o card.svg
        \(ProgramName.command) layout Benchmarks/trees/animal-card.json --width 320
        \(ProgramName.command) layout 'feed(3)'
      """)

  @OptionGroup var document: DocumentOptions

  @Option(
    help: """
      frames, a line per element: position and size in points, type and name, indented by up to 50 levels; \
      ascii, nested boxes in characters; json, the frames, an entry per element in pre-order; or svg, a picture: \
      nested boxes with names and sizes, texts as they wrap, and what overflows hatched.
      """)
  var format = Format.frames

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case frames
    case ascii
    case json
    case svg
  }

  @OptionGroup var output: FileOutput

  func run() throws {
    let document = try document.read(isRecorded: false)
    let data =
      switch format {
      case .frames: Data(frames(of: document.tree.layoutThatFits(document.constrainedSize)).utf8)
      case .ascii: Data((try asciiArt(of: document) + "\n").utf8)
      case .json: report(of: document.tree.layoutThatFits(document.constrainedSize))
      case .svg: Data(picture(of: document).utf8)
      }
    try output.write(data)
  }

  /// The largest picture. Its size can grow with the square of the number of elements, and a larger picture
  /// is of no use.
  private static let mostCharacters = 1_000_000

  private func asciiArt(of document: SpecDocument) throws -> String {
    let art = ASCIIArt(of: document.tree)
    guard art.height <= LayoutCommand.mostCharacters / max(art.width, 1) else {
      throw CommandFailure.badInput(
        """
        \(self.document.source) would be a picture of \(art.width) × \(art.height) characters; --format ascii draws \
        \(LayoutCommand.mostCharacters) at most. Use --format frames
        """)
    }
    return art.text
  }

  private func picture(of document: SpecDocument) -> String {
    let tree = document.tree
    let layout = tree.layoutThatFits(document.constrainedSize)
    let paths = ElementPaths(of: tree)
    return layout.svg(title: document.name) { id in
      let name = tree.name(of: id).map { " \"\($0)\"" } ?? ""
      return "\(tree.typeName(of: id))\(name) (\(paths[id]))"
    }
  }

  private func frames(of layout: Layout) -> String {
    var lines = ""
    let tree = layout.tree
    var indentations = OutlineIndentation(of: tree)
    for id in tree.elementIDs {
      let frame = layout.frame(of: id).map { "\($0.origin) \($0.size)" } ?? "no layout"
      let name = tree.name(of: id).map { " \(quoted($0))" } ?? ""
      lines += "\(indentations.text(of: id))\(tree.typeName(of: id))\(name) \(frame)\n"
    }
    return lines
  }
}

/// Returns a layout as JSON: its size, its checksum, and for each element in pre-order its path, its type, its
/// name if it has one, and
///
/// - `frame`: `[x, y, width, height]` in points, relative to the parent element; null without a layout;
/// - `nodeFrame`: the same as for a view; null for specs, for the root and without a layout.
///
/// Numbers that are not finite are null.
private func report(of layout: Layout) -> Data {
  let tree = layout.tree
  let paths = ElementPaths(of: tree)
  let nodeFrames = layout.nodeFrames
  func numbers(_ frame: Rect) -> [Double] { [frame.minX, frame.minY, frame.size.width, frame.size.height] }
  var json = JSONWriter()
  json.beginObject()
  json.key("checksum")
  json.number(layout.checksum)
  json.member("elements", of: tree.elementIDs) { json, id in
    json.beginObject()
    json.member("frame", layout.frame(of: id).map(numbers))
    json.member("name", tree.name(of: id))
    json.member("nodeFrame", nodeFrames[id.index].map(numbers))
    json.member("path", paths[id].description)
    json.member("type", tree.typeName(of: id))
    json.endObject()
  }
  json.member("size", [layout.size.width, layout.size.height])
  json.endObject()
  return Data(json.takeBytes())
}
