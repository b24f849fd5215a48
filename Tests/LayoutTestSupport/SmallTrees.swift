package import LayoutSpecs

/// An element of a tree, and the elements below it.
package struct Branch {
  private let content: ElementContent
  private let style: Style
  private let name: String?
  private let children: [Branch]

  package init(
    _ content: ElementContent, style: Style = .default, name: String? = nil, _ children: [Branch] = []
  ) {
    (self.content, self.style, self.name, self.children) = (content, style, name, children)
  }

  package var tree: LayoutTree {
    var builder = LayoutTreeBuilder()
    add(to: &builder)
    return builder.finish()
  }

  package func add(to builder: inout LayoutTreeBuilder) {
    if children.isEmpty {
      builder.add(content, style: style, name: name)
    } else {
      builder.begin(content, style: style, name: name)
      for child in children { child.add(to: &builder) }
      builder.end()
    }
  }
}

extension Style {
  /// Grows and shrinks.
  package static let flexible = Style {
    $0.flexGrow = 1
    $0.flexShrink = 1
  }
}

extension LayoutTree {
  /// An element, and leaves below it.
  package static func element(_ content: ElementContent, around leaves: [ElementContent] = []) -> LayoutTree {
    Branch(content, leaves.map { Branch($0) }).tree
  }

  /// So many elements of these kinds in turn, each in the one before, around a leaf. Where one takes a second
  /// child it is a node.
  package static func chain(
    of count: Int, _ contents: ElementContent..., around leaf: ElementContent, leafStyle: Style = .default
  ) -> LayoutTree {
    var builder = LayoutTreeBuilder(capacity: count + 1)
    for level in 0..<count { builder.begin(contents[level % contents.count]) }
    builder.add(leaf, style: leafStyle)
    for level in (0..<count).reversed() {
      if contents[level % contents.count].kind.requiredChildCount == 2 { builder.add(.node) }
      builder.end()
    }
    return builder.finish()
  }

  /// A column of rows, each a node beside a column of two texts.
  package static func list(of count: Int) -> LayoutTree {
    let rows = (0..<count).map { row in
      let texts = ["row \(row)", "text of row \(row), which is wrapped"].map {
        Branch(.text(TextParameters($0)))
      }
      let column = Branch(
        .stack(StackParameters(direction: .vertical)), style: Style { $0.flexShrink = 1 }, texts)
      return Branch(
        .stack(StackParameters(direction: .horizontal)), [Branch(.sizedNode(Size(40, 40))), column])
    }
    return Branch(.stack(StackParameters(direction: .vertical)), rows).tree
  }
}

extension RandomTree {
  /// A tree of stacks below each other that align by baselines, wrap and flex: so many levels, with leaves and small stacks beside
  /// them. It is what a layout that asks for baselines on its way needs most.
  package mutating func baselineTree(depth: Int) -> LayoutTree {
    var builder = LayoutTreeBuilder(pixelGrid: PixelGrid(scale: pick([1, 2, 3])))
    for _ in 0..<depth {
      builder.begin(.stack(baselineStack()), style: flexibleStyle())
      if chance(40) { addBeside(&builder) }
    }
    builder.add(.text(TextParameters("some words that wrap")), style: flexibleStyle())
    for _ in 0..<depth {
      if chance(30) { addBeside(&builder) }
      builder.end()
    }
    return builder.finish()
  }

  private mutating func addBeside(_ builder: inout LayoutTreeBuilder) {
    guard chance(30) else {
      builder.add(.sizedNode(Size(pick([0, 1, 10, 30]), pick([0, 1, 10, 30]))), style: flexibleStyle())
      return
    }
    builder.begin(.stack(baselineStack()), style: flexibleStyle())
    for _ in 0..<pick([0, 1, 2]) { builder.add(.text(TextParameters("two words")), style: flexibleStyle()) }
    builder.end()
  }

  private mutating func baselineStack() -> StackParameters {
    StackParameters(
      direction: pick([.vertical, .vertical, .horizontal]),
      alignItems: pick([.baselineFirst, .baselineLast, .baselineFirst, .start, .stretch]),
      flexWrap: chance(40) ? .wrap : .noWrap, alignContent: pick(AlignContent.allCases))
  }

  private mutating func flexibleStyle() -> Style {
    var style = Style()
    if chance(50) { style.flexGrow = pick([0.5, 1]) }
    if chance(50) { style.flexShrink = pick([0.5, 1]) }
    if chance(20) { style.height = .points(pick([0, 1, 10, 100])) }
    if chance(20) { style.width = .points(pick([0, 1, 10, 100])) }
    if chance(30) { style.ascender = pick([0, 5, 12]) }
    if chance(30) { style.descender = pick([0, -3]) }
    return style
  }
}
