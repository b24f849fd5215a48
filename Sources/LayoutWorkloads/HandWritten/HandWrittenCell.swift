import LayoutSpecs

/// A cell whose frames are written by hand, as a view's `layoutSubviews` does it: the yardstick for nodes.
///
/// Each layout reads what the nodes show, and gives the cell and each node within it the frame that the
/// engine gives them, bit for bit, if widths are whole points. Texts are in the default metrics.
public protocol HandWrittenCell: AnyObject {
  /// The frame of the cell at (0, 0), and then of each node within it, relative to the node around it, in the
  /// order of their elements.
  var frames: [Rect] { get }

  /// Writes the frames.
  ///
  /// - Parameter width: The cell's width, in points. Each type documents the widths that it supports.
  func layOut(width: Double)
}
