extension DocumentReader {
  /// How many levels of nodes a capture may have: importing recurses, and screens have some dozens.
  static let maximumCaptureDepth = 200

  /// The capture that the text holds.
  func capture() throws(DocumentError) -> YogaCapture {
    let expected = "a capture of Yoga: an object with \"layout-inputs\" and \"tree\""
    let members = try members(of: 0, YogaCaptureKey.self, expected: expected)
    let inputs = try require(.layoutInputs, in: members, of: 0, expected: expected)
    let tree = try require(.tree, in: members, of: 0, expected: expected)
    var capture = YogaCapture(root: try captureNode(at: tree, level: 1))
    let asked = try self.members(of: inputs, YogaInputKey.self, expected: "an object of layout inputs")
    if let index = asked[.availableWidth] { capture.availableWidth = try optionalLength(at: index) }
    if let index = asked[.availableHeight] { capture.availableHeight = try optionalLength(at: index) }
    if let index = asked[.ownerDirection] {
      capture.ownerDirection = try value(at: index, YogaNames.direction)
    }
    return capture
  }

  /// Points, or null for an undefined length.
  private func optionalLength(at index: Int) throws(DocumentError) -> Double? {
    if json.values[index].kind == .null { return nil }
    return try length(at: index, orElse: ", or null")
  }

  /// The record, or nil where there is none or it is null: the tool writes null for an object without members.
  private func unlessNull(_ index: Int?) -> Int? {
    guard let index, json.values[index].kind != .null else { return nil }
    return index
  }

  private func captureNode(at index: Int, level: Int) throws(DocumentError) -> YogaNode {
    guard level <= DocumentReader.maximumCaptureDepth else {
      throw failure(
        at: index, "level \(level) of the tree",
        expected: "a capture of at most \(DocumentReader.maximumCaptureDepth) levels")
    }
    let members = try members(of: index, YogaTreeKey.self, expected: "a node of the capture")
    var node = YogaNode()
    if let style = unlessNull(members[.style]) { node.style = try captureStyle(at: style) }
    if let config = unlessNull(members[.config]) { try readConfig(at: config, into: &node) }
    if let facts = unlessNull(members[.node]) { try readFacts(at: facts, into: &node) }
    if let children = unlessNull(members[.children]) {
      guard json.values[children].kind == .array else {
        throw failure(at: children, expected: "an array of nodes")
      }
      for child in json.items(of: children) {
        node.children.append(try captureNode(at: child, level: level + 1))
      }
    }
    guard !node.isMeasured || node.children.isEmpty else {
      throw failure(at: index, "a node with a measure function and children", expected: "one of the two")
    }
    return node
  }

  private func readConfig(at index: Int, into node: inout YogaNode) throws(DocumentError) {
    let members = try members(of: index, YogaConfigKey.self, expected: "an object of configuration")
    if let index = members[.useWebDefaults] { node.usesWebDefaults = try boolean(at: index) }
    if let index = members[.pointScaleFactor] {
      node.pointScaleFactor = try scale(at: index)
    }
    if let index = members[.errata] {
      node.fillsBoundedLength = try value(at: index, YogaNames.errata) == .all
    }
    if let index = members[.experimentalFeatures] {
      guard json.values[index].kind == .array else { throw failure(at: index, expected: "an array of names") }
      for item in json.items(of: index) { node.experimentalFeatures.append(try string(at: item)) }
    }
  }

  private func readFacts(at index: Int, into node: inout YogaNode) throws(DocumentError) {
    let members = try members(of: index, YogaNodeKey.self, expected: "an object about the node")
    if let index = members[.alwaysFormsContainingBlock] { _ = try boolean(at: index) }
    if let index = members[.hasCustomMeasure] { node.isMeasured = try boolean(at: index) }
    guard let calls = members[.measureFuncs] else { return }
    node.isMeasured = true
    guard let calls = unlessNull(calls) else { return }
    guard json.values[calls].kind == .array else {
      throw failure(at: calls, expected: "an array of measurements")
    }
    for call in json.items(of: calls) { node.measurements.append(try measurement(at: call)) }
  }

  private func measurement(at index: Int) throws(DocumentError) -> YogaMeasurement {
    let expected = "a measurement with its modes, output-width and output-height"
    let members = try members(of: index, YogaMeasurementKey.self, expected: expected)
    let output = { (key: YogaMeasurementKey) throws(DocumentError) -> Double in
      let index = try require(key, in: members, of: index, expected: expected)
      return try length(at: index)
    }
    let mode = { (key: YogaMeasurementKey) throws(DocumentError) -> YogaMeasureMode in
      try value(at: try require(key, in: members, of: index, expected: expected), YogaNames.measureMode)
    }
    return YogaMeasurement(
      widthMode: try mode(.widthMode), heightMode: try mode(.heightMode),
      outputWidth: try output(.outputWidth), outputHeight: try output(.outputHeight))
  }
}
