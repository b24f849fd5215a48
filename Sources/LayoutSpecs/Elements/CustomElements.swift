/// A leaf with its own measurement and no children.
///
/// ```swift
/// struct Badge: LeafElement {
///   var style = Style()
///   var debugName: String?
///   let count: Int
///   var measurement: any LeafMeasurement { BadgeMeasurement(digits: "\(count)".count) }
/// }
/// ```
///
/// A leaf has no identity: its place in the layout gives its frame. For identity, subclass `DisplayNode`.
public protocol LeafElement: LayoutElement {
  /// The measurement of the leaf.
  var measurement: any LeafMeasurement { get }
}

extension LeafElement {
  /// Writes the leaf.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.writeCustom(.measured(measurement), self)
  }
}

/// A spec with its own algorithm: children, and how they are arranged.
///
/// ```swift
/// struct GridSpec: CustomLayoutSpec {
///   var style = Style()
///   var debugName: String?
///   let children: [any LayoutElement]
///   let columns: Int
///   var algorithm: any LayoutAlgorithm { GridAlgorithm(columns: columns) }
/// }
/// ```
public protocol CustomLayoutSpec: LayoutElement {
  /// The elements that the spec arranges.
  var children: [any LayoutElement] { get }
  /// The algorithm that arranges them.
  var algorithm: any LayoutAlgorithm { get }
}

extension CustomLayoutSpec {
  /// Writes the spec and its children.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.writeCustom(.custom(algorithm), self, children: children)
  }
}
