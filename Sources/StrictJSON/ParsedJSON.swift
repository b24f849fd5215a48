/// A JSON text and the positions of its values: one array of records in the order of the text.
///
/// Foundation's reader gives neither a value's position in the text nor its path, silently keeps one of
/// several equal keys, and limits nesting to a few hundred levels. This one allocates no object for a value
/// and never recurses, so a text of any length or depth costs 16 bytes a value. It converts on demand.
///
/// Values are addressed by their index in `values`; the top value is 0. See `ParsedJSON+Reading.swift` for
/// typed access whose errors name the line, the column and the path.
package struct ParsedJSON: Sendable {
  /// The text. All offsets count from its start.
  package let bytes: [UInt8]
  /// All values and keys, in the order of the text. Keys precede their values.
  package let values: [Value]

  package enum Kind: UInt8, Sendable {
    case null, `false`, `true`, number, string, array, object
  }

  /// The record of a value or of a key.
  package struct Value: Sendable {
    package let kind: Kind
    /// Whether this is a string with escapes, whose bytes differ from those of the text.
    var hasEscapes = false
    /// The offset of the value's text; for a string, behind the quotation mark.
    let offset: UInt32
    /// The length of a number or a string in the text, without quotation marks.
    var byteCount: UInt32 = 0
    /// The index of the record behind this value and all that it contains: the next sibling, if there is one.
    package var end: UInt32

    /// The offset of the value, including its quotation mark.
    package var position: Int { kind == .string ? Int(offset) - 1 : Int(offset) }

    /// The text of a number, or of a string with its escapes.
    func text(in bytes: [UInt8]) -> ArraySlice<UInt8> {
      bytes[Int(offset)..<Int(offset) + Int(byteCount)]
    }

    /// The string's bytes, without escapes.
    func utf8(in bytes: [UInt8]) -> ArraySlice<UInt8> {
      hasEscapes ? unescapedJSON(text(in: bytes)) : text(in: bytes)
    }
  }
}

// MARK: - Values

extension ParsedJSON {
  @inlinable
  package func kind(at index: Int) -> Kind { values[index].kind }

  /// The index behind a value and all that it contains.
  @inlinable
  package func end(of index: Int) -> Int { Int(values[index].end) }

  /// The string's bytes, without escapes.
  package func utf8(at index: Int) -> ArraySlice<UInt8> { values[index].utf8(in: bytes) }

  /// The string at an index that is known to hold one.
  package func text(at index: Int) -> String { String(decoding: utf8(at: index), as: UTF8.self) }

  /// The number at an index that is known to hold one: the nearest Double, which is finite.
  package func double(at index: Int) -> Double { jsonNumber(values[index].text(in: bytes)) }

  /// The indices of an array's items, in order. Each step takes constant time.
  package func items(of array: Int) -> some Sequence<Int> {
    let end = end(of: array)
    return sequence(first: array + 1) { self.end(of: $0) }.prefix { $0 < end }
  }

  /// The value in a message.
  package func description(of index: Int) -> String {
    switch values[index].kind {
    case .null: "null"
    case .false: "false"
    case .true: "true"
    case .number: shortened(values[index].text(in: bytes))
    case .string: "\"\(shortened(utf8(at: index)))\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}

// MARK: - Paths

extension ParsedJSON {
  /// The path from the top value to this value, or to this key.
  ///
  /// Parsing keeps nothing for it; it is found in time linear in the number of records.
  package func path(to target: Int) -> JSONPath {
    JSONPath(to: target, in: values) { text(at: $0) }
  }
}

/// The path to a value: `root.children[3].style`. A path of many steps is shortened in the middle.
package struct JSONPath: CustomStringConvertible {
  private var steps: [String] = []

  /// The path of the top value.
  package init() {}

  /// The path from the top value to a record; `key` gives the text of a key.
  init(to target: Int, in values: [ParsedJSON.Value], key: (Int) -> String) {
    var container = 0
    while container < target {
      var child = container + 1
      if values[container].kind == .object {
        while child != target && values[child + 1].end <= target { child = Int(values[child + 1].end) }
        append(key: key(child))
        if child == target { return }
        child += 1
      } else {
        var index = 0
        while values[child].end <= target {
          child = Int(values[child].end)
          index += 1
        }
        append(index: index)
      }
      container = child
    }
  }

  /// Appends a step into an object. A key that is not a plain word is written `["like this"]`.
  package mutating func append(key: String) {
    let isWord = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    if isWord && !key.isEmpty && key.utf8.count <= 40 {
      steps.append(key)
    } else {
      append(bracketed: "[\"\(shortened(key.utf8))\"]")
    }
  }

  /// Appends a step into an array, by index from 0.
  package mutating func append(index: Int) { append(bracketed: "[\(index)]") }

  private mutating func append(bracketed text: String) {
    if steps.isEmpty {
      steps.append(text)
    } else {
      steps[steps.count - 1] += text
    }
  }

  /// The number of steps shown at each end of a long path.
  package static let shownSteps = 8
  /// The number of steps up to which a path is written in full.
  package static let mostSteps = 3 * shownSteps

  /// The path; empty for the top value.
  package var description: String {
    guard steps.count > JSONPath.mostSteps else { return steps.joined(separator: ".") }
    let first = steps.prefix(JSONPath.shownSteps).joined(separator: ".")
    let last = steps.suffix(JSONPath.shownSteps).joined(separator: ".")
    return first + JSONPath.gap(of: steps.count - 2 * JSONPath.shownSteps) + last
  }

  /// Stands for the middle steps of a long path.
  package static func gap(of count: Int) -> String { ".(\(count) more)." }
}
