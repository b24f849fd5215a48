import LayoutSpecs

// MARK: - Format and version

extension DocumentReader {
  /// The value of a key of the top object, whatever the other keys are; nil where there is none.
  private func topValue(_ name: String) -> Int? {
    let end = Int(json.values[0].end)
    var key = 1
    while key < end {
      if json.utf8(at: key).elementsEqual(name.utf8) { return key + 1 }
      key = Int(json.values[key + 1].end)
    }
    return nil
  }

  private func requiredTopValue(_ name: String, expected: String) throws(DocumentError) -> Int {
    guard json.values[0].kind == .object else {
      throw failure(at: 0, expected: "a JSON object", kind: .format)
    }
    guard let index = topValue(name) else {
      throw failure(at: 0, "no key \"\(name)\"", expected: expected, kind: .format)
    }
    return index
  }

  /// What the text says its format is.
  func format() throws(DocumentError) -> String {
    let expected = "\"\(SpecDocument.format)\""
    let index = try requiredTopValue("format", expected: expected)
    guard json.values[index].kind == .string else {
      throw failure(at: index, expected: expected, kind: .format)
    }
    return json.string(at: index)
  }

  /// The error that the format is another.
  func unknownFormat(expected: String) -> DocumentError {
    failure(at: topValue("format") ?? 0, expected: expected, kind: .format)
  }

  /// Checks format and version. They come before everything else: what else is there depends on them.
  func requireFormat(_ expected: String) throws(DocumentError) {
    let found = try format()
    guard found == expected else {
      let formats = [SpecDocument.format: "a spec document", CaseFile.format: "a file of conformance cases"]
      let index = topValue("format") ?? 0
      let meaning = formats[found].map { ", " + $0 } ?? ""
      throw failure(
        at: index, text(of: index) + meaning, expected: "\"\(expected)\", \(formats[expected] ?? "")",
        kind: .format)
    }
    let newest = shortText(SpecDocument.version)
    let index = try requiredTopValue("version", expected: newest)
    guard json.values[index].kind == .number, json.number(at: index) == SpecDocument.version else {
      let isNewer = json.values[index].kind == .number && json.number(at: index) > SpecDocument.version
      throw failure(
        at: index, isNewer ? "version \(text(of: index))" : text(of: index),
        expected: isNewer ? "\(newest), the newest version that is known here" : newest, kind: .format)
    }
  }
}

// MARK: - Documents

extension DocumentReader {
  /// The spec document.
  func document() throws(DocumentError) -> SpecDocument {
    var offsets: [Int]?
    return try document(offsets: &offsets)
  }

  /// The spec document.
  ///
  /// - Parameter offsets: Takes where each element begins in the text, in bytes, unless it is nil.
  func document(offsets: inout [Int]?) throws(DocumentError) -> SpecDocument {
    let members = try members(of: 0, SpecDocumentKey.self, expected: "a JSON object")
    return try document(
      name: members[.name], scale: members[.scale],
      constrainedSize: try require(.constrainedSize, in: members, of: 0, expected: "a size range"),
      root: try require(.root, in: members, of: 0, expected: "an element"), offsets: &offsets)
  }

  /// A document from the records of its values.
  func document(
    name: Int?, scale: Int?, constrainedSize: Int, root: Int, offsets: inout [Int]?
  ) throws(DocumentError) -> SpecDocument {
    let documentName = try name.map { (index) throws(DocumentError) in try string(at: index) }
    var pixelGrid = PixelGrid()
    if let scale {
      pixelGrid = PixelGrid(scale: try self.scale(at: scale))
    }
    let range = try sizeRange(at: constrainedSize)
    return SpecDocument(
      name: documentName, constrainedSize: range,
      tree: try TreeReader.read(root, of: self, pixelGrid: pixelGrid, offsets: &offsets))
  }
}

// MARK: - Conformance cases

extension DocumentReader {
  /// The file of conformance cases.
  func caseFile() throws(DocumentError) -> CaseFile {
    let members = try members(of: 0, CaseFileKey.self, expected: "a JSON object")
    let list = try require(.cases, in: members, of: 0, expected: "an array of cases")
    guard json.values[list].kind == .array else { throw failure(at: list, expected: "an array of cases") }
    var cases: [ConformanceCase] = []
    var ids: Set<String> = []
    var index = list + 1
    while index < Int(json.values[list].end) {
      let next = try conformanceCase(at: index)
      guard ids.insert(next.id).inserted else {
        let id = shortened(next.id.utf8)
        throw failure(at: index, "the id \"\(id)\" a second time", expected: "each id once")
      }
      cases.append(next)
      index = Int(json.values[index].end)
    }
    return CaseFile(cases: cases)
  }

  private func conformanceCase(at index: Int) throws(DocumentError) -> ConformanceCase {
    let members = try members(of: index, CaseKey.self, expected: "a case")
    let id = try string(at: require(.id, in: members, of: index, expected: "a string"))
    var offsets: [Int]?
    let document = try document(
      name: members[.name], scale: members[.scale],
      constrainedSize: try require(.constrainedSize, in: members, of: index, expected: "a size range"),
      root: try require(.root, in: members, of: index, expected: "an element"), offsets: &offsets)
    let form = "an array of [x, y, width, height] or null, one an element"
    let expected = try require(.expected, in: members, of: index, expected: form)
    let nodeFrames = try require(.nodeFrames, in: members, of: index, expected: form)
    return ConformanceCase(
      id: id, document: document,
      expected: try frames(at: expected, count: document.tree.elementCount),
      nodeFrames: try frames(at: nodeFrames, count: document.tree.elementCount))
  }

  private func frames(at index: Int, count: Int) throws(DocumentError) -> [Rect?] {
    let items = try items(at: index, count: count, expected: "an array of \(count) frames, one an element")
    var frames: [Rect?] = []
    frames.reserveCapacity(count)
    for item in items {
      guard json.values[item].kind != .null else {
        frames.append(nil)
        continue
      }
      // Sums of lengths may be longer than any one of them.
      let numbers = try self.items(at: item, count: 4, expected: "[x, y, width, height] or null")
        .map { (index) throws(DocumentError) in try number(at: index, expected: "a number of points") }
      frames.append(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
    return frames
  }
}
