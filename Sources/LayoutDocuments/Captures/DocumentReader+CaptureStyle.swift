extension DocumentReader {
  /// The style of a node in a capture.
  func captureStyle(at index: Int) throws(DocumentError) -> YogaStyle {
    let members = try members(of: index, YogaStyleKey.self, expected: "an object of style properties")
    var style = YogaStyle()
    if let index = members[.direction] { style.direction = try value(at: index, YogaNames.direction) }
    if let index = members[.flexDirection] {
      style.flexDirection = try value(at: index, YogaNames.flexDirection)
    }
    if let index = members[.justifyContent] { style.justifyContent = try value(at: index, YogaNames.justify) }
    if let index = members[.alignItems] { style.alignItems = try value(at: index, YogaNames.align) }
    if let index = members[.alignSelf] { style.alignSelf = try value(at: index, YogaNames.align) }
    if let index = members[.alignContent] { style.alignContent = try value(at: index, YogaNames.align) }
    if let index = members[.flexWrap] { style.flexWrap = try value(at: index, YogaNames.wrap) }
    if let index = members[.overflow] { style.overflow = try value(at: index, YogaNames.overflow) }
    if let index = members[.display] { style.display = try value(at: index, YogaNames.display) }
    if let index = members[.positionType] {
      style.positionType = try value(at: index, YogaNames.positionType)
    }
    try readFlex(members, into: &style)
    try readSizes(members, into: &style)
    style.margin = try edges(from: .marginLeft, in: members)
    style.padding = try edges(from: .paddingLeft, in: members)
    style.border = try edges(from: .borderLeft, in: members)
    style.position = try edges(from: .positionLeft, in: members)
    return style
  }

  private func readFlex(_ members: Members<YogaStyleKey>, into style: inout YogaStyle) throws(DocumentError) {
    if let index = members[.flex] {
      let expected = "a factor between -10000000 and 10000000"
      style.flex = try number(at: index, expected: expected) { $0.isValidOffset }
    }
    if let index = members[.flexGrow] { style.flexGrow = try factor(at: index) }
    if let index = members[.flexShrink] { style.flexShrink = try factor(at: index) }
    if let index = members[.flexBasis] { style.flexBasis = try size(at: index) }
    if let index = members[.gap] { style.gap = try length(at: index) }
    if let index = members[.columnGap] { style.columnGap = try length(at: index) }
    if let index = members[.rowGap] { style.rowGap = try length(at: index) }
    if let index = members[.aspectRatio] {
      style.aspectRatio = try number(at: index, expected: "width divided by height, from 0.000001 to 1000000")
      {
        $0 >= 1e-6 && $0 <= 1e6
      }
    }
  }

  private func readSizes(_ members: Members<YogaStyleKey>, into style: inout YogaStyle) throws(DocumentError)
  {
    if let index = members[.width] { style.width = try size(at: index) }
    if let index = members[.height] { style.height = try size(at: index) }
    if let index = members[.minWidth] { style.minWidth = try size(at: index) }
    if let index = members[.maxWidth] { style.maxWidth = try size(at: index) }
    if let index = members[.minHeight] { style.minHeight = try size(at: index) }
    if let index = members[.maxHeight] { style.maxHeight = try size(at: index) }
  }

  private func edges(from first: YogaStyleKey, in members: Members<YogaStyleKey>) throws(DocumentError)
    -> YogaEdges
  {
    var edges = YogaEdges()
    for edge in YogaEdge.allCases {
      if let index = members[YogaStyleKey.key(of: edge, from: first)] {
        edges[edge] = try length(at: index, expected: DocumentReader.lengthForm) { $0.isValidOffset }
      }
    }
    return edges
  }

  private static let lengthForm =
    "{\"unit\": \"px\" or \"pct\", \"value\": a number under 10000000}, \"auto\" or \"undefined\""

  /// A length that is not negative.
  private func size(at index: Int) throws(DocumentError) -> YogaLength {
    try length(at: index, expected: DocumentReader.lengthForm + ", of 0 or more") { $0.isValidLength }
  }

  private func length(
    at index: Int, expected: String, where condition: (Double) -> Bool
  ) throws(DocumentError) -> YogaLength {
    if json.values[index].kind == .string {
      switch json.string(at: index) {
      case "auto": return .auto
      case "undefined": return .undefined
      default: throw failure(at: index, expected: expected)
      }
    }
    let members = try members(of: index, YogaLengthKey.self, expected: expected)
    let unit = try value(
      at: try require(.unit, in: members, of: index, expected: expected), YogaNames.unit)
    let number = try number(
      at: try require(.value, in: members, of: index, expected: expected), expected: expected,
      where: condition)
    return unit == .px ? .points(number) : .fraction(number / 100)
  }
}
