import Testing

/// A capture of 100 × 100 points, and the frames that Yoga's own engine gives.
///
/// The frames were computed with the Python package poga 0.1.19, with Yoga's old behaviours on, as `scripts/check-capture` does.
/// Lengths are written `"5px"` and `"50%"` instead of captures' objects.
struct YogaCase: CustomTestStringConvertible {
  let testDescription: String
  let capture: String
  /// `[x, y, width, height]` in the frame of the element around it, by the element's place.
  let frames: [String: [Double]]

  init(_ description: String, _ tree: String, _ frames: [String: [Double]]) {
    testDescription = description
    capture = YogaCase.capture(of: tree)
    self.frames = frames
  }

  /// The capture of a tree, with its lengths as captures write them.
  static func capture(of tree: String) -> String {
    let tree = tree.replacing(/"(-?[0-9.]+)(px|%)"/) { match in
      #"{"unit": "\#(match.2 == "%" ? "pct" : "px")", "value": \#(match.1)}"#
    }
    return """
      {"layout-inputs": {"available-width": 100, "available-height": 100, "owner-direction": "ltr"}, "tree": \(tree)}
      """
  }
}
