import LayoutSpecs
import StrictJSON

// MARK: - Format and version

extension ParsedJSON {
  /// The value of a key of the top object, which is read before the other keys are checked.
  private func topValue(_ name: String, expected: String) throws(JSONError) -> Int {
    guard kind(at: 0) == .object else { throw failure(at: 0, expected: "a JSON object", kind: .format) }
    guard let index = value(ofKey: name, in: 0) else {
      throw failure(at: 0, "no key \"\(name)\"", expected: expected, kind: .format)
    }
    return index
  }

  /// The format that the text names, and the index of the name.
  func format() throws(JSONError) -> (name: String, index: Int) {
    let expected = "\"\(SpecDocument.format)\""
    let index = try topValue("format", expected: expected)
    guard kind(at: index) == .string else { throw failure(at: index, expected: expected, kind: .format) }
    return (text(at: index), index)
  }

  /// Checks format and version, on which the meaning of everything else depends.
  func requireFormat(_ expected: String) throws(JSONError) {
    let format = try format()
    guard format.name == expected else {
      let formats = [SpecDocument.format: "a spec document", CaseFile.format: "a file of conformance cases"]
      let meaning = formats[format.name].map { ", " + $0 } ?? ""
      throw failure(
        at: format.index, description(of: format.index) + meaning,
        expected: "\"\(expected)\", \(formats[expected] ?? "")", kind: .format)
    }
    let newest = shortText(SpecDocument.version)
    let index = try topValue("version", expected: newest)
    guard kind(at: index) == .number, double(at: index) == SpecDocument.version else {
      let isNewer = kind(at: index) == .number && double(at: index) > SpecDocument.version
      throw failure(
        at: index, isNewer ? "version \(description(of: index))" : nil,
        expected: isNewer ? "\(newest), the newest version that is known here" : newest, kind: .format)
    }
  }
}

// MARK: - Documents

extension ParsedJSON {
  /// The spec document, and the offset of each element in the text.
  func specDocument() throws(JSONError) -> (document: SpecDocument, offsets: [Int]) {
    let members = try members(of: 0, SpecDocumentKey.self, expected: "a JSON object")
    return try specDocument(
      name: members[.name], scale: members[.scale],
      constrainedSize: try require(.constrainedSize, in: members, expected: "a size range"),
      root: try require(.root, in: members, expected: "an element"))
  }

  /// A document from the indices of its values.
  private func specDocument(
    name: Int?, scale: Int?, constrainedSize: Int, root: Int
  ) throws(JSONError) -> (document: SpecDocument, offsets: [Int]) {
    let documentName = try name.map { (index) throws(JSONError) in try string(at: index) }
    var pixelGrid = PixelGrid()
    if let scale { pixelGrid = PixelGrid(scale: try self.scale(at: scale)) }
    let range = try sizeRange(at: constrainedSize)
    let (tree, offsets) = try TreeReader.read(root, of: self, pixelGrid: pixelGrid)
    return (SpecDocument(name: documentName, constrainedSize: range, tree: tree), offsets)
  }
}

// MARK: - Conformance cases

extension ParsedJSON {
  /// The file of conformance cases.
  func caseFile() throws(JSONError) -> CaseFile {
    let members = try members(of: 0, CaseFileKey.self, expected: "a JSON object")
    let list = try require(.cases, in: members, expected: "an array of cases")
    var cases: [ConformanceCase] = []
    var ids: Set<String> = []
    for index in try items(at: list, expected: "an array of cases") {
      let next = try conformanceCase(at: index)
      guard ids.insert(next.id).inserted else {
        let id = shortened(next.id.utf8)
        throw failure(at: index, "the id \"\(id)\" a second time", expected: "each id once")
      }
      cases.append(next)
    }
    return CaseFile(cases: cases)
  }

  private func conformanceCase(at index: Int) throws(JSONError) -> ConformanceCase {
    let members = try members(of: index, CaseKey.self, expected: "a case")
    let id = try string(at: require(.id, in: members, expected: "a string"))
    let (document, _) = try specDocument(
      name: members[.name], scale: members[.scale],
      constrainedSize: try require(.constrainedSize, in: members, expected: "a size range"),
      root: try require(.root, in: members, expected: "an element"))
    let form = "an array of [x, y, width, height] or null, one an element"
    let expected = try require(.expected, in: members, expected: form)
    let nodeFrames = try require(.nodeFrames, in: members, expected: form)
    return ConformanceCase(
      id: id, document: document,
      expected: try frames(at: expected, count: document.tree.elementCount),
      nodeFrames: try frames(at: nodeFrames, count: document.tree.elementCount))
  }

  private func frames(at index: Int, count: Int) throws(JSONError) -> [Rect?] {
    let items = try items(at: index, count: count, expected: "an array of \(count) frames, one an element")
    var frames: [Rect?] = []
    frames.reserveCapacity(count)
    for item in items {
      guard kind(at: item) != .null else {
        frames.append(nil)
        continue
      }
      // Sums of lengths may be longer than any one of them.
      let numbers = try self.items(at: item, count: 4, expected: "[x, y, width, height] or null")
        .map { (index) throws(JSONError) in try number(at: index, expected: "a number of points") }
      frames.append(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
    return frames
  }
}

// MARK: - Trees

/// Builds the tree of a document: visits the elements of the text in pre-order, with a stack of its own.
struct TreeReader: ~Copyable {
  private let json: ParsedJSON
  private var builder: LayoutTreeBuilder
  private var members = Members<ElementKey>()
  private var styleMembers = Members<StyleKey>()
  private var open: [OpenElement] = []
  /// The offset of each element in the text.
  private var offsets: [Int] = []

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
  /// - Returns: The tree, and the offset of each element in the text.
  /// - Complexity: linear in the length of the text.
  static func read(
    _ root: Int, of json: ParsedJSON, pixelGrid: PixelGrid
  ) throws(JSONError) -> (tree: LayoutTree, offsets: [Int]) {
    var reader = TreeReader(json: json, pixelGrid: pixelGrid)
    try reader.read(root)
    let offsets = reader.offsets
    return (reader.builder.finish(), offsets)
  }

  private init(json: ParsedJSON, pixelGrid: PixelGrid) {
    self.json = json
    builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
  }

  private mutating func read(_ root: Int) throws(JSONError) {
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
  }

  /// Reads one element, and puts its children on the stack.
  private mutating func readElement(_ index: Int) throws(JSONError) {
    try json.readMembers(of: index, into: &members, expected: "an element")
    offsets.append(json.values[index].position)
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
