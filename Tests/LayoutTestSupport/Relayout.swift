package import LayoutSpecs

extension LayoutTree {
  /// A column of rows, each a node beside a column of two texts.
  package static func list(of count: Int) -> LayoutTree {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical)))
    for row in 0..<count {
      builder.begin(.stack(StackParameters(direction: .horizontal)))
      builder.add(.sizedNode(Size(40, 40)))
      builder.begin(.stack(StackParameters(direction: .vertical)), style: Style { $0.flexShrink = 1 })
      builder.add(.text(TextParameters("row \(row)")))
      builder.add(.text(TextParameters("text of row \(row), which is wrapped")))
      builder.end()
      builder.end()
    }
    builder.end()
    return builder.finish()
  }
}

extension LayoutContext {
  /// Lays an edited tree out again, and returns the first element whose frame is not that of a layout from
  /// scratch; nil if there is none.
  ///
  /// - Parameters:
  ///   - inBatches: True to split a big tree into batches, which are laid out from back to front.
  ///   - fresh: The context of the layout from scratch.
  package mutating func firstDifference(
    afterRelayoutOf tree: LayoutTree, in range: SizeRange, inBatches: Bool, from fresh: inout LayoutContext
  ) -> ElementID? {
    if inBatches {
      relayout(tree, in: range) { count, body in for index in (0..<count).reversed() { body(index) } }
    } else {
      relayout(tree, in: range)
    }
    fresh.layout(tree, in: range)
    for id in tree.elementIDs where frame(of: id) != fresh.frame(of: id) { return id }
    return nil
  }
}
