import LayoutSpecs
import StrictJSON

// MARK: - Elements

extension ParsedJSON {
  /// A style.
  func style(at value: JSONValue) throws(JSONError) -> Style {
    try requireObject(at: value, keys: Style.properties.keys, expected: "an object of style properties")
    return try Style.properties.read(value, of: self)
  }

  /// An element without its style, its name and its children.
  ///
  /// - Precondition: the members were checked to be ones that the type has.
  func content(_ type: ElementType, _ members: JSONValue) throws(JSONError) -> ElementContent {
    switch type {
    case .wrapper: return .wrapper
    case .overlay: return .overlay
    case .background: return .background
    case .spec: return .spec
    case .stack: return .stack(try StackParameters.properties.read(members, of: self))
    case .inset:
      let insets = try require("insets", in: members, expected: "[top, left, bottom, right]")
      return .inset(try ValueCoding.insets.read(self, insets))
    case .center: return .center(try CenterParameters.properties.read(members, of: self))
    case .relative: return .relative(try RelativeParameters.properties.read(members, of: self))
    case .ratio:
      let expected = "a ratio of height to width, 0 or more"
      let ratio = try require("ratio", in: members, expected: expected)
      return .ratio(try number(at: ratio, expected: expected) { $0 >= 0 })
    case .absolute: return .absolute(try AbsoluteSizing.properties.read(members, of: self))
    case .corner: return .corner(try CornerParameters.properties.read(members, of: self))
    case .node: return try node(members)
    case .text: return try text(members)
    }
  }

  private func node(_ members: JSONValue) throws(JSONError) -> ElementContent {
    guard let value = members["intrinsicSize"] else {
      return members["layoutSpec"] == nil ? .node : .compositeNode
    }
    guard members["layoutSpec"] == nil else {
      throw failure(at: value, "\"intrinsicSize\" beside \"layoutSpec\"", expected: "one of the two")
    }
    return .sizedNode(try ValueCoding.size.read(self, value))
  }
}

// MARK: - Texts

extension ParsedJSON {
  /// A text: `"text"` or `"runs"`. It is a paragraph if it has anything but characters and metrics.
  private func text(_ members: JSONValue) throws(JSONError) -> ElementContent {
    var plain = try TextParameters.properties.read(members, of: self)
    var ascender: Double?
    if let value = members["ascender"] {
      let lineHeight = plain.lineHeight
      ascender = try number(at: value, expected: "points from 0 to the line height") {
        (0...lineHeight).contains($0)
      }
    }
    let style = try ParagraphStyle.properties.read(members, of: self)
    let text: AttributedText
    if let runs = members["runs"] {
      if let value = members["text"] {
        throw failure(at: value, "text beside runs", expected: "one of the two")
      }
      let items = try items(at: runs, expected: "a list of runs")
      text = AttributedText(try items.map { (item) throws(JSONError) in try run(at: item) })
    } else {
      plain.string = try string(at: require("text", in: members, expected: "a string"))
      if ascender == nil && style == ParagraphStyle() { return .text(plain) }
      text = AttributedText(plain.string)
    }
    let metrics = MonospaceMetrics(
      advance: plain.advance, lineHeight: plain.lineHeight, ascender: ascender)
    return .paragraph(Paragraph(text, style: style, monospace: metrics))
  }

  private func run(at value: JSONValue) throws(JSONError) -> TextRun {
    try requireObject(
      at: value, keys: TextRun.keys, expected: "a run: an object with a text or an attachment")
    var run = try TextRun.properties.read(value, of: self)
    switch (value["text"], value["attachment"]) {
    case (let text?, nil): run.string = try string(at: text)
    case (nil, let attachment?):
      run.string = TextRun.objectReplacement
      run.attachment = try ValueCoding.size.read(self, attachment)
    default: throw failure(at: value, "a run of neither or both", expected: "a text or an attachment")
    }
    if let color = value["color"] { run.color = try ValueCoding.color.read(self, color) }
    return run
  }
}

// MARK: - Size ranges

extension ParsedJSON {
  /// `{"min": [0, 0], "max": [320, null]}`; null in `max` is infinity.
  func sizeRange(at value: JSONValue) throws(JSONError) -> SizeRange {
    let form = "{\"min\": [width, height], \"max\": [width, height]}"
    try requireObject(at: value, keys: ["min", "max"], expected: form)
    let (min, max) = (
      try require("min", in: value, expected: form), try require("max", in: value, expected: form)
    )
    let lows = try items(at: min, count: 2, expected: "[width, height] in points")
    let highs = try items(at: max, count: 2, expected: "[width, height], each in points or null")
    var lengths: [(low: Double, high: Double)] = []
    for (low, high) in zip(lows, highs) {
      let minimum = try ValueCoding.length.read(self, low)
      guard !high.isNull else {
        lengths.append((minimum, .infinity))
        continue
      }
      let expected = "0 or more and less than 10000000 points, or null"
      let maximum = try number(at: high, expected: expected) { $0.isValidLength }
      guard minimum <= maximum else {
        throw failure(at: high, expected: "at least the minimum of \(shortText(minimum))")
      }
      lengths.append((minimum, maximum))
    }
    return SizeRange(min: Size(lengths[0].low, lengths[1].low), max: Size(lengths[0].high, lengths[1].high))
  }
}
