import LayoutSpecs

/// A report in JSON on its way out: an object whose members stand on lines of their own, as do the entries of
/// its lists. What lies further in is on the line of its entry.
package struct ReportOutput {
  private var bytes: [UInt8] = []
  /// The closing brackets of what is open, from the outside in.
  private var open: [UInt8] = []
  /// Whether nothing was written yet in the innermost object or array.
  private var isEmpty = true
  /// Whether a key waits for its value.
  private var hasKey = false

  /// How many levels in begin lines of their own.
  private static let brokenLevels = 2

  package init() {}

  /// What was written since the last time.
  package mutating func takeBytes() -> [UInt8] {
    if open.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  package mutating func beginObject() { begin("{", "}") }
  package mutating func beginArray() { begin("[", "]") }
  package mutating func endObject() { end() }
  package mutating func endArray() { end() }

  /// Writes the key of an object's next member.
  package mutating func key(_ name: String) {
    beginItem()
    appendJSONString(name, to: &bytes)
    bytes.append(contentsOf: ": ".utf8)
    hasKey = true
  }

  /// Writes a member, unless it is nil.
  package mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  /// Writes a member of numbers in an array, or null.
  package mutating func member(_ name: String, _ values: [Double]?) {
    key(name)
    guard let values else { return number(nil) }
    beginItem()
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(contentsOf: ", ".utf8) }
      append(value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  package mutating func string(_ text: String) {
    beginItem()
    appendJSONString(text, to: &bytes)
  }

  /// Writes a number; null where there is none, or one that is not finite, which JSON does not have.
  package mutating func number(_ value: Double?) {
    beginItem()
    append(value)
  }

  private mutating func append(_ value: Double?) {
    guard let value, value.isFinite else { return bytes.append(contentsOf: "null".utf8) }
    bytes.append(contentsOf: shortText(value).utf8)
  }

  private mutating func begin(_ opening: Character, _ closing: Character) {
    beginItem()
    bytes.append(contentsOf: opening.utf8)
    open.append(contentsOf: closing.utf8)
    isEmpty = true
  }

  private mutating func end() {
    guard let closing = open.popLast() else { return }
    if !isEmpty && open.count < ReportOutput.brokenLevels { beginLine() }
    bytes.append(closing)
    isEmpty = false
  }

  /// Writes what comes before a key, or a value that has none.
  private mutating func beginItem() {
    if hasKey {
      hasKey = false
      return
    }
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    if !open.isEmpty && open.count <= ReportOutput.brokenLevels {
      beginLine()
    } else if !isEmpty {
      bytes.append(UInt8(ascii: " "))
    }
    isEmpty = false
  }

  private mutating func beginLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * open.count))
  }
}
