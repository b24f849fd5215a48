package import LayoutSpecs

extension LayoutTree {
  /// An element, and leaves below it.
  package static func element(_ content: ElementContent, around leaves: [ElementContent] = []) -> LayoutTree {
    var builder = LayoutTreeBuilder()
    if leaves.isEmpty {
      builder.add(content)
    } else {
      builder.begin(content)
      for leaf in leaves { builder.add(leaf) }
      builder.end()
    }
    return builder.finish()
  }

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
