import LayoutSpecs
import StrictJSON

// MARK: - Format and version

extension ParsedJSON {
  /// The value of a key of the top object, which is read before the other keys are checked.
  private func topValue(_ name: String, expected: String) throws(JSONError) -> JSONValue {
    guard root.members != nil else { throw failure(at: root, expected: "a JSON object", kind: .format) }
    guard let value = root[name] else {
      throw failure(at: root, "no key \"\(name)\"", expected: expected, kind: .format)
    }
    return value
  }

  /// The format that the text names, and the value that names it.
  func format() throws(JSONError) -> (name: String, value: JSONValue) {
    let expected = "\"\(SpecDocument.format)\""
    let value = try topValue("format", expected: expected)
    guard let name = value.string else { throw failure(at: value, expected: expected, kind: .format) }
    return (name, value)
  }

  /// Checks format and version, on which the meaning of everything else depends.
  func requireFormat(_ expected: String) throws(JSONError) {
    let format = try format()
    guard format.name == expected else {
      let formats = [SpecDocument.format: "a spec document", CaseFile.format: "a file of conformance cases"]
      let meaning = formats[format.name].map { ", " + $0 } ?? ""
      throw failure(
        at: format.value, description(of: format.value) + meaning,
        expected: "\"\(expected)\", \(formats[expected] ?? "")", kind: .format)
    }
    let newest = shortText(SpecDocument.version)
    let version = try topValue("version", expected: newest)
    let number = version.number ?? .nan
    guard number == SpecDocument.version else {
      let isNewer = number > SpecDocument.version
      throw failure(
        at: version, isNewer ? "version \(description(of: version))" : nil,
        expected: isNewer ? "\(newest), the newest version that is known here" : newest, kind: .format)
    }
  }
}

// MARK: - Documents

extension ParsedJSON {
  /// The spec document, and the offset of each element in the text.
  func specDocument() throws(JSONError) -> (document: SpecDocument, offsets: [Int]) {
    let keys = ["format", "version", "name", "scale", "constrainedSize", "root"]
    try requireObject(at: root, keys: keys, expected: "a JSON object")
    return try specDocument(of: root)
  }

  /// The document that an object describes, which may have other members besides.
  private func specDocument(
    of object: JSONValue
  ) throws(JSONError) -> (document: SpecDocument, offsets: [Int]) {
    let constrainedSize = try require("constrainedSize", in: object, expected: "a size range")
    let root = try require("root", in: object, expected: "an element")
    let name = try object["name"].map { (value) throws(JSONError) in try string(at: value) }
    var pixelGrid = PixelGrid()
    if let scale = object["scale"] { pixelGrid = PixelGrid(scale: try ValueCoding.scale.read(self, scale)) }
    let range = try sizeRange(at: constrainedSize)
    let (tree, offsets) = try TreeReader.read(root, of: self, pixelGrid: pixelGrid)
    return (SpecDocument(name: name, constrainedSize: range, tree: tree), offsets)
  }
}

// MARK: - Conformance cases

extension ParsedJSON {
  /// The file of conformance cases.
  func caseFile() throws(JSONError) -> CaseFile {
    try requireObject(at: root, keys: ["format", "version", "cases"], expected: "a JSON object")
    let list = try require("cases", in: root, expected: "an array of cases")
    var cases: [ConformanceCase] = []
    var ids: Set<String> = []
    for value in try items(at: list, expected: "an array of cases") {
      let next = try conformanceCase(at: value)
      guard ids.insert(next.id).inserted else {
        let id = shortened(next.id.utf8)
        throw failure(at: value, "the id \"\(id)\" a second time", expected: "each id once")
      }
      cases.append(next)
    }
    return CaseFile(cases: cases)
  }

  private func conformanceCase(at value: JSONValue) throws(JSONError) -> ConformanceCase {
    let keys = ["id", "name", "scale", "constrainedSize", "root", "expected", "nodeFrames"]
    try requireObject(at: value, keys: keys, expected: "a case")
    let id = try string(at: require("id", in: value, expected: "a string"))
    let (document, _) = try specDocument(of: value)
    let form = "an array of [x, y, width, height] or null, one an element"
    let expected = try require("expected", in: value, expected: form)
    let nodeFrames = try require("nodeFrames", in: value, expected: form)
    return ConformanceCase(
      id: id, document: document,
      expected: try frames(at: expected, count: document.tree.elementCount),
      nodeFrames: try frames(at: nodeFrames, count: document.tree.elementCount))
  }

  private func frames(at value: JSONValue, count: Int) throws(JSONError) -> [Rect?] {
    let items = try items(at: value, count: count, expected: "an array of \(count) frames, one an element")
    var frames: [Rect?] = []
    frames.reserveCapacity(count)
    for item in items {
      guard !item.isNull else {
        frames.append(nil)
        continue
      }
      // Sums of lengths may be longer than any one of them.
      let numbers = try self.items(at: item, count: 4, expected: "[x, y, width, height] or null")
        .map { (value) throws(JSONError) in try number(at: value, expected: "a number of points") }
      frames.append(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
    return frames
  }
}

// MARK: - Trees

/// Builds the tree of a document: visits the elements of the text in pre-order.
struct TreeReader: ~Copyable {
  private let json: ParsedJSON
  private var builder: LayoutTreeBuilder
  /// The offset of each element in the text.
  private var offsets: [Int] = []

  /// Reads a tree.
  ///
  /// - Returns: The tree, and the offset of each element in the text.
  /// - Complexity: linear in the length of the text.
  static func read(
    _ root: JSONValue, of json: ParsedJSON, pixelGrid: PixelGrid
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

  /// Reads all elements. Nothing recurses, so the thread's stack may be small.
  private mutating func read(_ root: JSONValue) throws(JSONError) {
    // The elements still to be read, the next one last. Nil ends the element before it.
    var rest: [JSONValue?] = [root]
    while let next = rest.popLast() {
      guard let next else {
        builder.end()
        continue
      }
      let children = try begin(next)
      rest.append(nil)
      rest += children.reversed()
    }
  }

  /// Begins an element, and returns its children.
  private mutating func begin(_ element: JSONValue) throws(JSONError) -> [JSONValue] {
    try json.requireObject(at: element, keys: ElementType.allKeys, expected: "an element")
    offsets.append(element.offset)
    let type = try json.word(
      at: json.require("type", in: element, expected: oneOf(ElementType.allCases.map(\.rawValue))),
      among: ElementType.words)
    let keys = type.keys
    if let foreign = element.members?.first(where: { !keys.contains($0.key) }) {
      throw json.failure(
        at: foreign.offset,
        found: "key \"\(foreign.key)\", which the type \"\(type.rawValue)\" does not take", word: foreign.key,
        among: keys)
    }
    let content = try json.content(type, element)
    let name = try element["name"].map { (value) throws(JSONError) in try json.string(at: value) }
    var style = LayoutTreeBuilder.StyleID.default
    if let value = element["style"] { style = builder.intern(try json.style(at: value)) }
    let children = try children(of: content, element)
    builder.begin(content, style: style, name: name)
    return children
  }

  private func children(of content: ElementContent, _ element: JSONValue) throws(JSONError) -> [JSONValue] {
    guard let keys = content.childKeys else {
      let expected = "an array of elements"
      return try json.items(at: json.require("children", in: element, expected: expected), expected: expected)
    }
    return try keys.map { (key) throws(JSONError) in
      try json.require(key, in: element, expected: "an element")
    }
  }
}
