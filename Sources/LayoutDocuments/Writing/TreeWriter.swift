import LayoutSpecs

/// Writes the elements of a tree in pre-order, with a stack of its own.
struct TreeWriter {
  private let tree: LayoutTree
  var output: JSONOutput
  private var open: [OpenElement] = []

  /// An element whose children are being written.
  private struct OpenElement {
    /// The id after its last descendant.
    let end: Int
    let keys: ChildKeys
    /// The level that its line is indented to.
    let level: Int
    /// How many of its children were begun.
    var childCount = 0
  }

  init(_ tree: LayoutTree, _ output: JSONOutput) {
    self.tree = tree
    self.output = output
  }

  /// Writes everything before the root.
  mutating func writeHead(of document: SpecDocument) {
    let range = document.constrainedSize
    if !range.canBeLaidOutIn {
      output.refuse("its size range is \(range)")
    }
    if tree.depth > DocumentReader.maximumDepth {
      output.refuse("it has \(tree.depth) levels, and a document has at most \(DocumentReader.maximumDepth)")
    }
    output.beginObject(level: 1)
    output.key(SpecDocumentKey.format)
    output.string(SpecDocument.format)
    output.key(SpecDocumentKey.version, level: 1)
    output.append(shortText(SpecDocument.version))
    if let name = document.name {
      output.key(SpecDocumentKey.name, level: 1)
      output.string(name)
    }
    if tree.pixelGrid.scale != 1 {
      output.key(SpecDocumentKey.scale, level: 1)
      output.number(tree.pixelGrid.scale, name: "scale")
    }
    output.key(SpecDocumentKey.constrainedSize, level: 1)
    output.beginObject()
    output.key(SizeRangeKey.min)
    output.numbers([range.min.width, range.min.height], name: "minimum size")
    output.key(SizeRangeKey.max)
    output.numbers([range.max.width, range.max.height], infinity: "null", name: "maximum size")
    output.endObject()
    output.key(SpecDocumentKey.root, level: 1)
  }
}

// MARK: - Elements

extension TreeWriter {
  /// Writes the tree.
  mutating func writeElements() throws(UnwritableDocumentError) {
    for id in tree.elementIDs {
      closeElements(before: id.index)
      beginChild()
      writeElement(id)
      if let reason = output.problem {
        throw UnwritableDocumentError(path: ElementPath(to: id, in: tree).description, reason: reason)
      }
    }
    closeElements(before: tree.elementCount)
  }

  /// Writes what comes before an element inside the one around it.
  private mutating func beginChild() {
    guard var parent = open.popLast() else { return }
    if let key = parent.keys.key(ofChild: parent.childCount) {
      output.key(key, level: parent.level + 1)
    } else {
      if parent.childCount > 0 { output.append(",") }
      output.line(parent.level + 2)
    }
    parent.childCount += 1
    open.append(parent)
  }

  private mutating func writeElement(_ id: ElementID) {
    let content = tree.content(of: id)
    let keys = ChildKeys(content)
    let end = tree.subtree(of: id).upperBound
    var level = 1
    if let parent = open.last {
      level = parent.level + (parent.keys.isList ? 2 : 1)
    }
    guard end > id.index + 1 else {
      output.beginObject()
      writeMembers(of: id, content)
      if keys.isList {
        output.key(ElementKey.children)
        output.append("[]")
      }
      return output.endObject()
    }
    output.beginObject(level: level + 1)
    writeMembers(of: id, content)
    if keys.isList {
      output.key(ElementKey.children, level: level + 1)
      output.append("[")
    }
    open.append(OpenElement(end: end, keys: keys, level: level))
  }

  /// Ends the elements that have no descendant with this id or a later one.
  private mutating func closeElements(before index: Int) {
    while let element = open.last, element.end <= index {
      if element.keys.isList {
        output.line(element.level + 1)
        output.append("]")
      }
      output.endObject(level: element.level)
      open.removeLast()
    }
  }
}

// MARK: - What an element says

extension TreeWriter {
  /// Writes an element's members but its children.
  private mutating func writeMembers(of id: ElementID, _ content: ElementContent) {
    output.key(ElementKey.type)
    output.string(content.typeName)
    if let name = tree.name(of: id) {
      output.key(ElementKey.name)
      output.string(name)
    }
    writeContent(content)
    writeStyle(tree.style(of: id))
  }

  private mutating func writeContent(_ content: ElementContent) {
    switch content {
    case .wrapper, .overlay, .background, .spec, .node, .compositeNode: break
    case .stack(let stack): writeStack(stack)
    case .inset(let insets):
      output.key(ElementKey.insets)
      output.numbers(
        [insets.top, insets.left, insets.bottom, insets.right], infinity: "\"inf\"", name: "insets")
    case .center(let center):
      output.member(ElementKey.centering, center.centering, ValueNames.centering)
      output.member(ElementKey.sizing, center.sizing, ValueNames.centerSizing)
    case .relative(let relative):
      output.member(ElementKey.horizontalPosition, relative.horizontalPosition, ValueNames.relativePosition)
      output.member(ElementKey.verticalPosition, relative.verticalPosition, ValueNames.relativePosition)
      output.member(ElementKey.sizing, relative.sizing, ValueNames.relativeSizing)
    case .ratio(let ratio):
      output.key(ElementKey.ratio)
      output.number(ratio, name: ElementKey.ratio.name)
    case .absolute(let sizing):
      output.member(ElementKey.sizing, sizing, ValueNames.absoluteSizing)
    case .corner(let corner):
      output.member(ElementKey.location, corner.location, ValueNames.cornerLocation)
      output.member(ElementKey.offset, corner.offset)
      output.member(ElementKey.wrapsCorner, corner.wrapsCorner)
    case .sizedNode(let size):
      output.key(ElementKey.intrinsicSize)
      output.numbers([size.width, size.height], name: ElementKey.intrinsicSize.name)
    case .text(let text):
      output.key(ElementKey.text)
      output.string(text.string)
      output.member(ElementKey.advance, text.advance, default: 8)
      output.member(ElementKey.lineHeight, text.lineHeight, default: 20)
    case .measured, .custom:
      output.refuse("a document has no \"\(content.typeName)\", which only user code can lay out")
    }
  }

  private mutating func writeStack(_ stack: StackParameters) {
    output.member(ElementKey.direction, stack.direction, ValueNames.direction)
    output.member(ElementKey.spacing, stack.spacing)
    output.member(ElementKey.justifyContent, stack.justifyContent, ValueNames.justifyContent)
    output.member(ElementKey.alignItems, stack.alignItems, ValueNames.alignItems)
    output.member(ElementKey.flexWrap, stack.flexWrap, ValueNames.flexWrap)
    output.member(ElementKey.alignContent, stack.alignContent, ValueNames.alignContent)
    output.member(ElementKey.lineSpacing, stack.lineSpacing)
    output.member(ElementKey.horizontalAlignment, stack.horizontalAlignment, ValueNames.horizontalAlignment)
    output.member(ElementKey.verticalAlignment, stack.verticalAlignment, ValueNames.verticalAlignment)
    output.member(ElementKey.concurrent, stack.isConcurrent)
  }

  private mutating func writeStyle(_ style: Style) {
    guard style != .default else { return }
    output.key(ElementKey.style)
    output.beginObject()
    output.member(StyleKey.width, style.width)
    output.member(StyleKey.height, style.height)
    output.member(StyleKey.minWidth, style.minWidth)
    output.member(StyleKey.maxWidth, style.maxWidth)
    output.member(StyleKey.minHeight, style.minHeight)
    output.member(StyleKey.maxHeight, style.maxHeight)
    output.member(StyleKey.spacingBefore, style.spacingBefore)
    output.member(StyleKey.spacingAfter, style.spacingAfter)
    output.member(StyleKey.flexGrow, style.flexGrow)
    output.member(StyleKey.flexShrink, style.flexShrink)
    output.member(StyleKey.flexBasis, style.flexBasis)
    output.member(StyleKey.alignSelf, style.alignSelf, ValueNames.alignSelf)
    output.member(StyleKey.ascender, style.ascender)
    output.member(StyleKey.descender, style.descender)
    output.member(StyleKey.layoutPosition, style.layoutPosition)
    output.endObject()
  }
}

extension ChildKeys {
  /// Whether the children are in an array.
  fileprivate var isList: Bool {
    if case .list = self { true } else { false }
  }
}
