import LayoutSpecs
import StrictJSON

// MARK: - Elements and styles

extension ParsedJSON {
  /// A style; `members` is scratch.
  func style(at index: Int, using members: inout Members<StyleKey>) throws(JSONError) -> Style {
    try readMembers(of: index, into: &members, expected: "an object of style properties")
    var style = Style()
    if let index = members[.width] { style.width = try dimension(at: index) }
    if let index = members[.height] { style.height = try dimension(at: index) }
    if let index = members[.minWidth] { style.minWidth = try dimension(at: index) }
    if let index = members[.maxWidth] { style.maxWidth = try dimension(at: index) }
    if let index = members[.minHeight] { style.minHeight = try dimension(at: index) }
    if let index = members[.maxHeight] { style.maxHeight = try dimension(at: index) }
    if let index = members[.spacingBefore] { style.spacingBefore = try points(at: index) }
    if let index = members[.spacingAfter] { style.spacingAfter = try points(at: index) }
    if let index = members[.flexGrow] { style.flexGrow = try factor(at: index) }
    if let index = members[.flexShrink] { style.flexShrink = try factor(at: index) }
    if let index = members[.flexBasis] { style.flexBasis = try dimension(at: index) }
    if let index = members[.alignSelf] { style.alignSelf = try value(at: index) }
    if let index = members[.ascender] { style.ascender = try points(at: index) }
    if let index = members[.descender] { style.descender = try points(at: index) }
    if let index = members[.layoutPosition] { style.layoutPosition = try point(at: index) }
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
      return .absolute(try value(at: sizing))
    case .corner: return .corner(try corner(members))
    case .node: return try node(members)
    case .text: return try text(members)
    }
  }

  private func stack(_ members: Members<ElementKey>) throws(JSONError) -> StackParameters {
    var stack = StackParameters()
    if let index = members[.direction] { stack.direction = try value(at: index) }
    if let index = members[.spacing] { stack.spacing = try points(at: index) }
    if let index = members[.justifyContent] { stack.justifyContent = try value(at: index) }
    if let index = members[.alignItems] { stack.alignItems = try value(at: index) }
    if let index = members[.flexWrap] { stack.flexWrap = try value(at: index) }
    if let index = members[.alignContent] { stack.alignContent = try value(at: index) }
    if let index = members[.lineSpacing] { stack.lineSpacing = try points(at: index) }
    if let index = members[.horizontalAlignment] { stack.horizontalAlignment = try value(at: index) }
    if let index = members[.verticalAlignment] { stack.verticalAlignment = try value(at: index) }
    if let index = members[.concurrent] { stack.isConcurrent = try boolean(at: index) }
    return stack
  }

  private func center(_ members: Members<ElementKey>) throws(JSONError) -> CenterParameters {
    var center = CenterParameters()
    if let index = members[.centering] { center.centering = try value(at: index) }
    if let index = members[.sizing] { center.sizing = try value(at: index) }
    return center
  }

  private func relative(_ members: Members<ElementKey>) throws(JSONError) -> RelativeParameters {
    var relative = RelativeParameters()
    if let index = members[.horizontalPosition] { relative.horizontalPosition = try value(at: index) }
    if let index = members[.verticalPosition] { relative.verticalPosition = try value(at: index) }
    if let index = members[.sizing] { relative.sizing = try value(at: index) }
    return relative
  }

  private func corner(_ members: Members<ElementKey>) throws(JSONError) -> CornerParameters {
    var corner = CornerParameters()
    if let index = members[.location] { corner.location = try value(at: index) }
    if let index = members[.offset] { corner.offset = try point(at: index) }
    if let index = members[.wrapsCorner] { corner.wrapsCorner = try boolean(at: index) }
    return corner
  }

  private func node(_ members: Members<ElementKey>) throws(JSONError) -> ElementContent {
    guard let index = members[.intrinsicSize] else {
      return members[.layoutSpec] == nil ? .node : .compositeNode
    }
    guard members[.layoutSpec] == nil else {
      throw failure(at: index, "\"intrinsicSize\" beside \"layoutSpec\"", expected: "one of the two")
    }
    return .sizedNode(try intrinsicSize(at: index))
  }
}

// MARK: - Lengths and other numbers

extension ParsedJSON {
  /// Points that may be negative.
  func points(at index: Int) throws(JSONError) -> Double {
    try number(at: index, expected: "a number of points between -10000000 and 10000000") {
      $0.isValidOffset
    }
  }

  /// Points of a length.
  func length(at index: Int, orElse other: String = "") throws(JSONError) -> Double {
    try number(at: index, expected: "0 or more and less than 10000000 points\(other)") { $0.isValidLength }
  }

  /// A flex factor.
  func factor(at index: Int) throws(JSONError) -> Double {
    try number(at: index, expected: "a factor, 0 or more and less than 10000000") { $0.isValidLength }
  }

  /// The scale of a pixel grid.
  func scale(at index: Int) throws(JSONError) -> Double {
    try number(at: index, expected: "pixels per point, from 0.001 to 1000") { PixelGrid.scales.contains($0) }
  }

  /// A dimension: points that are not negative, a percentage or `auto`.
  func dimension(at index: Int) throws(JSONError) -> Dimension {
    let expected = "a number of points, \"70pt\", \"50%\" or \"auto\""
    switch kind(at: index) {
    case .number:
      return .points(try length(at: index))
    case .string:
      do throws(DimensionError) {
        return try Dimension(parsing: text(at: index))
      } catch {
        throw failure(at: index, "\(description(of: index)), where \(error.reason)", expected: expected)
      }
    default:
      throw failure(at: index, expected: expected)
    }
  }
}

// MARK: - Arrays of numbers

extension ParsedJSON {
  /// `[x, y]`.
  func point(at index: Int) throws(JSONError) -> Point {
    let items = try items(at: index, count: 2, expected: "[x, y] in points")
    return Point(try points(at: items[0]), try points(at: items[1]))
  }

  /// `[width, height]`.
  func intrinsicSize(at index: Int) throws(JSONError) -> Size {
    let items = try items(at: index, count: 2, expected: "[width, height] in points")
    return Size(try length(at: items[0]), try length(at: items[1]))
  }

  /// `[top, left, bottom, right]`, each a number or `"inf"`.
  func insets(at index: Int) throws(JSONError) -> EdgeInsets {
    let items = try items(
      at: index, count: 4, expected: "[top, left, bottom, right], each a number of points or \"inf\"")
    let expected = "a number of points between -10000000 and 10000000, or \"inf\""
    let inset = { (item: Int) throws(JSONError) -> Double in
      if kind(at: item) == .string && utf8(at: item).elementsEqual("inf".utf8) { return .infinity }
      return try number(at: item, expected: expected) { $0.isValidOffset }
    }
    return EdgeInsets(
      top: try inset(items[0]), left: try inset(items[1]), bottom: try inset(items[2]),
      right: try inset(items[3]))
  }

  /// `{"min": [0, 0], "max": [320, null]}`; null in `max` is infinity.
  func sizeRange(at index: Int) throws(JSONError) -> SizeRange {
    let form = "{\"min\": [width, height], \"max\": [width, height]}"
    let members = try members(of: index, SizeRangeKey.self, expected: form)
    let minIndex = try require(.min, in: members, expected: form)
    let maxIndex = try require(.max, in: members, expected: form)
    let lows = try items(at: minIndex, count: 2, expected: "[width, height] in points")
    let highs = try items(at: maxIndex, count: 2, expected: "[width, height], each in points or null")
    var lengths: [(low: Double, high: Double)] = []
    for (low, high) in zip(lows, highs) {
      let minimum = try length(at: low)
      guard kind(at: high) != .null else {
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
