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
    var writer = TreeWriter(
      tree: document.tree, json: JSONWriter(isCompact: form == .compact, brokenLevels: 0, padsObjects: true))
    writer.json.beginObject(.lines)
    writer.writeHead(of: document)
    if let reason = writer.problem { throw UnwritableDocumentError(path: "", reason: reason) }
    try writer.writeElements()
    writer.json.endObject()
    bytes.append(contentsOf: writer.json.takeBytes())
  }

  /// Writes an element's members except its children, as an object: its type, its name, and whatever does not
  /// have its default value.
  ///
  /// Of an element that user code measures or lays out there are the type, the name and the style.
  package static func writeMembers(of id: ElementID, in tree: LayoutTree, to json: inout JSONWriter) {
    var writer = TreeWriter(tree: tree, json: JSONWriter())
    swap(&writer.json, &json)
    writer.json.beginObject()
    writer.writeMembers(of: id, tree.content(of: id))
    writer.json.endObject()
    swap(&writer.json, &json)
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

/// Writes the elements of a tree in pre-order.
private struct TreeWriter {
  let tree: LayoutTree
  var json: JSONWriter
  /// The first thing that a document cannot express.
  private(set) var problem: String?

  init(tree: LayoutTree, json: JSONWriter) {
    self.tree = tree
    self.json = json
  }

  private mutating func refuse(_ reason: String) { if problem == nil { problem = reason } }

  /// Writes everything before the root.
  mutating func writeHead(of document: SpecDocument) {
    let range = document.constrainedSize
    if !range.canBeLaidOutIn { refuse("its size range is \(range)") }
    json.member(SpecDocumentKey.format.name, SpecDocument.format)
    json.key(SpecDocumentKey.version.name)
    json.number(SpecDocument.version)
    json.member(SpecDocumentKey.name.name, document.name)
    member(SpecDocumentKey.scale, tree.pixelGrid.scale, default: 1)
    json.key(SpecDocumentKey.constrainedSize.name)
    json.beginObject()
    json.key(SizeRangeKey.min.name)
    numbers([range.min.width, range.min.height], name: "minimum size")
    json.key(SizeRangeKey.max.name)
    numbers([range.max.width, range.max.height], name: "maximum size") { $0.number(nil) }
    json.endObject()
    json.key(SpecDocumentKey.root.name)
  }
}

// MARK: - Elements

extension TreeWriter {
  /// A step of writing that is still to be taken.
  private enum Step {
    case element(ElementID, key: ElementKey?)
    case end(isList: Bool)
  }

  /// Writes all elements. Nothing recurses, so the thread's stack may be small.
  mutating func writeElements() throws(UnwritableDocumentError) {
    // The next step last.
    var rest = [Step.element(tree.root, key: nil)]
    while let step = rest.popLast() {
      switch step {
      case .end(let isList):
        if isList { json.endArray() }
        json.endObject()
      case .element(let id, let key):
        if let key { json.key(key.name, onNewLine: true) }
        let content = tree.content(of: id)
        let keys = ChildKeys(content)
        beginElement(id, content, keys)
        if let problem {
          throw UnwritableDocumentError(path: ElementPath(to: id, in: tree).description, reason: problem)
        }
        rest.append(.end(isList: keys.isList))
        let children = tree.children(of: id).enumerated().map { number, child in
          Step.element(child, key: keys.key(ofChild: number))
        }
        rest += children.reversed()
      }
    }
  }

  private mutating func beginElement(_ id: ElementID, _ content: ElementContent, _ keys: ChildKeys) {
    let isLeaf = tree.subtree(of: id).count == 1
    json.beginObject(isLeaf ? .line : .block)
    writeMembers(of: id, content)
    if keys.isList {
      json.key(ElementKey.children.name, onNewLine: !isLeaf)
      json.beginArray(.lines)
    }
    if json.deepestNesting > ParsedJSON.maximumNesting {
      refuse(
        "a document has at most \(ParsedJSON.maximumNesting) arrays and objects inside each other: "
          + SpecDocument.deepTrees)
    }
  }
}

// MARK: - Members of elements

extension TreeWriter {
  /// Writes an element's members but its children.
  fileprivate mutating func writeMembers(of id: ElementID, _ content: ElementContent) {
    json.member(ElementKey.type.name, content.typeName)
    json.member(ElementKey.name.name, tree.name(of: id))
    writeContent(content)
    writeStyle(tree.style(of: id))
  }

  private mutating func writeContent(_ content: ElementContent) {
    switch content {
    case .wrapper, .overlay, .background, .spec, .node, .compositeNode: break
    case .stack(let stack): writeStack(stack)
    case .inset(let insets):
      json.key(ElementKey.insets.name)
      numbers([insets.top, insets.left, insets.bottom, insets.right], name: "insets") { $0.string("inf") }
    case .center(let center):
      member(ElementKey.centering, center.centering)
      member(ElementKey.sizing, center.sizing)
    case .relative(let relative):
      member(ElementKey.horizontalPosition, relative.horizontalPosition)
      member(ElementKey.verticalPosition, relative.verticalPosition)
      member(ElementKey.sizing, relative.sizing)
    case .ratio(let ratio):
      json.key(ElementKey.ratio.name)
      number(ratio, name: ElementKey.ratio.name)
    case .absolute(let sizing):
      member(ElementKey.sizing, sizing)
    case .corner(let corner):
      member(ElementKey.location, corner.location)
      member(ElementKey.offset, corner.offset)
      member(ElementKey.wrapsCorner, corner.wrapsCorner)
    case .sizedNode(let size):
      json.key(ElementKey.intrinsicSize.name)
      numbers([size.width, size.height], name: ElementKey.intrinsicSize.name)
    case .text(let text):
      json.member(ElementKey.text.name, text.string)
      member(ElementKey.advance, text.advance, default: 8)
      member(ElementKey.lineHeight, text.lineHeight, default: 20)
    case .paragraph(let paragraph): writeParagraph(paragraph)
    case .measured, .custom:
      refuse("a document has no \"\(content.typeName)\", which only user code can lay out")
    }
  }

  private mutating func writeParagraph(_ paragraph: Paragraph) {
    guard let metrics = paragraph.metrics.monospace else {
      return refuse("a document has no text in other than monospace metrics")
    }
    if let run = paragraph.text.runs.first, paragraph.text.runs.count == 1, run == TextRun(run.string) {
      json.member(ElementKey.text.name, run.string)
    } else {
      json.key(ElementKey.runs.name)
      json.beginArray()
      for run in paragraph.text.runs { writeRun(run) }
      json.endArray()
    }
    member(ElementKey.advance, metrics.advance, default: 8)
    member(ElementKey.lineHeight, metrics.lineHeight, default: 20)
    if let ascender = metrics.ascender {
      json.key(ElementKey.ascender.name)
      json.number(ascender)
    }
    member(ElementKey.maximumLineCount, Double(paragraph.style.maximumLineCount))
    member(ElementKey.truncation, paragraph.style.truncation)
    member(ElementKey.lineSpacing, paragraph.style.lineSpacing)
    member(ElementKey.alignment, paragraph.style.alignment)
  }

  private mutating func writeRun(_ run: TextRun) {
    let usual = TextFont()
    json.beginObject()
    if let attachment = run.attachment {
      json.key(RunKey.attachment.name)
      numbers([attachment.width, attachment.height], name: RunKey.attachment.name)
    } else {
      json.member(RunKey.text.name, run.string)
    }
    json.member(RunKey.family.name, run.font.family.isEmpty ? nil : run.font.family)
    member(RunKey.size, run.font.size, default: usual.size)
    member(RunKey.weight, Double(run.font.weight), default: Double(usual.weight))
    member(RunKey.italic, run.font.isItalic)
    member(RunKey.letterSpacing, run.letterSpacing)
    json.member(RunKey.color.name, run.color?.hexadecimal)
    json.endObject()
  }

  private mutating func writeStack(_ stack: StackParameters) {
    member(ElementKey.direction, stack.direction)
    member(ElementKey.spacing, stack.spacing)
    member(ElementKey.justifyContent, stack.justifyContent)
    member(ElementKey.alignItems, stack.alignItems)
    member(ElementKey.flexWrap, stack.flexWrap)
    member(ElementKey.alignContent, stack.alignContent)
    member(ElementKey.lineSpacing, stack.lineSpacing)
    member(ElementKey.horizontalAlignment, stack.horizontalAlignment)
    member(ElementKey.verticalAlignment, stack.verticalAlignment)
    member(ElementKey.concurrent, stack.isConcurrent)
  }

  private mutating func writeStyle(_ style: Style) {
    guard style != .default else { return }
    json.key(ElementKey.style.name)
    json.beginObject()
    member(StyleKey.width, style.width)
    member(StyleKey.height, style.height)
    member(StyleKey.minWidth, style.minWidth)
    member(StyleKey.maxWidth, style.maxWidth)
    member(StyleKey.minHeight, style.minHeight)
    member(StyleKey.maxHeight, style.maxHeight)
    member(StyleKey.spacingBefore, style.spacingBefore)
    member(StyleKey.spacingAfter, style.spacingAfter)
    member(StyleKey.flexGrow, style.flexGrow)
    member(StyleKey.flexShrink, style.flexShrink)
    member(StyleKey.flexBasis, style.flexBasis)
    member(StyleKey.alignSelf, style.alignSelf)
    member(StyleKey.ascender, style.ascender)
    member(StyleKey.descender, style.descender)
    member(StyleKey.layoutPosition, style.layoutPosition)
    json.endObject()
  }
}

// MARK: - Members on one line, unless they have their default value

extension TreeWriter {
  private mutating func number(_ value: Double, name: String) {
    if !value.isFinite { refuse("its \(name) is \(value), which a document cannot say") }
    json.number(value)
  }

  /// Writes numbers in an array; `writeInfinity` writes an infinite one, if that is allowed.
  private mutating func numbers(
    _ values: [Double], name: String, writeInfinity: ((inout JSONWriter) -> Void)? = nil
  ) {
    json.beginArray()
    for value in values {
      if let writeInfinity, value == .infinity { writeInfinity(&json) } else { number(value, name: name) }
    }
    json.endArray()
  }

  private mutating func member(_ key: some JSONNamed, _ value: Double, default defaultValue: Double = 0) {
    guard value != defaultValue else { return }
    json.key(key.name)
    number(value, name: key.name)
  }

  private mutating func member(_ key: some JSONNamed, _ value: Bool) {
    guard value else { return }
    json.key(key.name)
    json.boolean(true)
  }

  private mutating func member(_ key: some JSONNamed, _ value: Point) {
    guard value != .zero else { return }
    json.key(key.name)
    numbers([value.x, value.y], name: key.name)
  }

  /// Writes a case by its name; the first case is the default.
  private mutating func member(_ key: some JSONNamed, _ value: some JSONNamed) {
    guard value.rawValue != 0 else { return }
    json.member(key.name, value.name)
  }

  private mutating func member(_ key: some JSONNamed, _ value: Dimension) {
    guard value != .auto else { return }
    json.key(key.name)
    if value.unit == .fraction {
      json.string(value.percentText + "%")
    } else {
      number(value.value, name: key.name)
    }
  }
}
