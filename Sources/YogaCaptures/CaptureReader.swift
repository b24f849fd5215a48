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
    let members = try members(of: root, YogaCaptureKey.self, expected: expected)
    let inputs = try require(.layoutInputs, in: members, expected: expected)
    let tree = try require(.tree, in: members, expected: expected)
    var capture = YogaCapture(root: try captureNode(at: tree, level: 1))
    let asked = try self.members(of: inputs, YogaInputKey.self, expected: "an object of layout inputs")
    if let value = asked[.availableWidth] { capture.availableWidth = try optionalLength(at: value) }
    if let value = asked[.availableHeight] { capture.availableHeight = try optionalLength(at: value) }
    if let value = asked[.ownerDirection] { capture.ownerDirection = try word(at: value) }
    return capture
  }

  /// Points, or null for an undefined length.
  private func optionalLength(at value: JSONValue) throws(JSONError) -> Double? {
    if value.isNull { return nil }
    return try length(at: value, orElse: ", or null")
  }

  /// The value, or nil if there is none or it is null, which the tool writes for an empty object.
  private func unlessNull(_ value: JSONValue?) -> JSONValue? {
    guard let value, !value.isNull else { return nil }
    return value
  }

  private func captureNode(at value: JSONValue, level: Int) throws(JSONError) -> YogaNode {
    guard level <= ParsedJSON.maximumCaptureDepth else {
      throw failure(
        at: value, "level \(level) of the tree",
        expected: "a capture of at most \(ParsedJSON.maximumCaptureDepth) levels")
    }
    let members = try members(of: value, YogaTreeKey.self, expected: "a node of the capture")
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
      throw failure(at: value, "a node with a measure function and children", expected: "one of the two")
    }
    return node
  }

  private func readConfig(at value: JSONValue, into node: inout YogaNode) throws(JSONError) {
    let members = try members(of: value, YogaConfigKey.self, expected: "an object of configuration")
    if let value = members[.useWebDefaults] { node.usesWebDefaults = try boolean(at: value) }
    if let value = members[.pointScaleFactor] { node.pointScaleFactor = try scale(at: value) }
    if let value = members[.errata] {
      node.fillsBoundedLength = try word(at: value, as: YogaErrata.self) == .all
    }
    if let value = members[.experimentalFeatures] {
      for item in try items(at: value, expected: "an array of names") {
        node.experimentalFeatures.append(try string(at: item))
      }
    }
  }

  private func readFacts(at value: JSONValue, into node: inout YogaNode) throws(JSONError) {
    let members = try members(of: value, YogaNodeKey.self, expected: "an object about the node")
    if let value = members[.alwaysFormsContainingBlock] { _ = try boolean(at: value) }
    if let value = members[.hasCustomMeasure] { node.isMeasured = try boolean(at: value) }
    guard let calls = members[.measureFuncs] else { return }
    node.isMeasured = true
    guard let calls = unlessNull(calls) else { return }
    for call in try items(at: calls, expected: "an array of measurements") {
      node.measurements.append(try measurement(at: call))
    }
  }

  private func measurement(at value: JSONValue) throws(JSONError) -> YogaMeasurement {
    let expected = "a measurement with its modes, output-width and output-height"
    let members = try members(of: value, YogaMeasurementKey.self, expected: expected)
    let output = { (key: YogaMeasurementKey) throws(JSONError) -> Double in
      try length(at: require(key, in: members, expected: expected))
    }
    let mode = { (key: YogaMeasurementKey) throws(JSONError) -> YogaMeasureMode in
      try word(at: require(key, in: members, expected: expected))
    }
    return YogaMeasurement(
      widthMode: try mode(.widthMode), heightMode: try mode(.heightMode),
      outputWidth: try output(.outputWidth), outputHeight: try output(.outputHeight))
  }
}

// MARK: - Styles

extension ParsedJSON {
  func captureStyle(at value: JSONValue) throws(JSONError) -> YogaStyle {
    let members = try members(of: value, YogaStyleKey.self, expected: "an object of style properties")
    var style = YogaStyle()
    if let value = members[.direction] { style.direction = try word(at: value) }
    if let value = members[.flexDirection] { style.flexDirection = try word(at: value) }
    if let value = members[.justifyContent] { style.justifyContent = try word(at: value) }
    if let value = members[.alignItems] { style.alignItems = try word(at: value) }
    if let value = members[.alignSelf] { style.alignSelf = try word(at: value) }
    if let value = members[.alignContent] { style.alignContent = try word(at: value) }
    if let value = members[.flexWrap] { style.flexWrap = try word(at: value) }
    if let value = members[.overflow] { style.overflow = try word(at: value) }
    if let value = members[.display] { style.display = try word(at: value) }
    if let value = members[.positionType] { style.positionType = try word(at: value) }
    try readFlex(members, into: &style)
    try readSizes(members, into: &style)
    style.margin = try edges(from: .marginLeft, in: members)
    style.padding = try edges(from: .paddingLeft, in: members)
    style.border = try edges(from: .borderLeft, in: members)
    style.position = try edges(from: .positionLeft, in: members)
    return style
  }

  private func readFlex(_ members: Members<YogaStyleKey>, into style: inout YogaStyle) throws(JSONError) {
    if let value = members[.flex] {
      let expected = "a factor between -10000000 and 10000000"
      style.flex = try number(at: value, expected: expected) { $0.isValidOffset }
    }
    if let value = members[.flexGrow] { style.flexGrow = try factor(at: value) }
    if let value = members[.flexShrink] { style.flexShrink = try factor(at: value) }
    if let value = members[.flexBasis] { style.flexBasis = try size(at: value) }
    if let value = members[.gap] { style.gap = try length(at: value) }
    if let value = members[.columnGap] { style.columnGap = try length(at: value) }
    if let value = members[.rowGap] { style.rowGap = try length(at: value) }
    if let value = members[.aspectRatio] {
      let expected = "width divided by height, from 0.000001 to 1000000"
      style.aspectRatio = try number(at: value, expected: expected) { $0 >= 1e-6 && $0 <= 1e6 }
    }
  }

  private func readSizes(_ members: Members<YogaStyleKey>, into style: inout YogaStyle) throws(JSONError) {
    if let value = members[.width] { style.width = try size(at: value) }
    if let value = members[.height] { style.height = try size(at: value) }
    if let value = members[.minWidth] { style.minWidth = try size(at: value) }
    if let value = members[.maxWidth] { style.maxWidth = try size(at: value) }
    if let value = members[.minHeight] { style.minHeight = try size(at: value) }
    if let value = members[.maxHeight] { style.maxHeight = try size(at: value) }
  }

  private func edges(
    from left: YogaStyleKey, in members: Members<YogaStyleKey>
  ) throws(JSONError) -> YogaEdges {
    var edges = YogaEdges()
    for edge in YogaEdges.Edge.allCases {
      if let value = members[YogaStyleKey.key(of: edge, from: left)] {
        edges[edge] = try length(at: value, expected: ParsedJSON.lengthForm) { $0.isValidOffset }
      }
    }
    return edges
  }

  private static let lengthForm =
    "{\"unit\": \"px\" or \"pct\", \"value\": a number under 10000000}, \"auto\" or \"undefined\""

  /// A length that is not negative.
  private func size(at value: JSONValue) throws(JSONError) -> YogaLength {
    try length(at: value, expected: ParsedJSON.lengthForm + ", of 0 or more") { $0.isValidLength }
  }

  private func length(
    at value: JSONValue, expected: String, where condition: (Double) -> Bool
  ) throws(JSONError) -> YogaLength {
    if let text = value.string {
      switch text {
      case "auto": return .auto
      case "undefined": return .undefined
      default: throw failure(at: value, expected: expected)
      }
    }
    let members = try members(of: value, YogaLengthKey.self, expected: expected)
    let unit: YogaUnit = try word(at: require(.unit, in: members, expected: expected))
    let number = try number(
      at: require(.value, in: members, expected: expected), expected: expected, where: condition)
    return unit == .px ? .points(number) : .fraction(number / 100)
  }
}

// MARK: - Keys, as `capture/NodeToString.cpp` in Yoga's repository writes them

enum YogaCaptureKey: UInt8, JSONNamed {
  case layoutInputs, tree, measureFuncs
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaInputKey: UInt8, JSONNamed {
  case availableWidth, availableHeight, ownerDirection
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaTreeKey: UInt8, JSONNamed {
  case style, node, config, children
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaNodeKey: UInt8, JSONNamed {
  case alwaysFormsContainingBlock, hasCustomMeasure, measureFuncs
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaMeasurementKey: UInt8, JSONNamed {
  case width, widthMode, height, heightMode, outputWidth, outputHeight, durationNs
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaConfigKey: UInt8, JSONNamed {
  case useWebDefaults, pointScaleFactor, errata, experimentalFeatures
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaLengthKey: UInt8, JSONNamed {
  case unit, value
  static let names = NameTable(of: Self.self, .hyphenated)
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
  static let names = NameTable(of: Self.self, .hyphenated)

  /// The key of an edge: the keys follow that of the left edge in the order of `YogaEdges.Edge`.
  static func key(of edge: YogaEdges.Edge, from left: YogaStyleKey) -> YogaStyleKey {
    allCases[Int(left.rawValue) + edge.rawValue]
  }
}

/// The units of a length.
enum YogaUnit: UInt8, JSONNamed {
  case px, pct
  static let names = NameTable(of: Self.self, .hyphenated)
}

/// Which of its old behaviours Yoga keeps. `classic` keeps all but one: containers that fill bounded lengths.
enum YogaErrata: UInt8, JSONNamed {
  case none, all, classic
  static let names = NameTable(of: Self.self, .hyphenated)
}
