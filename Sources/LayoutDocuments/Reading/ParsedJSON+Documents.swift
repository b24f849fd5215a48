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
  /// The spec document.
  func specDocument() throws(JSONError) -> SpecDocument {
    var offsets: [Int]?
    return try specDocument(offsets: &offsets)
  }

  /// The spec document.
  ///
  /// - Parameter offsets: Takes the offset of each element in the text, unless it is nil.
  func specDocument(offsets: inout [Int]?) throws(JSONError) -> SpecDocument {
    let members = try members(of: 0, SpecDocumentKey.self, expected: "a JSON object")
    return try specDocument(
      name: members[.name], scale: members[.scale],
      constrainedSize: try require(.constrainedSize, in: members, expected: "a size range"),
      root: try require(.root, in: members, expected: "an element"), offsets: &offsets)
  }

  /// A document from the indices of its values.
  private func specDocument(
    name: Int?, scale: Int?, constrainedSize: Int, root: Int, offsets: inout [Int]?
  ) throws(JSONError) -> SpecDocument {
    let documentName = try name.map { (index) throws(JSONError) in try string(at: index) }
    var pixelGrid = PixelGrid()
    if let scale { pixelGrid = PixelGrid(scale: try self.scale(at: scale)) }
    return SpecDocument(
      name: documentName, constrainedSize: try sizeRange(at: constrainedSize),
      tree: try TreeReader.read(root, of: self, pixelGrid: pixelGrid, offsets: &offsets))
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
    var offsets: [Int]?
    let document = try specDocument(
      name: members[.name], scale: members[.scale],
      constrainedSize: try require(.constrainedSize, in: members, expected: "a size range"),
      root: try require(.root, in: members, expected: "an element"), offsets: &offsets)
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
