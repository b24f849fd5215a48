import LayoutSpecs

/// JSON on its way out: bytes, and how they are spaced.
///
/// What JSON cannot say is noted as `problem` and not written; whoever writes looks there now and then.
struct JSONOutput {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []
  /// Whether lines are broken, and spaces follow commas and colons.
  let isIndented: Bool
  /// The first thing that could not be written.
  private(set) var problem: String?
  /// Whether the next member is the first of its object, and takes no comma before it.
  private var isFirstMember = true

  /// How far lines are indented at most, in levels: else a chain of elements would take the square of its depth.
  private static let deepestIndentation = 50

  init(isIndented: Bool) {
    self.isIndented = isIndented
  }

  /// Notes that something cannot be written.
  mutating func refuse(_ reason: String) {
    if problem == nil { problem = reason }
  }

  /// Writes a text as it is.
  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a comma, and a space where lines are broken.
  private mutating func comma() {
    append(isIndented ? ", " : ",")
  }

  /// Begins a line at this level, where lines are broken.
  mutating func line(_ level: Int) {
    guard isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    let level = min(level, JSONOutput.deepestIndentation)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }

  /// Begins an object whose members are on one line, or on lines of their own from this level on.
  mutating func beginObject(level: Int? = nil) {
    append(isIndented && level == nil ? "{ " : "{")
    if let level { line(level) }
    isFirstMember = true
  }

  /// Ends an object whose members are on one line, or with the closing brace on a line of its own at this level.
  mutating func endObject(level: Int? = nil) {
    if let level {
      line(level)
    } else if isIndented {
      append(" ")
    }
    append("}")
    isFirstMember = false
  }

  /// Writes a key and its colon, after a comma where it is not the first of its object; at this level on a line of its
  /// own.
  mutating func key(_ key: some DocumentKey, level: Int? = nil) {
    if isFirstMember {
      isFirstMember = false
    } else if let level {
      append(",")
      line(level)
    } else {
      comma()
    }
    append("\"")
    append(key.name)
    append(isIndented ? "\": " : "\":")
  }

  mutating func string(_ text: String) {
    appendJSONString(text, to: &bytes)
  }

  /// Writes the shortest digits that read back as the same number.
  mutating func number(_ value: Double, name: String) {
    guard value.isFinite else { return refuse("its \(name) is \(value), which a document cannot say") }
    append(shortText(value))
  }

  /// Writes numbers in an array; `infinity` is what stands for an infinite one, where that may be.
  mutating func numbers(_ values: [Double], infinity: String? = nil, name: String) {
    append("[")
    for (index, value) in values.enumerated() {
      if index > 0 { comma() }
      if let infinity, value == .infinity {
        append(infinity)
      } else {
        number(value, name: name)
      }
    }
    append("]")
  }
}

// MARK: - Members of an object on one line

extension JSONOutput {
  /// Writes a number, where it is not the default.
  mutating func member(_ key: some DocumentKey, _ value: Double, default defaultValue: Double = 0) {
    guard value != defaultValue else { return }
    self.key(key)
    number(value, name: key.name)
  }

  /// Writes `true`, where the value is true.
  mutating func member(_ key: some DocumentKey, _ value: Bool) {
    guard value else { return }
    self.key(key)
    append("true")
  }

  /// Writes a point, where it is not (0, 0).
  mutating func member(_ key: some DocumentKey, _ value: Point) {
    guard value != .zero else { return }
    self.key(key)
    numbers([value.x, value.y], name: key.name)
  }

  /// Writes the name of a value, where it is not the first one, which is the default.
  mutating func member<Value>(_ key: some DocumentKey, _ value: Value, _ table: NameTable<Value>) {
    guard value.rawValue != 0 else { return }
    self.key(key)
    string(table.name(of: value))
  }

  /// Writes a dimension, where it is not `auto`.
  mutating func member(_ key: some DocumentKey, _ value: Dimension) {
    guard value != .auto else { return }
    self.key(key)
    guard value.unit == .fraction else {
      return number(value.value, name: key.name)
    }
    string(value.percentText + "%")
  }
}
