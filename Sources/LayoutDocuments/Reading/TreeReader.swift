import LayoutSpecs

/// Builds the tree of a document: walks the elements of the text in pre-order, with a stack of its own.
struct TreeReader {
  private let reader: DocumentReader
  private var builder: LayoutTreeBuilder
  private var members = Members<ElementKey>()
  private var styleMembers = Members<StyleKey>()
  private var open: [OpenElement] = []
  /// Where each element begins in the text, in bytes; nil where nobody asks.
  private var offsets: [Int]?

  /// An element whose children are being read.
  private struct OpenElement {
    /// The record of the next child; at `end` there is none.
    var next: Int
    var end: Int
    /// The record of the second child, where that has a key of its own; 0 where there is none.
    var second = 0
  }

  /// Reads the tree below a record.
  ///
  /// Time is linear in the length of the text.
  ///
  /// - Parameter offsets: Takes where each element begins in the text, in bytes, unless it is nil.
  static func read(
    _ root: Int, of reader: DocumentReader, pixelGrid: PixelGrid, offsets: inout [Int]?
  ) throws(DocumentError) -> LayoutTree {
    var treeReader = TreeReader(reader: reader, pixelGrid: pixelGrid, notesOffsets: offsets != nil)
    let tree = try treeReader.read(root)
    offsets = treeReader.offsets
    return tree
  }

  private init(reader: DocumentReader, pixelGrid: PixelGrid, notesOffsets: Bool) {
    self.reader = reader
    offsets = notesOffsets ? [] : nil
    builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
  }

  private mutating func read(_ root: Int) throws(DocumentError) -> LayoutTree {
    try readElement(root)
    while var element = open.popLast() {
      if element.next == element.end && element.second != 0 {
        element.next = element.second
        element.end = Int(reader.json.values[element.second].end)
        element.second = 0
      }
      guard element.next < element.end else {
        builder.end()
        continue
      }
      let child = element.next
      element.next = Int(reader.json.values[child].end)
      open.append(element)
      try readElement(child)
    }
    return builder.finish()
  }

  /// Reads one element. Its children are left for later, on the stack.
  private mutating func readElement(_ index: Int) throws(DocumentError) {
    try reader.readMembers(of: index, into: &members, expected: "an element")
    offsets?.append(reader.json.values[index].position)
    guard open.count < DocumentReader.maximumDepth else {
      throw reader.failure(
        at: index, "an element below \(DocumentReader.maximumDepth) others", expected: "fewer levels")
    }
    let typeIndex = try reader.require(
      .type, in: members, of: index, expected: reader.oneOf(ElementType.table.names))
    let type = try reader.value(at: typeIndex, ElementType.table)
    guard members.keys.isSubset(of: type.keys) else { throw foreignKey(in: index, type) }

    let content = try reader.content(type, members, of: index)
    let name = try members[.name].map { (index) throws(DocumentError) in try reader.string(at: index) }
    var style = LayoutTreeBuilder.StyleID.default
    if let index = members[.style] {
      style = builder.intern(try reader.style(at: index, using: &styleMembers))
    }
    if let children = try children(of: content, index) {
      builder.begin(content, style: style, name: name)
      open.append(children)
    } else {
      builder.add(content, style: style, name: name)
    }
  }

  /// Where the children of the element that was just read are; nil for a leaf.
  private func children(of content: ElementContent, _ index: Int) throws(DocumentError) -> OpenElement? {
    let values = reader.json.values
    switch ChildKeys(content) {
    case .leaf: return nil
    case .list(let key):
      let list = try reader.require(key, in: members, of: index, expected: "an array of elements")
      guard values[list].kind == .array else {
        throw reader.failure(at: list, expected: "an array of elements")
      }
      return OpenElement(next: list + 1, end: Int(values[list].end))
    case .one(let key):
      let child = try reader.require(key, in: members, of: index, expected: "an element")
      return OpenElement(next: child, end: Int(values[child].end))
    case .two(let first, let second):
      let child = try reader.require(first, in: members, of: index, expected: "an element")
      let other = try reader.require(second, in: members, of: index, expected: "an element")
      return OpenElement(next: child, end: Int(values[child].end), second: other)
    }
  }

  /// The error that an element has a key which elements of another type take.
  private func foreignKey(in index: Int, _ type: ElementType) -> DocumentError {
    var key = index + 1
    while let known = ElementKey.table.value(named: reader.json.utf8(at: key)), type.keys.contains(known) {
      key = Int(reader.json.values[key + 1].end)
    }
    let bytes = reader.json.utf8(at: key)
    return reader.failure(
      at: key, "key \"\(shortened(bytes))\", which the type \"\(type.name)\" does not take",
      expected: reader.oneOf(type.keys.names), suggestion: nearestName(to: bytes, among: type.keys.names))
  }
}
