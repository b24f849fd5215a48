import LayoutSpecs
import StrictJSON

/// The properties that objects of one type have in documents, and how each is read and written.
struct PropertyTable<Object: Sendable>: Sendable {
  /// The object if a document gives no property. A property with its default value is not written.
  let defaults: Object
  let properties: [Property<Object>]
  let keys: [String]

  init(_ defaults: Object, _ properties: [Property<Object>]) {
    self.defaults = defaults
    self.properties = properties
    keys = properties.map(\.key)
  }

  /// Reads an object from its members. Members that are no properties are ignored.
  func read(_ members: JSONValue, of json: ParsedJSON) throws(JSONError) -> Object {
    var object = defaults
    for property in properties {
      if let value = members[property.key] { try property.read(json, value, &object) }
    }
    return object
  }

  /// Writes the members of an object.
  func write(_ object: Object, to json: inout JSONWriter) {
    for property in properties { property.write(&json, object, defaults) }
  }
}

/// A property in a document: its key, and how its value is read and written.
struct Property<Object>: Sendable {
  let key: String
  let read: @Sendable (ParsedJSON, JSONValue, inout Object) throws(JSONError) -> Void
  let write: @Sendable (inout JSONWriter, Object, _ defaults: Object) -> Void

  init<Value: Equatable & Sendable>(
    _ key: String, _ path: WritableKeyPath<Object, Value> & Sendable, _ coding: ValueCoding<Value>
  ) {
    self.key = key
    read = { json, value, object throws(JSONError) in object[keyPath: path] = try coding.read(json, value) }
    write = { json, object, defaults in
      let value = object[keyPath: path]
      guard value != defaults[keyPath: path] else { return }
      json.key(key)
      coding.write(&json, value)
    }
  }
}

// MARK: - Elements

extension Style {
  static let properties = PropertyTable(
    Style(),
    [
      Property("width", \.width, .dimension),
      Property("height", \.height, .dimension),
      Property("minWidth", \.minWidth, .dimension),
      Property("maxWidth", \.maxWidth, .dimension),
      Property("minHeight", \.minHeight, .dimension),
      Property("maxHeight", \.maxHeight, .dimension),
      Property("spacingBefore", \.spacingBefore, .points),
      Property("spacingAfter", \.spacingAfter, .points),
      Property("flexGrow", \.flexGrow, .factor),
      Property("flexShrink", \.flexShrink, .factor),
      Property("flexBasis", \.flexBasis, .dimension),
      Property("alignSelf", \.alignSelf, .word),
      Property("ascender", \.ascender, .points),
      Property("descender", \.descender, .points),
      Property("layoutPosition", \.layoutPosition, .point),
    ])
}

extension StackParameters {
  static let properties = PropertyTable(
    StackParameters(),
    [
      Property("direction", \.direction, .word),
      Property("spacing", \.spacing, .points),
      Property("justifyContent", \.justifyContent, .word),
      Property("alignItems", \.alignItems, .word),
      Property("flexWrap", \.flexWrap, .word),
      Property("alignContent", \.alignContent, .word),
      Property("lineSpacing", \.lineSpacing, .points),
      Property("horizontalAlignment", \.horizontalAlignment, .word),
      Property("verticalAlignment", \.verticalAlignment, .word),
      Property("concurrent", \.isConcurrent, .boolean),
    ])
}

extension CenterParameters {
  static let properties = PropertyTable(
    CenterParameters(),
    [
      Property("centering", \.centering, .word),
      Property("sizing", \.sizing, .word),
    ])
}

extension RelativeParameters {
  static let properties = PropertyTable(
    RelativeParameters(),
    [
      Property("horizontalPosition", \.horizontalPosition, .word),
      Property("verticalPosition", \.verticalPosition, .word),
      Property("sizing", \.sizing, .word),
    ])
}

extension AbsoluteSizing {
  static let properties = PropertyTable(AbsoluteSizing.default, [Property("sizing", \.self, .word)])
}

extension CornerParameters {
  static let properties = PropertyTable(
    CornerParameters(),
    [
      Property("location", \.location, .word),
      Property("offset", \.offset, .point),
      Property("wrapsCorner", \.wrapsCorner, .boolean),
    ])
}

// MARK: - Texts

extension TextParameters {
  /// The metrics.
  static let properties = PropertyTable(
    TextParameters(""),
    [
      Property("advance", \.advance, .advance),
      Property("lineHeight", \.lineHeight, .length),
    ])
}

extension ParagraphStyle {
  static let properties = PropertyTable(
    ParagraphStyle(),
    [
      Property("maximumLineCount", \.maximumLineCount, .lineCount),
      Property("truncation", \.truncation, .word),
      Property("lineSpacing", \.lineSpacing, .length),
      Property("alignment", \.alignment, .word),
    ])
}

extension TextRun {
  /// All properties but the characters or the attachment, and the color.
  static let properties = PropertyTable(
    TextRun(""),
    [
      Property("family", \.font.family, .string),
      Property("size", \.font.size, .fontSize),
      Property("weight", \.font.weight, .fontWeight),
      Property("italic", \.font.isItalic, .boolean),
      Property("letterSpacing", \.letterSpacing, .points),
    ])

  static let keys = ["text", "attachment"] + properties.keys + ["color"]
}

// MARK: - Types and keys

/// The types of elements.
enum ElementType: String, CaseIterable {
  case wrapper, stack, inset, overlay, background, center, relative, ratio, absolute, corner, spec, node, text

  static let words = allCases.map { (name: $0.rawValue, value: $0) }

  /// The keys of all types of elements.
  static let allKeys = [
    "type", "name", "style", "children", "child", "overlay", "background", "corner", "layoutSpec",
    "direction", "spacing", "justifyContent", "alignItems", "flexWrap", "alignContent", "lineSpacing",
    "horizontalAlignment", "verticalAlignment", "concurrent", "insets", "centering", "sizing",
    "horizontalPosition", "verticalPosition", "ratio", "location", "offset", "wrapsCorner", "intrinsicSize",
    "text", "advance", "lineHeight", "ascender", "runs", "maximumLineCount", "truncation", "alignment",
  ]

  /// The keys of elements of this type, in the order of `allKeys`.
  var keys: [String] { ElementType.keysByType[self] ?? [] }

  private static let keysByType = Dictionary(
    uniqueKeysWithValues: allCases.map { type in
      (type, allKeys.filter { (["type", "name", "style"] + type.ownKeys).contains($0) })
    })

  private var ownKeys: [String] {
    switch self {
    case .wrapper: ["children"]
    case .stack: StackParameters.properties.keys + ["children"]
    case .inset: ["insets", "child"]
    case .overlay: ["child", "overlay"]
    case .background: ["child", "background"]
    case .center: CenterParameters.properties.keys + ["child"]
    case .relative: RelativeParameters.properties.keys + ["child"]
    case .ratio: ["ratio", "child"]
    case .absolute: AbsoluteSizing.properties.keys + ["children"]
    case .corner: CornerParameters.properties.keys + ["child", "corner"]
    case .spec: []
    case .node: ["intrinsicSize", "layoutSpec"]
    case .text:
      TextParameters.properties.keys + ParagraphStyle.properties.keys + ["text", "runs", "ascender"]
    }
  }
}

extension ElementContent {
  /// The keys of the element's children, in order; nil if the children are an array under the key `children`.
  var childKeys: [String]? {
    switch self {
    case .compositeNode: ["layoutSpec"]
    case .overlay: ["child", "overlay"]
    case .background: ["child", "background"]
    case .corner: ["child", "corner"]
    default: kind.requiredChildCount.map { $0 == 0 ? [] : ["child"] }
    }
  }
}
