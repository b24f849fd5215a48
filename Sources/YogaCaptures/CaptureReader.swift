import LayoutDocuments
import LayoutSpecs
import StrictJSON

// MARK: - Captures and nodes

extension ParsedJSON {
  /// The most levels of nodes in a capture: importing recurses, and screens have some dozens.
  private static let maximumCaptureDepth = 200

  /// The capture.
  func capture() throws(JSONError) -> YogaCapture {
    let expected = "a capture of Yoga: an object with \"layout-inputs\" and \"tree\""
    let members = try members(of: 0, YogaCaptureKey.self, expected: expected)
    let inputs = try require(.layoutInputs, in: members, expected: expected)
    let tree = try require(.tree, in: members, expected: expected)
    var capture = YogaCapture(root: try captureNode(at: tree, level: 1))
    let asked = try self.members(of: inputs, YogaInputKey.self, expected: "an object of layout inputs")
    if let index = asked[.availableWidth] { capture.availableWidth = try optionalLength(at: index) }
    if let index = asked[.availableHeight] { capture.availableHeight = try optionalLength(at: index) }
    if let index = asked[.ownerDirection] { capture.ownerDirection = try value(at: index) }
    return capture
  }

  /// Points, or null for an undefined length.
  private func optionalLength(at index: Int) throws(JSONError) -> Double? {
    if kind(at: index) == .null { return nil }
    return try length(at: index, orElse: ", or null")
  }

  /// The index, or nil if there is none or its value is null, which the tool writes for an empty object.
  private func unlessNull(_ index: Int?) -> Int? {
    guard let index, kind(at: index) != .null else { return nil }
    return index
  }

  private func captureNode(at index: Int, level: Int) throws(JSONError) -> YogaNode {
    guard level <= ParsedJSON.maximumCaptureDepth else {
      throw failure(
        at: index, "level \(level) of the tree",
        expected: "a capture of at most \(ParsedJSON.maximumCaptureDepth) levels")
    }
    let members = try members(of: index, YogaTreeKey.self, expected: "a node of the capture")
    var node = YogaNode()
    if let style = unlessNull(members[.style]) { node.style = try captureStyle(at: style) }
    if let config = unlessNull(members[.config]) { try readConfig(at: config, into: &node) }
    if let facts = unlessNull(members[.node]) { try readFacts(at: facts, into: &node) }
    if let children = unlessNull(members[.children]) {
      for child in try items(at: children, expected: "an array of nodes") {
        node.children.append(try captureNode(at: child, level: level + 1))
      }
    }
    guard !node.isMeasured || node.children.isEmpty else {
      throw failure(at: index, "a node with a measure function and children", expected: "one of the two")
    }
    return node
  }

  private func readConfig(at index: Int, into node: inout YogaNode) throws(JSONError) {
    let members = try members(of: index, YogaConfigKey.self, expected: "an object of configuration")
    if let index = members[.useWebDefaults] { node.usesWebDefaults = try boolean(at: index) }
    if let index = members[.pointScaleFactor] { node.pointScaleFactor = try scale(at: index) }
    if let index = members[.errata] {
      node.fillsBoundedLength = try value(at: index, as: YogaErrata.self) == .all
    }
    if let index = members[.experimentalFeatures] {
      for item in try items(at: index, expected: "an array of names") {
        node.experimentalFeatures.append(try string(at: item))
      }
    }
  }

  private func readFacts(at index: Int, into node: inout YogaNode) throws(JSONError) {
    let members = try members(of: index, YogaNodeKey.self, expected: "an object about the node")
    if let index = members[.alwaysFormsContainingBlock] { _ = try boolean(at: index) }
    if let index = members[.hasCustomMeasure] { node.isMeasured = try boolean(at: index) }
    guard let calls = members[.measureFuncs] else { return }
    node.isMeasured = true
    guard let calls = unlessNull(calls) else { return }
    for call in try items(at: calls, expected: "an array of measurements") {
      node.measurements.append(try measurement(at: call))
    }
  }

  private func measurement(at index: Int) throws(JSONError) -> YogaMeasurement {
    let expected = "a measurement with its modes, output-width and output-height"
    let members = try members(of: index, YogaMeasurementKey.self, expected: expected)
    let output = { (key: YogaMeasurementKey) throws(JSONError) -> Double in
      try length(at: require(key, in: members, expected: expected))
    }
    let mode = { (key: YogaMeasurementKey) throws(JSONError) -> YogaMeasureMode in
      try value(at: require(key, in: members, expected: expected))
    }
    return YogaMeasurement(
      widthMode: try mode(.widthMode), heightMode: try mode(.heightMode),
      outputWidth: try output(.outputWidth), outputHeight: try output(.outputHeight))
  }
}

// MARK: - Styles

extension ParsedJSON {
  func captureStyle(at index: Int) throws(JSONError) -> YogaStyle {
    let members = try members(of: index, YogaStyleKey.self, expected: "an object of style properties")
    var style = YogaStyle()
    if let index = members[.direction] { style.direction = try value(at: index) }
    if let index = members[.flexDirection] { style.flexDirection = try value(at: index) }
    if let index = members[.justifyContent] { style.justifyContent = try value(at: index) }
    if let index = members[.alignItems] { style.alignItems = try value(at: index) }
    if let index = members[.alignSelf] { style.alignSelf = try value(at: index) }
    if let index = members[.alignContent] { style.alignContent = try value(at: index) }
    if let index = members[.flexWrap] { style.flexWrap = try value(at: index) }
    if let index = members[.overflow] { style.overflow = try value(at: index) }
    if let index = members[.display] { style.display = try value(at: index) }
    if let index = members[.positionType] { style.positionType = try value(at: index) }
    try readFlex(members, into: &style)
    try readSizes(members, into: &style)
    style.margin = try edges(from: .marginLeft, in: members)
    style.padding = try edges(from: .paddingLeft, in: members)
    style.border = try edges(from: .borderLeft, in: members)
    style.position = try edges(from: .positionLeft, in: members)
    return style
  }

  private func readFlex(_ members: Members<YogaStyleKey>, into style: inout YogaStyle) throws(JSONError) {
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
      let expected = "width divided by height, from 0.000001 to 1000000"
      style.aspectRatio = try number(at: index, expected: expected) { $0 >= 1e-6 && $0 <= 1e6 }
    }
  }

  private func readSizes(_ members: Members<YogaStyleKey>, into style: inout YogaStyle) throws(JSONError) {
    if let index = members[.width] { style.width = try size(at: index) }
    if let index = members[.height] { style.height = try size(at: index) }
    if let index = members[.minWidth] { style.minWidth = try size(at: index) }
    if let index = members[.maxWidth] { style.maxWidth = try size(at: index) }
    if let index = members[.minHeight] { style.minHeight = try size(at: index) }
    if let index = members[.maxHeight] { style.maxHeight = try size(at: index) }
  }

  private func edges(
    from left: YogaStyleKey, in members: Members<YogaStyleKey>
  ) throws(JSONError) -> YogaEdges {
    var edges = YogaEdges()
    for edge in YogaEdges.Edge.allCases {
      if let index = members[YogaStyleKey.key(of: edge, from: left)] {
        edges[edge] = try length(at: index, expected: ParsedJSON.lengthForm) { $0.isValidOffset }
      }
    }
    return edges
  }

  private static let lengthForm =
    "{\"unit\": \"px\" or \"pct\", \"value\": a number under 10000000}, \"auto\" or \"undefined\""

  /// A length that is not negative.
  private func size(at index: Int) throws(JSONError) -> YogaLength {
    try length(at: index, expected: ParsedJSON.lengthForm + ", of 0 or more") { $0.isValidLength }
  }

  private func length(
    at index: Int, expected: String, where condition: (Double) -> Bool
  ) throws(JSONError) -> YogaLength {
    if kind(at: index) == .string {
      switch text(at: index) {
      case "auto": return .auto
      case "undefined": return .undefined
      default: throw failure(at: index, expected: expected)
      }
    }
    let members = try members(of: index, YogaLengthKey.self, expected: expected)
    let unit: YogaUnit = try value(at: require(.unit, in: members, expected: expected))
    let number = try number(
      at: require(.value, in: members, expected: expected), expected: expected, where: condition)
    return unit == .px ? .points(number) : .fraction(number / 100)
  }
}

// MARK: - Keys, as `capture/NodeToString.cpp` in Yoga's repository writes them

enum YogaCaptureKey: UInt8, JSONNamed {
  case layoutInputs, tree, measureFuncs
  static let names = NameTable<Self>(.hyphenated)
}

enum YogaInputKey: UInt8, JSONNamed {
  case availableWidth, availableHeight, ownerDirection
  static let names = NameTable<Self>(.hyphenated)
}

enum YogaTreeKey: UInt8, JSONNamed {
  case style, node, config, children
  static let names = NameTable<Self>(.hyphenated)
}

enum YogaNodeKey: UInt8, JSONNamed {
  case alwaysFormsContainingBlock, hasCustomMeasure, measureFuncs
  static let names = NameTable<Self>(.hyphenated)
}

enum YogaMeasurementKey: UInt8, JSONNamed {
  case width, widthMode, height, heightMode, outputWidth, outputHeight, durationNs
  static let names = NameTable<Self>(.hyphenated)
}

enum YogaConfigKey: UInt8, JSONNamed {
  case useWebDefaults, pointScaleFactor, errata, experimentalFeatures
  static let names = NameTable<Self>(.hyphenated)
}

enum YogaLengthKey: UInt8, JSONNamed {
  case unit, value
  static let names = NameTable<Self>(.hyphenated)
}

enum YogaStyleKey: UInt8, JSONNamed {
  case direction, flexDirection, justifyContent, alignItems, alignSelf, alignContent, flexWrap, overflow
  case display, positionType, flex, flexGrow, flexShrink, flexBasis, gap, columnGap, rowGap, aspectRatio
  case width, height, minWidth, maxWidth, minHeight, maxHeight
  case marginLeft, marginRight, marginTop, marginBottom, marginStart, marginEnd
  case marginHorizontal, marginVertical, marginAll
  case paddingLeft, paddingRight, paddingTop, paddingBottom, paddingStart, paddingEnd
  case paddingHorizontal, paddingVertical, paddingAll
  case borderLeft, borderRight, borderTop, borderBottom, borderStart, borderEnd
  case borderHorizontal, borderVertical, borderAll
  case positionLeft, positionRight, positionTop, positionBottom, positionStart, positionEnd
  case positionHorizontal, positionVertical, positionAll
  static let names = NameTable<Self>(.hyphenated)

  /// The key of an edge: the keys follow that of the left edge in the order of `YogaEdges.Edge`.
  static func key(of edge: YogaEdges.Edge, from left: YogaStyleKey) -> YogaStyleKey {
    allCases[Int(left.rawValue) + edge.rawValue]
  }
}

/// The units of a length.
enum YogaUnit: UInt8, JSONNamed {
  case px, pct
  static let names = NameTable<Self>(.hyphenated)
}

/// Which of its old behaviours Yoga keeps. `classic` keeps all but one: containers that fill bounded lengths.
enum YogaErrata: UInt8, JSONNamed {
  case none, all, classic
  static let names = NameTable<Self>(.hyphenated)
}
