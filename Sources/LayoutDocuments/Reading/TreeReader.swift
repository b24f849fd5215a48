import LayoutSpecs
import StrictJSON

/// Builds the tree of a document: visits the elements of the text in pre-order, with a stack of its own.
struct TreeReader {
  private let json: ParsedJSON
  private var builder: LayoutTreeBuilder
  private var members = Members<ElementKey>()
  private var styleMembers = Members<StyleKey>()
  private var open: [OpenElement] = []
  /// The offset of each element in the text; nil if it is not asked for.
  private var offsets: [Int]?

  /// An element whose children are being read.
  private struct OpenElement {
    /// The index of the next child; at `end` there is none.
    var next: Int
    var end: Int
    /// The index of the second child, if that has a key of its own; else 0.
    var second = 0
  }

  /// Reads the tree whose root is at an index.
  ///
  /// - Parameter offsets: Takes the offset of each element in the text, unless it is nil.
  /// - Complexity: linear in the length of the text.
  static func read(
    _ root: Int, of json: ParsedJSON, pixelGrid: PixelGrid, offsets: inout [Int]?
  ) throws(JSONError) -> LayoutTree {
    var treeReader = TreeReader(json: json, pixelGrid: pixelGrid, recordsOffsets: offsets != nil)
    let tree = try treeReader.read(root)
    offsets = treeReader.offsets
    return tree
  }

  private init(json: ParsedJSON, pixelGrid: PixelGrid, recordsOffsets: Bool) {
    self.json = json
    offsets = recordsOffsets ? [] : nil
    builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
  }

  private mutating func read(_ root: Int) throws(JSONError) -> LayoutTree {
    try readElement(root)
    while var element = open.popLast() {
      if element.next == element.end && element.second != 0 {
        element.next = element.second
        element.end = json.end(of: element.second)
        element.second = 0
      }
      guard element.next < element.end else {
        builder.end()
        continue
      }
      let child = element.next
      element.next = json.end(of: child)
      open.append(element)
      try readElement(child)
    }
    return builder.finish()
  }

  /// Reads one element, and puts its children on the stack.
  private mutating func readElement(_ index: Int) throws(JSONError) {
    try json.readMembers(of: index, into: &members, expected: "an element")
    offsets?.append(json.values[index].position)
    guard open.count < SpecDocument.maximumDepth else {
      throw json.failure(
        at: index, "an element below \(SpecDocument.maximumDepth) others", expected: "fewer levels")
    }
    let typeIndex = try json.require(.type, in: members, expected: oneOf(ElementType.names.all))
    let type = try json.value(at: typeIndex, as: ElementType.self)
    guard members.keys.isSubset(of: type.keys) else { throw foreignKey(in: index, type) }

    let content = try json.content(type, members)
    let name = try members[.name].map { (index) throws(JSONError) in try json.string(at: index) }
    var style = LayoutTreeBuilder.StyleID.default
    if let index = members[.style] {
      style = builder.intern(try json.style(at: index, using: &styleMembers))
    }
    if let children = try children(of: content) {
      builder.begin(content, style: style, name: name)
      open.append(children)
    } else {
      builder.add(content, style: style, name: name)
    }
  }

  /// The children of the element whose members were just read; nil for a leaf.
  private func children(of content: ElementContent) throws(JSONError) -> OpenElement? {
    switch ChildKeys(content) {
    case .leaf: return nil
    case .list(let key):
      let list = try json.require(key, in: members, expected: "an array of elements")
      guard json.kind(at: list) == .array else {
        throw json.failure(at: list, expected: "an array of elements")
      }
      return OpenElement(next: list + 1, end: json.end(of: list))
    case .one(let key):
      let child = try json.require(key, in: members, expected: "an element")
      return OpenElement(next: child, end: json.end(of: child))
    case .two(let first, let second):
      let child = try json.require(first, in: members, expected: "an element")
      let other = try json.require(second, in: members, expected: "an element")
      return OpenElement(next: child, end: json.end(of: child), second: other)
    }
  }

  /// The error that an element has a key which elements of another type take.
  private func foreignKey(in index: Int, _ type: ElementType) -> JSONError {
    var key = index + 1
    while let known = ElementKey.names.value(named: json.utf8(at: key)), type.keys.contains(known) {
      key = json.end(of: key + 1)
    }
    let name = shortened(json.utf8(at: key))
    return json.failure(
      at: key, "key \"\(name)\", which the type \"\(type.name)\" does not take", among: type.keys.names)
  }
}
