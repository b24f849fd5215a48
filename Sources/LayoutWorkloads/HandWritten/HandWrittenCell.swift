import LayoutSpecs

/// A cell whose frames are written by hand, as in a view's `layoutSubviews`: the yardstick for nodes.
///
/// Each layout reads the nodes' contents, and gives the cell and each node within it the same frame as the
/// engine, bit for bit, if widths are whole points. Texts are in the default metrics.
public protocol HandWrittenCell: AnyObject {
  /// The cell's frame at (0, 0), and then the frame of each node within the cell, relative to the node around
  /// it, in the order of the elements.
  var frames: [Rect] { get }

  /// The nodes without others in them, in the order of the elements.
  var leaves: [DisplayNode] { get }

  /// Writes the frames of these nodes, relative to the cell. Default: those after the cell's, which are the leaves'.
  func copyLeafFrames(to leafFrames: inout [Rect])

  /// Writes the frames.
  ///
  /// - Parameter width: The cell's width, in points. Each type documents the widths that it supports.
  func layOut(width: Double)
}

extension HandWrittenCell {
  public func copyLeafFrames(to leafFrames: inout [Rect]) {
    let frames = frames
    for index in leafFrames.indices { leafFrames[index] = frames[index + 1] }
  }
}
