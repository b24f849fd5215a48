import LayoutSpecs
import StrictJSON

// MARK: - Format and version

extension ParsedJSON {
  /// Checks format and version, on which the meaning of everything else depends.
  func requireFormat(_ expected: String) throws(JSONError) {
    try requireFormat(
      expected, version: SpecDocument.version,
      meanings: [SpecDocument.format: "a spec document", CaseFile.format: "a file of conformance cases"])
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

  /// The document that an object describes. The object may have other members.
  private func specDocument(
    of object: JSONValue
  ) throws(JSONError) -> (document: SpecDocument, offsets: [Int]) {
    let constrainedSize = try require("constrainedSize", in: object, expected: "a size range")
    let root = try require("root", in: object, expected: "an element")
    let name = try object["name"].map { (value) throws(JSONError) in try string(at: value) }
    var pixelGrid = PixelGrid()
    if let scale = object["scale"] { pixelGrid = PixelGrid(scale: try ValueCoding.scale.read(self, scale)) }
    let range = try sizeRange(at: constrainedSize)
    let (tree, offsets) = try tree(of: root, pixelGrid: pixelGrid)
    return (SpecDocument(name: name, constrainedSize: range, tree: tree), offsets)
  }
}

// MARK: - Conformance cases

extension ParsedJSON {
  private var isCaseFile: Bool { root["format"]?.string == CaseFile.format }

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
    return try items.map { (item) throws(JSONError) in
      if item.isNull { return nil }
      // Sums of lengths may exceed the limit of one length.
      let numbers = try self.items(at: item, count: 4, expected: "[x, y, width, height] or null")
        .map { (value) throws(JSONError) in try number(at: value, expected: "a number of points") }
      return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
  }
}

// MARK: - Trees

extension ParsedJSON {
  /// The tree below an element, and the offset of each element in the text. Nothing recurses, so the thread's stack may
  /// be small.
  private func tree(
    of root: JSONValue, pixelGrid: PixelGrid
  ) throws(JSONError) -> (tree: LayoutTree, offsets: [Int]) {
    var builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
    var offsets: [Int] = []
    // The elements still to be read, the next one last. Nil ends the element before it.
    var rest: [JSONValue?] = [root]
    while let next = rest.popLast() {
      guard let next else {
        builder.end()
        continue
      }
      offsets.append(next.offset)
      rest.append(nil)
      rest += try begin(next, in: &builder).reversed()
    }
    return (builder.finish(), offsets)
  }

  /// Begins an element, and returns its children.
  private func begin(
    _ element: JSONValue, in builder: inout LayoutTreeBuilder
  ) throws(JSONError) -> [JSONValue] {
    try requireObject(at: element, keys: ElementType.allKeys, expected: "an element")
    let type = try word(
      at: require("type", in: element, expected: oneOf(ElementType.allCases.map(\.rawValue))),
      among: ElementType.words)
    let keys = type.keys
    if let foreign = element.members?.first(where: { !keys.contains($0.key) }) {
      throw failure(
        at: foreign.offset,
        found: "key \"\(foreign.key)\", which the type \"\(type.rawValue)\" does not take", word: foreign.key,
        among: keys)
    }
    let content = try content(type, element)
    let name = try element["name"].map { (value) throws(JSONError) in try string(at: value) }
    var style = LayoutTreeBuilder.StyleID.default
    if let value = element["style"] { style = builder.intern(try self.style(at: value)) }
    let children = try children(of: content, element)
    builder.begin(content, style: style, name: name)
    return children
  }

  private func children(of content: ElementContent, _ element: JSONValue) throws(JSONError) -> [JSONValue] {
    guard let keys = content.childKeys else {
      let expected = "an array of elements"
      return try items(at: require("children", in: element, expected: expected), expected: expected)
    }
    return try keys.map { (key) throws(JSONError) in
      try require(key, in: element, expected: "an element")
    }
  }
}

// MARK: - Elements

extension ParsedJSON {
  /// A style.
  private func style(at value: JSONValue) throws(JSONError) -> Style {
    try requireObject(at: value, keys: Style.properties.keys, expected: "an object of style properties")
    return try Style.properties.read(value, of: self)
  }

  /// An element without its style, its name and its children.
  ///
  /// - Precondition: the keys of the members were checked to be keys of the type.
  private func content(_ type: ElementType, _ members: JSONValue) throws(JSONError) -> ElementContent {
    switch type {
    case .wrapper: return .wrapper
    case .overlay: return .overlay
    case .background: return .background
    case .spec: return .spec
    case .stack: return .stack(try StackParameters.properties.read(members, of: self))
    case .inset:
      let insets = try require("insets", in: members, expected: "[top, left, bottom, right]")
      return .inset(try ValueCoding.insets.read(self, insets))
    case .center:
      var center = try CenterParameters.properties.read(members, of: self)
      // The frames of cases are from an engine whose default is neither axis.
      if isCaseFile && members["centering"] == nil { center.centering = .none }
      return .center(center)
    case .relative: return .relative(try RelativeParameters.properties.read(members, of: self))
    case .ratio:
      let expected = "a ratio of height to width, 0 or more"
      let ratio = try require("ratio", in: members, expected: expected)
      return .ratio(try number(at: ratio, expected: expected) { $0 >= 0 })
    case .absolute: return .absolute(try AbsoluteSizing.properties.read(members, of: self))
    case .corner: return .corner(try CornerParameters.properties.read(members, of: self))
    case .node: return try node(members)
    case .text: return try text(members)
    }
  }

  private func node(_ members: JSONValue) throws(JSONError) -> ElementContent {
    guard let value = members["intrinsicSize"] else {
      return members["layoutSpec"] == nil ? .node : .compositeNode
    }
    guard members["layoutSpec"] == nil else {
      throw failure(at: value, "\"intrinsicSize\" beside \"layoutSpec\"", expected: "one of the two")
    }
    return .sizedNode(try ValueCoding.size.read(self, value))
  }
}

// MARK: - Texts

extension ParsedJSON {
  /// A text: `"text"` or `"runs"`. The text is a paragraph if it has anything but characters and metrics.
  private func text(_ members: JSONValue) throws(JSONError) -> ElementContent {
    var plain = try TextParameters.properties.read(members, of: self)
    var ascender: Double?
    if let value = members["ascender"] {
      let lineHeight = plain.lineHeight
      ascender = try number(at: value, expected: "points from 0 to the line height") {
        (0...lineHeight).contains($0)
      }
    }
    let style = try ParagraphStyle.properties.read(members, of: self)
    let text: AttributedText
    if let runs = members["runs"] {
      if let value = members["text"] {
        throw failure(at: value, "text beside runs", expected: "one of the two")
      }
      let items = try items(at: runs, expected: "a list of runs")
      text = AttributedText(try items.map { (item) throws(JSONError) in try run(at: item) })
    } else {
      plain.string = try string(at: require("text", in: members, expected: "a string"))
      if ascender == nil && style == ParagraphStyle() { return .text(plain) }
      text = AttributedText(plain.string)
    }
    let metrics = MonospaceMetrics(
      advance: plain.advance, lineHeight: plain.lineHeight, ascender: ascender)
    return .paragraph(Paragraph(text, style: style, monospace: metrics))
  }

  private func run(at value: JSONValue) throws(JSONError) -> TextRun {
    try requireObject(
      at: value, keys: TextRun.keys, expected: "a run: an object with a text or an attachment")
    var run = try TextRun.properties.read(value, of: self)
    switch (value["text"], value["attachment"]) {
    case (let text?, nil): run.string = try string(at: text)
    case (nil, let attachment?):
      run.string = TextRun.objectReplacement
      run.attachment = try ValueCoding.size.read(self, attachment)
    default: throw failure(at: value, "a run of neither or both", expected: "a text or an attachment")
    }
    if let color = value["color"] { run.color = try ValueCoding.color.read(self, color) }
    return run
  }
}

// MARK: - Size ranges

extension ParsedJSON {
  /// `{"min": [0, 0], "max": [320, null]}`; null in `max` is infinity.
  private func sizeRange(at value: JSONValue) throws(JSONError) -> SizeRange {
    let form = "{\"min\": [width, height], \"max\": [width, height]}"
    try requireObject(at: value, keys: ["min", "max"], expected: form)
    let (min, max) = (
      try require("min", in: value, expected: form), try require("max", in: value, expected: form)
    )
    let lows = try items(at: min, count: 2, expected: "[width, height] in points")
    let highs = try items(at: max, count: 2, expected: "[width, height], each in points or null")
    func lengths(from low: JSONValue, to high: JSONValue) throws(JSONError) -> ClosedRange<Double> {
      let minimum = try ValueCoding.length.read(self, low)
      if high.isNull { return minimum...(.infinity) }
      let expected = "0 or more and less than 10000000 points, or null"
      let maximum = try number(at: high, expected: expected) { $0.isValidLength }
      guard minimum <= maximum else {
        throw failure(at: high, expected: "at least the minimum of \(shortText(minimum))")
      }
      return minimum...maximum
    }
    return SizeRange(
      width: try lengths(from: lows[0], to: highs[0]), height: try lengths(from: lows[1], to: highs[1]))
  }
}
