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
