import LayoutSpecs

// The two scenes by which SwiftCrossUI measures its own layouts, in the folder Benchmarks/LayoutPerformanceBenchmark of
// github.com/stackotter/swift-cross-ui, as an app would write them with Texture's specs.

extension WorkloadFamily {
  /// SwiftCrossUI's scene "grid": sixteen rows of sixteen short texts in 800 × 800 points, each behind a bar, in stacks of two
  /// and of four that are 10 points apart.
  ///
  /// Its stacks offer each view an equal share of what is left, its bars take the height that they are offered, and its
  /// texts are cut to it. Here all but the bars grow from nothing by one factor, which are equal shares too, and are
  /// stretched to the height of their row.
  static let textGrid = swiftCrossUI(
    "textGrid", "sixteen rows of sixteen texts behind bars, 800 × 800", elements: 955,
    SizeRange(exactly: Size(800, 800))
  ) { _ in
    stack(.vertical, of: 2) { stack(.vertical, of: 4) { stack(.vertical, of: 2) { row() } } }
  }

  /// SwiftCrossUI's scene "message list": messages of three authors, 800 points wide, with five texts in turn, about as long
  /// as there.
  ///
  /// There is no spec that scrolls: the list is laid out in any height, as a node that scrolls lays out what is in it. A
  /// message is as wide as the list, where SwiftCrossUI's is as wide as its text.
  static let messageList = swiftCrossUI(
    "messageList", "a list of N messages, 800 wide: a picture, an author, a time and a text that wraps",
    elements: 2, inEach: 7, SizeRange(width: 800)
  ) { count in
    InsetLayoutSpec(
      insets: EdgeInsets(20),
      child: StackLayoutSpec(direction: .vertical, spacing: 10) { (0..<count).map(message) })
  }

  /// A scene of so many elements, and so many more in each of N parts; none for a scene without parts.
  private static func swiftCrossUI(
    _ name: String, _ summary: String, elements: Int, inEach: Int = 0, _ range: SizeRange,
    _ make: @escaping @Sendable (_ count: Int) -> any LayoutElement
  ) -> WorkloadFamily {
    let part = Parameter(name: "N", allowed: 0...100_000, usual: 1_000)
    return WorkloadFamily(
      name: name, parameters: inEach == 0 ? [] : [part], summary: "SwiftCrossUI: \(summary)",
      elementFormula: inEach == 0 ? "\(elements)" : "\(inEach)N + \(elements)", range: { _ in range },
      elementCount: { inEach * ($0.first ?? 0) + elements }, element: { count, _ in make(count.first ?? 0) },
      write: { builder, count, _ in make(count.first ?? 0)._write(to: &builder) })
  }
}

// MARK: - The grid

/// A stack of so many children that share it equally.
private func stack<Child: LayoutElement>(
  _ direction: StackDirection, of count: Int, _ child: () -> Child
) -> some LayoutElement {
  StackLayoutSpec(direction: direction, spacing: 10) {
    (0..<count).map { _ in child().flexGrow().flexBasis(0) }
  }
}

private func row() -> some LayoutElement {
  stack(.horizontal, of: 2) { stack(.horizontal, of: 4) { stack(.horizontal, of: 2) { column() } } }
}

private func column() -> some LayoutElement {
  StackLayoutSpec(spacing: 10) {
    DisplayNode().width(5)
    TextNode("Lorem ipsum dolor sit amet.").flexGrow().flexBasis(0)
  }
}

// MARK: - The list

private let authors = ["heliotrope", "morse", "quartz"]
private let times = ["7:41am", "9:20am", "11:05pm", "12:30am", "4:15pm"]
private let contents = [
  """
  while the build is running you can turn the new cache off in the second section of the settings, which is where it was \
  before. the old one is not removed from the disk (you will find it beside the new one if you look for it there), i kept it so \
  that a colleague can still open his projects with the version of last year lol
  """,
  """
  I suppose that the outer margin comes first? then a row can keep its own and the column around it need not know, and when \
  somebody asks for a size that is too narrow both are made smaller by the same part, or the inner one goes first
  """,
  """
  I would rather not copy the other library in this point, because there both a row and its cells can have a width, but only \
  cells can have a minimum, and nobody could tell me which of these wins if they differ
  """,
  """
  I think that a method on the cell would be easier to read. it could return the same cell with another margin, and the row \
  would have that method as well, and would hand it on to each of the cells that are in it
  """,
  "Layout Is Easy, They Said",
]

/// A message: a picture beside a column, in which the author and the time are above the text.
private func message(_ index: Int) -> some LayoutElement {
  StackLayoutSpec(spacing: 10, alignItems: .start) {
    ImageNode(imageSize: Size(40, 40))
    StackLayoutSpec(direction: .vertical, spacing: 10) {
      StackLayoutSpec(spacing: 10, alignItems: .center) {
        TextNode(authors[index % authors.count])
        TextNode(times[index % times.count])
      }.alignSelf(.start)
      TextNode(contents[index % contents.count])
    }.flexShrink()
  }
}
