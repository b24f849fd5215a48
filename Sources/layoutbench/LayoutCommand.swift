import ArgumentParser
import Foundation
import LayoutDocuments
import LayoutSpecs

/// `layoutbench layout`: lays a document out and shows it.
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
      case .frames: "A line an element: position and size in points, type and name, indented by level."
      case .ascii: "Nested boxes in characters: what holds what."
      case .json: "The frames as JSON, an entry an element in pre-order."
      }
    }
  }

  @Argument(help: "The document; - is standard input.", completion: .file(extensions: ["json"]))
  var file: String

  @Flag var form = Form.frames

  @Option(
    name: .customLong("svg"),
    help: """
      Draw the layout as a picture into this file, and print nothing: nested boxes with names and sizes, texts as they are wrapped,
      what sticks out hatched. - is standard output.
      """, completion: .file(extensions: ["svg"]))
  var picture: String?

  @Flag(help: "With --svg: write over a file that is there.")
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
      var document = try readDocument(file)
      constraint.apply(to: &document)
      if let picture {
        try draw(document, to: picture)
        return
      }
      switch form {
      case .frames: print(frameLines(of: document))
      case .ascii: print(try asciiArt(of: document))
      case .json: print(try FrameReport(document).json)
      }
    }
  }

  /// A picture's size grows with the square of the depth, and beyond this depth nobody can look at it.
  private static let deepestPicture = 200

  private func asciiArt(of document: SpecDocument) throws -> String {
    guard document.tree.depth <= LayoutCommand.deepestPicture else {
      throw CommandFailure.badInput(
        "\(file) is \(document.tree.depth) levels deep; --ascii draws \(LayoutCommand.deepestPicture) at most. Use --frames"
      )
    }
    return document.tree.asciiArtString
  }

  private func draw(_ document: SpecDocument, to path: String) throws {
    let tree = document.tree
    let layout = tree.layoutThatFits(document.constrainedSize)
    let svg = layout.svg(title: document.name) { id in
      let name = tree.name(of: id).map { " \"\($0)\"" } ?? ""
      return "\(tree.content(of: id).typeName)\(name) (\(ElementPath(to: id, in: tree)))"
    }
    if path == "-" {
      StandardOutput.write(svg.utf8)
    } else {
      try WholeFile.write(Data(svg.utf8), to: path, force: force)
    }
  }

  private func frameLines(of document: SpecDocument) -> String {
    let layout = document.tree.layoutThatFits(document.constrainedSize)
    let tree = document.tree
    var lines: [String] = []
    var openEnds: [Int] = []
    for id in tree.elementIDs {
      while let end = openEnds.last, end <= id.index { openEnds.removeLast() }
      let frame = layout.frame(of: id).map { "\($0.origin) \($0.size)" } ?? "no layout"
      let name = tree.name(of: id).map { " \"\($0)\"" } ?? ""
      let indentation = String(repeating: "  ", count: openEnds.count)
      lines.append("\(indentation)\(tree.content(of: id).typeName)\(name) \(frame)")
      openEnds.append(tree.subtree(of: id).upperBound)
    }
    return lines.joined(separator: "\n")
  }
}

/// Reads a document, from a file or from standard input.
func readDocument(_ file: String) throws -> SpecDocument {
  do throws(DocumentError) {
    switch try DocumentFile.read(file) {
    case .document(let document): return document
    case .cases: break
    }
  } catch {
    throw CommandFailure.badInput(error)
  }
  throw CommandFailure.badInput(
    "\(file) holds conformance cases, and not a document; check it with: layoutbench verify \(file)")
}

/// A layout as JSON.
struct FrameReport: Encodable {
  struct Element: Encodable {
    let path: String
    let type: String
    let name: String?
    /// `[x, y, width, height]` in points, relative to the parent element; null without a layout.
    let frame: [Double]?
    /// The same as a view would get it; null for specs, for the root and without a layout.
    let nodeFrame: [Double]?

    enum CodingKeys: CodingKey { case path, type, name, frame, nodeFrame }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(path, forKey: .path)
      try container.encode(type, forKey: .type)
      try container.encodeIfPresent(name, forKey: .name)
      try container.encode(frame, forKey: .frame)
      try container.encode(nodeFrame, forKey: .nodeFrame)
    }
  }

  let size: [Double]
  let checksum: Double
  let elements: [Element]

  init(_ document: SpecDocument) {
    let tree = document.tree
    let layout = tree.layoutThatFits(document.constrainedSize)
    let nodeFrames = layout.nodeFrames
    size = [layout.size.width, layout.size.height]
    checksum = layout.checksum
    elements = tree.elementIDs.map { id in
      Element(
        path: ElementPath(to: id, in: tree).description, type: tree.content(of: id).typeName,
        name: tree.name(of: id), frame: layout.frame(of: id).map(FrameReport.numbers),
        nodeFrame: nodeFrames[id.index].map(FrameReport.numbers))
    }
  }

  private static func numbers(_ frame: Rect) -> [Double] {
    [frame.minX, frame.minY, frame.size.width, frame.size.height]
  }

  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
