import LayoutSpecs

/// Reads documents out of a parsed text.
///
/// Everything is checked before a value of the engine is made, so that no input meets a precondition.
struct DocumentReader {
  let json: JSONDocument
  /// What the text is called in errors.
  let file: String

  /// How many levels of elements a tree may have.
  static let maximumDepth = 100_000
  /// An element is an object in an array; what is around the root and in the deepest element takes a few levels more.
  private static let maximumNesting = 2 * maximumDepth + 16

  /// Parses a text.
  init(_ bytes: [UInt8], file: String) throws(DocumentError) {
    self.file = file
    guard !bytes.isEmpty else {
      throw DocumentError(
        .syntax, in: bytes, at: 0, file: file, path: "", found: "an empty file", expected: "a JSON object")
    }
    do throws(JSONError) {
      json = try JSONParser.parse(bytes, maximumNesting: DocumentReader.maximumNesting)
    } catch {
      throw DocumentError(
        .syntax, in: bytes, at: error.offset, file: file, path: error.path, found: error.found,
        expected: error.expected)
    }
  }
}

// MARK: - Failing

extension DocumentReader {
  /// The error that this value, or key, is not what was expected.
  func failure(
    at index: Int, _ found: String, expected: String, suggestion: String? = nil,
    kind: DocumentError.Kind = .content
  ) -> DocumentError {
    DocumentError(
      kind, in: json.bytes, at: json.values[index].position, file: file,
      path: json.path(to: index).description,
      found: found, expected: expected, suggestion: suggestion)
  }

  /// The error that this value is not what was expected.
  func failure(at index: Int, expected: String, kind: DocumentError.Kind = .content) -> DocumentError {
    failure(at: index, text(of: index), expected: expected, kind: kind)
  }

  /// The value in a message.
  func text(of index: Int) -> String {
    switch json.values[index].kind {
    case .null: "null"
    case .false: "false"
    case .true: "true"
    case .number: shortened(json.text(at: index))
    case .string: "\"\(shortened(json.utf8(at: index)))\""
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The names in a message.
  func oneOf(_ names: [String]) -> String {
    names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
  }
}

// MARK: - Objects

extension DocumentReader {
  /// Finds the values of an object's keys.
  ///
  /// - Parameters:
  ///   - index: The object.
  ///   - members: Takes the result; what it held is forgotten.
  ///   - expected: What the value is expected to be, for the error where it is not an object.
  func readMembers<Key>(of index: Int, into members: inout Members<Key>, expected: String)
    throws(DocumentError)
  {
    guard json.values[index].kind == .object else { throw failure(at: index, expected: expected) }
    members.removeAll()
    let end = Int(json.values[index].end)
    var key = index + 1
    while key < end {
      guard let known = Key.table.value(named: json.utf8(at: key)) else {
        throw unknownKey(key, among: Key.table.names)
      }
      members.insert(known, key + 1)
      key = Int(json.values[key + 1].end)
    }
  }

  /// The values of an object's keys.
  func members<Key>(of index: Int, _ keys: Key.Type, expected: String) throws(DocumentError) -> Members<Key> {
    var members = Members<Key>()
    try readMembers(of: index, into: &members, expected: expected)
    return members
  }

  /// The error that a key has no meaning anywhere.
  func unknownKey(_ key: Int, among names: [String]) -> DocumentError {
    let bytes = json.utf8(at: key)
    return failure(
      at: key, "unknown key \"\(shortened(bytes))\"", expected: oneOf(names),
      suggestion: nearestName(to: bytes, among: names))
  }

  /// The value of a key that has to be there.
  func require<Key>(
    _ key: Key, in members: Members<Key>, of object: Int, expected: @autoclosure () -> String
  ) throws(DocumentError) -> Int {
    guard let index = members[key] else {
      throw failure(at: object, "no key \"\(key.name)\"", expected: expected())
    }
    return index
  }
}
