import LayoutSpecs
import StrictJSON

/// Writes spec documents.
///
/// Equal documents give equal bytes, and reading them gives an equal document. Default values are omitted.
/// Time is linear in the number of elements.
public struct SpecDocumentWriter: Sendable {
  /// The form of the text.
  public enum Form: Hashable, Sendable {
    /// One line without spaces.
    case compact
    /// For people: a line for each element, with its children on lines below it, indented by two spaces a
    /// level, for at most 50 levels.
    case indented
  }

  /// The form of the text.
  public let form: Form

  /// A writer of this form. Default: indented.
  public init(form: Form = .indented) { self.form = form }

  /// The document's bytes; see `write(_:to:)`.
  public func bytes(of document: SpecDocument) throws(UnwritableDocumentError) -> [UInt8] {
    var bytes: [UInt8] = []
    try write(document, to: &bytes)
    return bytes
  }

  /// The document as a string; see `write(_:to:)`.
  public func text(of document: SpecDocument) throws(UnwritableDocumentError) -> String {
    String(decoding: try bytes(of: document), as: UTF8.self)
  }

  /// Appends the document to `bytes`, with a newline at its end.
  ///
  /// Throws, and leaves `bytes` unchanged, if the format cannot express the document: an element that user
  /// code measures or lays out, a range that no tree can be laid out in, or a tree with more than 512 arrays and
  /// objects inside each other.
  public func write(_ document: SpecDocument, to bytes: inout [UInt8]) throws(UnwritableDocumentError) {
    let range = document.constrainedSize.infiniteBeyondLimit
    guard range.canBeLaidOutIn else {
      throw UnwritableDocumentError(path: "", reason: "its size range is \(range)")
    }
    var json = JSONWriter(isCompact: form == .compact, brokenLevels: 0, padsObjects: true)
    json.beginObject(.lines)
    json.member("format", SpecDocument.format)
    json.key("version")
    json.integer(SpecDocument.version)
    json.member("name", document.name)
    if document.pixelGrid != PixelGrid() {
      json.key("scale")
      json.number(document.pixelGrid.scale)
    }
    json.key("constrainedSize")
    json.beginObject()
    json.member("min", [range.min.width, range.min.height])
    json.member("max", [range.max.width, range.max.height])
    json.endObject()
    json.key("root")
    try json.writeElements(of: document.tree)
    json.endObject()
    bytes.append(contentsOf: json.takeBytes())
  }

  /// Writes an element's members except its children, as an object: its type, its name, and all properties
  /// without their default values.
  ///
  /// For an element that user code measures or lays out, writes the type, the name and the style.
  package static func writeMembers(of id: ElementID, in tree: LayoutTree, to json: inout JSONWriter) {
    json.beginObject()
    _ = json.writeMembers(of: id, in: tree)
    json.endObject()
  }
}

/// A document that its format cannot express.
public struct UnwritableDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the element that cannot be written: `root.children[3]`; empty for the document itself.
  public let path: String
  /// The reason.
  public let reason: String

  /// The path and the reason, on one line.
  public var description: String {
    path.isEmpty ? "cannot be written: \(reason)" : "\(path): cannot be written: \(reason)"
  }
}

// MARK: - Elements

extension JSONWriter {
  /// Writes all elements. Nothing recurses, so the thread's stack may be small.
  fileprivate mutating func writeElements(of tree: LayoutTree) throws(UnwritableDocumentError) {
    // The elements still to be written, the next one last. Nil ends the array or object that is open.
    var rest: [(id: ElementID, key: String?)?] = [(tree.root, nil)]
    while let next = rest.popLast() {
      guard let (id, key) = next else {
        end()
        continue
      }
      if let key { self.key(key, onNewLine: true) }
      let keys = tree.content(of: id).childKeys
      let isLeaf = tree.subtree(of: id).count == 1
      beginObject(isLeaf ? .line : .block)
      rest.append(nil)
      var problem = writeMembers(of: id, in: tree)
      if keys == nil {
        self.key("children", onNewLine: !isLeaf)
        beginArray(.lines)
        rest.append(nil)
      }
      if problem == nil, deepestNesting > ParsedJSON.maximumNesting {
        problem =
          "a document has at most \(ParsedJSON.maximumNesting) arrays and objects inside each other: "
          + SpecDocument.deepTrees
      }
      if let problem {
        throw UnwritableDocumentError(path: ElementPath(to: id, in: tree).description, reason: problem)
      }
      rest += tree.children(of: id).enumerated().map { ($1, keys?[$0]) }.reversed()
    }
  }

  /// Writes an element's members except its children.
  ///
  /// - Returns: The reason why a document cannot express the element; nil if it can.
  fileprivate mutating func writeMembers(of id: ElementID, in tree: LayoutTree) -> String? {
    let content = tree.content(of: id)
    member("type", content.kind.typeName)
    member("name", tree.name(of: id))
    let problem = write(content)
    let style = tree.style(of: id)
    if style != .default {
      key("style")
      beginObject()
      Style.properties.write(style, to: &self)
      endObject()
    }
    return problem
  }

  private mutating func write(_ content: ElementContent) -> String? {
    switch content {
    case .wrapper, .overlay, .background, .spec, .node, .compositeNode: break
    case .stack(let stack): StackParameters.properties.write(stack, to: &self)
    case .inset(let insets):
      key("insets")
      ValueCoding.insets.write(&self, insets)
    case .center(let center): CenterParameters.properties.write(center, to: &self)
    case .relative(let relative): RelativeParameters.properties.write(relative, to: &self)
    case .ratio(let ratio):
      key("ratio")
      number(ratio)
    case .absolute(let sizing): AbsoluteSizing.properties.write(sizing, to: &self)
    case .corner(let corner): CornerParameters.properties.write(corner, to: &self)
    case .sizedNode(let size): member("intrinsicSize", [size.width, size.height])
    case .text(let text):
      member("text", text.string)
      TextParameters.properties.write(text, to: &self)
    case .paragraph(let paragraph):
      write(paragraph)
      if paragraph.metrics.monospace == nil {
        return "a document has no text in other than monospace metrics"
      }
    case .measured, .custom:
      return "a document has no \"\(content.kind.typeName)\", which only user code can lay out"
    }
    return nil
  }

  private mutating func write(_ paragraph: Paragraph) {
    if let run = paragraph.text.runs.first, paragraph.text.runs.count == 1, run == TextRun(run.string) {
      member("text", run.string)
    } else {
      key("runs")
      beginArray()
      for run in paragraph.text.runs { write(run) }
      endArray()
    }
    if let metrics = paragraph.metrics.monospace {
      let lengths = TextParameters("", advance: metrics.advance, lineHeight: metrics.lineHeight)
      TextParameters.properties.write(lengths, to: &self)
      if let ascender = metrics.ascender {
        key("ascender")
        number(ascender)
      }
    }
    ParagraphStyle.properties.write(paragraph.style, to: &self)
  }

  private mutating func write(_ run: TextRun) {
    beginObject()
    if let attachment = run.attachment {
      member("attachment", [attachment.width, attachment.height])
    } else {
      member("text", run.string)
    }
    TextRun.properties.write(run, to: &self)
    // The default size is written if it was asked for.
    if run.font == TextFont(size: 16) {
      key("size")
      number(16)
    }
    if let color = run.color {
      key("color")
      ValueCoding.color.write(&self, color)
    }
    endObject()
  }
}
