package import LayoutSpecs

/// Lists and their edits, for tests of what an edit leaves as it is.
extension RandomTree {
  /// Stacks in stacks, with up to eight children each and often equal ones: so many levels, and below them a
  /// chain of so many stacks. Most stacks neither wrap nor align by baselines, and few children flex.
  package mutating func list(levels: Int, chain: Int = 0) -> LayoutTree {
    var builder = LayoutTreeBuilder(pixelGrid: PixelGrid(scale: pick([1, 1, 1, 2, 3, 2.75])))
    for _ in 0..<chain {
      builder.begin(.stack(listStack()), style: rowStyle())
      if chance(50) { addRow(to: &builder, levels: 1) }
    }
    addList(to: &builder, levels: levels)
    for _ in 0..<chain {
      if chance(50) { addRow(to: &builder, levels: 1) }
      builder.end()
    }
    return builder.finish()
  }

  /// Rows in columns in rows, most of them equal.
  package mutating func grid() -> LayoutTree {
    var builder = LayoutTreeBuilder(pixelGrid: PixelGrid(scale: pick([1, 2, 3])))
    let inner = list(levels: 2)
    builder.begin(.stack(StackParameters(direction: pick(StackDirection.allCases))))
    for _ in 0..<4 {
      builder.begin(.stack(StackParameters(direction: pick(StackDirection.allCases))))
      for _ in 0..<5 {
        builder.begin(.inset(EdgeInsets(pick([2, 2, 2, 3]))), style: Style { $0.flexGrow = 1 })
        let tree = chance(80) ? inner : list(levels: 2)
        builder.addCopy(of: tree.root, in: tree)
        builder.end()
      }
      builder.end()
    }
    builder.end()
    return builder.finish()
  }

  /// A range in which a list may be as long as it is, or one of any kind.
  package mutating func listRange() -> SizeRange {
    let width = pick([200, 375, 320.5])
    switch next() % 6 {
    case 0: return range()
    case 1: return SizeRange(width: 0...width, height: 0...(.infinity))
    case 2: return SizeRange(width: 0...(.infinity), height: width...width)
    case 3: return SizeRange(exactly: Size(width, width))
    default: return SizeRange(width: width)
    }
  }

  /// Changes the size or the text of a leaf, and returns the leaf with its content before; nil if the chosen
  /// element is no such leaf.
  package mutating func changeLeaf(_ tree: inout LayoutTree) -> (leaf: ElementID, before: ElementContent)? {
    let id = ElementID(Int(next() % UInt64(tree.elementCount)))
    let before = tree.content(of: id)
    switch before {
    case .sizedNode(let size):
      let width = pick([size.width, min(size.width + 1, 400), size.width / 2, 10, 33.5, 60])
      let height = pick([size.height, min(size.height + 7, 400), size.height / 3, 10, 20, 41.25])
      tree.setContent(.sizedNode(Size(width, height)), of: id)
    case .text(var text):
      text.string = chance(50) ? text.string + " and more" : String(text.string.prefix(5))
      tree.setContent(.text(text), of: id)
    default: return nil
    }
    return (id, before)
  }

  private mutating func addList(to builder: inout LayoutTreeBuilder, levels: Int) {
    builder.begin(.stack(listStack()), style: rowStyle())
    let hasEqualRows = chance(50)
    let row = self
    for _ in 0..<next() % 9 {
      if hasEqualRows && chance(80) {
        // The same draws write the same row.
        var repeated = row
        repeated.addRow(to: &builder, levels: levels - 1)
      } else {
        addRow(to: &builder, levels: levels - 1)
      }
    }
    builder.end()
  }

  private mutating func addRow(to builder: inout LayoutTreeBuilder, levels: Int) {
    if levels < 1 || chance(20) {
      let size = Size(pick([0, 10, 24, 33.5]), pick([0, 10, 20, 41.25]))
      let leaf: ElementContent =
        switch next() % 8 {
        case 0: .node
        case 1: .spec
        case 2, 3: .text(TextParameters(pick(["", "a title", "some words that may wrap"]), lineHeight: 20))
        default: .sizedNode(size)
        }
      builder.add(leaf, style: rowStyle())
      return
    }
    let around: ElementContent? =
      switch next() % 12 {
      case 0, 1: .inset(EdgeInsets(pick([0, 4, 2.5])))
      case 2: .center(CenterParameters())
      case 3: .compositeNode
      case 4: .ratio(0.5)
      default: nil
      }
    if let around { builder.begin(around, style: rowStyle()) }
    addList(to: &builder, levels: levels)
    if around != nil { builder.end() }
  }

  private mutating func listStack() -> StackParameters {
    var stack = StackParameters()
    stack.direction = pick(StackDirection.allCases)
    stack.spacing = pick([0, 0, 4, 8.79, -3])
    if chance(30) { stack.justifyContent = pick(JustifyContent.allCases) }
    if chance(50) { stack.alignItems = chance(50) ? .start : pick(AlignItems.allCases) }
    if chance(10) { stack.flexWrap = .wrap }
    if chance(20) { stack.alignContent = pick(AlignContent.allCases) }
    return stack
  }

  private mutating func rowStyle() -> Style {
    var style = Style()
    guard chance(35) else { return style }
    if chance(15) { style.flexGrow = 1 }
    if chance(15) { style.flexShrink = 1 }
    if chance(10) { style.flexBasis = pick([.points(30), .fraction(0.25)]) }
    if chance(10) { style.width = pick([.points(50), .fraction(0.5)]) }
    if chance(10) { style.height = pick([.points(25.5), .fraction(0.1)]) }
    if chance(10) { style.maxWidth = 90 }
    if chance(10) { style.minHeight = 12 }
    if chance(25) { style.spacingBefore = pick([2, 21.5, -3]) }
    if chance(25) { style.spacingAfter = pick([2, 12.25, -4]) }
    if chance(25) { style.alignSelf = pick(AlignSelf.allCases) }
    if chance(10) { style.ascender = 5 }
    if chance(10) { style.descender = -3 }
    return style
  }
}

extension LayoutTreeBuilder {
  /// Writes an element, and all below it, as it is in a tree.
  package mutating func addCopy(of id: ElementID, in tree: LayoutTree) {
    let (content, style, name) = (tree.content(of: id), tree.style(of: id), tree.name(of: id))
    if content.kind.requiredChildCount == 0 {
      add(content, style: style, name: name)
      return
    }
    begin(content, style: style, name: name)
    for child in tree.children(of: id) { addCopy(of: child, in: tree) }
    end()
  }
}
