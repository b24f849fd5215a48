/// What Yoga's capture tool saw of one layout: what the layout was asked for, and the tree of nodes.
///
/// The tool is part of Yoga's repository (github.com/facebook/yoga, `capture/`). It writes what differs from Yoga's
/// defaults, and so nothing for what has its default.
struct YogaCapture {
  /// The width that the root was laid out in, in points; nil where it was undefined.
  var availableWidth: Double?
  /// The height that the root was laid out in, in points; nil where it was undefined.
  var availableHeight: Double?
  /// The direction that the root inherits.
  var ownerDirection = YogaDirection.ltr
  /// The root.
  var root: YogaNode
}

/// A node of a capture.
struct YogaNode {
  var style = YogaStyle()
  /// Pixels per point; nil where the capture leaves it out.
  var pointScaleFactor: Double?
  /// Whether an unset flex basis of a growing node is `auto`, and not 0.
  var usesWebDefaults = false
  /// Whether a container that is measured in a bounded length takes all of it if a child grows: Yoga's behaviour of old,
  /// which the errata named `all` keep.
  var fillsBoundedLength = false
  /// The experimental features that are on.
  var experimentalFeatures: [String] = []
  /// Whether the node's size comes from a function of the application.
  var isMeasured = false
  /// What that function was asked and what it answered, in the order of the calls.
  var measurements: [YogaMeasurement] = []
  var children: [YogaNode] = []
}

/// A call of a node's measure function. Lengths are in points, without padding and border.
struct YogaMeasurement {
  var widthMode: YogaMeasureMode
  var heightMode: YogaMeasureMode
  var outputWidth: Double
  var outputHeight: Double
}

/// What a measure function may choose.
enum YogaMeasureMode: UInt8, CaseIterable {
  case undefined, exactly, atMost
}
