// The keys and the names of Yoga's captures, as its tool writes them (`capture/NodeToString.cpp` in its repository).

/// The keys of a capture.
enum YogaCaptureKey: UInt8, DocumentKey {
  case layoutInputs, tree, measureFuncs

  static let table = NameTable<YogaCaptureKey>(spelling: .hyphenated)
}

/// The keys of what a layout was asked for.
enum YogaInputKey: UInt8, DocumentKey {
  case availableWidth, availableHeight, ownerDirection

  static let table = NameTable<YogaInputKey>(spelling: .hyphenated)
}

/// The keys of a node in the tree.
enum YogaTreeKey: UInt8, DocumentKey {
  case style, node, config, children

  static let table = NameTable<YogaTreeKey>(spelling: .hyphenated)
}

/// The keys of what a node is, besides its style.
enum YogaNodeKey: UInt8, DocumentKey {
  case alwaysFormsContainingBlock, hasCustomMeasure, measureFuncs

  static let table = NameTable<YogaNodeKey>(spelling: .hyphenated)
}

/// The keys of a call of a measure function.
enum YogaMeasurementKey: UInt8, DocumentKey {
  case width, widthMode, height, heightMode, outputWidth, outputHeight, durationNs

  static let table = NameTable<YogaMeasurementKey>(spelling: .hyphenated)
}

/// The keys of a configuration.
enum YogaConfigKey: UInt8, DocumentKey {
  case useWebDefaults, pointScaleFactor, errata, experimentalFeatures

  static let table = NameTable<YogaConfigKey>(spelling: .hyphenated)
}

/// The keys of a length with a unit.
enum YogaLengthKey: UInt8, DocumentKey {
  case unit, value

  static let table = NameTable<YogaLengthKey>(spelling: .hyphenated)
}

/// The keys of a style.
enum YogaStyleKey: UInt8, DocumentKey {
  case direction, flexDirection, justifyContent, alignItems, alignSelf, alignContent, flexWrap, overflow,
    display
  case positionType, flex, flexGrow, flexShrink, flexBasis, gap, columnGap, rowGap, aspectRatio
  case width, height, minWidth, maxWidth, minHeight, maxHeight
  case marginLeft, marginRight, marginTop, marginBottom, marginStart, marginEnd, marginHorizontal,
    marginVertical
  case marginAll
  case paddingLeft, paddingRight, paddingTop, paddingBottom, paddingStart, paddingEnd, paddingHorizontal
  case paddingVertical, paddingAll
  case borderLeft, borderRight, borderTop, borderBottom, borderStart, borderEnd, borderHorizontal,
    borderVertical
  case borderAll
  case positionLeft, positionRight, positionTop, positionBottom, positionStart, positionEnd,
    positionHorizontal
  case positionVertical, positionAll

  static let table = NameTable<YogaStyleKey>(spelling: .hyphenated)

  /// The key of an edge, where `first` is the key of the left one; the others follow in the order of `YogaEdge`.
  static func key(of edge: YogaEdge, from first: YogaStyleKey) -> YogaStyleKey {
    allCases[Int(first.rawValue + edge.rawValue)]
  }
}

/// The names of the enumerations that captures use.
enum YogaNames {
  static let measureMode = NameTable<YogaMeasureMode>(spelling: .hyphenated)
  static let direction = NameTable<YogaDirection>(spelling: .hyphenated)
  static let flexDirection = NameTable<YogaFlexDirection>(spelling: .hyphenated)
  static let justify = NameTable<YogaJustify>(spelling: .hyphenated)
  static let align = NameTable<YogaAlign>(spelling: .hyphenated)
  static let wrap = NameTable<YogaWrap>(spelling: .hyphenated)
  static let overflow = NameTable<YogaOverflow>(spelling: .hyphenated)
  static let display = NameTable<YogaDisplay>(spelling: .hyphenated)
  static let positionType = NameTable<YogaPositionType>(spelling: .hyphenated)
  static let unit = NameTable<YogaUnit>(spelling: .hyphenated)
  static let errata = NameTable<YogaErrata>(spelling: .hyphenated)
}

/// The units of a length.
enum YogaUnit: UInt8, CaseIterable {
  case px, pct
}

/// Which of its old behaviours Yoga keeps. `classic` keeps all but one: containers that fill bounded lengths.
enum YogaErrata: UInt8, CaseIterable {
  case none, all, classic
}
