/// Writes JSON in the order of the calls: values, arrays and objects, indented or compact.
///
/// ```swift
/// var json = JSONWriter()
/// json.beginObject()
/// json.member("name", "feed")
/// json.key("sizes")
/// json.beginArray(.line)
/// for size in sizes { json.number(size) }
/// json.endArray()
/// json.endObject()
/// let bytes = json.takeBytes()
/// ```
package struct JSONWriter {
  /// The lines of an array or object. The compact form ignores them.
  package enum Lines {
    /// Everything on one line.
    case line
    /// Every item on a line of its own.
    case lines
    /// The brackets on lines of their own, and all items on one line between them, except for keys that begin a line.
    case block
  }

  /// An array or object that is not closed yet.
  private struct Container {
    let closing: UInt8
    let lines: Lines
    var isEmpty = true
  }

  private var bytes: [UInt8] = []
  private var open: [Container] = []
  /// The most arrays and objects that were open at once.
  package private(set) var deepestNesting = 0
  /// True if a key was written and its value was not.
  private var hasKey = false
  private let isCompact: Bool
  private let brokenLevels: Int
  private let padsObjects: Bool

  /// The deepest indentation, in levels: without a limit, the text of a chain of elements would grow with the square of its depth.
  private static let deepestIndentation = 50

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - isCompact: Whether to write everything on one line without spaces. Default: false.
  ///   - brokenLevels: The number of outer levels whose items get lines of their own by default. Default: 2.
  ///   - padsObjects: Whether an object on one line is `{ "a": 1 }` and not `{"a": 1}`. Default: false.
  package init(isCompact: Bool = false, brokenLevels: Int = 2, padsObjects: Bool = false) {
    self.isCompact = isCompact
    self.brokenLevels = brokenLevels
    self.padsObjects = padsObjects
  }

  /// Returns what was written since the last call, with a line end after the top value.
  package mutating func takeBytes() -> [UInt8] {
    if open.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}

// MARK: - Arrays and objects

extension JSONWriter {
  /// Begins an object, by default with a line for each member on the outer levels.
  package mutating func beginObject(_ lines: Lines? = nil) {
    begin(UInt8(ascii: "{"), UInt8(ascii: "}"), lines)
  }

  /// Begins an array, by default with a line for each item on the outer levels.
  package mutating func beginArray(_ lines: Lines? = nil) {
    begin(UInt8(ascii: "["), UInt8(ascii: "]"), lines)
  }

  package mutating func endObject() { end() }
  package mutating func endArray() { end() }

  /// Ends the array or object that is open.
  package mutating func end() {
    guard let container = open.popLast() else { return }
    if !container.isEmpty {
      if container.lines != .line { beginLine() } else { pad(container) }
    }
    bytes.append(container.closing)
  }

  private mutating func begin(_ opening: UInt8, _ closing: UInt8, _ lines: Lines?) {
    beginItem()
    bytes.append(opening)
    let automatic: Lines = open.count < brokenLevels ? .lines : .line
    open.append(Container(closing: closing, lines: isCompact ? .line : lines ?? automatic))
    deepestNesting = max(deepestNesting, open.count)
  }

  /// Writes the comma, the line end or the space before an item.
  private mutating func beginItem(onNewLine: Bool = false) {
    if hasKey {
      hasKey = false
      return
    }
    guard let container = open.last else { return }
    if !container.isEmpty { bytes.append(UInt8(ascii: ",")) }
    let isFirstOfBlock = container.lines == .block && container.isEmpty
    if !isCompact && (onNewLine || container.lines == .lines || isFirstOfBlock) {
      beginLine()
    } else if container.isEmpty {
      pad(container)
    } else {
      space()
    }
    open[open.count - 1].isEmpty = false
  }

  private mutating func beginLine() {
    let level = min(open.count, JSONWriter.deepestIndentation)
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }

  private mutating func pad(_ container: Container) {
    if padsObjects && container.closing == UInt8(ascii: "}") { space() }
  }

  private mutating func space() {
    if !isCompact { bytes.append(UInt8(ascii: " ")) }
  }
}

// MARK: - Members and values

extension JSONWriter {
  /// Writes the key of the next member, on a line of its own if `onNewLine` is true.
  package mutating func key(_ name: String, onNewLine: Bool = false) {
    beginItem(onNewLine: onNewLine)
    appendJSONString(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    space()
    hasKey = true
  }

  package mutating func string(_ text: String) {
    beginItem()
    appendJSONString(text, to: &bytes)
  }

  /// Writes the shortest digits that read back as the same number; null for nil, NaN and infinities.
  package mutating func number(_ value: Double?) {
    beginItem()
    bytes.append(contentsOf: (value.flatMap { $0.isFinite ? jsonText(of: $0) : nil } ?? "null").utf8)
  }

  package mutating func integer(_ value: some BinaryInteger) {
    beginItem()
    bytes.append(contentsOf: String(value).utf8)
  }

  package mutating func boolean(_ value: Bool) {
    beginItem()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a member, unless the value is nil.
  package mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  /// Writes a member: an array of numbers on one line, or null.
  package mutating func member(_ name: String, _ values: [Double]?) {
    key(name)
    guard let values else { return number(nil) }
    numbers(values)
  }

  /// Writes an array of numbers on one line.
  package mutating func numbers(_ values: [Double]) {
    beginArray(.line)
    for value in values { number(value) }
    endArray()
  }
}

// MARK: - Whole values

extension JSONValue {
  /// The value's text, with a line end at its end. Keys are in the order of their UTF-8 bytes, so that equal values
  /// make equal files in every locale. An object or array that contains no others is one line, so that data reads as
  /// a table.
  package var formatted: String {
    var json = JSONWriter(brokenLevels: .max)
    json.value(self)
    return String(decoding: json.takeBytes(), as: UTF8.self)
  }

  fileprivate var isContainer: Bool { items != nil || members != nil }
}

extension JSONWriter {
  /// Writes a value. An array or object that contains no others is one line. Nothing recurses, so the thread's stack
  /// may be small.
  package mutating func value(_ value: JSONValue) {
    // The values still to be written, the next one last. Nil ends the array or object that is open.
    var rest: [(key: String?, value: JSONValue)?] = [(nil, value)]
    while let next = rest.popLast() {
      guard let next else {
        end()
        continue
      }
      if let name = next.key { key(name) }
      switch next.value.content {
      case .null: number(nil)
      case .bool(let value): boolean(value)
      case .number(let value): number(value)
      case .string(let text): string(text)
      case .array(let items):
        beginArray(items.contains(where: \.isContainer) ? nil : .line)
        rest.append(nil)
        for item in items.reversed() { rest.append((nil, item)) }
      case .object(let members):
        beginObject(members.contains(where: \.value.isContainer) ? nil : .line)
        rest.append(nil)
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for member in sorted.reversed() { rest.append((member.key, member.value)) }
      }
    }
  }
}

// MARK: - Texts of numbers and strings

/// The shortest digits that read back as the same finite number, without a fraction of zero.
private func jsonText(of value: Double) -> String {
  // Most numbers are whole; -0 keeps its sign.
  if let whole = Int32(exactly: value), whole != 0 || value.sign == .plus { return "\(whole)" }
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// The string in quotation marks, as JSON writes it.
package func quotedJSON(_ string: String) -> String {
  var bytes: [UInt8] = []
  appendJSONString(string, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// Appends a string in quotation marks, and escapes only what JSON requires.
private func appendJSONString(_ string: String, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "\""))
  for byte in string.utf8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x08: bytes += "\\b".utf8
    case 0x0C: bytes += "\\f".utf8
    case UInt8(ascii: "\n"): bytes += "\\n".utf8
    case UInt8(ascii: "\r"): bytes += "\\r".utf8
    case UInt8(ascii: "\t"): bytes += "\\t".utf8
    case 0..<0x20: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
    default: bytes.append(byte)
    }
  }
  bytes.append(UInt8(ascii: "\""))
}
