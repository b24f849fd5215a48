// Typed access. A value that is not of the expected type is an error with its position and path.

extension ParsedJSON {
  /// Parses a text that is expected to hold an object; see `init(parsing:maximumNesting:)`.
  package init(readingObject bytes: [UInt8], maximumNesting: Int) throws(JSONError) {
    guard !bytes.isEmpty else {
      throw JSONError(.syntax, in: bytes, at: 0, found: "an empty file", expected: "a JSON object")
    }
    try self.init(parsing: bytes, maximumNesting: maximumNesting)
  }

  /// The error that a value, or a key, is not what was expected.
  ///
  /// - Parameter found: What was found; nil for the value itself.
  package func failure(
    at index: Int, _ found: String? = nil, expected: String, suggestion: String? = nil,
    kind: JSONError.Kind = .content
  ) -> JSONError {
    JSONError(
      kind, in: bytes, at: values[index].position, path: path(to: index).description,
      found: found ?? description(of: index), expected: expected, suggestion: suggestion)
  }

  /// The error that a string, or a key, is none of the names.
  ///
  /// - Parameter found: What was found; nil for the string itself.
  package func failure(at index: Int, _ found: String? = nil, among names: [String]) -> JSONError {
    let suggestion = kind(at: index) == .string ? nearestName(to: utf8(at: index), among: names) : nil
    return failure(at: index, found, expected: oneOf(names), suggestion: suggestion)
  }
}

/// The names in a message: `one of a, b`.
package func oneOf(_ names: [String]) -> String {
  names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
}

// MARK: - Objects

extension ParsedJSON {
  /// Finds the members of an object, all of whose keys must be known.
  ///
  /// - Parameters:
  ///   - index: The index of the object.
  ///   - members: Takes the result; its storage is reused.
  ///   - expected: What errors say was expected if the value is not an object.
  @inlinable
  package func readMembers<Key>(
    of index: Int, into members: inout Members<Key>, expected: @autoclosure () -> String
  ) throws(JSONError) {
    guard kind(at: index) == .object else { throw failure(at: index, expected: expected()) }
    members.object = index
    members.keys = KeySet()
    let end = end(of: index)
    var key = index + 1
    while key < end {
      guard let known = Key.names.value(named: utf8(at: key)) else {
        throw unknownKey(key, among: Key.names.all)
      }
      members.keys.insert(known)
      members.slots[Int(known.rawValue)] = UInt32(key + 1)
      key = self.end(of: key + 1)
    }
  }

  /// The members of an object; see `readMembers(of:into:expected:)`.
  @inlinable
  package func members<Key>(
    of index: Int, _ keys: Key.Type, expected: @autoclosure () -> String
  ) throws(JSONError) -> Members<Key> {
    var members = Members<Key>()
    try readMembers(of: index, into: &members, expected: expected())
    return members
  }

  @usableFromInline
  func unknownKey(_ key: Int, among names: [String]) -> JSONError {
    failure(at: key, "unknown key \"\(shortened(utf8(at: key)))\"", among: names)
  }

  /// The index of a required key's value.
  @inlinable
  package func require<Key>(
    _ key: Key, in members: Members<Key>, expected: @autoclosure () -> String
  ) throws(JSONError) -> Int {
    guard let index = members[key] else {
      throw failure(at: members.object, "no key \"\(key.name)\"", expected: expected())
    }
    return index
  }

  /// The index of the value of one key of an object, whatever its other keys are; nil if there is none.
  package func value(ofKey name: String, in object: Int) -> Int? {
    let end = end(of: object)
    var key = object + 1
    while key < end {
      if utf8(at: key).elementsEqual(name.utf8) { return key + 1 }
      key = self.end(of: key + 1)
    }
    return nil
  }
}

// MARK: - Values

extension ParsedJSON {
  /// A number that fulfils a condition.
  package func number(
    at index: Int, expected: @autoclosure () -> String = "a number",
    where condition: (Double) -> Bool = { _ in true }
  ) throws(JSONError) -> Double {
    guard kind(at: index) == .number else { throw failure(at: index, expected: expected()) }
    let value = double(at: index)
    guard condition(value) else { throw failure(at: index, expected: expected()) }
    return value
  }

  package func string(at index: Int) throws(JSONError) -> String {
    guard kind(at: index) == .string else { throw failure(at: index, expected: "a string") }
    return text(at: index)
  }

  package func boolean(at index: Int) throws(JSONError) -> Bool {
    switch kind(at: index) {
    case .true: return true
    case .false: return false
    default: throw failure(at: index, expected: "true or false")
    }
  }

  /// A case of an enumeration, by its name.
  @inlinable
  package func value<Value: JSONNamed>(at index: Int, as type: Value.Type = Value.self)
    throws(JSONError) -> Value
  {
    guard kind(at: index) == .string, let value = Value.names.value(named: utf8(at: index)) else {
      throw failure(at: index, among: Value.names.all)
    }
    return value
  }

  /// The indices of an array's items.
  package func items(at index: Int, expected: @autoclosure () -> String) throws(JSONError) -> [Int] {
    guard kind(at: index) == .array else { throw failure(at: index, expected: expected()) }
    return Array(items(of: index))
  }

  /// The indices of the items of an array of a given length.
  package func items(
    at index: Int, count: Int, expected: @autoclosure () -> String
  ) throws(JSONError) -> [Int] {
    let items = try items(at: index, expected: expected())
    guard items.count == count else {
      throw failure(at: index, "an array of \(items.count)", expected: expected())
    }
    return items
  }
}
