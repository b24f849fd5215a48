import LayoutSpecs
import StrictJSON

// MARK: - Elements and styles

extension ParsedJSON {
  /// A style.
  func style(at value: JSONValue) throws(JSONError) -> Style {
    let members = try members(of: value, StyleKey.self, expected: "an object of style properties")
    var style = Style()
    if let value = members[.width] { style.width = try dimension(at: value) }
    if let value = members[.height] { style.height = try dimension(at: value) }
    if let value = members[.minWidth] { style.minWidth = try dimension(at: value) }
    if let value = members[.maxWidth] { style.maxWidth = try dimension(at: value) }
    if let value = members[.minHeight] { style.minHeight = try dimension(at: value) }
    if let value = members[.maxHeight] { style.maxHeight = try dimension(at: value) }
    if let value = members[.spacingBefore] { style.spacingBefore = try points(at: value) }
    if let value = members[.spacingAfter] { style.spacingAfter = try points(at: value) }
    if let value = members[.flexGrow] { style.flexGrow = try factor(at: value) }
    if let value = members[.flexShrink] { style.flexShrink = try factor(at: value) }
    if let value = members[.flexBasis] { style.flexBasis = try dimension(at: value) }
    if let value = members[.alignSelf] { style.alignSelf = try word(at: value) }
    if let value = members[.ascender] { style.ascender = try points(at: value) }
    if let value = members[.descender] { style.descender = try points(at: value) }
    if let value = members[.layoutPosition] { style.layoutPosition = try point(at: value) }
    return style
  }

  /// An element without its style, its name and its children.
  ///
  /// - Precondition: the members were checked to be ones that the type has.
  func content(
    _ type: ElementType, _ members: Members<ElementKey>
  ) throws(JSONError) -> ElementContent {
    switch type {
    case .wrapper: return .wrapper
    case .overlay: return .overlay
    case .background: return .background
    case .spec: return .spec
    case .stack: return .stack(try stack(members))
    case .inset:
      let insets = try require(.insets, in: members, expected: "[top, left, bottom, right]")
      return .inset(try self.insets(at: insets))
    case .center: return .center(try center(members))
    case .relative: return .relative(try relative(members))
    case .ratio:
      let expected = "a ratio of height to width, 0 or more"
      let ratio = try require(.ratio, in: members, expected: expected)
      return .ratio(try number(at: ratio, expected: expected) { $0 >= 0 })
    case .absolute:
      guard let sizing = members[.sizing] else { return .absolute(.default) }
      return .absolute(try word(at: sizing))
    case .corner: return .corner(try corner(members))
    case .node: return try node(members)
    case .text: return try text(members)
    }
  }

  private func stack(_ members: Members<ElementKey>) throws(JSONError) -> StackParameters {
    var stack = StackParameters()
    if let value = members[.direction] { stack.direction = try word(at: value) }
    if let value = members[.spacing] { stack.spacing = try points(at: value) }
    if let value = members[.justifyContent] { stack.justifyContent = try word(at: value) }
    if let value = members[.alignItems] { stack.alignItems = try word(at: value) }
    if let value = members[.flexWrap] { stack.flexWrap = try word(at: value) }
    if let value = members[.alignContent] { stack.alignContent = try word(at: value) }
    if let value = members[.lineSpacing] { stack.lineSpacing = try points(at: value) }
    if let value = members[.horizontalAlignment] { stack.horizontalAlignment = try word(at: value) }
    if let value = members[.verticalAlignment] { stack.verticalAlignment = try word(at: value) }
    if let value = members[.concurrent] { stack.isConcurrent = try boolean(at: value) }
    return stack
  }

  private func center(_ members: Members<ElementKey>) throws(JSONError) -> CenterParameters {
    var center = CenterParameters()
    if let value = members[.centering] { center.centering = try word(at: value) }
    if let value = members[.sizing] { center.sizing = try word(at: value) }
    return center
  }

  private func relative(_ members: Members<ElementKey>) throws(JSONError) -> RelativeParameters {
    var relative = RelativeParameters()
    if let value = members[.horizontalPosition] { relative.horizontalPosition = try word(at: value) }
    if let value = members[.verticalPosition] { relative.verticalPosition = try word(at: value) }
    if let value = members[.sizing] { relative.sizing = try word(at: value) }
    return relative
  }

  private func corner(_ members: Members<ElementKey>) throws(JSONError) -> CornerParameters {
    var corner = CornerParameters()
    if let value = members[.location] { corner.location = try word(at: value) }
    if let value = members[.offset] { corner.offset = try point(at: value) }
    if let value = members[.wrapsCorner] { corner.wrapsCorner = try boolean(at: value) }
    return corner
  }

  private func node(_ members: Members<ElementKey>) throws(JSONError) -> ElementContent {
    guard let value = members[.intrinsicSize] else {
      return members[.layoutSpec] == nil ? .node : .compositeNode
    }
    guard members[.layoutSpec] == nil else {
      throw failure(at: value, "\"intrinsicSize\" beside \"layoutSpec\"", expected: "one of the two")
    }
    return .sizedNode(try intrinsicSize(at: value))
  }
}

// MARK: - Lengths and other numbers

extension ParsedJSON {
  /// Points that may be negative.
  func points(at value: JSONValue) throws(JSONError) -> Double {
    try number(at: value, expected: "a number of points between -10000000 and 10000000") {
      $0.isValidOffset
    }
  }

  /// Points of a length.
  func length(at value: JSONValue, orElse other: String = "") throws(JSONError) -> Double {
    try number(at: value, expected: "0 or more and less than 10000000 points\(other)") { $0.isValidLength }
  }

  /// A flex factor.
  func factor(at value: JSONValue) throws(JSONError) -> Double {
    try number(at: value, expected: "a factor, 0 or more and less than 10000000") { $0.isValidLength }
  }

  /// The scale of a pixel grid.
  func scale(at value: JSONValue) throws(JSONError) -> Double {
    try number(at: value, expected: "pixels per point, from 0.001 to 1000") { PixelGrid.scales.contains($0) }
  }

  /// A dimension: points that are not negative, a percentage or `auto`.
  func dimension(at value: JSONValue) throws(JSONError) -> Dimension {
    let expected = "a number of points, \"70pt\", \"50%\" or \"auto\""
    switch value.content {
    case .number:
      return .points(try length(at: value))
    case .string(let text):
      do throws(DimensionError) {
        return try Dimension(parsing: text)
      } catch {
        throw failure(at: value, "\(description(of: value)), where \(error.reason)", expected: expected)
      }
    default:
      throw failure(at: value, expected: expected)
    }
  }
}

// MARK: - Arrays of numbers

extension ParsedJSON {
  /// `[x, y]`.
  func point(at value: JSONValue) throws(JSONError) -> Point {
    let items = try items(at: value, count: 2, expected: "[x, y] in points")
    return Point(try points(at: items[0]), try points(at: items[1]))
  }

  /// `[width, height]`.
  func intrinsicSize(at value: JSONValue) throws(JSONError) -> Size {
    let items = try items(at: value, count: 2, expected: "[width, height] in points")
    return Size(try length(at: items[0]), try length(at: items[1]))
  }

  /// `[top, left, bottom, right]`, each a number or `"inf"`.
  func insets(at value: JSONValue) throws(JSONError) -> EdgeInsets {
    let items = try items(
      at: value, count: 4, expected: "[top, left, bottom, right], each a number of points or \"inf\"")
    let expected = "a number of points between -10000000 and 10000000, or \"inf\""
    let inset = { (item: JSONValue) throws(JSONError) -> Double in
      if item.string == "inf" { return .infinity }
      return try number(at: item, expected: expected) { $0.isValidOffset }
    }
    return EdgeInsets(
      top: try inset(items[0]), left: try inset(items[1]), bottom: try inset(items[2]),
      right: try inset(items[3]))
  }

  /// `{"min": [0, 0], "max": [320, null]}`; null in `max` is infinity.
  func sizeRange(at value: JSONValue) throws(JSONError) -> SizeRange {
    let form = "{\"min\": [width, height], \"max\": [width, height]}"
    let members = try members(of: value, SizeRangeKey.self, expected: form)
    let (min, max) = (
      try require(.min, in: members, expected: form), try require(.max, in: members, expected: form)
    )
    let lows = try items(at: min, count: 2, expected: "[width, height] in points")
    let highs = try items(at: max, count: 2, expected: "[width, height], each in points or null")
    var lengths: [(low: Double, high: Double)] = []
    for (low, high) in zip(lows, highs) {
      let minimum = try length(at: low)
      guard !high.isNull else {
        lengths.append((minimum, .infinity))
        continue
      }
      let maximum = try length(at: high, orElse: ", or null")
      guard minimum <= maximum else {
        throw failure(at: high, expected: "at least the minimum of \(shortText(minimum))")
      }
      lengths.append((minimum, maximum))
    }
    return SizeRange(min: Size(lengths[0].low, lengths[1].low), max: Size(lengths[0].high, lengths[1].high))
  }
}
