/// A JSON text and where its values lie in it: one contiguous array of records in the order of the text.
///
/// Foundation's reader does not serve here: it says neither where in the text a value stands nor the path to it, it keeps
/// one of several equal keys without a word, and it limits nesting to a few hundred levels. This one makes no object for a
/// value and never recurses, so a text of a hundred million bytes or of any depth costs what its records cost: 16 bytes a
/// value. Numbers and strings are converted where they are asked for.
struct JSONDocument: Sendable {
  /// The text. Every offset counts in it.
  let bytes: [UInt8]
  /// Every value and every key, in the order of the text. The first is the top value.
  let values: [JSONValue]

  /// One value of the text, or a key.
  struct JSONValue: Sendable {
    let kind: JSONKind
    /// Whether this is a string with escapes, whose bytes are not those of the text.
    var hasEscapes = false
    /// Where the text of the value begins; for a string, after the quotation mark.
    let offset: UInt32
    /// How long a number or a string is in the text, in bytes and without quotation marks.
    var byteCount: UInt32 = 0
    /// The number of the record after this value and all that it holds. The next sibling, where there is one, is there.
    var end: UInt32

    /// Where the value begins in the text, its quotation mark included.
    var position: Int { kind == .string ? Int(offset) - 1 : Int(offset) }

    /// The text of a number, or of a string with its escapes.
    func text(in bytes: [UInt8]) -> ArraySlice<UInt8> {
      bytes[Int(offset)..<Int(offset) + Int(byteCount)]
    }

    /// The bytes that a string stands for.
    func utf8(in bytes: [UInt8]) -> ArraySlice<UInt8> {
      hasEscapes ? unescapedJSON(text(in: bytes)) : text(in: bytes)
    }
  }
}

/// What a JSON value is.
enum JSONKind: UInt8, Sendable {
  case null, `false`, `true`, number, string, array, object
}

// MARK: - Reading values

extension JSONDocument {
  /// The text of a number, or of a string with its escapes.
  func text(at index: Int) -> ArraySlice<UInt8> {
    values[index].text(in: bytes)
  }

  /// The bytes that a string stands for.
  func utf8(at index: Int) -> ArraySlice<UInt8> {
    values[index].utf8(in: bytes)
  }

  /// The string.
  func string(at index: Int) -> String {
    String(decoding: utf8(at: index), as: UTF8.self)
  }

  /// The number nearest to what the text says. It is finite: the parser refuses others.
  func number(at index: Int) -> Double {
    jsonNumber(text(at: index))
  }

  /// The records of an array's items, in order. Each step takes constant time.
  func items(of array: Int) -> some Sequence<Int> {
    let end = Int(values[array].end)
    return sequence(first: array + 1) { Int(self.values[$0].end) }.prefix { $0 < end }
  }

  /// How many items an array has.
  func itemCount(of array: Int) -> Int {
    items(of: array).reduce(0) { count, _ in count + 1 }
  }
}

// MARK: - Paths

extension JSONDocument {
  /// The way from the top value to this one, or to this key.
  ///
  /// Nothing is kept for it while reading; it is found from the records, in time linear in their number.
  func path(to target: Int) -> PathText {
    jsonPath(to: target, in: values) { string(at: $0) }
  }
}

/// The way from the top value to a record; `key` gives the text of a key.
func jsonPath(to target: Int, in values: [JSONDocument.JSONValue], key: (Int) -> String) -> PathText {
  var path = PathText()
  var container = 0
  while container < target {
    var child = container + 1
    if values[container].kind == .object {
      while child != target && values[child + 1].end <= target { child = Int(values[child + 1].end) }
      path.append(key: key(child))
      if child == target { return path }
      child += 1
    } else {
      var index = 0
      while values[child].end <= target {
        child = Int(values[child].end)
        index += 1
      }
      path.append(index: index)
    }
    container = child
  }
  return path
}
