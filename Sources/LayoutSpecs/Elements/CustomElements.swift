/// A leaf of the user's own: something with a size and nothing below it.
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
/// A value, and not a node: it has no identity, and its frame is found by its place in the layout. Where identity matters
/// subclass `DisplayNode`.
public protocol LeafElement: LayoutElement {
  /// How the leaf is measured.
  var measurement: any LeafMeasurement { get }
}

extension LeafElement {
  /// Writes the leaf.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.writeCustom(.measured(measurement), self)
  }
}

/// A spec of the user's own: elements, and how they are arranged.
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
  /// How they are arranged.
  var algorithm: any LayoutAlgorithm { get }
}

extension CustomLayoutSpec {
  /// Writes the spec and its children.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.writeCustom(.custom(algorithm), self, children: children)
  }
}
