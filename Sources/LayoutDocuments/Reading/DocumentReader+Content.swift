import LayoutSpecs

extension DocumentReader {
  /// A style.
  ///
  /// - Parameters:
  ///   - index: The object.
  ///   - members: Scratch.
  func style(at index: Int, using members: inout Members<StyleKey>) throws(DocumentError) -> Style {
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
    if let index = members[.alignSelf] { style.alignSelf = try value(at: index, ValueNames.alignSelf) }
    if let index = members[.ascender] { style.ascender = try points(at: index) }
    if let index = members[.descender] { style.descender = try points(at: index) }
    if let index = members[.layoutPosition] { style.layoutPosition = try point(at: index) }
    return style
  }

  /// What an element is, apart from its style, its name and its children.
  ///
  /// - Parameters:
  ///   - type: The element's type.
  ///   - members: The element's keys, which were checked to be ones that the type takes.
  ///   - index: The element's object.
  func content(
    _ type: ElementType, _ members: Members<ElementKey>, of index: Int
  ) throws(DocumentError) -> ElementContent {
    switch type {
    case .wrapper: return .wrapper
    case .overlay: return .overlay
    case .background: return .background
    case .spec: return .spec
    case .stack: return .stack(try stack(members))
    case .inset:
      let insets = try require(.insets, in: members, of: index, expected: "[top, left, bottom, right]")
      return .inset(try self.insets(at: insets))
    case .center: return .center(try center(members))
    case .relative: return .relative(try relative(members))
    case .ratio:
      let expected = "a ratio of height to width, 0 or more"
      let ratio = try require(.ratio, in: members, of: index, expected: expected)
      return .ratio(try number(at: ratio, expected: expected) { $0 >= 0 })
    case .absolute:
      guard let sizing = members[.sizing] else { return .absolute(.default) }
      return .absolute(try value(at: sizing, ValueNames.absoluteSizing))
    case .corner: return .corner(try corner(members))
    case .node: return try node(members)
    case .text: return .text(try text(members, of: index))
    }
  }

  private func stack(_ members: Members<ElementKey>) throws(DocumentError) -> StackParameters {
    var stack = StackParameters()
    if let index = members[.direction] { stack.direction = try value(at: index, ValueNames.direction) }
    if let index = members[.spacing] { stack.spacing = try points(at: index) }
    if let index = members[.justifyContent] {
      stack.justifyContent = try value(at: index, ValueNames.justifyContent)
    }
    if let index = members[.alignItems] { stack.alignItems = try value(at: index, ValueNames.alignItems) }
    if let index = members[.flexWrap] { stack.flexWrap = try value(at: index, ValueNames.flexWrap) }
    if let index = members[.alignContent] {
      stack.alignContent = try value(at: index, ValueNames.alignContent)
    }
    if let index = members[.lineSpacing] { stack.lineSpacing = try points(at: index) }
    if let index = members[.horizontalAlignment] {
      stack.horizontalAlignment = try value(at: index, ValueNames.horizontalAlignment)
    }
    if let index = members[.verticalAlignment] {
      stack.verticalAlignment = try value(at: index, ValueNames.verticalAlignment)
    }
    if let index = members[.concurrent] { stack.isConcurrent = try boolean(at: index) }
    return stack
  }

  private func center(_ members: Members<ElementKey>) throws(DocumentError) -> CenterParameters {
    var center = CenterParameters()
    if let index = members[.centering] { center.centering = try value(at: index, ValueNames.centering) }
    if let index = members[.sizing] { center.sizing = try value(at: index, ValueNames.centerSizing) }
    return center
  }

  private func relative(_ members: Members<ElementKey>) throws(DocumentError) -> RelativeParameters {
    var relative = RelativeParameters()
    if let index = members[.horizontalPosition] {
      relative.horizontalPosition = try value(at: index, ValueNames.relativePosition)
    }
    if let index = members[.verticalPosition] {
      relative.verticalPosition = try value(at: index, ValueNames.relativePosition)
    }
    if let index = members[.sizing] { relative.sizing = try value(at: index, ValueNames.relativeSizing) }
    return relative
  }

  private func corner(_ members: Members<ElementKey>) throws(DocumentError) -> CornerParameters {
    var corner = CornerParameters()
    if let index = members[.location] { corner.location = try value(at: index, ValueNames.cornerLocation) }
    if let index = members[.offset] { corner.offset = try point(at: index) }
    if let index = members[.wrapsCorner] { corner.wrapsCorner = try boolean(at: index) }
    return corner
  }

  private func node(_ members: Members<ElementKey>) throws(DocumentError) -> ElementContent {
    guard let index = members[.intrinsicSize] else {
      return members[.layoutSpec] == nil ? .node : .compositeNode
    }
    guard members[.layoutSpec] == nil else {
      throw failure(at: index, "\"intrinsicSize\" beside \"layoutSpec\"", expected: "one of the two")
    }
    return .sizedNode(try intrinsicSize(at: index))
  }

  private func text(_ members: Members<ElementKey>, of index: Int) throws(DocumentError) -> TextParameters {
    let string = try string(at: require(.text, in: members, of: index, expected: "a string"))
    var text = TextParameters(string)
    if let index = members[.advance] {
      let expected = "points per character, more than 0 and less than 10000000"
      text.advance = try number(at: index, expected: expected) { $0 > 0 && $0.isValidLength }
    }
    if let index = members[.lineHeight] {
      text.lineHeight = try length(at: index)
    }
    return text
  }
}
